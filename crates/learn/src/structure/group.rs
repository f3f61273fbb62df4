//! Groups of similar facts.

use ludex_gdl::{SymbolId, TermId, TermStore};
use rustc_hash::FxHashMap;

use super::history::{History, compare};
use super::variance::Variance;

/// All facts of one relation with one number of arguments.
///
/// An argument that is always the same function of other terms, as in
/// `(cell (at 1 2) x)`, counts as several *columns*, one for each part.
#[derive(Clone, Debug)]
pub struct Group {
    /// The relation.
    pub name: SymbolId,
    /// Number of its arguments.
    pub n_args: usize,
    /// Its parts.
    pub columns: Vec<Column>,
    /// Number of its facts in a state.
    pub size: Variance,
    /// Each fact seen: its number in the history and the symbols in its columns, as indices
    /// into [`Column::symbols`].
    pub rows: Vec<(u32, Vec<u32>)>,
    /// Whether its facts are the same in all states.
    pub is_constant: bool,
}

/// The symbols at one path in all facts of a group.
#[derive(Clone, Debug)]
pub struct Column {
    /// The argument, from 1, then the part of it, and so on.
    pub path: Vec<usize>,
    /// All symbols at the path, in the order of the sheet.
    pub symbols: Vec<TermId>,
    /// Number of occurrences of each symbol in a state.
    pub counts: Vec<Variance>,
    /// Number of occurrences of a symbol in the states that contain it: the paper's Table 1.
    pub variance: Variance,
}

impl Group {
    /// The groups of a history, largest first.
    pub fn all(terms: &TermStore, history: &History) -> Vec<Group> {
        let mut members: FxHashMap<(SymbolId, usize), Vec<u32>> = FxHashMap::default();
        for (number, &fact) in history.facts().iter().enumerate() {
            let key = (terms.name(fact), terms.args(fact).len());
            members.entry(key).or_default().push(number as u32);
        }
        let mut groups: Vec<Group> = members
            .into_iter()
            .map(|((name, n_args), facts)| Group::new(terms, history, name, n_args, &facts))
            .collect();
        groups.sort_by_key(|group| (group.name, group.n_args));
        count(history, &mut groups);
        groups.sort_by(|a, b| {
            let size = b.size.mean().total_cmp(&a.size.mean());
            size.then((a.name, a.n_args).cmp(&(b.name, b.n_args)))
        });
        groups
    }

    fn new(
        terms: &TermStore,
        history: &History,
        name: SymbolId,
        n_args: usize,
        facts: &[u32],
    ) -> Group {
        let roots: Vec<TermId> = facts.iter().map(|&fact| history.facts()[fact as usize]).collect();
        let mut paths = Vec::new();
        leaves(terms, &roots, &mut Vec::new(), &mut paths);
        let mut rows: Vec<(u32, Vec<u32>)> = facts.iter().map(|&fact| (fact, Vec::new())).collect();
        let mut columns = Vec::new();
        for path in paths {
            let values: Vec<TermId> = roots.iter().map(|&root| at(terms, root, &path)).collect();
            let mut symbols = values.clone();
            symbols.sort_by(|&a, &b| compare(terms, a, b));
            symbols.dedup();
            let places: FxHashMap<TermId, u32> =
                symbols.iter().zip(0..).map(|(&symbol, place)| (symbol, place)).collect();
            rows.iter_mut().zip(&values).for_each(|(row, value)| row.1.push(places[value]));
            let counts = vec![Variance::default(); symbols.len()];
            columns.push(Column { path, symbols, counts, variance: Variance::default() });
        }
        Group { name, n_args, columns, size: Variance::default(), rows, is_constant: true }
    }

    /// The columns in the paper's order: those whose counts vary least first.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.columns.len()).collect();
        let variance = |&at: &usize| self.columns[at].variance.variance();
        order.sort_by(|a, b| variance(a).total_cmp(&variance(b)));
        order
    }

    /// The columns with more than one symbol.
    pub fn varied(&self) -> Vec<usize> {
        (0..self.columns.len()).filter(|&at| self.columns[at].symbols.len() > 1).collect()
    }
}

impl Column {
    /// The argument of the path, from 1.
    pub fn arg(&self) -> usize {
        self.path[0]
    }
}

/// The part of a term at a path.
pub(super) fn at(terms: &TermStore, root: TermId, path: &[usize]) -> TermId {
    path.iter().fold(root, |term, &place| terms.args(term)[place - 1])
}

/// The paths to the parts that are not the same function in all terms.
fn leaves(terms: &TermStore, roots: &[TermId], path: &mut Vec<usize>, paths: &mut Vec<Vec<usize>>) {
    let n_args = terms.args(roots[0]).len();
    for place in 1..=n_args {
        path.push(place);
        let parts: Vec<TermId> = roots.iter().map(|&root| terms.args(root)[place - 1]).collect();
        let shape = |part: TermId| (terms.name(part), terms.args(part).len());
        let first = shape(parts[0]);
        match first.1 > 0 && parts.iter().all(|&part| shape(part) == first) {
            true => leaves(terms, &parts, path, paths),
            false => paths.push(path.clone()),
        }
        path.pop();
    }
}

/// Counts symbols in all states.
fn count(history: &History, groups: &mut [Group]) {
    let mut place_of = vec![(0u32, 0u32); history.facts().len()];
    for (at, group) in groups.iter().enumerate() {
        for (row, (fact, _)) in group.rows.iter().enumerate() {
            place_of[*fact as usize] = (at as u32, row as u32);
        }
    }
    // One number for each column and symbol of each group.
    let mut starts = Vec::new();
    let mut n_slots = 0;
    for group in groups.iter() {
        let mut of_columns = Vec::new();
        for column in &group.columns {
            of_columns.push(n_slots);
            n_slots += column.symbols.len();
        }
        starts.push(of_columns);
    }
    let (mut counts, mut touched) = (vec![0u32; n_slots], Vec::new());
    let mut slots = vec![Variance::default(); n_slots];
    let mut sizes = vec![0u32; groups.len()];
    for state in 0..history.n_states() {
        for &fact in history.state(state) {
            let (at, row) = place_of[fact as usize];
            sizes[at as usize] += 1;
            let group = &groups[at as usize];
            for (start, &symbol) in starts[at as usize].iter().zip(&group.rows[row as usize].1) {
                let slot = start + symbol as usize;
                if counts[slot] == 0 {
                    touched.push(slot);
                }
                counts[slot] += 1;
            }
        }
        for slot in touched.drain(..) {
            slots[slot].add(f64::from(std::mem::take(&mut counts[slot])));
        }
        for (group, size) in groups.iter_mut().zip(&mut sizes) {
            group.size.add(f64::from(std::mem::take(size)));
        }
    }
    let n = history.n_states() as u64;
    for (group, starts) in groups.iter_mut().zip(starts) {
        let is_always_full = group.size.mean() == group.rows.len() as f64;
        group.is_constant = is_always_full && group.size.variance() == 0.0;
        for (column, start) in group.columns.iter_mut().zip(starts) {
            let of_column = &mut slots[start..start + column.symbols.len()];
            column.variance = together(of_column);
            of_column.iter_mut().for_each(|slot| slot.fill_with_zeros(n));
            column.counts = of_column.to_vec();
        }
    }
}

/// The variance of all nonzero counts of a column's symbols.
fn together(slots: &[Variance]) -> Variance {
    slots.iter().fold(Variance::default(), |all, slot| all.join(*slot))
}
