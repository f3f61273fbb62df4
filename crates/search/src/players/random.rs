//! Draws its moves by lot.

use std::sync::Arc;

use game::{Playable, Rng, RoleId, rng};
use rand::Rng as _;

use super::Kind;
use crate::{Player, Report, Stop};

pub(super) fn kind<G: Playable>() -> Kind<G> {
    Kind {
        name: "random",
        about: "draws its moves by lot",
        options: &[],
        make: |game, context, _| {
            Ok(Box::new(Random { game: Arc::clone(game), rng: rng(context.seed, 0) }))
        },
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
