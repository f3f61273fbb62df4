//! One game of two.

use std::sync::Arc;

use evolve::{Forest, ForestPlan, Outcome};
use game::{Choices, Playable, RoleId, Turn};
use search::evaluate::{Evolved, Vocabulary};
use search::{AlphaBeta, Limits, Player, PlayerFault, Report, Seat, Settings, SpecError, Stop};
use thiserror::Error;

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

    /// The individual on a seat. Its moves have no clock.
    pub fn seat(self) -> Seat<G> {
        Seat { player: Box::new(self), time_max: None, name: "an evolved player".into() }
    }
}

impl<G: Playable> Player<G> for Reared<G> {
    fn choose(&mut self, state: &G::State, role: RoleId, stop: &Stop) -> Report<G::Move> {
        let limits = Limits { depth: Some(self.depth), stop: stop.clone(), ..Limits::default() };
        self.search.search(state, role, &limits)
    }
}

/// Why a game has no outcome.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoutError {
    /// A player cannot play the game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A player can no longer play.
    #[error(transparent)]
    Player(#[from] PlayerFault),
    /// The rules failed.
    #[error("the rules failed: {0}")]
    Rules(String),
    /// The evaluator that judges drawn games cannot.
    #[error("the verdict on a drawn game failed: {0}")]
    Verdict(String),
}

/// Plays a game on from a position, the first seat in the first role, each move under the
/// clock of its seat. The higher goal at the end wins; a game that lasts too long is
/// drawn. The position is the last one then.
pub fn bout<G: Playable>(
    game: &G,
    state: &mut G::State,
    mut seats: [&mut Seat<G>; 2],
    n_plies_max: u32,
) -> Result<Outcome, BoutError> {
    let mut choices = Choices::default();
    let mut outcome = Outcome::DRAW;
    for _ in 0..n_plies_max {
        if game.is_terminal(state) {
            outcome = result(game, state);
            break;
        }
        if choices.read(game, state) == Turn::Stuck {
            break;
        }
        let mut joint = Vec::with_capacity(seats.len());
        for (role, seat) in seats.iter_mut().enumerate() {
            let role = RoleId::new(role);
            joint.push(match choices.of(role) {
                &[only] => only,
                _ => arena::ask(seat, state, role)?.mv,
            });
        }
        seats.iter_mut().for_each(|seat| seat.player.hear(state, &joint));
        game.apply(state, &joint);
    }
    // Rules that fail call every position terminal.
    game.fault().map_or(Ok(outcome), |fault| Err(BoutError::Rules(fault)))
}

/// Who has the higher goal in a terminal position.
fn result<G: Playable>(game: &G, state: &G::State) -> Outcome {
    let [one, other] = [0, 1].map(|role| game.goal(state, RoleId(role)));
    match one.cmp(&other) {
        std::cmp::Ordering::Greater => Outcome::WIN,
        std::cmp::Ordering::Equal => Outcome::DRAW,
        std::cmp::Ordering::Less => Outcome::LOSS,
    }
}
