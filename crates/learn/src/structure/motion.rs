//! Motion: contents that change between states, and the role that chose the change.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::group::Group;
use super::history::History;
use super::layout::Layout;
use super::variance::Variance;

/// The changes of contents on a board.
///
/// A content is a combination of symbols in the columns that are not the place. An additional
/// one, [`Motion::nothing`], represents places without a fact.
pub(super) struct Motion {
    /// The symbols of each place.
    pub cells: Vec<Vec<u32>>,
    /// The symbols of each content.
    pub contents: Vec<Vec<u32>>,
    /// The statistics of each content; those of nothing are last.
    pub stats: Vec<Stats>,
    /// Number of changes of a place.
    pub n_changes: u64,
    /// Moves: content, from, to, where it is the only one of its kind that left and arrived.
    pub hops: BTreeMap<(u32, u32, u32), u64>,
}

/// The statistics of a content.
#[derive(Clone, Debug, Default)]
pub(super) struct Stats {
    /// Number of arrivals at a place by each role's choice alone.
    pub came: Vec<u64>,
    /// Increase of its number by each role's choice alone.
    pub grew: Vec<u64>,
    /// Number of arrivals that each role caused when several chose at once: they did not occur
    /// after another move of the role.
    pub caused: Vec<u64>,
    /// Number of arrivals, by any choice.
    pub n_came: u64,
    /// Number of departures.
    pub n_went: u64,
    /// Number of changes of a place from it or to it.
    pub n_changes: u64,
    /// Its number in a state.
    pub count: Variance,
    /// Its number in the initial state.
    pub n_initial: u64,
    /// Number of other contents that replaced it.
    pub n_after: usize,
}

impl Motion {
    /// Collects statistics from all recorded transitions.
    pub fn new(history: &History, group: &Group, layout: &Layout, n_roles: usize) -> Self {
        let what: Vec<usize> = layout.content.into_iter().chain(layout.owner).collect();
        let (cells, cell_of) = number(group, &layout.location);
        let (contents, content_of) = number(group, &what);
        let none = vec![0; n_roles];
        let blank =
            Stats { came: none.clone(), grew: none.clone(), caused: none, ..Stats::default() };
        let stats = vec![blank; contents.len() + 1];
        let mut row_of = vec![None; history.facts().len()];
        for (row, (fact, _)) in group.rows.iter().enumerate() {
            row_of[*fact as usize] = Some((cell_of[row], content_of[row]));
        }
        let mut motion = Self { cells, contents, stats, n_changes: 0, hops: BTreeMap::new() };
        motion.watch(history, &row_of);
        motion.weigh_others(history, &row_of);
        motion
    }

    /// The content of a place without a fact.
    pub fn nothing(&self) -> usize {
        self.contents.len()
    }

    fn watch(&mut self, history: &History, row_of: &[Option<(u32, u32)>]) {
        let mut after: Vec<std::collections::BTreeSet<u32>> =
            vec![Default::default(); self.stats.len()];
        let mut counts = vec![0u64; self.stats.len()];
        for at in 0..history.n_states() {
            for &fact in history.state(at) {
                if let Some((_, content)) = row_of[fact as usize] {
                    counts[content as usize] += 1;
                }
            }
            counts[self.contents.len()] =
                (self.cells.len() as u64).saturating_sub(counts.iter().sum());
            for (stats, count) in self.stats.iter_mut().zip(&mut counts) {
                if at == 0 {
                    stats.n_initial = *count;
                }
                stats.count.add(std::mem::take(count) as f64);
            }
            if !history.goes_on(at) {
                continue;
            }
            let changes = self.changes(history.state(at), history.state(at + 1), row_of);
            for &(_, from, to) in &changes {
                after[from].insert(to as u32);
            }
            let choosers = history.choosers(at);
            let chooser = (choosers.count_ones() == 1).then(|| choosers.trailing_zeros() as usize);
            self.take(&changes, chooser);
        }
        for (stats, after) in self.stats.iter_mut().zip(after) {
            stats.n_after = after.len();
        }
    }

    /// Counts the changes of one transition.
    fn take(&mut self, changes: &[(u32, usize, usize)], chooser: Option<usize>) {
        let mut growth: BTreeMap<usize, i64> = BTreeMap::new();
        for &(_, from, to) in changes {
            self.n_changes += 1;
            self.stats[from].n_went += 1;
            self.stats[from].n_changes += 1;
            self.stats[to].n_changes += 1;
            self.stats[to].n_came += 1;
            *growth.entry(from).or_default() -= 1;
            *growth.entry(to).or_default() += 1;
            if let Some(role) = chooser {
                self.stats[to].came[role] += 1;
            }
        }
        for (&content, &growth) in growth.iter().filter(|(_, growth)| **growth > 0) {
            if let Some(role) = chooser {
                self.stats[content].grew[role] += growth as u64;
            }
        }
        for &content in growth.keys().filter(|&&content| content < self.contents.len()) {
            let mut went = changes.iter().filter(|change| change.1 == content);
            let mut came = changes.iter().filter(|change| change.2 == content);
            if let (Some(from), None, Some(to), None) =
                (went.next(), went.next(), came.next(), came.next())
            {
                *self.hops.entry((content as u32, from.0, to.0)).or_default() += 1;
            }
        }
    }

    /// Where several roles chose at once, attributes a change to the role without whose move it
    /// would not have happened.
    fn weigh_others(&mut self, history: &History, row_of: &[Option<(u32, u32)>]) {
        for other in history.others().iter().filter(|other| history.goes_on(other.state)) {
            let real =
                self.changes(history.state(other.state), history.state(other.state + 1), row_of);
            let else_ = self.changes(history.state(other.state), &other.facts, row_of);
            for change in real.iter().filter(|change| !else_.contains(change)) {
                self.stats[change.2].caused[other.role] += 1;
            }
        }
    }

    /// The changed places: the place, its content before, its content after.
    fn changes(
        &self,
        before: &[u32],
        after: &[u32],
        row_of: &[Option<(u32, u32)>],
    ) -> Vec<(u32, usize, usize)> {
        let mut went = minus(before, after, row_of);
        let mut changes = Vec::new();
        for (cell, to) in minus(after, before, row_of) {
            let from = went.iter().position(|&(other, _)| other == cell);
            let from = from.map_or(self.nothing(), |at| went.swap_remove(at).1 as usize);
            changes.push((cell, from, to as usize));
        }
        changes.extend(went.into_iter().map(|(cell, from)| (cell, from as usize, self.nothing())));
        changes
    }
}

/// The contents of one state that the other does not have. Both lists are ascending.
fn minus(left: &[u32], right: &[u32], row_of: &[Option<(u32, u32)>]) -> Vec<(u32, u32)> {
    let mut right = right.iter().peekable();
    let mut rest = Vec::new();
    for &fact in left {
        while right.next_if(|&&other| other < fact).is_some() {}
        if right.peek() != Some(&&fact) {
            rest.extend(row_of[fact as usize]);
        }
    }
    rest
}

/// Numbers the combinations of symbols in some columns; returns them and the number for each
/// row.
fn number(group: &Group, columns: &[usize]) -> (Vec<Vec<u32>>, Vec<u32>) {
    let mut found: Vec<Vec<u32>> = group
        .rows
        .iter()
        .map(|(_, row)| columns.iter().map(|&column| row[column]).collect())
        .collect();
    let of_rows = found.clone();
    found.sort();
    found.dedup();
    let numbers: FxHashMap<&[u32], u32> =
        found.iter().zip(0..).map(|(symbols, at)| (symbols.as_slice(), at)).collect();
    let of_rows = of_rows.iter().map(|symbols| numbers[symbols.as_slice()]).collect();
    (found, of_rows)
}
