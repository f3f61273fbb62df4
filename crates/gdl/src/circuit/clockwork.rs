//! Facts that change by themselves.

use super::{Circuit, Lit};

impl Circuit {
    /// The base facts that become true and false whatever is played, such as
    /// those of a step counter: they say which ply it is, and nothing else.
    ///
    /// ```
    /// use gdl::circuit::{Budget, Grounded};
    /// use gdl::{Limits, Reference, Sheet, Source};
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
    /// let clockwork = grounded.circuit.clockwork();
    /// let names: Vec<String> =
    ///     clockwork.iter().map(|&base| grounded.terms.show(grounded.bases[base]).to_string()).collect();
    /// assert_eq!(names, ["(step 1)", "(step 2)", "(step 3)"]);
    /// ```
    pub fn clockwork(&self) -> Vec<usize> {
        let is_played = self.moved_by_players();
        let changes = |&base: &usize| self.next[base] != Lit::of_node(self.base_node(base));
        (0..self.n_bases).filter(|&base| !is_played[self.base_node(base)]).filter(changes).collect()
    }

    /// For each node, whether moves have a say in it, now or by what they left
    /// behind.
    fn moved_by_players(&self) -> Vec<bool> {
        let mut is_played = vec![false; self.n_nodes()];
        is_played[self.move_node(0)..self.first_gate()].fill(true);
        loop {
            let mut has_changed = false;
            let mut mark = |node: usize, is_played: &mut Vec<bool>| {
                has_changed |= !std::mem::replace(&mut is_played[node], true);
            };
            for gate in 0..self.n_gates() {
                if self.inputs_of(gate).iter().any(|lit| is_played[lit.node()]) {
                    mark(self.first_gate() + gate, &mut is_played);
                }
            }
            for base in 0..self.n_bases {
                if is_played[self.next[base].node()] {
                    mark(self.base_node(base), &mut is_played);
                }
            }
            if !has_changed {
                return is_played;
            }
        }
    }
}
