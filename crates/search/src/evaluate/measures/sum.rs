//! Weighted measures prepared for a game, and their sum in a position.

use std::sync::Arc;

use ludex_game::{FactSet, Playable, RoleId};

use super::{AnyMeasure, Measure, Numbers, Sums, Translate, Words};
use crate::evaluate::{Condition, Part, Plan};

/// A position to measure.
pub struct Position<'a, G: Playable> {
    game: &'a G,
    state: &'a G::State,
    facts: FactSet<'a>,
    moves: &'a mut Vec<G::Move>,
}

impl<'a, G: Playable> Position<'a, G> {
    /// A state of a game. `moves` is a buffer for legal moves, reused across positions.
    pub fn new(game: &'a G, state: &'a G::State, moves: &'a mut Vec<G::Move>) -> Self {
        Self { game, state, facts: FactSet::of(game, state), moves }
    }

    /// Whether a fact holds.
    #[inline]
    pub fn holds(&self, fact: usize) -> bool {
        self.facts.contains(fact)
    }

    /// The number of legal moves of a role.
    pub fn n_moves(&mut self, role: RoleId) -> usize {
        self.game.legal_moves(self.state, role, self.moves);
        self.moves.len()
    }

    /// The goal of a role if the game ended here, from 0 to 100.
    pub fn goal(&self, role: RoleId) -> f64 {
        f64::from(self.game.goal(self.state, role).value())
    }
}

/// Weighted measures, grouped by kind for fast evaluation.
///
/// ```
/// use ludex_game::{Game, RoleId, examples::Nim};
/// use ludex_search::evaluate::{AnyMeasure, Position, WeightedMeasures};
///
/// let nim = Nim::new(&[3, 4, 5]);
/// let weighted = [(0.5, AnyMeasure::Moves(RoleId(0))), (2.0, AnyMeasure::Always(()))];
/// let sum: WeightedMeasures = weighted.into_iter().collect();
/// let (state, mut moves) = (nim.initial(), Vec::new());
/// let mut position = Position::new(&nim, &state, &mut moves);
/// assert_eq!(sum.sum(&mut position), 8.0);
/// assert!(sum.is_costly());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WeightedMeasures {
    sums: Sums,
}

/// Up to this number of facts, a lookup is faster than the test whether it is needed.
const N_CHEAP: usize = 8;

impl WeightedMeasures {
    /// Prepares measures in words for a game. The error lists the names that the game lacks.
    pub(in crate::evaluate) fn new<G: Playable>(
        measures: &[(f64, AnyMeasure)],
        parts: &[Part<String>],
        game: &G,
    ) -> Result<Self, String> {
        let mut lookup = Lookup { game, parts };
        let ready = measures.iter().map(|(weight, one)| Ok((*weight, one.translate(&mut lookup)?)));
        ready.collect()
    }

    /// The sum in a position.
    #[inline]
    pub fn sum<G: Playable>(&self, position: &mut Position<'_, G>) -> f64 {
        self.sums.sum(position)
    }

    /// Whether the sum takes more than a few lookups of facts.
    pub fn is_costly(&self) -> bool {
        self.sums.cost() > N_CHEAP
    }
}

impl FromIterator<(f64, AnyMeasure<Numbers>)> for WeightedMeasures {
    fn from_iter<I: IntoIterator<Item = (f64, AnyMeasure<Numbers>)>>(measures: I) -> Self {
        let mut sums = Sums::default();
        measures.into_iter().for_each(|(weight, measure)| sums.add(weight, measure));
        Self { sums }
    }
}

/// Several measures of one kind, with weights.
pub trait Sum<M: Measure>: Clone + Default + std::fmt::Debug + PartialEq {
    /// Adds a measure.
    fn add(&mut self, weight: f64, of: M::Of<Numbers>);

    /// Adds the values in a position to a sum.
    fn sum<G: Playable>(&self, sum: f64, position: &mut Position<'_, G>) -> f64;

    /// The number of facts looked up.
    fn cost(&self) -> usize;
}

/// Measures that are evaluated one by one.
#[derive(Clone, Debug, PartialEq)]
pub struct Each<M: Measure> {
    of: Vec<(f64, M::Of<Numbers>)>,
}

impl<M: Measure> Default for Each<M> {
    fn default() -> Self {
        Self { of: Vec::new() }
    }
}

impl<M: Measure> Sum<M> for Each<M> {
    fn add(&mut self, weight: f64, of: M::Of<Numbers>) {
        self.of.push((weight, of));
    }

    #[inline]
    fn sum<G: Playable>(&self, sum: f64, position: &mut Position<'_, G>) -> f64 {
        self.of.iter().fold(sum, |sum, (weight, of)| sum + M::value(of, *weight, position))
    }

    fn cost(&self) -> usize {
        self.of.iter().map(|(_, of)| M::cost(of)).fold(0, usize::saturating_add)
    }
}

/// The translation from words to the numbers of a game.
struct Lookup<'a, G> {
    game: &'a G,
    parts: &'a [Part<String>],
}

impl<G: Playable> Translate for Lookup<'_, G> {
    type From = Words;
    type To = Numbers;
    type Error = String;

    fn fact(&mut self, fact: &String) -> Result<usize, String> {
        let number = self.game.facts().and_then(|facts| facts.fact_named(fact));
        number.ok_or_else(|| format!("`{fact}` is no fact of this game"))
    }

    fn role(&mut self, role: &String) -> Result<RoleId, String> {
        role_named(self.game, role)
    }

    fn plan(&mut self, &goal: &usize) -> Result<Arc<Plan>, String> {
        if goal >= self.parts.len() {
            return Err(format!("there is no part {}", goal + 1));
        }
        let all = self.parts;
        let parts = all.iter().map(|part| part.map(&mut |fact| self.fact(fact)));
        let mut parts = parts.collect::<Result<Vec<_>, _>>()?;
        parts.push(Part { is_all: true, conditions: vec![Condition::Part(goal)] });
        Ok(Arc::new(Plan::new(parts).pruned()))
    }
}

/// The role of a name.
pub(in crate::evaluate) fn role_named<G: Playable>(game: &G, name: &str) -> Result<RoleId, String> {
    let role = game.roles().iter().position(|role| role.name == name);
    role.map(RoleId::new).ok_or_else(|| format!("`{name}` is no role of this game"))
}
