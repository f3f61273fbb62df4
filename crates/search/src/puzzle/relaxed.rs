//! An estimate from the rules: plies of a game in which nothing is ever lost.

use ludex_game::{Estimate, Goal, Literal, Logic, LogicOf, Playable, fact_values};

use super::ROLE;

/// The estimated cost of a win if facts that once held, or did not hold, stay available: the
/// relaxation of Bonet and Geffner (2001) on the circuit of the rules.
///
/// Each node has two costs, of being true and of being false. An AND costs as much as its
/// dearest input to be true, and as its cheapest input to be false; a move costs one more than
/// its being legal. A fact costs 0 if it is so now, else what the ply costs that makes it so. These
/// costs are lowered until nothing changes. The conditions of a win are added up, as if each
/// were reached alone, so that the estimate is no bound.
pub struct Relaxed<G: Playable> {
    logic: LogicOf<G>,
    /// The conditions of each way to win.
    ways: Vec<Vec<Literal>>,
    /// Costs by literal: twice the node, and one more for its negation.
    costs: Vec<f32>,
    /// Gates that each node is an input of.
    fanout_ends: Vec<u32>,
    fanouts: Vec<u32>,
    /// Gates one of whose inputs has become cheaper.
    is_dirty: Vec<bool>,
}

/// Gates that are evaluated in the time of a position.
const N_GATES_PER_NODE: u64 = 100;

impl<G: Playable> Relaxed<G> {
    /// The estimate of a game; `None` if the rules of a ply are not known as logic.
    pub fn new(game: &G) -> Option<Self> {
        game.facts()?.n_facts()?;
        let logic = game.logic()?;
        let first_gate = logic.first_gate();
        let mut edges: Vec<(u32, u32)> = Vec::new();
        for gate in 0..logic.n_gates() {
            let inputs = logic.inputs(gate).iter();
            edges.extend(inputs.map(|input| (input.node() as u32, gate as u32)));
        }
        edges.sort_unstable();
        edges.dedup();
        let n_nodes = first_gate + logic.n_gates();
        let mut fanout_ends = vec![0; n_nodes];
        edges.iter().for_each(|&(node, _)| fanout_ends[node as usize] += 1);
        let mut end = 0;
        for count in &mut fanout_ends {
            end += *count;
            *count = end;
        }
        let fanouts = edges.into_iter().map(|(_, gate)| gate).collect();
        let is_dirty = vec![true; logic.n_gates()];
        let ways = ways(&logic, logic.won(ROLE.index()));
        Some(Self { logic, ways, costs: vec![0.0; 2 * n_nodes], fanout_ends, fanouts, is_dirty })
    }

    /// The number of positions that other searches compute in the time of an estimate, roughly.
    pub fn n_nodes_each(&self) -> u64 {
        1 + self.logic.n_gates() as u64 / N_GATES_PER_NODE
    }

    fn cost_of(&self, literal: Literal) -> f32 {
        self.costs[place(literal)]
    }

    /// Lowers the cost of a literal, and returns whether it was higher.
    fn lower(&mut self, literal: Literal, cost: f32) -> bool {
        let known = &mut self.costs[place(literal)];
        if cost >= *known {
            return false;
        }
        *known = cost;
        let node = literal.node();
        let begin = node.checked_sub(1).map_or(0, |before| self.fanout_ends[before]);
        for &gate in &self.fanouts[begin as usize..self.fanout_ends[node] as usize] {
            self.is_dirty[gate as usize] = true;
        }
        true
    }

    /// Computes all gates whose inputs have become cheaper.
    fn sweep(&mut self) {
        let first_gate = self.logic.first_gate();
        for gate in 0..self.logic.n_gates() {
            if !std::mem::take(&mut self.is_dirty[gate]) {
                continue;
            }
            // What the dearest input costs, and what the cheapest costs to be otherwise.
            let (mut dearest, mut cheapest) = (0.0, f32::INFINITY);
            let is_and = self.logic.is_and(gate);
            for &input in self.logic.inputs(gate) {
                let (same, other) = if is_and { (input, !input) } else { (!input, input) };
                dearest = self.cost_of(same).max(dearest);
                cheapest = self.cost_of(other).min(cheapest);
            }
            let literal = Literal::of(first_gate + gate);
            let (same, other) = if is_and { (literal, !literal) } else { (!literal, literal) };
            self.lower(same, dearest);
            self.lower(other, cheapest);
        }
    }

    /// The highest goal that is not out of reach from a position, even if nothing were ever
    /// lost; `None` if all are.
    pub fn highest_goal(&mut self, game: &G, state: &G::State) -> Option<Goal> {
        self.estimate(&fact_values(game, state)?);
        let goals = self.logic.goals[ROLE.index()].iter().rev();
        let in_reach = goals.filter(|&&(_, goal)| self.cost_of(goal).is_finite());
        in_reach.filter_map(|&(goal, _)| Goal::new(goal)).next()
    }

    /// The value of each fact in all positions that can be reached from one, even if nothing
    /// were ever lost; `None` where it may hold or not.
    pub(super) fn constant_facts(
        &mut self,
        game: &G,
        state: &G::State,
    ) -> Option<Vec<Option<bool>>> {
        self.estimate(&fact_values(game, state)?);
        let value = |fact: usize| {
            let fact = self.logic.fact(fact);
            let may = [fact, !fact].map(|literal| self.cost_of(literal).is_finite());
            (may[0] != may[1]).then_some(may[0])
        };
        Some((0..self.logic.n_facts()).map(value).collect())
    }

    /// The estimated cost of a win where these facts hold.
    fn estimate(&mut self, facts: &[bool]) -> f32 {
        self.costs.fill(f32::INFINITY);
        self.is_dirty.fill(true);
        self.costs[place(!Literal::FALSE)] = 0.0;
        for (fact, &holds) in facts.iter().enumerate() {
            let literal = self.logic.fact(fact);
            self.costs[place(if holds { literal } else { !literal })] = 0.0;
        }
        for mv in 0..self.logic.moves.len() {
            self.costs[place(!self.logic.mv(mv))] = 0.0;
        }
        loop {
            self.sweep();
            let mut is_lower = false;
            for mv in 0..self.logic.moves.len() {
                let cost = self.cost_of(self.logic.legal[mv]) + 1.0;
                is_lower |= self.lower(self.logic.mv(mv), cost);
            }
            for fact in 0..facts.len() {
                let (literal, next) = (self.logic.fact(fact), self.logic.next[fact]);
                is_lower |= self.lower(literal, self.cost_of(next));
                is_lower |= self.lower(!literal, self.cost_of(!next));
            }
            if !is_lower {
                break;
            }
        }
        let of_way = |way: &Vec<Literal>| way.iter().map(|&literal| self.cost_of(literal)).sum();
        self.ways.iter().map(of_way).fold(f32::INFINITY, f32::min)
    }
}

/// The alternatives of a literal, each as a list of conditions: ANDs are taken apart, and so is
/// an OR at the top.
fn ways<M>(logic: &Logic<M>, literal: Literal) -> Vec<Vec<Literal>> {
    // The inputs of an AND or, negated, of an OR; and so of the other kind.
    let inputs = |literal: Literal, of_and: bool| {
        let gate = literal.node().checked_sub(logic.first_gate())?;
        let negate = |&input: &Literal| if literal.is_negated() { !input } else { input };
        let is_and = logic.is_and(gate) != literal.is_negated();
        (is_and == of_and).then(|| logic.inputs(gate).iter().map(negate).collect::<Vec<_>>())
    };
    let alternatives = inputs(literal, false).unwrap_or_else(|| vec![literal]);
    let conditions = |way: Literal| {
        let (mut open, mut found) = (vec![way], Vec::new());
        while let Some(literal) = open.pop() {
            match inputs(literal, true) {
                Some(inputs) => open.extend(inputs),
                None => found.push(literal),
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    };
    alternatives.into_iter().map(conditions).collect()
}

fn place(literal: Literal) -> usize {
    2 * literal.node() + usize::from(literal.is_negated())
}

impl<G: Playable> Estimate<G> for Relaxed<G> {
    fn cost(&mut self, game: &G, state: &G::State) -> f64 {
        let facts = fact_values(game, state).expect("a game with logic numbers its facts");
        f64::from(self.estimate(&facts))
    }
}
