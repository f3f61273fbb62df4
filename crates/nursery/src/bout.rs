//! One game of two.

use std::sync::Arc;

use evolve::{Forest, ForestPlan, Outcome};
use game::{Choices, Playable, RoleId, Turn};
use search::evaluate::{Evolved, Vocabulary};
use search::{AlphaBeta, Limits, Player, Report, Settings, Stop};

/// An individual that plays: plain alpha-beta, and what its trees say of positions.
pub struct Reared<G: Playable> {
    search: AlphaBeta<G>,
    depth: u32,
}

impl<G: Playable> Reared<G> {
    /// An individual that looks some plies ahead.
    pub fn new(
        game: &Arc<G>,
        forest: &Forest,
        (plan, words): (&ForestPlan, &Vocabulary),
        depth: u32,
    ) -> Self {
        let evaluator = Box::new(Evolved::new(forest, plan, words));
        Self { search: AlphaBeta::new(Arc::clone(game), evaluator, Settings::PLAIN), depth }
    }
}

impl<G: Playable> Player<G> for Reared<G> {
    fn choose(&mut self, state: &G::State, role: RoleId, stop: &Stop) -> Report<G::Move> {
        let limits = Limits { depth: Some(self.depth), stop: stop.clone(), ..Limits::default() };
        self.search.search(state, role, &limits)
    }
}

/// Whoever plays a role.
pub type Side<'a, G> = &'a mut dyn Player<G>;

/// Plays a game on from a position, the first side in the first role. Whoever has the
/// higher goal at the end has won; a game that lasts too long is drawn. The position is
/// the last one then.
pub fn bout<G: Playable>(
    game: &G,
    state: &mut G::State,
    sides: [Side<'_, G>; 2],
    n_plies_max: u32,
) -> Outcome {
    let [first, second] = sides;
    let mut choices = Choices::default();
    let never = Stop::never();
    for _ in 0..n_plies_max {
        if game.is_terminal(state) {
            let [one, other] = [0, 1].map(|role| game.goal(state, RoleId(role)));
            return match one.cmp(&other) {
                std::cmp::Ordering::Greater => Outcome::WIN,
                std::cmp::Ordering::Equal => Outcome::DRAW,
                std::cmp::Ordering::Less => Outcome::LOSS,
            };
        }
        if choices.read(game, state) == Turn::Stuck {
            return Outcome::DRAW;
        }
        let joint: Vec<G::Move> = [0, 1]
            .map(|role| match choices.of(RoleId(role)) {
                &[only] => only,
                _ if role == 0 => first.choose(state, RoleId(0), &never).mv,
                _ => second.choose(state, RoleId(1), &never).mv,
            })
            .to_vec();
        game.apply(state, &joint);
    }
    Outcome::DRAW
}
