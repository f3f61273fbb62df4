//! The state of the search at one ply.

use ludex_game::{Choices, Game, Turn};

use super::foresight::Child;
use super::order::Killers;
use super::outcome::Outcome;
use super::star::Event;
use crate::Side;

/// A position on the way from the root, with all that is needed to try its
/// moves. The next position at this ply uses the same memory.
pub(super) struct Frame<G: Game> {
    pub state: G::State,
    pub choices: Choices<G::Move>,
    /// The joint move that is being tried.
    pub joint: Vec<G::Move>,
    /// The options of the role that asks and of its opponents, with their rank.
    pub orders: [Vec<(i64, u32)>; 2],
    pub killers: [Killers<G::Move>; 2],
    /// The number of the best option of the side that chooses first.
    pub best: Option<u32>,
    /// An option with its value, if that is known before the search.
    pub known: Option<(u32, Outcome)>,
    /// What is known of the outcomes of chance.
    pub events: Vec<Event>,
    /// The key of the position, if it has been computed.
    pub key: Option<u64>,
    /// The positions after the options of the side that is on turn, if they
    /// are prepared.
    pub children: Vec<Child<G::State>>,
    pub is_prepared: bool,
    /// The option that is being tried.
    pub option: u32,
    /// What is expected once a side is to choose: joint moves, one after
    /// another.
    lines: [Vec<G::Move>; 3],
}

impl<G: Game> Frame<G> {
    pub fn new(state: G::State) -> Self {
        Self {
            state,
            choices: Choices::default(),
            joint: Vec::new(),
            orders: Default::default(),
            killers: Default::default(),
            best: None,
            known: None,
            events: Vec::new(),
            key: None,
            children: Vec::new(),
            is_prepared: false,
            option: 0,
            lines: Default::default(),
        }
    }

    /// Prepares to try joint moves, beginning with every role's first move.
    #[inline]
    pub fn open(&mut self, game: &G) -> Turn {
        let turn = self.choices.read(game, &self.state);
        if turn != Turn::Stuck {
            self.joint.clear();
            self.joint.extend(self.choices.all().iter().map(|moves| moves[0]));
        }
        self.best = None;
        self.is_prepared = false;
        turn
    }

    /// The joint moves that are expected from this position.
    pub fn line(&self) -> &[G::Move] {
        &self.lines[0]
    }

    /// Nothing is expected once this side is to choose.
    #[inline]
    pub fn clear_line(&mut self, side: Side) {
        self.lines[side as usize].clear();
    }

    /// This side has no choice: what is expected is what the next side expects.
    #[inline]
    pub fn take_line(&mut self, side: Side) {
        let (one, rest) = self.lines.split_at_mut(side as usize + 1);
        std::mem::swap(&mut one[side as usize], &mut rest[0]);
    }

    /// The joint move being tried is what this side chooses. What is expected
    /// after it is known unless all that was asked is whether it is better.
    pub fn choose_line(&mut self, side: Side) {
        self.take_line(side);
        if self.lines[side as usize].is_empty() {
            self.lines[side as usize].extend_from_slice(&self.joint);
        }
    }

    /// The joint move being tried is what is expected from this position, and
    /// some joint moves after it.
    pub fn expect(&mut self, after: &[G::Move]) {
        self.end_line();
        self.lines[0].extend_from_slice(after);
    }

    /// The joint move being tried is what is expected, and no more is known.
    pub fn end_line(&mut self) {
        self.lines[0].clear();
        self.lines[0].extend_from_slice(&self.joint);
    }

    /// Once nature is to choose: the joint move being tried, and what is
    /// expected after it.
    pub fn set_line(&mut self, after: &[G::Move]) {
        let line = &mut self.lines[Side::Chance as usize];
        line.clear();
        line.extend_from_slice(&self.joint);
        line.extend_from_slice(after);
    }
}
