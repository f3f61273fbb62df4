//! Enhanced transposition cutoffs: all successors are looked up before one is searched.
//!
//! Often a successor is terminal, or has a table entry with a sufficient value; then no
//! successor needs a search. After Schaeffer and Plaat (1996). The lookups also load the table
//! entries of all successors into the cache at the same time. A search that loads them one
//! after another spends half of its time waiting for memory once the table is large.

use ludex_game::{Playable, RoleId};

use super::AlphaBeta;
use super::node::result;
use super::outcome::{Outcome, Window};

/// Close to the leaves, making moves that may not be needed costs more than it
/// saves.
pub(super) const DEPTH_MIN: u32 = 3;

/// The position after a move.
pub(super) struct Child<S> {
    pub state: S,
    /// `None` if the game is over.
    pub key: Option<u64>,
}

impl<G: Playable> AlphaBeta<G> {
    /// Makes all moves of the role on turn in a ply's frame. Returns the outcome of a
    /// sufficient successor, if there is one.
    pub(super) fn foresee(
        &mut self,
        role: RoleId,
        ply: usize,
        depth: u32,
        window: Window,
    ) -> Option<Outcome> {
        let is_own = role == self.sides.own();
        let is_enough = |outcome: &Outcome| match is_own {
            true => outcome.value >= window.beta,
            false => outcome.value <= window.alpha,
        };
        // Other moves may have an even higher value for the role.
        let range = self.settings.range;
        let of_one_move = |outcome: Outcome| match is_own {
            true => Outcome { is_ceiling: false, ..outcome }.within(range),
            false => Outcome { is_floor: false, ..outcome }.within(range),
        };
        let n_moves = self.frames[ply].choices.of(role).len();
        for option in 0..n_moves {
            if let Some(outcome) = self.make_child(role, ply, option).filter(is_enough) {
                self.budget.add_leaf();
                self.frames[ply].end_line();
                return Some(of_one_move(outcome));
            }
        }
        let frame = &mut self.frames[ply];
        frame.is_prepared = true;
        let table = self.table.as_ref()?;
        let children = &frame.children[..n_moves];
        table.touch(children.iter().filter_map(|child| child.key));
        for (option, child) in children.iter().enumerate() {
            let entry = child.key.and_then(|key| table.probe(key));
            let outcome = entry.and_then(|entry| entry.answer(depth - 1, window));
            if let Some(outcome) = outcome.filter(is_enough) {
                frame.joint[role.index()] = frame.choices.of(role)[option];
                frame.end_line();
                return Some(of_one_move(outcome));
            }
        }
        None
    }

    /// Makes a move in a ply's frame. Returns the outcome if the successor is terminal.
    fn make_child(&mut self, role: RoleId, ply: usize, option: usize) -> Option<Outcome> {
        let Self { game, seen, sides, settings, .. } = self;
        let frame = &mut self.frames[ply];
        frame.joint[role.index()] = frame.choices.of(role)[option];
        if frame.children.len() == option {
            frame.children.push(Child { state: frame.state.clone(), key: None });
        }
        let child = &mut frame.children[option];
        child.state.clone_from(&frame.state);
        game.apply(&mut child.state, &frame.joint);
        if game.is_terminal(&child.state) {
            child.key = None;
            return Some(result(&**game, seen, sides, settings, &child.state));
        }
        child.key = Some(ludex_game::draw::mix(game.key(&child.state) ^ self.role_key));
        None
    }
}
