//! The values of a plan's gates in one state, updated incrementally.

use super::BitState;
use super::bit_queue::BitQueue;
use super::plan::SinglePlan;
use crate::circuit::Lit;

/// The values of all counted nodes, kept by incremental propagation.
///
/// A gate counts its false inputs and holds when there are none. A fact that
/// changes corrects the counts of the gates it feeds; where a count reaches or
/// leaves zero the change propagates, down to the output bits. All updates are
/// sums, so that they may be applied in any order.
pub(super) struct Values {
    /// For each counted node the number of its false inputs; for a base 0 if it
    /// holds, else 1.
    counts: Vec<i32>,
    /// Legal moves, and facts that hold after "no move", of each phase.
    bits: Vec<u64>,
    /// Nodes that flipped: twice their number, plus one if they now hold.
    flipped: Vec<u32>,
    /// Loops with an input that flipped.
    loops: BitQueue,
}

impl Values {
    /// Uninitialised values: [`Self::restart`] must be called first.
    pub fn new(plan: &SinglePlan) -> Self {
        Self {
            counts: vec![1; plan.n_counted],
            bits: vec![0; plan.n_words],
            flipped: Vec::new(),
            loops: BitQueue::new(plan.loops.len()),
        }
    }

    /// Copies the values of another state of the same plan.
    pub fn copy(&mut self, other: &Values) {
        self.counts.copy_from_slice(&other.counts);
        self.bits.copy_from_slice(&other.bits);
    }

    /// The output bits; see [`Phase`](super::plan::Phase).
    #[inline]
    pub fn bits(&self) -> &[u64] {
        &self.bits
    }

    /// The value of a literal of a counted node.
    #[inline]
    pub fn value(&self, lit: Lit) -> bool {
        (self.counts[lit.node()] == 0) != lit.is_negated()
    }

    /// Toggles a fact; its effects are propagated by [`Self::settle`].
    #[inline]
    pub fn flip(&mut self, base: usize) {
        let count = &mut self.counts[1 + base];
        *count = 1 - *count;
        self.flipped.push(((1 + base) as u32) << 1 | u32::from(*count == 0));
    }

    /// Propagates all flips.
    pub fn settle(&mut self, plan: &SinglePlan) {
        self.propagate(plan);
        while let Some(at) = self.loops.pop() {
            self.settle_loop(plan, at);
            self.propagate(plan);
        }
    }

    fn propagate(&mut self, plan: &SinglePlan) {
        let first_leaf = (plan.first_leaf as u32) << 1;
        while let Some(event) = self.flipped.pop() {
            let node = (event >> 1) as usize;
            let (fan, end) = (plan.fans[node], plan.fans[node + 1]);
            for &edge in &plan.edges[fan.edges as usize..end.edges as usize] {
                // The input now holds if exactly one of the two is odd.
                let change = 1 - 2 * ((edge ^ event) & 1) as i32;
                let gate = (edge >> 1) as usize;
                let old = self.counts[gate];
                let new = old + change;
                self.counts[gate] = new;
                if old == 0 || new == 0 {
                    if edge >= first_leaf {
                        let outs = plan.fans[gate].outs as usize..plan.fans[gate + 1].outs as usize;
                        self.toggle(plan, &plan.outs[outs]);
                    } else {
                        self.flipped.push(edge & !1 | u32::from(new == 0));
                    }
                }
            }
            self.toggle(plan, &plan.outs[fan.outs as usize..end.outs as usize]);
        }
    }

    /// Toggles the outputs, and schedules the loops, that a flipped node feeds.
    #[inline]
    fn toggle(&mut self, plan: &SinglePlan, outs: &[u32]) {
        for &out in outs {
            match self.bits.get_mut((out >> 7) as usize) {
                Some(word) => *word ^= 1 << (out >> 1 & 63),
                None => self.loops.insert((out >> 1) as usize - plan.n_words * 64),
            }
        }
    }

    /// Recomputes a loop from scratch: values that supported only each other
    /// must fall.
    fn settle_loop(&mut self, plan: &SinglePlan, at: usize) {
        let cycle = &plan.loops[at];
        let members = cycle.members.clone();
        let old: Vec<bool> = self.counts[members.clone()].iter().map(|&count| count == 0).collect();
        self.count_loop(plan, at);
        for (node, old) in members.zip(old) {
            let new = self.counts[node] == 0;
            if new != old {
                self.flipped.push((node as u32) << 1 | u32::from(new));
            }
        }
    }

    /// The counts of a loop's members, given the values of its inputs.
    fn count_loop(&mut self, plan: &SinglePlan, at: usize) {
        let cycle = &plan.loops[at];
        let first = cycle.members.start;
        let start_of = |node: usize| cycle.starts[node - first];
        for node in cycle.members.clone() {
            let holds = |lit: &&Lit| match cycle.members.contains(&lit.node()) {
                true => start_of(lit.node()) != lit.is_negated(),
                false => self.value(**lit),
            };
            let inputs = plan.inputs_of(node);
            self.counts[node] = inputs.len() as i32 - inputs.iter().filter(holds).count() as i32;
        }
        let counts = &mut self.counts;
        let changed = |node: &usize| (counts[*node] == 0) != start_of(*node);
        let mut todo: Vec<usize> = cycle.members.clone().filter(changed).collect();
        // Members change at most once, away from their initial value.
        while let Some(node) = todo.pop() {
            for &edge in &cycle.inner[node - first] {
                let now_holds = start_of(node) == (edge & 1 == 1);
                let count = &mut counts[(edge >> 1) as usize];
                let old = *count;
                *count += if now_holds { -1 } else { 1 };
                if old == 0 || *count == 0 {
                    todo.push((edge >> 1) as usize);
                }
            }
        }
    }

    /// Recomputes all values.
    pub fn restart(&mut self, plan: &SinglePlan, state: &BitState) {
        for base in 0..plan.n_bases {
            self.counts[1 + base] = i32::from(!state.contains(base));
        }
        let mut loops = plan.loops.iter().enumerate().peekable();
        let mut node = 1 + plan.n_bases;
        while node < plan.n_counted {
            if let Some((at, cycle)) = loops.next_if(|(_, cycle)| cycle.members.start == node) {
                self.count_loop(plan, at);
                node = cycle.members.end;
                continue;
            }
            let inputs = plan.inputs_of(node);
            let n_true = inputs.iter().filter(|&&lit| self.value(lit)).count();
            self.counts[node] = (inputs.len() - n_true) as i32;
            node += 1;
        }
        self.bits.fill(0);
        for node in 0..plan.n_counted {
            let holds = u32::from(self.counts[node] == 0);
            let outs = plan.fans[node].outs as usize..plan.fans[node + 1].outs as usize;
            for &out in plan.outs[outs].iter().filter(|&&out| out & 1 != holds) {
                if let Some(word) = self.bits.get_mut((out >> 7) as usize) {
                    *word |= 1 << (out >> 1 & 63);
                }
            }
        }
    }
}
