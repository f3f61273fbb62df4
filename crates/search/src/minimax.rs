//! Minimax, and expectiminimax where there is chance: the plain definition.
//!
//! It looks at everything down to a fixed depth. Nobody plays well with it; it
//! is what faster searches are held against.

use std::sync::Arc;

use game::{Choices, Evaluator, Game, RoleId, Turn};

use crate::{Candidate, Effort, Limits, Report, Side, Sides};

/// The search of a whole tree to a fixed depth.
///
/// A terminal position is worth its goal; one at the full depth, or in which
/// somebody has no legal move, is worth what the evaluator says. See
/// [`sides`](crate::Sides) for who wants what.
///
/// ```
/// use std::sync::Arc;
/// use game::Game;
/// use search::{LeafValue, Limits, Minimax, TreeGame};
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
    effort: Effort,
}

/// What a position is worth.
#[derive(Clone, Copy, Debug)]
struct Valued {
    value: f64,
    /// Whether the evaluator had no part in it.
    is_proven: bool,
}

impl<G: Game> Minimax<G> {
    /// A search to a depth, which is at least 1.
    pub fn new(game: Arc<G>, evaluator: Box<dyn Evaluator<G>>, depth: u32) -> Self {
        Self { game, evaluator, depth: depth.max(1), effort: Effort::default() }
    }

    /// How many positions were valued in the last search.
    pub fn n_leaves(&self) -> u64 {
        self.effort.n_leaves()
    }

    /// Values all moves of a role. If a limit is reached, those that are not
    /// yet valued are not considered.
    pub fn search(&mut self, state: &G::State, role: RoleId, limits: &Limits) -> Report<G::Move> {
        self.effort = Effort::new(limits);
        let depth = limits.depth.unwrap_or(self.depth).max(1);
        let sides = Sides::new(&*self.game, role);
        let mut choices = Choices::default();
        if choices.read(&*self.game, state) == Turn::Stuck {
            return Report::of_move(choices.of(role)[0]);
        }
        self.effort.spend();
        let mut candidates = Vec::new();
        for (option, &mv) in choices.of(role).iter().enumerate() {
            let valued = self.answered(&sides, state, choices.all(), option, depth);
            if self.effort.is_over() {
                break;
            }
            let Valued { value, is_proven } = valued;
            candidates.push(Candidate { mv, value, visits: 0, is_proven });
        }
        candidates.sort_by(|one, other| other.value.total_cmp(&one.value));
        let best = candidates.first();
        let report = Report {
            value: best.map(|best| best.value),
            // One unproven move may be better than it seems.
            is_proven: !self.effort.is_over() && candidates.iter().all(|one| one.is_proven),
            nodes: self.effort.n_nodes(),
            depth,
            ..Report::of_move(best.map_or(choices.of(role)[0], |best| best.mv))
        };
        Report { candidates, ..report }
    }

    fn value(&mut self, sides: &Sides, state: &G::State, depth: u32) -> Valued {
        self.effort.spend();
        if self.effort.is_over() {
            return Valued { value: 0.0, is_proven: false };
        }
        if self.game.is_terminal(state) {
            self.effort.add_leaf();
            let value = f64::from(self.game.goal(state, sides.own()).value());
            return Valued { value, is_proven: true };
        }
        let mut choices = Choices::default();
        if depth == 0 || choices.read(&*self.game, state) == Turn::Stuck {
            self.effort.add_leaf();
            let value = self.evaluator.evaluate(&self.game, state, sides.own());
            return Valued { value, is_proven: false };
        }
        let n_options = sides.n_options(Side::Own, choices.all());
        (0..n_options)
            .map(|own| self.answered(sides, state, choices.all(), own, depth))
            .reduce(|best, next| best.or(next, next.value > best.value))
            .expect("nobody is stuck")
    }

    /// The value of an option of the role that asks: others answer it.
    fn answered(
        &mut self,
        sides: &Sides,
        state: &G::State,
        legal: &[Vec<G::Move>],
        own: usize,
        depth: u32,
    ) -> Valued {
        let mut joint: Vec<G::Move> = legal.iter().map(|moves| moves[0]).collect();
        sides.set(Side::Own, own, legal, &mut joint);
        let n_options = sides.n_options(Side::Others, legal);
        (0..n_options)
            .map(|answer| {
                sides.set(Side::Others, answer, legal, &mut joint);
                self.expected(sides, state, legal, &mut joint, depth)
            })
            .reduce(|best, next| best.or(next, next.value < best.value))
            .expect("nobody is stuck")
    }

    /// The mean over what nature may do.
    fn expected(
        &mut self,
        sides: &Sides,
        state: &G::State,
        legal: &[Vec<G::Move>],
        joint: &mut [G::Move],
        depth: u32,
    ) -> Valued {
        let n_options = sides.n_options(Side::Chance, legal);
        let mut mean = Valued { value: 0.0, is_proven: true };
        for event in 0..n_options {
            sides.set(Side::Chance, event, legal, joint);
            let mut next = state.clone();
            self.game.apply(&mut next, joint);
            let valued = self.value(sides, &next, depth - 1);
            mean.value += valued.value;
            mean.is_proven &= valued.is_proven;
        }
        mean.value /= n_options as f64;
        mean
    }
}

impl Valued {
    /// One of two, and whether both are certain.
    fn or(self, other: Self, takes_other: bool) -> Self {
        let value = if takes_other { other.value } else { self.value };
        Self { value, is_proven: self.is_proven && other.is_proven }
    }
}
