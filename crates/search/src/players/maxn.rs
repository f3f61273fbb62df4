//! Everybody wants much, and nobody cares what others get.

use std::sync::Arc;

use game::{Playable, RoleId};

use super::Kind;
use super::reach::{Reach, evaluator};
use crate::{MaxN, Player, Report, Stop};

/// Nothing is pruned, as in minimax.
const DEPTH: u32 = 3;

pub(super) fn kind<G: Playable>() -> Kind<G> {
    Kind {
        name: "maxn",
        about: "takes it that each role wants as much as it can have",
        options: &[
            ("depth", "how many plies to look ahead", "3 if neither nodes nor time is limited"),
            ("nodes", "how many positions to look at", "no limit"),
            ("eval", "how to judge positions: a sum of evaluators, or file:PATH", "goal"),
        ],
        make: |game, context, options| {
            let evaluator = evaluator(&**game, context, options)?;
            let search = MaxN::new(Arc::clone(game), evaluator);
            Ok(Box::new(MaxNPlayer { search, reach: Reach::read(options)? }))
        },
    }
}

struct MaxNPlayer<G: Playable> {
    search: MaxN<G>,
    reach: Reach,
}

impl<G: Playable> Player<G> for MaxNPlayer<G> {
    fn choose(&mut self, state: &G::State, role: RoleId, stop: &Stop) -> Report<G::Move> {
        self.search.search(state, role, &self.reach.limits(DEPTH, stop))
    }
}
