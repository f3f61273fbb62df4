//! Looks at everything down to a depth.

use std::sync::Arc;

use game::{Playable, RoleId};

use super::Kind;
use super::reach::{Reach, evaluator};
use crate::{Minimax, Player, Report, Stop};

/// Three plies of chess are about 9,000 positions.
const DEPTH: u32 = 3;

pub(super) fn kind<G: Playable>() -> Kind<G> {
    Kind {
        name: "minimax",
        about: "values all moves by looking at everything down to a depth",
        options: &[
            ("depth", "how many plies to look ahead", "3"),
            ("nodes", "how many positions to look at", "no limit"),
            ("eval", "how to judge positions: a sum of evaluators, or file:PATH", "goal"),
        ],
        make: |game, context, options| {
            let evaluator = evaluator(&**game, context, options)?;
            let search = Minimax::new(Arc::clone(game), evaluator, DEPTH);
            Ok(Box::new(MinimaxPlayer { search, reach: Reach::read(options)? }))
        },
    }
}

struct MinimaxPlayer<G: Playable> {
    search: Minimax<G>,
    reach: Reach,
}

impl<G: Playable> Player<G> for MinimaxPlayer<G> {
    fn choose(&mut self, state: &G::State, role: RoleId, stop: &Stop) -> Report<G::Move> {
        self.search.search(state, role, &self.reach.limits(DEPTH, stop))
    }
}
