//! Ordinals: symbols that a relation of the rules puts in order.

use ludex_gdl::{Sheet, SymbolId, TermId, TermKind, TermStore};
use rustc_hash::FxHashMap;

/// Symbols that a relation of the rules puts in a row, as `(succ 1 2)` and
/// `(succ 2 3)` do.
///
/// ```
/// use ludex_gdl::{Sheet, Source, TermStore};
/// use ludex_learn::structure::Ordinal;
///
/// let (sheet, _) = Sheet::parse(Source::new("x.kif", "(role r) (after b c) (after a b) (likes a c)"));
/// let terms = TermStore::new(sheet.symbols().clone());
/// let found = Ordinal::all(&sheet, &terms);
/// let names: Vec<String> = found[0].symbols.iter().map(|&name| terms.show(name).to_string()).collect();
/// assert_eq!(names, ["a", "b", "c"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ordinal {
    /// The relation.
    pub relation: SymbolId,
    /// The symbols, each followed by its successor.
    pub symbols: Vec<TermId>,
    /// Whether the first follows the last.
    pub is_cycle: bool,
}

impl Ordinal {
    /// All rows of a sheet: relations of two arguments, given as facts, in which
    /// nothing has two successors or two predecessors. A relation that goes both
    /// ways, such as that of neighbours on a line, counts as well.
    pub fn all(sheet: &Sheet, terms: &TermStore) -> Vec<Ordinal> {
        let mut relations: Vec<(SymbolId, Vec<(TermId, TermId)>)> = Vec::new();
        for rule in sheet.rules().iter().filter(|rule| rule.body.is_empty()) {
            let constant = |at: usize| match rule.head.args[at].kind {
                TermKind::Constant(name) => Some(terms.constant(name)),
                _ => None,
            };
            if rule.head.args.len() != 2 {
                continue;
            }
            let (Some(from), Some(to)) = (constant(0), constant(1)) else { continue };
            match relations.iter_mut().find(|(name, _)| *name == rule.head.name) {
                Some((_, pairs)) => pairs.push((from, to)),
                None => relations.push((rule.head.name, vec![(from, to)])),
            }
        }
        let rows = relations.into_iter().flat_map(|(name, pairs)| rows(name, &pairs));
        rows.collect()
    }

    /// The place of each symbol, if all of them are in the row.
    pub fn places(&self, symbols: &[TermId]) -> Option<Vec<usize>> {
        let place = |symbol: &TermId| self.symbols.iter().position(|other| other == symbol);
        symbols.iter().map(place).collect()
    }

    /// The share of symbols that are in the row.
    pub fn share(&self, symbols: &[TermId]) -> f64 {
        let n_in = symbols.iter().filter(|symbol| self.symbols.contains(symbol)).count();
        n_in as f64 / symbols.len().max(1) as f64
    }

    /// The shortest row that has all the symbols, one without a circle if
    /// there is one; between equals, the one that the sheet has first.
    pub fn covering<'a>(ordinals: &'a [Ordinal], symbols: &[TermId]) -> Option<&'a Ordinal> {
        let covers = |ordinal: &&Ordinal| ordinal.share(symbols) == 1.0;
        ordinals
            .iter()
            .filter(covers)
            .min_by_key(|ordinal| (ordinal.is_cycle, ordinal.symbols.len()))
    }
}

/// The rows of one relation.
fn rows(relation: SymbolId, pairs: &[(TermId, TermId)]) -> Vec<Ordinal> {
    let is_pair = |a: TermId, b: TermId| pairs.contains(&(a, b));
    // What goes both ways has no successors, only neighbours.
    let goes_both_ways = pairs.len() <= 4_000 && pairs.iter().all(|&(a, b)| is_pair(b, a));
    let mut next: FxHashMap<TermId, Vec<TermId>> = FxHashMap::default();
    let mut symbols = Vec::new();
    let mut n_before: FxHashMap<TermId, usize> = FxHashMap::default();
    for &(from, to) in pairs {
        for symbol in [from, to] {
            next.entry(symbol).or_insert_with(|| {
                symbols.push(symbol);
                Vec::new()
            });
        }
        let after = next.entry(from).or_default();
        if !after.contains(&to) {
            after.push(to);
            *n_before.entry(to).or_default() += 1;
        }
    }
    let before = |symbol: TermId| n_before.get(&symbol).copied().unwrap_or(0);
    let most = if goes_both_ways { 2 } else { 1 };
    if symbols.iter().any(|&symbol| next[&symbol].len() > most || before(symbol) > most) {
        return Vec::new();
    }
    let is_end = |symbol: TermId| match goes_both_ways {
        true => next[&symbol].len() == 1,
        false => before(symbol) == 0,
    };
    let mut seen: Vec<TermId> = Vec::new();
    let mut found = Vec::new();
    // Those with an end first, then circles from wherever the sheet begins.
    let starts = symbols.iter().filter(|&&symbol| is_end(symbol)).chain(&symbols);
    for &start in starts {
        if seen.contains(&start) {
            continue;
        }
        let mut row = vec![start];
        while let Some(&after) =
            next[row.last().expect("not empty")].iter().find(|after| !row.contains(after))
        {
            row.push(after);
        }
        seen.extend(&row);
        let last = *row.last().expect("not empty");
        let is_cycle = row.len() > 2 && next[&last].contains(&start);
        // Two that follow each other are a pair, not a row: opponents, say.
        if row.len() > 2 || row.len() == 2 && !goes_both_ways {
            found.push(Ordinal { relation, symbols: row, is_cycle });
        }
    }
    found
}
