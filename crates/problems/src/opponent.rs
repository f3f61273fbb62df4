//! Fixed players: guides and benchmarks.

use std::sync::Arc;

use ludex_evolve::{Exam, Forest};
use ludex_game::{Playable, draw};
use ludex_search::{Seat, Spec, SpecError};

use crate::play::GameError;
use crate::setup::GameSetup;

/// A fixed player as a test of individuals. It plays all roles but that of the individual.
pub(crate) struct Opponent<G: Playable> {
    pub setup: Arc<GameSetup<G>>,
    pub spec: Spec,
    /// The search depth of individuals, in plies.
    pub depth: u32,
    /// Whether drawn games are adjudicated.
    pub is_adjudicated: bool,
}

impl<G: Playable> Opponent<G> {
    /// The score of an individual in a game.
    pub fn play(&self, one: &Forest, game: usize, seed: u64) -> Result<f64, GameError> {
        let player = self.setup.player(one, self.depth);
        self.play_with(player, game, seed, seed)
    }

    /// The score of a player in a game. Roles rotate from game to game.
    pub fn play_with(
        &self,
        mut player: Seat<G>,
        game: usize,
        seed: u64,
        opponent_seed: u64,
    ) -> Result<f64, GameError> {
        let n_players = self.setup.n_players();
        let mut others = (1..n_players)
            .map(|nth| {
                self.seat(if nth == 1 {
                    opponent_seed
                } else {
                    draw::key(opponent_seed, nth as u64)
                })
            })
            .collect::<Result<Vec<_>, SpecError>>()?;
        let place = game % n_players;
        let mut seats: Vec<&mut Seat<G>> = others.iter_mut().collect();
        seats.insert(place, &mut player);
        Ok(self.setup.play(&mut seats, self.is_adjudicated, seed)?[place])
    }

    fn seat(&self, seed: u64) -> Result<Seat<G>, SpecError> {
        self.spec.seat(&self.setup.game, &self.setup.context(seed))
    }
}

impl<G: Playable> Exam<Forest> for Opponent<G> {
    fn score(&self, one: &Forest, game: usize, seed: u64) -> f64 {
        self.setup.or_fault(0.0, || self.play(one, game, seed))
    }
}
