//! Coordinates of cells with one name each.

use std::collections::BTreeSet;

use ludex_gdl::{Sheet, SymbolId, TermId, TermKind, TermStore};
use rustc_hash::FxHashMap;

use super::ordinal::Ordinal;

/// Columns and rows of cells such as `a1`, as defined by the rules: by facts that split names,
/// `(square a1 a 1)`, or by two relations that each order all names in rows, `(east a1 b1)` and
/// `(north a1 a2)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinates {
    /// Number of columns.
    pub n_columns: usize,
    /// Number of rows.
    pub n_rows: usize,
    /// The column and the row of each symbol.
    pub places: Vec<(usize, usize)>,
}

impl Coordinates {
    /// The coordinates of some symbols, if the rules define any.
    ///
    /// ```
    /// use ludex_gdl::{Sheet, Source, TermStore};
    /// use ludex_learn::structure::{Coordinates, Ordinal};
    ///
    /// let text = "(role r) (at p a x) (at q b x) (at s a y) (at t b y) (after a b) (after x y)";
    /// let (sheet, _) = Sheet::parse(Source::new("x.kif", text));
    /// let terms = TermStore::new(sheet.symbols().clone());
    /// let names = ["p", "q", "s", "t"].map(|name| terms.read(name).unwrap());
    /// let ordinals = Ordinal::all(&sheet, &terms);
    /// let found = Coordinates::find(&sheet, &terms, &ordinals, &names).unwrap();
    /// assert_eq!(found.places, [(0, 0), (1, 0), (0, 1), (1, 1)]);
    /// ```
    pub fn find(
        sheet: &Sheet,
        terms: &TermStore,
        ordinals: &[Ordinal],
        symbols: &[TermId],
    ) -> Option<Self> {
        split(sheet, terms, ordinals, symbols).or_else(|| crossed(ordinals, symbols))
    }

    /// Accepts coordinates that are distinct for all symbols and leave at most half of the
    /// places empty.
    fn new(places: Vec<(usize, usize)>) -> Option<Self> {
        let n_columns = places.iter().map(|place| place.0 + 1).max()?;
        let n_rows = places.iter().map(|place| place.1 + 1).max()?;
        let distinct: BTreeSet<&(usize, usize)> = places.iter().collect();
        let is_apart = distinct.len() == places.len();
        let is_dense = n_columns * n_rows <= 2 * places.len();
        let found = Self { n_columns, n_rows, places };
        (is_apart && is_dense && n_columns > 1 && n_rows > 1).then_some(found)
    }
}

/// From facts with three symbols, one of which is the name.
fn split(
    sheet: &Sheet,
    terms: &TermStore,
    ordinals: &[Ordinal],
    symbols: &[TermId],
) -> Option<Coordinates> {
    let mut facts: Vec<(SymbolId, Vec<[TermId; 3]>)> = Vec::new();
    for rule in sheet.rules().iter().filter(|rule| rule.body.is_empty()) {
        let constant = |term: &ludex_gdl::Term| match term.kind {
            TermKind::Constant(name) => Some(terms.constant(name)),
            _ => None,
        };
        let args: Option<Vec<TermId>> = rule.head.args.iter().map(constant).collect();
        let Some(Ok(args)) = args.map(<[TermId; 3]>::try_from) else { continue };
        match facts.iter_mut().find(|(name, _)| *name == rule.head.name) {
            Some((_, rows)) => rows.push(args),
            None => facts.push((rule.head.name, vec![args])),
        }
    }
    facts.iter().find_map(|(_, rows)| {
        (0..3).find_map(|at| {
            let rest = |row: &[TermId; 3]| match at {
                0 => (row[1], row[2]),
                1 => (row[0], row[2]),
                _ => (row[0], row[1]),
            };
            let of_name: FxHashMap<TermId, (TermId, TermId)> =
                rows.iter().map(|row| (row[at], rest(row))).collect();
            if of_name.len() != rows.len() {
                return None;
            }
            let pairs: Vec<(TermId, TermId)> =
                symbols.iter().map(|symbol| of_name.get(symbol).copied()).collect::<Option<_>>()?;
            let columns = in_order(ordinals, pairs.iter().map(|pair| pair.0));
            let rows = in_order(ordinals, pairs.iter().map(|pair| pair.1));
            Coordinates::new(pairs.iter().map(|pair| (columns[&pair.0], rows[&pair.1])).collect())
        })
    })
}

/// The index of each symbol: in a row of the rules, or in order of occurrence.
fn in_order(
    ordinals: &[Ordinal],
    symbols: impl Iterator<Item = TermId>,
) -> FxHashMap<TermId, usize> {
    let mut once: Vec<TermId> = Vec::new();
    symbols.for_each(|symbol| {
        if !once.contains(&symbol) {
            once.push(symbol);
        }
    });
    if let Some(row) = Ordinal::covering(ordinals, &once) {
        once.sort_by_key(|symbol| row.symbols.iter().position(|other| other == symbol));
    }
    once.into_iter().enumerate().map(|(at, symbol)| (symbol, at)).collect()
}

/// From two relations, each of which has all names in its rows.
fn crossed(ordinals: &[Ordinal], symbols: &[TermId]) -> Option<Coordinates> {
    let mut relations: Vec<SymbolId> = ordinals.iter().map(|row| row.relation).collect();
    relations.dedup();
    let places = |relation: SymbolId| -> Option<Vec<usize>> {
        let rows: Vec<&Ordinal> =
            ordinals.iter().filter(|row| row.relation == relation && !row.is_cycle).collect();
        let place = |symbol: &TermId| {
            rows.iter().find_map(|row| row.symbols.iter().position(|other| other == symbol))
        };
        symbols.iter().map(place).collect()
    };
    let found: Vec<Vec<usize>> = relations
        .into_iter()
        .filter_map(places)
        .filter(|places| places.iter().any(|&at| at > 0))
        .collect();
    found.iter().enumerate().find_map(|(at, across)| {
        found[at + 1..].iter().find_map(|up| {
            Coordinates::new(across.iter().copied().zip(up.iter().copied()).collect())
        })
    })
}
