//! Where games are played.

use std::sync::{Arc, OnceLock};

use evolve::{Forest, ForestPlan, Outcome};
use game::{Playable, RoleId};
use search::evaluate::{self, Vocabulary};
use search::{Context, Seat};

use crate::VerdictWish;
use crate::bout::{BoutError, Reared, bout};

/// A game, what individuals are made of, and how their games begin and end.
pub(crate) struct Yard<G: Playable> {
    pub game: Arc<G>,
    pub words: Vocabulary,
    pub plan: ForestPlan,
    /// How many random plies games begin with, and where they are given up.
    pub opening: u32,
    pub plies: u32,
    pub verdict: Option<VerdictWish>,
    /// Why a game of an evaluation has no outcome, once one has none.
    pub fault: OnceLock<BoutError>,
}

impl<G: Playable> Yard<G> {
    /// An individual that plays.
    pub fn rear(&self, forest: &Forest, depth: u32) -> Seat<G> {
        Reared::new(&self.game, forest, (&self.plan, &self.words), depth).seat()
    }

    /// What comes of a game of an evaluation. If it has no outcome, or one before had none,
    /// something instead: the evaluation then means nothing.
    pub fn or_fault<T>(&self, instead: T, play: impl FnOnce() -> Result<T, BoutError>) -> T {
        if self.fault.get().is_some() {
            return instead;
        }
        play().unwrap_or_else(|fault| {
            // The first of several threads is told.
            let _ = self.fault.set(fault);
            instead
        })
    }

    /// A game: by the rules alone, or for its lesson, in which a drawn one may get a
    /// verdict on who is fitter.
    pub fn play(
        &self,
        seats: [&mut Seat<G>; 2],
        teaches: bool,
        seed: u64,
    ) -> Result<Outcome, BoutError> {
        let mut state =
            game::random_position(&mut game::rng(seed, OPENING), &*self.game, self.opening);
        let Some(VerdictWish { eval, plies, .. }) = self.verdict.as_ref().filter(|_| teaches)
        else {
            return bout(&*self.game, &mut state, seats, self.plies);
        };
        let outcome = bout(&*self.game, &mut state, seats, *plies)?;
        if outcome != Outcome::DRAW {
            return Ok(outcome);
        }
        let judge = evaluate::named(eval, &*self.game, &Context::default());
        let mut judge = judge.map_err(BoutError::Verdict)?;
        let lead = judge.evaluate(&self.game, &state, RoleId(0)) / 50.0 - 1.0;
        let lead = (VERDICT * lead).clamp(-VERDICT, VERDICT);
        Ok(Outcome { first: 0.5 + lead, second: 0.5 - lead })
    }
}

/// The most that a verdict adds to a draw: half the way to a win.
const VERDICT: f64 = 0.25;

/// The stream of chance that openings come from.
const OPENING: u64 = 1;
