//! Ordinals: symbols that a relation of the rules puts in order.

use ludex_gdl::{Sheet, SymbolId, TermId, TermKind, TermStore};
use rustc_hash::FxHashMap;

/// Symbols that a relation of the rules orders, as `(succ 1 2)` and `(succ 2 3)` do.
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
    /// Whether the first symbol follows the last.
    pub is_cycle: bool,
}

impl Ordinal {
    /// All rows of a sheet: relations of two arguments, given as facts, in which no symbol has
    /// two successors or two predecessors. A symmetric relation, such as that of neighbours on
    /// a line, counts as well.
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

    /// The index of each symbol, if all of them are in the row.
    pub fn places(&self, symbols: &[TermId]) -> Option<Vec<usize>> {
        let place = |symbol: &TermId| self.symbols.iter().position(|other| other == symbol);
        symbols.iter().map(place).collect()
    }

    /// The share of the symbols that are in the row.
    pub fn share(&self, symbols: &[TermId]) -> f64 {
        let n_in = symbols.iter().filter(|symbol| self.symbols.contains(symbol)).count();
        n_in as f64 / symbols.len().max(1) as f64
    }

    /// The shortest row that contains all the symbols, preferably one without a cycle; of equal
    /// ones, the first of the sheet.
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
    // In a symmetric relation, the symbols have no successors, only neighbours.
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
    // Rows with an end first, then cycles, from their first symbol in the sheet.
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
        // A symmetric relation of two symbols, such as opponents, is not a row.
        if row.len() > 2 || row.len() == 2 && !goes_both_ways {
            found.push(Ordinal { relation, symbols: row, is_cycle });
        }
    }
    found
}
