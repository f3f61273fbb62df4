//! The rules of one ply as propositional logic.

use std::ops::{Not, Range};

use crate::{Game, Playable};

/// A node of a [`Logic`], or its negation.
///
/// ```
/// use ludex_game::Literal;
///
/// let literal = Literal::of(7);
/// assert_eq!((literal.node(), literal.is_negated()), (7, false));
/// assert_eq!((!literal).node(), 7);
/// assert!((!literal).is_negated());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(u32);

impl Literal {
    /// The literal that is false.
    pub const FALSE: Self = Self(0);

    /// A node.
    pub fn of(node: usize) -> Self {
        Self((node as u32) << 1)
    }

    /// The node.
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is the negation of its node.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

impl Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// What a ply of a game does, as gates over the facts of a position and the moves made in it.
///
/// Node 0 is false. Then come the facts, in the numbering of [`Facts`](crate::Facts), the
/// moves of all roles, and the gates, whose inputs are nodes before them. Solvers that
/// reason about plies rather than make them use it; [`Playable::logic`] returns it.
///
/// ```
/// use ludex_game::{Logic, Literal};
///
/// // One lamp: a move switches it on, and then the game is over and won.
/// let mut logic = Logic::new(1, vec!["switch"]);
/// let (lamp, switch) = (logic.fact(0), logic.mv(0));
/// let on = logic.add_gate(false, &[lamp, switch]);
/// logic.next = vec![on];
/// logic.legal = vec![!lamp];
/// (logic.terminal, logic.goals) = (lamp, vec![vec![(0, !lamp), (100, lamp)]]);
/// assert_eq!(logic.won(0), lamp);
/// assert_eq!(logic.n_gates(), 1);
/// assert_eq!(logic.inputs(0), [lamp, switch]);
/// ```
#[derive(Clone, Debug)]
pub struct Logic<M> {
    /// The moves of all roles.
    pub moves: Vec<M>,
    /// Whether each fact holds after the ply.
    pub next: Vec<Literal>,
    /// Whether each move is legal.
    pub legal: Vec<Literal>,
    /// Whether the game is over.
    pub terminal: Literal,
    /// For each role, the goals in rising order, and whether it has them.
    pub goals: Vec<Vec<(u8, Literal)>>,
    n_facts: usize,
    /// Whether each gate is an AND; the others are ORs.
    is_and: Vec<bool>,
    input_ends: Vec<u32>,
    inputs: Vec<Literal>,
}

impl<M> Logic<M> {
    /// The logic of a game with so many facts and these moves, without gates and results.
    pub fn new(n_facts: usize, moves: Vec<M>) -> Self {
        Self {
            moves,
            next: Vec::new(),
            legal: Vec::new(),
            terminal: Literal::FALSE,
            goals: Vec::new(),
            n_facts,
            is_and: Vec::new(),
            input_ends: Vec::new(),
            inputs: Vec::new(),
        }
    }

    /// The number of facts.
    pub fn n_facts(&self) -> usize {
        self.n_facts
    }

    /// The literal of a fact.
    pub fn fact(&self, fact: usize) -> Literal {
        Literal::of(1 + fact)
    }

    /// The literal of a move: it is made.
    pub fn mv(&self, mv: usize) -> Literal {
        Literal::of(1 + self.n_facts + mv)
    }

    /// Whether a role has a goal of 100.
    pub fn won(&self, role: usize) -> Literal {
        match self.goals[role].last() {
            Some(&(100, won)) => won,
            _ => Literal::FALSE,
        }
    }

    /// The nodes of all moves.
    pub fn move_nodes(&self) -> Range<usize> {
        self.mv(0).node()..self.first_gate()
    }

    /// The node of the first gate.
    pub fn first_gate(&self) -> usize {
        1 + self.n_facts + self.moves.len()
    }

    /// The number of gates.
    pub fn n_gates(&self) -> usize {
        self.is_and.len()
    }

    /// Whether a gate is an AND; otherwise it is an OR.
    pub fn is_and(&self, gate: usize) -> bool {
        self.is_and[gate]
    }

    /// The inputs of a gate.
    pub fn inputs(&self, gate: usize) -> &[Literal] {
        let begin = gate.checked_sub(1).map_or(0, |before| self.input_ends[before]);
        &self.inputs[begin as usize..self.input_ends[gate] as usize]
    }

    /// Adds an AND or an OR of nodes that exist, and returns its literal.
    pub fn add_gate(&mut self, is_and: bool, inputs: &[Literal]) -> Literal {
        let node = self.first_gate() + self.n_gates();
        assert!(inputs.iter().all(|input| input.node() < node), "inputs come before their gate");
        self.is_and.push(is_and);
        self.inputs.extend_from_slice(inputs);
        self.input_ends.push(self.inputs.len() as u32);
        Literal::of(node)
    }
}

/// The [`Logic`] of a game.
pub type LogicOf<G> = Logic<<G as Game>::Move>;

/// Whether each fact holds in a position; `None` if the game does not number its facts.
pub fn fact_values<G: Playable>(game: &G, state: &G::State) -> Option<Vec<bool>> {
    let facts = game.facts()?;
    let n_facts = facts.n_facts()?;
    let holding = facts.holding(state);
    Some((0..n_facts).map(|fact| holding.contains(fact)).collect())
}
