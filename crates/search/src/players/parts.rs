//! UCT on the independent parts of a game, each with a tree of its own.
//!
//! The tree of the whole game has a node for each combination of positions of the parts;
//! the trees of the parts have one for each position. A role moves in one part at a time
//! ([`Part`](ludex_game::Part)), so its move is chosen in the tree of that part. What is
//! lost is the race between parts: which of them ends the game first. Wins made short
//! and losses made long are the best that a part can do for it.

use std::sync::Arc;

use ludex_game::{Playable, RoleId};

use super::guidance::{Threats, follow};
use crate::puzzle::is_puzzle;
use crate::uct::{self, Uct};
use crate::{Limits, Report};

/// The searches of the parts; none if the game has no parts.
pub(super) struct PartSearches<G: Playable> {
    game: Arc<G>,
    searches: Vec<Uct<G>>,
}

impl<G: Playable> PartSearches<G> {
    pub(super) fn none(game: &Arc<G>) -> Self {
        Self { game: Arc::clone(game), searches: Vec::new() }
    }

    /// A search for each part. They share the memory of the options.
    pub(super) fn new(
        game: &Arc<G>,
        options: &uct::Options,
        seed: u64,
        n_threads: usize,
        threats: Threats,
    ) -> Result<Self, String> {
        // The only role of a puzzle has its choices in several parts at once.
        let parts = if is_puzzle(&**game) { &[] } else { game.parts() };
        let memory_bytes = options.memory_bytes / parts.len().max(1);
        let mut searches = Vec::new();
        for part in parts {
            let options = uct::Options { memory_bytes, ..options.clone() };
            let mut search = Uct::new(part.game(), options, seed, n_threads);
            follow(&mut search, &**part.game(), threats, None, true)?;
            searches.push(search);
        }
        Ok(Self { game: Arc::clone(game), searches })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.searches.is_empty()
    }

    /// The part that has all moves of a role, and is not over.
    fn part_of(&self, state: &G::State, role: RoleId) -> Option<usize> {
        let mut moves = Vec::new();
        self.game.legal_moves(state, role, &mut moves);
        let n_moves = moves.len();
        self.game.parts().iter().take(self.searches.len()).position(|part| {
            let (game, state) = (part.game(), part.project(state));
            if game.is_terminal(&state) {
                return false;
            }
            game.legal_moves(&state, role, &mut moves);
            moves.iter().filter(|&&mv| part.lift(mv).is_some()).count() == n_moves
        })
    }

    /// Searches the part in which a role chooses; `None` if there is none. Nothing is
    /// proven of the whole game.
    pub(super) fn search(
        &mut self,
        state: &G::State,
        role: RoleId,
        limits: &Limits,
    ) -> Option<Report<G::Move>> {
        let at = self.part_of(state, role)?;
        let part = &self.game.parts()[at];
        let mut report = self.searches[at].search(&part.project(state), role, limits);
        // Other roles may pass, so that joint moves of the part are none of the whole game.
        report.line.clear();
        report.candidates.iter_mut().for_each(|candidate| candidate.is_proven = false);
        (report.is_proven, report.assumption) = (false, None);
        part.lift(report.mv)?;
        Some(report.map(|mv| part.lift(mv).expect("the role has a choice in this part")))
    }

    /// Searches a part that is not over while other roles think.
    pub(super) fn ponder(&mut self, state: &G::State, role: RoleId, limits: &Limits) {
        let parts = || self.game.parts().iter();
        let open = || parts().position(|part| !part.game().is_terminal(&part.project(state)));
        if let Some(at) = self.part_of(state, role).or_else(open) {
            let state = self.game.parts()[at].project(state);
            self.searches[at].search(&state, role, limits);
        }
    }
}
