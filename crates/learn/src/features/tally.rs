//! Facts that count: steps, remaining pieces.

use std::sync::Arc;

use ludex_game::Condition;
use ludex_gdl::single::CircuitGame;
use rustc_hash::FxHashMap;

use super::trace::Tracer;

/// The facts that count: no move's legality depends on them, and their kind has a constant
/// number of facts in every state.
///
/// A move that takes the last piece takes any piece: a pattern without counts describes
/// the move at any time, and not only when it decides the game.
#[derive(Debug, Default)]
pub(super) struct Tallies {
    is_tally: Vec<bool>,
}

/// The number of random games in which facts of a kind are counted.
const N_GAMES: u64 = 8;

impl Tallies {
    pub(super) fn find(game: &Arc<CircuitGame>, tracer: &mut Tracer) -> Self {
        let (grounded, terms) = (game.grounded(), game.terms());
        let asked = grounded.circuit.asked_by_legality();
        let kind_of = |fact: usize| terms.name(grounded.bases[fact]);
        // The number of facts of each kind that hold; `None` if it varies.
        let mut counts = FxHashMap::<_, Option<usize>>::default();
        for trace in (0..N_GAMES).filter_map(|number| tracer.play(number)) {
            for state in &trace.states {
                let mut here = FxHashMap::<_, usize>::default();
                state.iter().for_each(|fact| *here.entry(kind_of(fact)).or_default() += 1);
                for (kind, count) in &mut counts {
                    *count = count.filter(|count| here.get(kind) == Some(count));
                }
                for (kind, count) in here {
                    counts.entry(kind).or_insert(Some(count));
                }
            }
        }
        for fact in (0..asked.len()).filter(|&fact| asked[fact]) {
            counts.insert(kind_of(fact), None);
        }
        let is_tally = |fact| matches!(counts.get(&kind_of(fact)), Some(Some(_)));
        Self { is_tally: (0..asked.len()).map(is_tally).collect() }
    }

    /// Splits conditions into those on counts and the others.
    pub(super) fn split(&self, when: &[Condition]) -> (Vec<Condition>, Vec<Condition>) {
        when.iter().partition(|one| self.contains(one.fact()))
    }

    pub(super) fn contains(&self, fact: usize) -> bool {
        self.is_tally.get(fact) == Some(&true)
    }
}
