//! Keys: columns of a group that determine the others.

use rustc_hash::FxHashMap;

use super::group::Group;
use super::history::History;

/// The facts of one group in a sample of states, to find the columns that determine the others:
/// at most one fact for each location in each state.
pub(super) struct Keys<'a> {
    group: &'a Group,
    /// The group's facts in each state, as indices of its rows.
    states: Vec<Vec<u32>>,
}

/// Number of states examined. An exception too rare for a few hundred states hardly matters.
const N_STATES: usize = 400;

impl<'a> Keys<'a> {
    pub fn new(history: &History, group: &'a Group) -> Self {
        let row_of: FxHashMap<u32, u32> =
            group.rows.iter().zip(0..).map(|((fact, _), row)| (*fact, row)).collect();
        let rows = |state: &[u32]| -> Vec<u32> {
            state.iter().filter_map(|fact| row_of.get(fact).copied()).collect()
        };
        let states = history.sample(N_STATES).map(rows).collect();
        Self { group, states }
    }

    /// The share of facts beyond the first at their place, if these columns are the place; 0
    /// where they determine the others.
    pub fn excess(&self, columns: &[usize]) -> f64 {
        let (places, n_places) = self.places(columns);
        let (mut n_facts, mut n_more) = (0, 0);
        let mut last = vec![usize::MAX; n_places];
        for (at, state) in self.states.iter().enumerate() {
            for &row in state {
                let place = &mut last[places[row as usize] as usize];
                n_more += usize::from(*place == at);
                n_facts += 1;
                *place = at;
            }
        }
        n_more as f64 / n_facts.max(1) as f64
    }

    /// Whether every state has a fact for every place.
    pub fn is_full(&self, columns: &[usize]) -> bool {
        let (places, n_places) = self.places(columns);
        self.states.iter().all(|state| {
            let mut here: Vec<u32> = state.iter().map(|&row| places[row as usize]).collect();
            here.sort_unstable();
            here.dedup();
            here.len() == n_places
        })
    }

    /// Whether no state has more than one fact.
    pub fn is_single(&self) -> bool {
        self.states.iter().all(|state| state.len() < 2)
    }

    /// The index of the place of each row.
    fn places(&self, columns: &[usize]) -> (Vec<u32>, usize) {
        let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let mut places = Vec::with_capacity(self.group.rows.len());
        for (_, symbols) in &self.group.rows {
            let place: Vec<u32> = columns.iter().map(|&column| symbols[column]).collect();
            let new = numbers.len() as u32;
            places.push(*numbers.entry(place).or_insert(new));
        }
        (places, numbers.len())
    }
}
