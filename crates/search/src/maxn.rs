//! Max-n: every role maximises its own value and ignores the others.
//!
//! After Luckhardt and Irani (1986). The value of a position is a list, one number per role;
//! the role that chooses takes the list with the greatest number of its own, and the first of
//! equal lists.

use std::sync::Arc;

use ludex_game::{Choices, Evaluator, Game, RoleId, Turn};
use smallvec::{SmallVec, smallvec};

use crate::line::Line;
use crate::root::any_move;
use crate::{Candidate, Limits, NodeBudget, Report, Seen, Sides};

/// A max-n search of any number of roles.
///
/// Roles that move at the same time are searched as if they chose one after another, each
/// knowing the choices before it: first the searching role, then the others in their order,
/// chance last. In a game of two players with constant sum, max-n finds the values of
/// [minimax](crate::Minimax).
///
/// ```
/// use std::sync::Arc;
/// use ludex_game::{Game, RoleId, examples::Nim};
/// use ludex_search::{Limits, MaxN, evaluate::GoalValue};
///
/// let nim = Arc::new(Nim::new(&[2, 3]));
/// let mut search = MaxN::new(nim.clone(), Box::new(GoalValue));
/// let report = search.search(&nim.initial(), RoleId(0), &Limits::default());
/// assert_eq!((report.value, report.is_proven), (Some(100.0), true));
/// ```
pub struct MaxN<G: Game> {
    game: Arc<G>,
    evaluator: Box<dyn Evaluator<G>>,
    budget: NodeBudget,
    seen: Seen,
    sides: Sides,
    /// The roles in the order in which they choose.
    order: Vec<RoleId>,
}

/// The value of a position to each role.
struct Values<M> {
    of_roles: SmallVec<[f64; 4]>,
    /// Whether it is independent of the evaluator.
    is_certain: bool,
    line: Line<M>,
}

/// A joint move under construction.
struct Joint<'a, G: Game> {
    state: &'a G::State,
    legal: &'a [Vec<G::Move>],
    moves: Vec<G::Move>,
    depth: u32,
}

impl<G: Game> MaxN<G> {
    /// A search with an evaluator, which is called for every role's value.
    pub fn new(game: Arc<G>, evaluator: Box<dyn Evaluator<G>>) -> Self {
        let (seen, sides) = (Seen::new(&*game), Sides::new(&*game, RoleId(0)));
        Self { game, evaluator, budget: NodeBudget::default(), seen, sides, order: Vec::new() }
    }

    /// Searches to depth 1, then 2 and so on, until the value is certain or a limit is reached.
    /// The result is that of the last completed depth. The role must have a legal move.
    ///
    /// A value is proven with two players whose goals have a constant sum in all ends of the
    /// game, and never both have a choice. Elsewhere it [assumes](Report::assumption) that each
    /// role maximises its own goal.
    pub fn search(&mut self, state: &G::State, role: RoleId, limits: &Limits) -> Report<G::Move> {
        self.budget = NodeBudget::new(limits);
        (self.seen, self.sides) = (Seen::new(&*self.game), Sides::new(&*self.game, role));
        let is_chance = |role: &RoleId| self.game.roles()[role.index()].is_chance();
        let roles = (0..self.game.roles().len()).map(RoleId::new);
        let others = roles.clone().filter(|other| *other != role);
        let (chance, players): (Vec<_>, Vec<_>) = others.partition(is_chance);
        self.order = [vec![role], players, chance].concat();
        let mut choices = Choices::default();
        let turn = choices.read(&*self.game, state);
        let mut report = Report::of_move(any_move(&choices, role));
        if turn == Turn::Stuck {
            return report;
        }
        self.seen.see_choices(&self.sides, choices.all());
        for depth in 1..=limits.depth.unwrap_or(u32::MAX).max(1) {
            let Some(found) = self.at_depth(state, choices.all(), depth) else { break };
            report = found;
            if report.is_proven || report.assumption.is_some() {
                break;
            }
        }
        report.nodes = self.budget.n_nodes();
        report
    }

    /// The result of one depth; `None` if a limit is reached.
    fn at_depth(
        &mut self,
        state: &G::State,
        legal: &[Vec<G::Move>],
        depth: u32,
    ) -> Option<Report<G::Move>> {
        let role = self.order[0].index();
        self.budget.spend();
        let moves = legal.iter().map(|moves| moves[0]).collect();
        let mut joint = Joint { state, legal, moves, depth };
        let mut candidates: Vec<Candidate<G::Move>> = Vec::new();
        let mut expected = Vec::new();
        for &mv in &legal[role] {
            joint.moves[role] = mv;
            let Values { of_roles, is_certain, line } = self.choose(&mut joint, 1);
            if self.budget.is_over() {
                return None;
            }
            let value = of_roles[role];
            if candidates.iter().all(|one| one.value < value) {
                expected = line.joints();
            }
            candidates.push(Candidate { mv, value, visits: 0, is_proven: is_certain });
        }
        Candidate::best_first(&mut candidates);
        let is_certain = candidates.iter().all(|one| one.is_proven);
        let seen = &self.seen;
        let assumption = seen.assumption_of_each(candidates[0].value);
        candidates
            .iter_mut()
            .for_each(|one| one.is_proven &= seen.assumption_of_each(one.value).is_none());
        let mut report = Report::of_move(candidates[0].mv);
        report.value = Some(candidates[0].value);
        report.is_proven = is_certain && assumption.is_none();
        report.assumption = assumption.filter(|_| is_certain);
        (report.line, report.depth, report.candidates) = (expected, depth, candidates);
        Some(report)
    }

    fn values(&mut self, state: &G::State, depth: u32) -> Values<G::Move> {
        let n_roles = self.game.roles().len();
        if !self.budget.spend() {
            return Values {
                of_roles: smallvec![0.0; n_roles],
                is_certain: false,
                line: Line::EMPTY,
            };
        }
        let roles = (0..n_roles).map(RoleId::new);
        if self.game.is_terminal(state) {
            self.budget.add_leaf();
            self.seen.see_end(&*self.game, state);
            let of_roles = roles.map(|role| f64::from(self.game.goal(state, role).value()));
            return Values { of_roles: of_roles.collect(), is_certain: true, line: Line::EMPTY };
        }
        let mut choices = Choices::default();
        if depth == 0 || choices.read(&*self.game, state) == Turn::Stuck {
            self.budget.add_leaf();
            let of_roles = roles.map(|role| self.evaluator.evaluate(&self.game, state, role));
            return Values { of_roles: of_roles.collect(), is_certain: false, line: Line::EMPTY };
        }
        self.seen.see_choices(&self.sides, choices.all());
        let legal = choices.all();
        let moves = legal.iter().map(|moves| moves[0]).collect();
        self.choose(&mut Joint { state, legal, moves, depth }, 0)
    }

    /// The values where the role at this index of the order chooses.
    fn choose(&mut self, joint: &mut Joint<'_, G>, place: usize) -> Values<G::Move> {
        let Some(&role) = self.order.get(place) else {
            let mut next = joint.state.clone();
            self.game.apply(&mut next, &joint.moves);
            let values = self.values(&next, joint.depth - 1);
            return Values { line: values.line.after(&joint.moves), ..values };
        };
        let is_chance = self.game.roles()[role.index()].is_chance();
        let legal = &joint.legal[role.index()];
        let is_drawn = is_chance && legal.len() > 1;
        let mut all: Option<Values<G::Move>> = None;
        let mut total = 0.0;
        for &mv in legal {
            joint.moves[role.index()] = mv;
            let mut values = self.choose(joint, place + 1);
            if is_drawn {
                let weight = f64::from(self.game.chance_weight(joint.state, role, mv));
                values.of_roles.iter_mut().for_each(|value| *value *= weight);
                total += weight;
            }
            all = Some(match all {
                None => values,
                Some(all) if is_chance => all.plus(&values),
                Some(all) => all.or(values, role),
            });
        }
        let mut all = all.expect("every role has a move");
        if is_drawn {
            // The expected line ends where chance has a choice.
            all.line = Line::EMPTY.after(&joint.moves);
            all.of_roles.iter_mut().for_each(|value| *value /= total);
        }
        all
    }
}

impl<M> Values<M> {
    fn plus(mut self, other: &Self) -> Self {
        self.of_roles.iter_mut().zip(&other.of_roles).for_each(|(value, more)| *value += more);
        Self { is_certain: self.is_certain && other.is_certain, ..self }
    }

    /// The values that a role prefers, certain only if both are.
    fn or(self, other: Self, role: RoleId) -> Self {
        let is_certain = self.is_certain && other.is_certain;
        let is_better = other.of_roles[role.index()] > self.of_roles[role.index()];
        Self { is_certain, ..if is_better { other } else { self } }
    }
}
