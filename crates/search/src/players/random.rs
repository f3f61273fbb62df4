//! A player that draws its moves at random.

use std::sync::Arc;

use ludex_game::{Playable, Rng, RoleId, rng};
use rand::Rng as _;

use super::{PlayerMaker, PlayerOptions};
use crate::options::Options;
use crate::{Context, Player, Report, Stop};

pub(super) struct RandomOptions;

impl PlayerOptions for RandomOptions {
    fn read(_: &mut Options) -> Result<Self, String> {
        Ok(Self)
    }
}

impl<G: Playable> PlayerMaker<G> for RandomOptions {
    fn player(self, game: &Arc<G>, context: &Context) -> Result<Box<dyn Player<G>>, String> {
        Ok(Box::new(Random { game: Arc::clone(game), rng: rng(context.seed, 0) }))
    }
}

struct Random<G> {
    game: Arc<G>,
    rng: Rng,
}

impl<G: Playable> Player<G> for Random<G> {
    fn choose(&mut self, state: &G::State, role: RoleId, _: &Stop) -> Report<G::Move> {
        let mut moves = Vec::new();
        self.game.legal_moves(state, role, &mut moves);
        Report::of_move(moves[self.rng.random_range(0..moves.len())])
    }
}
