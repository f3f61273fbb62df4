//! Minimax, and expectiminimax where there is chance: the plain definition.
//!
//! It searches all positions down to a fixed depth. It plays badly, but is the standard that
//! faster searches are compared with.

use std::sync::Arc;

use ludex_game::{Choices, Evaluator, Game, RoleId, Turn};

use crate::line::Line;
use crate::root::any_move;
use crate::{Candidate, Limits, NodeBudget, Report, Seen, Side, Sides};

/// The search of a whole tree to a fixed depth.
///
/// The value of a terminal position is its goal; at the full depth, and where some role has no
/// legal move, it is that of the evaluator. See [`Sides`](crate::Sides) for the order of
/// choices.
///
/// ```
/// use std::sync::Arc;
/// use ludex_game::Game;
/// use ludex_search::{LeafValue, Limits, Minimax, TreeGame};
///
/// let tree: TreeGame = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))".parse().unwrap();
/// let (tree, initial) = (Arc::new(tree.clone()), tree.initial());
/// let mut minimax = Minimax::new(tree, Box::new(LeafValue), 2);
/// let report = minimax.search(&initial, TreeGame::MAX, &Limits::default());
/// assert_eq!((report.value, report.is_proven), (Some(3.0), true));
/// ```
pub struct Minimax<G: Game> {
    game: Arc<G>,
    evaluator: Box<dyn Evaluator<G>>,
    depth: u32,
    budget: NodeBudget,
    seen: Seen,
}

/// The value of a position.
struct Valued<M> {
    value: f64,
    /// Whether it is independent of the evaluator.
    is_certain: bool,
    line: Line<M>,
}

impl<G: Game> Minimax<G> {
    /// A search to a depth of at least 1.
    pub fn new(game: Arc<G>, evaluator: Box<dyn Evaluator<G>>, depth: u32) -> Self {
        let seen = Seen::new(&*game);
        Self { game, evaluator, depth: depth.max(1), budget: NodeBudget::default(), seen }
    }

    /// Number of positions valued in the last search.
    pub fn n_leaves(&self) -> u64 {
        self.budget.n_leaves()
    }

    /// Values all moves of a role, which must have a legal move. If a limit is reached, moves
    /// not yet valued are ignored. A value is proven under the conditions of
    /// [alpha-beta](crate::AlphaBeta::search).
    pub fn search(&mut self, state: &G::State, role: RoleId, limits: &Limits) -> Report<G::Move> {
        self.budget = NodeBudget::new(limits);
        self.seen = Seen::new(&*self.game);
        let depth = limits.depth.unwrap_or(self.depth).max(1);
        let sides = Sides::new(&*self.game, role);
        let mut choices = Choices::default();
        let turn = choices.read(&*self.game, state);
        let any_move = any_move(&choices, role);
        if turn == Turn::Stuck {
            return Report::of_move(any_move);
        }
        self.seen.see_choices(&sides, choices.all());
        self.budget.spend();
        let mut candidates: Vec<Candidate<G::Move>> = Vec::new();
        let mut line = Vec::new();
        for (option, &mv) in choices.of(role).iter().enumerate() {
            let valued = self.answered(&sides, state, choices.all(), option, depth);
            if self.budget.is_over() {
                break;
            }
            let Valued { value, is_certain: is_proven, .. } = valued;
            if candidates.iter().all(|one| one.value < value) {
                line = valued.line.joints();
            }
            candidates.push(Candidate { mv, value, visits: 0, is_proven });
        }
        Candidate::best_first(&mut candidates);
        // An uncertain move may have a higher value than its estimate.
        let is_certain = !self.budget.is_over() && candidates.iter().all(|one| one.is_proven);
        let seen = &self.seen;
        candidates.iter_mut().for_each(|one| one.is_proven &= seen.assumption(one.value).is_none());
        let best = candidates.first();
        let assumption = best.and_then(|best| seen.assumption(best.value));
        let report = Report {
            value: best.map(|best| best.value),
            is_proven: is_certain && assumption.is_none(),
            assumption: assumption.filter(|_| is_certain),
            nodes: self.budget.n_nodes(),
            depth,
            line,
            ..Report::of_move(best.map_or(any_move, |best| best.mv))
        };
        Report { candidates, ..report }
    }

    fn value(&mut self, sides: &Sides, state: &G::State, depth: u32) -> Valued<G::Move> {
        self.budget.spend();
        if self.budget.is_over() {
            return Valued { value: 0.0, is_certain: false, line: Line::EMPTY };
        }
        if self.game.is_terminal(state) {
            self.budget.add_leaf();
            self.seen.see_end(&*self.game, state);
            let value = f64::from(self.game.goal(state, sides.own()).value());
            return Valued { value, is_certain: true, line: Line::EMPTY };
        }
        let mut choices = Choices::default();
        if depth == 0 || choices.read(&*self.game, state) == Turn::Stuck {
            self.budget.add_leaf();
            let value = self.evaluator.evaluate(&self.game, state, sides.own());
            return Valued { value, is_certain: false, line: Line::EMPTY };
        }
        self.seen.see_choices(sides, choices.all());
        let n_options = sides.n_options(Side::Own, choices.all());
        (0..n_options)
            .map(|own| self.answered(sides, state, choices.all(), own, depth))
            .reduce(
                |best, next| {
                    if next.value > best.value { next.and(&best) } else { best.and(&next) }
                },
            )
            .expect("every role has a move")
    }

    /// The value of an option of the searching role after the best reply of the others.
    fn answered(
        &mut self,
        sides: &Sides,
        state: &G::State,
        legal: &[Vec<G::Move>],
        own: usize,
        depth: u32,
    ) -> Valued<G::Move> {
        let mut joint: Vec<G::Move> = legal.iter().map(|moves| moves[0]).collect();
        sides.set(Side::Own, own, legal, &mut joint);
        let n_options = sides.n_options(Side::Others, legal);
        (0..n_options)
            .map(|answer| {
                sides.set(Side::Others, answer, legal, &mut joint);
                self.expected(sides, state, legal, &mut joint, depth)
            })
            .reduce(
                |best, next| {
                    if next.value < best.value { next.and(&best) } else { best.and(&next) }
                },
            )
            .expect("every role has a move")
    }

    /// The mean over the options of chance, by their weights.
    fn expected(
        &mut self,
        sides: &Sides,
        state: &G::State,
        legal: &[Vec<G::Move>],
        joint: &mut [G::Move],
        depth: u32,
    ) -> Valued<G::Move> {
        let n_options = sides.n_options(Side::Chance, legal);
        let mut mean = Valued { value: 0.0, is_certain: true, line: Line::EMPTY };
        let mut total = 0.0;
        for event in 0..n_options {
            sides.set(Side::Chance, event, legal, joint);
            let mut next = state.clone();
            self.game.apply(&mut next, joint);
            let valued = self.value(sides, &next, depth - 1);
            let weight = sides.event_weight(&*self.game, state, event, legal);
            mean.value += weight * valued.value;
            total += weight;
            mean.is_certain &= valued.is_certain;
            // The expected line ends where chance has a choice.
            let line = if n_options == 1 { valued.line } else { Line::EMPTY };
            mean.line = line.after(joint);
        }
        mean.value /= total;
        mean
    }
}

impl<M> Valued<M> {
    /// This value, certain only if another one is certain as well.
    fn and(self, other: &Self) -> Self {
        Self { is_certain: self.is_certain && other.is_certain, ..self }
    }
}
