//! Solves positions, or has no opinion.

use std::sync::Arc;

use game::{Playable, RoleId};

use super::Kind;
use crate::{Limits, Player, ProofSearch, Report, Stop};

/// A few seconds.
const N_NODES: u64 = 1_000_000;

const TABLE_BYTES: usize = 64 << 20;

pub(super) fn kind<G: Playable>() -> Kind<G> {
    Kind {
        name: "proof",
        about: "solves positions of two players by proof-number search, or has no opinion",
        options: &[
            ("nodes", "how many positions to look at", "1M if time is not limited"),
            ("table", "memory for positions already searched", "64MB"),
        ],
        make: |game, _, options| {
            let n_players = game.roles().iter().filter(|role| !role.is_chance()).count();
            if n_players != 2 || game.roles().len() != 2 {
                return Err(
                    "proof-number search needs a game of two players, without chance".into()
                );
            }
            let table_bytes = options.bytes("table")?.unwrap_or(TABLE_BYTES);
            let search = ProofSearch::new(Arc::clone(game), table_bytes);
            Ok(Box::new(ProofPlayer { search, nodes: options.positive("nodes")? }))
        },
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
