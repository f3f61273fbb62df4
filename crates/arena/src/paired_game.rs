//! One game of a run: a pairing, its seats and the game under way.

use std::sync::Arc;

use ludex_game::{Playable, Rng, rng};
use ludex_search::play::{LiveGame, RulesFault};
use ludex_search::players::Connect;
use ludex_search::{Context, Seat, SpecError};

use crate::{Effort, Pairing, Record, Setup};

pub(crate) struct PairedGame<G: Playable> {
    pub(crate) pairing: Pairing,
    pub(crate) live: LiveGame<G>,
    /// The players, in the order of roles; chance has no seat.
    pub(crate) seats: Vec<Seat<G>>,
    /// The effort of each player.
    pub(crate) efforts: Vec<Effort>,
    pub(crate) chance: Rng,
    n_opening: u32,
}

/// The number of chance among the players, for its seed.
const CHANCE: usize = 255;

impl<G: Playable> PairedGame<G> {
    pub(crate) fn new(
        game: &Arc<G>,
        setup: &Setup,
        connect: Option<Connect>,
        pairing: Pairing,
    ) -> Result<Self, SpecError> {
        let seed = |player: usize| {
            let number = u64::from(pairing.number) << 8 | player as u64;
            setup.seed ^ number.wrapping_mul(ludex_game::draw::PLY)
        };
        let mut seats = Vec::new();
        for &player in &pairing.players {
            let context = Context { seed: seed(player), n_threads: 1, connect };
            seats.push(setup.players[player].seat(game, &context)?);
        }
        let live = opening(game, setup, pairing.round());
        let mut before = game.initial();
        for joint in live.joints() {
            seats.iter_mut().for_each(|seat| seat.observe(&before, joint));
            game.apply(&mut before, joint);
        }
        Ok(Self {
            efforts: vec![Effort::default(); seats.len()],
            seats,
            chance: rng(seed(CHANCE), 7),
            n_opening: live.n_plies(),
            live: live.with_n_plies_max(setup.n_plies_max),
            pairing,
        })
    }

    /// Makes the joint move, which every seat observes.
    pub(crate) fn advance(&mut self) -> Result<(), RulesFault> {
        if let Some(joint) = self.live.joint() {
            let state = self.live.state();
            self.seats.iter_mut().for_each(|seat| seat.observe(state, &joint));
        }
        self.live.advance()
    }

    /// The record of a game that has ended.
    pub(crate) fn record(self) -> Record {
        let game = Arc::clone(self.live.game());
        let played = self.live.into_played();
        let name = |joint: &Vec<G::Move>| joint.iter().map(|&mv| game.move_name(mv)).collect();
        Record {
            moves: played.joints.iter().map(name).collect(),
            goals: played.goals(&game),
            ending: played.ending,
            pairing: self.pairing,
            n_opening: self.n_opening,
            efforts: self.efforts,
        }
    }
}

/// The start of a game: random moves, the same for all games of a round, after which
/// the game goes on.
fn opening<G: Playable>(game: &Arc<G>, setup: &Setup, round: u32) -> LiveGame<G> {
    const N_TRIES: u64 = 100;
    for attempt in 0..N_TRIES {
        let mut rng = rng(setup.seed, u64::from(round) << 32 | attempt << 8 | 0xa1);
        let mut live = LiveGame::new(game);
        while live.n_plies() < setup.n_opening && live.ending().is_none() {
            live.draw_all(&mut rng);
            if live.advance().is_err() {
                return live;
            }
        }
        if live.n_plies() == setup.n_opening && !game.is_terminal(live.state()) {
            return live;
        }
    }
    // Openings are short; a game that ends within one begins without.
    LiveGame::new(game)
}
