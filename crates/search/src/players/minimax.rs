//! Plain minimax as a player.

use std::sync::Arc;

use ludex_game::{Playable, RoleId};

use super::search_limits::{Eval, SearchLimits};
use super::{PlayerMaker, PlayerOptions};
use crate::options::Options;
use crate::{Context, Minimax, Player, Report, Stop};

/// Three plies of chess are about 9,000 positions.
const DEPTH: u32 = 3;

pub(super) struct MinimaxOptions {
    limits: SearchLimits,
    eval: Eval,
}

impl PlayerOptions for MinimaxOptions {
    fn read(options: &mut Options) -> Result<Self, String> {
        let limits = SearchLimits::read_with_depth(options, DEPTH)?;
        Ok(Self { limits, eval: Eval::read(options, "evaluator: a weighted sum, or file:PATH")? })
    }
}

impl<G: Playable> PlayerMaker<G> for MinimaxOptions {
    fn player(self, game: &Arc<G>, context: &Context) -> Result<Box<dyn Player<G>>, String> {
        let evaluator = self.eval.evaluator(&**game, context)?;
        let search = Minimax::new(Arc::clone(game), evaluator, DEPTH);
        Ok(Box::new(MinimaxPlayer { search, limits: self.limits }))
    }
}

struct MinimaxPlayer<G: Playable> {
    search: Minimax<G>,
    limits: SearchLimits,
}

impl<G: Playable> Player<G> for MinimaxPlayer<G> {
    fn choose(&mut self, state: &G::State, role: RoleId, stop: &Stop) -> Report<G::Move> {
        self.search.search(state, role, &self.limits.limits(stop))
    }
}
