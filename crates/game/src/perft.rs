//! Perft: the number of move sequences of a given length.
//!
//! Two implementations of the same rules that agree on perft agree on legal
//! moves, successors and ends of games, so it is the first test of any game.

use std::collections::HashSet;
use std::hash::Hash;

use crate::{Game, JointMoves};

/// The unit of depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// One joint move.
    #[default]
    Plies,
    /// A maximal run of plies in which the same roles have a choice. A chain
    /// of jumps is one turn, even where the rules play it jump by jump.
    Turns,
}

/// The conventions of a count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// Plies or turns.
    pub unit: Unit,
    /// Whether a game that ends before the full depth counts as one sequence
    /// (the convention for Othello) or not at all (the one for chess).
    pub count_ended: bool,
}

/// The number of move sequences of exactly `depth` plies from `state`.
///
/// ```
/// use ludex_game::{Game, perft, examples::Nim};
///
/// let nim = Nim::new(&[1, 2]);
/// assert_eq!(perft(&nim, &nim.initial(), 1), 3);
/// assert_eq!(perft(&nim, &nim.initial(), 2), 5);
/// ```
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    Perft::default().count(game, state, depth)
}

impl Perft {
    /// The number of sequences of exactly `depth` units from `state`.
    pub fn count<G: Game>(self, game: &G, state: &G::State, depth: u32) -> u64 {
        match self.unit {
            Unit::Plies => self.plies(game, state, depth),
            Unit::Turns => self.turns(game, state, depth, None, &mut Turns::default()),
        }
    }

    /// The count below each joint move of `state`, in order.
    pub fn divide<G: Game>(
        self,
        game: &G,
        state: &G::State,
        depth: u32,
    ) -> Vec<(Vec<G::Move>, u64)> {
        let mut split = Vec::new();
        if depth == 0 || game.is_terminal(state) {
            return split;
        }
        let mut joints = JointMoves::new(game, state);
        let mut turns = Turns::default();
        let movers = turns.movers(joints.legal());
        while let Some(joint) = joints.advance() {
            let mut next = state.clone();
            game.apply(&mut next, joint);
            let count = match self.unit {
                Unit::Plies => self.plies(game, &next, depth - 1),
                Unit::Turns => self.turns(game, &next, depth, Some(&movers), &mut turns),
            };
            split.push((joint.to_vec(), count));
        }
        split
    }

    fn plies<G: Game>(self, game: &G, state: &G::State, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if game.is_terminal(state) {
            return u64::from(self.count_ended);
        }
        let mut joints = JointMoves::new(game, state);
        if depth == 1 {
            return joints.count();
        }
        let mut count = 0;
        while let Some(joint) = joints.advance() {
            let mut next = state.clone();
            game.apply(&mut next, joint);
            count += self.plies(game, &next, depth - 1);
        }
        count
    }

    /// Counts from the middle of a turn: `depth` includes the one under way,
    /// which belongs to the roles in `last`.
    fn turns<G: Game>(
        self,
        game: &G,
        state: &G::State,
        depth: u32,
        last: Option<&[bool]>,
        turns: &mut Turns<G::Move>,
    ) -> u64 {
        if game.is_terminal(state) {
            // The end of the game completes the turn that was under way.
            let missing = depth - u32::from(last.is_some());
            return u64::from(missing == 0 || self.count_ended);
        }
        let mut joints = JointMoves::new(game, state);
        let movers = turns.movers(joints.legal());
        let depth = match last {
            Some(last) if last != movers => depth - 1,
            _ => depth,
        };
        if depth == 0 {
            return 1;
        }
        let mut count = 0;
        while let Some(joint) = joints.advance() {
            let mut next = state.clone();
            game.apply(&mut next, joint);
            count += self.turns(game, &next, depth, Some(&movers), turns);
        }
        count
    }
}

/// The roles on turn, derived from the legal moves alone.
struct Turns<M> {
    /// Moves that were some role's only one while another role had a choice.
    waiting: HashSet<M>,
}

impl<M> Default for Turns<M> {
    fn default() -> Self {
        Self { waiting: HashSet::new() }
    }
}

impl<M: Copy + Eq + Hash> Turns<M> {
    /// The roles that have a choice; where none has one, the roles whose forced
    /// move is not known as a way of waiting.
    fn movers(&mut self, legal: &[Vec<M>]) -> Vec<bool> {
        if legal.iter().any(|moves| moves.len() > 1) {
            self.waiting
                .extend(legal.iter().filter(|moves| moves.len() == 1).map(|moves| moves[0]));
            return legal.iter().map(|moves| moves.len() > 1).collect();
        }
        legal.iter().map(|moves| moves.iter().any(|mv| !self.waiting.contains(mv))).collect()
    }
}
