//! The state of the search at one ply.

use ludex_game::{Choices, Game, Turn};

use super::foresight::Child;
use super::order::Killers;
use super::outcome::Outcome;
use super::star::Event;
use crate::Side;

/// A position on the path from the root, with the data for trying its moves. Later positions at
/// the same ply reuse its buffers.
pub(super) struct Frame<G: Game> {
    pub state: G::State,
    pub choices: Choices<G::Move>,
    /// The joint move under search.
    pub joint: Vec<G::Move>,
    /// The options of the searching role and of its opponents, with their rank.
    pub orders: [Vec<(i64, u32)>; 2],
    pub killers: [Killers<G::Move>; 2],
    /// The number of the best option of the side that chooses first.
    pub best: Option<u32>,
    /// An option whose value is known before the search, with this value.
    pub known: Option<(u32, Outcome)>,
    /// The bounds known for each outcome of chance.
    pub events: Vec<Event>,
    /// The key of the position, if it has been computed.
    pub key: Option<u64>,
    /// The positions after the options of the side on turn, if `is_prepared`.
    pub children: Vec<Child<G::State>>,
    pub is_prepared: bool,
    /// The option under search.
    pub option: u32,
    /// The expected line from the point where each side chooses: joint moves, concatenated.
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

    /// Reads the legal moves and resets the joint move to every role's first move.
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

    /// The expected joint moves from this position, concatenated.
    pub fn line(&self) -> &[G::Move] {
        &self.lines[0]
    }

    /// Clears the expected line from this side's choice on.
    #[inline]
    pub fn clear_line(&mut self, side: Side) {
        self.lines[side as usize].clear();
    }

    /// Takes over the expected line of the next side, for a side without a choice.
    #[inline]
    pub fn take_line(&mut self, side: Side) {
        let (one, rest) = self.lines.split_at_mut(side as usize + 1);
        std::mem::swap(&mut one[side as usize], &mut rest[0]);
    }

    /// Makes the joint move under search the choice of this side. The moves after it are known
    /// unless the search only tested a bound.
    pub fn choose_line(&mut self, side: Side) {
        self.take_line(side);
        if self.lines[side as usize].is_empty() {
            self.lines[side as usize].extend_from_slice(&self.joint);
        }
    }

    /// Makes the joint move under search the expected one, followed by `after`.
    pub fn expect(&mut self, after: &[G::Move]) {
        self.end_line();
        self.lines[0].extend_from_slice(after);
    }

    /// Makes the joint move under search the whole expected line.
    pub fn end_line(&mut self) {
        self.lines[0].clear();
        self.lines[0].extend_from_slice(&self.joint);
    }

    /// Sets the expected line from the choice of chance on: the joint move under search and
    /// `after`.
    pub fn set_line(&mut self, after: &[G::Move]) {
        let line = &mut self.lines[Side::Chance as usize];
        line.clear();
        line.extend_from_slice(&self.joint);
        line.extend_from_slice(after);
    }
}
