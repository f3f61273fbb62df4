//! Autonomous facts: base facts whose values do not depend on moves.

use super::{Circuit, GateKind, Lit};

/// Maximum number of plies simulated: more than the step counters of puzzles.
const N_PLIES_MAX: u32 = 1_000;

impl Circuit {
    /// The base facts whose changes do not depend on moves, such as those of a
    /// step counter: their values are a function of the ply alone.
    ///
    /// ```
    /// use ludex_gdl::circuit::{Budget, Grounded};
    /// use ludex_gdl::{Limits, Reference, Sheet, Source};
    ///
    /// let rules = "(role a) (init (step 1)) (init (at 1))
    ///     (succ 1 2) (succ 2 3) (succ 3 1)
    ///     (<= (legal a (go ?x)) (succ ?x ?y))
    ///     (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
    ///     (<= (next (at ?x)) (does a (go ?x)))
    ///     (<= (goal a 100) (true (at 3)))
    ///     (<= terminal (true (at 3))) (<= terminal (true (step 3)))";
    /// let (sheet, _) = Sheet::parse(Source::new("rules", rules));
    /// let reference = Reference::new(&sheet, Limits::default()).unwrap();
    /// let grounded = Grounded::new(&sheet, &reference, &Budget::default()).unwrap();
    /// let autonomous = grounded.circuit.autonomous_facts();
    /// let names: Vec<String> =
    ///     autonomous.iter().map(|&base| grounded.terms.show(grounded.bases[base]).to_string()).collect();
    /// assert_eq!(names, ["(step 1)", "(step 2)", "(step 3)"]);
    /// ```
    pub fn autonomous_facts(&self) -> Vec<usize> {
        let is_played = self.moved_by_players();
        let changes = |&base: &usize| self.next[base] != Lit::of_node(self.base_node(base));
        (0..self.n_bases).filter(|&base| !is_played[self.base_node(base)]).filter(changes).collect()
    }

    /// Number of plies, from a position with these base facts, for which the
    /// [autonomous](Self::autonomous_facts) facts influence no other output.
    ///
    /// Other facts after a move, legal moves and goals must not depend on them
    /// at all. `terminal` may: it must be a disjunction of conditions without
    /// autonomous facts and conditions on autonomous facts alone. As long as none
    /// of the latter holds, the other facts decide whether the position is
    /// terminal. `None` if the rules are not of this form.
    ///
    /// ```
    /// # use ludex_gdl::circuit::{Budget, Grounded};
    /// # use ludex_gdl::{Limits, Reference, Sheet, Source};
    /// let plies = |goal: &str| {
    ///     let rules = format!("(role a) (init (step 1)) (init (at 1))
    ///         (succ 1 2) (succ 2 3) (succ 3 4)
    ///         (<= (legal a (go ?x)) (succ ?x ?y))
    ///         (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
    ///         (<= (next (at ?x)) (does a (go ?x)))
    ///         (<= (goal a 100) {goal})
    ///         (<= terminal (true (at 3))) (<= terminal (true (step 4)))");
    ///     let (sheet, _) = Sheet::parse(Source::new("rules", rules));
    ///     let reference = Reference::new(&sheet, Limits::default()).unwrap();
    ///     let circuit = Grounded::new(&sheet, &reference, &Budget::default()).unwrap().circuit;
    ///     circuit.timeless_plies(&circuit.initial)
    /// };
    /// // The third ply ends the game; before, only the place counts.
    /// assert_eq!(plies("(true (at 3))"), Some(2));
    /// // Who comes late is rewarded: the same place is not worth the same.
    /// assert_eq!(plies("(true (at 3)) (true (step 3))"), None);
    /// ```
    pub fn timeless_plies(&self, bases: &[bool]) -> Option<u32> {
        let autonomous = self.autonomous_facts();
        let mut is_timed = vec![false; self.n_nodes()];
        autonomous.iter().for_each(|&base| is_timed[self.base_node(base)] = true);
        self.spread(&mut is_timed);
        let others = (0..self.n_bases).filter(|base| autonomous.binary_search(base).is_err());
        let goals = self.goals.iter().flatten().map(|&(_, lit)| lit);
        let mut rest =
            others.map(|base| self.next[base]).chain(self.legal.iter().copied()).chain(goals);
        if rest.any(|lit| is_timed[lit.node()]) {
            return None;
        }
        let is_played = self.moved_by_players();
        let mut ends = self.alternatives(self.terminal);
        ends.retain(|lit| is_timed[lit.node()]);
        if ends.iter().any(|lit| is_played[lit.node()]) {
            return None;
        }
        Some(self.plies_until(&ends, &autonomous, bases))
    }

    /// Number of plies before the first one in which one of `ends` holds, with
    /// only the autonomous facts advanced.
    fn plies_until(&self, ends: &[Lit], autonomous: &[usize], bases: &[bool]) -> u32 {
        let (mut bases, moves) = (bases.to_vec(), vec![false; self.n_moves()]);
        for n_plies in 0..N_PLIES_MAX {
            let values = self.evaluate(&bases, &moves);
            if ends.iter().any(|&lit| Self::value(&values, lit)) {
                return n_plies.saturating_sub(1);
            }
            for &base in autonomous {
                bases[base] = Self::value(&values, self.next[base]);
            }
        }
        N_PLIES_MAX
    }

    /// The literals of the disjunction that a literal is.
    fn alternatives(&self, lit: Lit) -> Vec<Lit> {
        let is_in_loop = |node: usize| self.loops.iter().any(|range| range.contains(&node));
        let gate = lit.node().checked_sub(self.first_gate()).filter(|_| !is_in_loop(lit.node()));
        match gate.map(|gate| (self.kinds[gate], self.inputs_of(gate))) {
            Some((GateKind::Or, inputs)) if !lit.is_negated() => {
                inputs.iter().flat_map(|&input| self.alternatives(input)).collect()
            }
            Some((GateKind::And, inputs)) if lit.is_negated() => {
                inputs.iter().flat_map(|&input| self.alternatives(!input)).collect()
            }
            _ => vec![lit],
        }
    }

    /// The base facts that a literal depends on, directly or through gates.
    pub(crate) fn bases_of(&self, lit: Lit) -> Vec<usize> {
        let mut is_seen = vec![false; self.n_nodes()];
        let (mut todo, mut bases) = (vec![lit.node()], Vec::new());
        while let Some(node) = todo.pop() {
            if std::mem::replace(&mut is_seen[node], true) {
                continue;
            }
            match node.checked_sub(self.first_gate()) {
                Some(gate) => todo.extend(self.inputs_of(gate).iter().map(|input| input.node())),
                None if (1..=self.n_bases).contains(&node) => bases.push(node - 1),
                None => {}
            }
        }
        bases
    }

    /// For each node, whether it depends on moves, directly or through facts
    /// that earlier moves changed.
    fn moved_by_players(&self) -> Vec<bool> {
        let mut is_played = self.moved_at_once();
        loop {
            self.spread(&mut is_played);
            let mut has_changed = false;
            for base in 0..self.n_bases {
                if is_played[self.next[base].node()] {
                    has_changed |= !std::mem::replace(&mut is_played[self.base_node(base)], true);
                }
            }
            if !has_changed {
                return is_played;
            }
        }
    }

    /// For each node, whether it depends on the moves of this step.
    pub(crate) fn moved_at_once(&self) -> Vec<bool> {
        let mut is_moved = vec![false; self.n_nodes()];
        is_moved[self.move_node(0)..self.first_gate()].fill(true);
        self.spread(&mut is_moved);
        is_moved
    }

    /// Marks all gates that depend on marked nodes.
    fn spread(&self, is_marked: &mut [bool]) {
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for gate in 0..self.n_gates() {
                let node = self.first_gate() + gate;
                if !is_marked[node] && self.inputs_of(gate).iter().any(|lit| is_marked[lit.node()])
                {
                    is_marked[node] = true;
                    // Gates follow their inputs except within loops, which need
                    // further passes.
                    has_changed |= !self.loops.is_empty();
                }
            }
        }
    }
}
