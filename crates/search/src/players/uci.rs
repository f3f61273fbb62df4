//! An external program with the Universal Chess Interface.

use std::sync::Arc;

use ludex_game::{Playable, Protocol};

use super::{PlayerMaker, PlayerOptions};
use crate::engine::{Command, Engine, PATIENCE, UCI_TIME, Uci, UciLimits};
use crate::options::{Options, Pairs, Positive, PositiveTime, Text, Time};
use crate::{Context, Player};

pub(super) struct UciOptions {
    command: Command,
    settings: Vec<(String, String)>,
    limits: UciLimits,
}

impl PlayerOptions for UciOptions {
    fn read(options: &mut Options) -> Result<Self, String> {
        let command = command(options, "uci:stockfish")?;
        let settings =
            options.declare("set", Pairs, "its own options, such as (Skill Level=3,Threads=1)");
        let settings = settings.or_none("its own defaults")?.unwrap_or_default();
        let depth = options.declare("depth", Positive, "how many plies to look ahead");
        let depth = depth.or_none("no limit")?;
        let nodes = options.declare("nodes", Positive, "how many positions to visit");
        let nodes = nodes.or_none("no limit")?;
        let time = options.declare("time", PositiveTime, "how long a move may take");
        let time = time.or_when(UCI_TIME, "neither depth nor nodes are limited")?;
        let patience = options.declare("patience", Time, "how long to wait beyond that");
        let patience = Some(patience.or(PATIENCE)?);
        Ok(Self { command, settings, limits: UciLimits { depth, nodes, time, patience } })
    }
}

impl<G: Playable> PlayerMaker<G> for UciOptions {
    fn player(self, game: &Arc<G>, _: &Context) -> Result<Box<dyn Player<G>>, String> {
        check_protocol(&**game, Protocol::Uci)?;
        let uci = Uci::start(game, &self.command, self.limits, &self.settings)?;
        Ok(Box::new(Engine::new(game, uci)))
    }
}

/// Rejects games without the protocol's notation.
pub(super) fn check_protocol<G: Playable>(game: &G, protocol: Protocol) -> Result<(), String> {
    if game.notation().is_some_and(|notation| notation.protocol() == protocol) {
        return Ok(());
    }
    Err(match protocol {
        Protocol::Uci => "this game does not speak UCI; native:chess does".into(),
        Protocol::Gtp => "this game does not speak GTP; native:reversi does".into(),
    })
}

/// The program in the first word, with its arguments.
pub(super) fn command(options: &mut Options, example: &str) -> Result<Command, String> {
    let program = options.declare("command", Text, "the program; the first word is enough");
    let program =
        program.leading().needed(&format!("the program comes first, as in `{example}`"))?;
    let args = options.declare("args", Text, "its arguments, such as (--level=3)");
    let args = args.or_none("none")?.unwrap_or_default();
    let args = args.strip_prefix('(').and_then(|args| args.strip_suffix(')')).unwrap_or(&args);
    Ok(Command { program, args: args.split_whitespace().map(String::from).collect() })
}
