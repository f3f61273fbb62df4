//! Max-n as a player.

use std::sync::Arc;

use ludex_game::{Playable, RoleId};

use super::search_limits::{Eval, SearchLimits};
use super::{PlayerMaker, PlayerOptions};
use crate::options::Options;
use crate::{Context, MaxN, Player, Report, Stop};

/// Without pruning, as in minimax.
const DEPTH: u32 = 3;

pub(super) struct MaxNOptions {
    limits: SearchLimits,
    eval: Eval,
}

impl PlayerOptions for MaxNOptions {
    fn read(options: &mut Options) -> Result<Self, String> {
        let limits = SearchLimits::read(options, DEPTH)?;
        Ok(Self { limits, eval: Eval::read(options, "evaluator: a weighted sum, or file:PATH")? })
    }
}

impl<G: Playable> PlayerMaker<G> for MaxNOptions {
    fn player(self, game: &Arc<G>, context: &Context) -> Result<Box<dyn Player<G>>, String> {
        let evaluator = self.eval.evaluator(&**game, context)?;
        let search = MaxN::new(Arc::clone(game), evaluator);
        Ok(Box::new(MaxNPlayer { search, limits: self.limits }))
    }
}

struct MaxNPlayer<G: Playable> {
    search: MaxN<G>,
    limits: SearchLimits,
}

impl<G: Playable> Player<G> for MaxNPlayer<G> {
    fn choose(&mut self, state: &G::State, role: RoleId, stop: &Stop) -> Report<G::Move> {
        self.search.search(state, role, &self.limits.limits(stop))
    }
}
