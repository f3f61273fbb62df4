//! Proof-number search as a player.

use std::sync::Arc;

use ludex_game::{Playable, RoleId};

use super::{PlayerMaker, PlayerOptions};
use crate::options::{Bytes, Options, Positive};
use crate::{Context, Limits, Player, ProofSearch, Report, Stop};

/// A few seconds.
const N_NODES: u64 = 1_000_000;

const TABLE_BYTES: usize = 64 << 20;

pub(super) struct ProofOptions {
    nodes: Option<u64>,
    table_bytes: usize,
}

impl PlayerOptions for ProofOptions {
    fn read(options: &mut Options) -> Result<Self, String> {
        let nodes = options.declare("nodes", Positive, "how many positions to visit");
        let nodes = nodes.or_when(N_NODES, "time is not limited")?;
        let table = options.declare("table", Bytes, "memory of the transposition table");
        Ok(Self { nodes, table_bytes: table.or(TABLE_BYTES)? })
    }
}

impl<G: Playable> PlayerMaker<G> for ProofOptions {
    fn player(self, game: &Arc<G>, _: &Context) -> Result<Box<dyn Player<G>>, String> {
        let n_players = game.roles().iter().filter(|role| !role.is_chance()).count();
        if n_players != 2 || game.roles().len() != 2 {
            return Err("proof-number search needs a game of two players, without chance".into());
        }
        let search = ProofSearch::new(Arc::clone(game), self.table_bytes);
        Ok(Box::new(ProofPlayer { search, nodes: self.nodes }))
    }
}

struct ProofPlayer<G: Playable> {
    search: ProofSearch<G>,
    nodes: Option<u64>,
}

impl<G: Playable> Player<G> for ProofPlayer<G> {
    fn choose(&mut self, state: &G::State, role: RoleId, stop: &Stop) -> Report<G::Move> {
        let nodes = self.nodes.or(stop.is_never().then_some(N_NODES));
        let limits = Limits { nodes, stop: stop.clone(), ..Limits::default() };
        let solved = self.search.solve(state, role, &limits);
        let value = solved.value().map(f64::from);
        let assumption = value.and_then(|value| self.search.assumption(state, value));
        Report {
            value,
            is_proven: value.is_some() && assumption.is_none(),
            assumption,
            nodes: solved.nodes,
            ..Report::of_move(solved.mv.expect("players are asked where they can move"))
        }
    }
}
