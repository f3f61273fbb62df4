//! Plies of a game as clauses, one after another.

use std::ops::Not;

use batsat::{Callbacks, Lit, Solver, SolverInterface, lbool};
use ludex_game::{Literal, Logic};

use super::ROLE;

/// What is known of a node in a ply: its value, or a literal of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Known(bool),
    Open(Lit),
}

impl Value {
    /// Makes the value true in all that the solver finds.
    pub(super) fn require<C: Callbacks>(self, solver: &mut Solver<C>) {
        let mut clause = match self {
            Self::Known(true) => return,
            Self::Known(false) => Vec::new(),
            Self::Open(literal) => vec![literal],
        };
        solver.add_clause_reuse(&mut clause);
    }
}

impl Not for Value {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Known(value) => Self::Known(!value),
            Self::Open(literal) => Self::Open(!literal),
        }
    }
}

/// The plies of a game with one role from a position, as clauses (bounded planning as
/// satisfiability, after Kautz and Selman 1992).
///
/// In each ply, facts, moves and gates are variables, except where the position and the rules
/// determine them. While the game is *on*, exactly one legal move is made in each ply, or at least
/// one.
pub(super) struct Unrolled<M> {
    logic: Logic<M>,
    /// Whether each gate is needed, and whether it depends on moves.
    needed: Vec<bool>,
    after_moves: Vec<bool>,
    /// Whether any number of moves may be made in a ply.
    is_joint: bool,
    /// The facts before the next ply.
    facts: Vec<Value>,
    /// Whether the game has not ended before the next ply.
    is_on: Value,
    /// In each ply, the moves that may be made.
    pub(super) moves: Vec<Vec<(usize, Value)>>,
    /// Before each ply: the game ends here, and is won.
    pub(super) won: Vec<Value>,
    /// Before each ply: the game has ended here or before, and is won.
    won_by: Vec<Value>,
    n_clauses: usize,
}

impl<M> Unrolled<M> {
    /// A game before its first ply, in which one move is made in each ply, or with `is_joint`
    /// any number.
    pub(super) fn new(logic: Logic<M>, facts: &[bool], is_joint: bool) -> Self {
        let first_gate = logic.first_gate();
        let n_gates = logic.n_gates();
        let mut needed = vec![false; n_gates];
        let outputs = [logic.terminal, logic.won(ROLE.index())];
        let outputs = outputs.iter().chain(&logic.next).chain(&logic.legal);
        for gate in outputs.filter_map(|output| output.node().checked_sub(first_gate)) {
            needed[gate] = true;
        }
        for gate in (0..n_gates).rev() {
            if needed[gate] {
                for input in logic.inputs(gate) {
                    if let Some(other) = input.node().checked_sub(first_gate) {
                        needed[other] = true;
                    }
                }
            }
        }
        let moves = logic.move_nodes();
        let mut after_moves = vec![false; n_gates];
        for gate in 0..n_gates {
            after_moves[gate] = logic.inputs(gate).iter().any(|input| {
                let node = input.node();
                let is_after = |gate: usize| after_moves[gate];
                moves.contains(&node) || node.checked_sub(first_gate).is_some_and(is_after)
            });
        }
        Self {
            needed,
            after_moves,
            is_joint,
            facts: facts.iter().map(|&holds| Value::Known(holds)).collect(),
            is_on: Value::Known(true),
            moves: Vec::new(),
            won: Vec::new(),
            won_by: Vec::new(),
            n_clauses: 0,
            logic,
        }
    }

    /// A game in some position: facts without a value may hold or not.
    pub(super) fn anywhere<C: Callbacks>(
        logic: Logic<M>,
        facts: &[Option<bool>],
        solver: &mut Solver<C>,
    ) -> Self {
        let value = |fact: &Option<bool>| match fact {
            Some(value) => Value::Known(*value),
            None => Value::Open(Lit::new(solver.new_var_default(), true)),
        };
        let facts: Vec<Value> = facts.iter().map(value).collect();
        Self { facts, ..Self::new(logic, &[], false) }
    }

    /// The number of clauses so far.
    pub(super) fn n_clauses(&self) -> usize {
        self.n_clauses
    }

    /// The moves of the game.
    pub(super) fn logic(&self) -> &Logic<M> {
        &self.logic
    }

    /// The number of plies so far.
    pub(super) fn n_plies(&self) -> usize {
        self.moves.len()
    }

    /// Whether the game is won within some plies, one fewer than there are at most.
    pub(super) fn won_by(&self, n_plies: usize) -> Value {
        self.won_by[n_plies]
    }

    /// Whether the game is over in any case after the plies so far.
    pub(super) fn is_over(&self) -> bool {
        self.is_on == Value::Known(false)
    }

    /// Adds a ply: whether it is won before it, the moves, and the facts after it.
    pub(super) fn unroll<C: Callbacks>(&mut self, solver: &mut Solver<C>) {
        let mut values = vec![Value::Known(false); self.logic.first_gate() + self.logic.n_gates()];
        values[1..=self.facts.len()].copy_from_slice(&self.facts);
        self.add_gates(&mut values, false, solver);
        let of = |values: &[Value], literal: Literal| {
            let value = values[literal.node()];
            if literal.is_negated() { !value } else { value }
        };
        // Is the game over?
        let terminal = of(&values, self.logic.terminal);
        let goal = of(&values, self.logic.won(ROLE.index()));
        let won = self.and(&[self.is_on, terminal, goal], solver);
        self.won.push(won);
        let before = self.won_by.last().copied().unwrap_or(Value::Known(false));
        let won_by = !self.and(&[!before, !won], solver);
        self.won_by.push(won_by);
        self.is_on = self.and(&[self.is_on, !terminal], solver);
        // The moves.
        let legal = self.logic.legal.iter().map(|&legal| of(&values, legal)).enumerate();
        let legal: Vec<_> = legal.filter(|&(_, legal)| legal != Value::Known(false)).collect();
        let mut made = Vec::new();
        for &(mv, legal) in &legal {
            let makes = Value::Open(Lit::new(solver.new_var_default(), true));
            self.add(&[!makes, legal], solver);
            self.add(&[!makes, self.is_on], solver);
            made.push((mv, makes));
        }
        let mut all: Vec<Value> = made.iter().map(|&(_, makes)| makes).collect();
        if !self.is_joint {
            self.at_most_one(&all, solver);
        }
        all.push(!self.is_on);
        self.add(&all, solver);
        for &(mv, makes) in &made {
            values[self.logic.mv(mv).node()] = makes;
        }
        self.moves.push(made);
        // What follows.
        self.add_gates(&mut values, true, solver);
        self.facts = self.logic.next.iter().map(|&next| of(&values, next)).collect();
    }

    /// Gives values to the gates that depend on moves, or to the others.
    fn add_gates<C: Callbacks>(
        &mut self,
        values: &mut [Value],
        after_moves: bool,
        solver: &mut Solver<C>,
    ) {
        let first_gate = self.logic.first_gate();
        let mut inputs = Vec::new();
        for gate in 0..self.logic.n_gates() {
            if !self.needed[gate] || self.after_moves[gate] != after_moves {
                continue;
            }
            let is_and = self.logic.is_and(gate);
            inputs.clear();
            inputs.extend(self.logic.inputs(gate).iter().map(|input| {
                // An OR is an AND of negations, negated.
                let value = values[input.node()];
                if input.is_negated() == is_and { !value } else { value }
            }));
            let value = self.and(&inputs, solver);
            values[first_gate + gate] = if is_and { value } else { !value };
        }
    }

    /// The value of an AND.
    fn and<C: Callbacks>(&mut self, inputs: &[Value], solver: &mut Solver<C>) -> Value {
        let mut open: Vec<Lit> = Vec::with_capacity(inputs.len());
        for input in inputs {
            match *input {
                Value::Known(true) => {}
                Value::Known(false) => return Value::Known(false),
                Value::Open(literal) => open.push(literal),
            }
        }
        open.sort_unstable();
        open.dedup();
        if open.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Value::Known(false);
        }
        match open[..] {
            [] => Value::Known(true),
            [literal] => Value::Open(literal),
            _ => {
                let gate = Lit::new(solver.new_var(lbool::UNDEF, true), true);
                for &literal in &open {
                    self.add(&[Value::Open(!gate), Value::Open(literal)], solver);
                }
                let all = open.iter().map(|&literal| Value::Open(!literal));
                let all: Vec<Value> = all.chain([Value::Open(gate)]).collect();
                self.add(&all, solver);
                Value::Open(gate)
            }
        }
    }

    /// Adds a clause.
    pub(super) fn add<C: Callbacks>(&mut self, clause: &[Value], solver: &mut Solver<C>) {
        let mut open = Vec::with_capacity(clause.len());
        for value in clause {
            match *value {
                Value::Known(true) => return,
                Value::Known(false) => {}
                Value::Open(literal) => open.push(literal),
            }
        }
        self.n_clauses += 1;
        solver.add_clause_reuse(&mut open);
    }

    /// At most one of some values is true: each is told that one before it is (the sequential
    /// counter of Sinz 2005).
    fn at_most_one<C: Callbacks>(&mut self, values: &[Value], solver: &mut Solver<C>) {
        const N_PAIRWISE_MAX: usize = 6;
        if values.len() <= N_PAIRWISE_MAX {
            for (at, &one) in values.iter().enumerate() {
                for &other in &values[at + 1..] {
                    self.add(&[!one, !other], solver);
                }
            }
            return;
        }
        let mut before = values[0];
        for &value in &values[1..] {
            self.add(&[!before, !value], solver);
            let here = Value::Open(Lit::new(solver.new_var_default(), true));
            self.add(&[!before, here], solver);
            self.add(&[!value, here], solver);
            before = here;
        }
    }
}
