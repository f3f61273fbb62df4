//! Where games are played.

use std::sync::Arc;

use evolve::{Forest, ForestPlan, Outcome};
use game::{Playable, RoleId};
use search::Context;
use search::evaluate::{self, Vocabulary};

use crate::VerdictWish;
use crate::bout::{Reared, Side, bout};

/// A game, what individuals are made of, and how their games begin and end.
pub(crate) struct Yard<G: Playable> {
    pub game: Arc<G>,
    pub words: Vocabulary,
    pub plan: ForestPlan,
    /// How many random plies games begin with, and where they are given up.
    pub opening: u32,
    pub plies: u32,
    pub verdict: Option<VerdictWish>,
}

impl<G: Playable> Yard<G> {
    /// An individual that plays.
    pub fn rear(&self, forest: &Forest, depth: u32) -> Reared<G> {
        Reared::new(&self.game, forest, (&self.plan, &self.words), depth)
    }

    /// A game: by the rules alone, or for its lesson, in which a drawn one may get a
    /// verdict on who is fitter.
    pub fn play(&self, sides: [Side<'_, G>; 2], teaches: bool, seed: u64) -> Outcome {
        let mut state =
            game::random_position(&mut game::rng(seed, OPENING), &*self.game, self.opening);
        let Some(VerdictWish { eval, plies, .. }) = self.verdict.as_ref().filter(|_| teaches)
        else {
            return bout(&*self.game, &mut state, sides, self.plies);
        };
        let outcome = bout(&*self.game, &mut state, sides, *plies);
        if outcome != Outcome::DRAW {
            return outcome;
        }
        // That there is such an evaluator was seen when the nursery was made.
        let Ok(mut judge) = evaluate::named(eval, &*self.game, &Context::default()) else {
            return outcome;
        };
        let lead = judge.evaluate(&self.game, &state, RoleId(0)) / 50.0 - 1.0;
        let lead = (VERDICT * lead).clamp(-VERDICT, VERDICT);
        Outcome { first: 0.5 + lead, second: 0.5 - lead }
    }
}

/// The most that a verdict adds to a draw: half the way to a win.
const VERDICT: f64 = 0.25;

/// The stream of chance that openings come from.
const OPENING: u64 = 1;
