//! Another program that speaks the Universal Chess Interface.

use game::{Playable, Protocol};

use super::Kind;
use crate::engine::{Command, Engine, Uci, UciLimits};
use crate::spec::Options;

pub(super) fn kind<G: Playable>() -> Kind<G> {
    Kind {
        name: "uci",
        about: "a chess engine that is installed, such as `uci:stockfish,depth=5`",
        options: &[
            ("command", "the program; the first word is enough", "needed"),
            ("args", "what it is started with, such as (--quiet)", "nothing"),
            ("set", "its own options, such as (Skill Level=3,Threads=1)", "its own defaults"),
            ("depth", "how many plies to look ahead", "no limit"),
            ("nodes", "how many positions to look at", "no limit"),
            ("time", "how long a move may take", "1s if neither depth nor nodes are limited"),
            ("patience", "how long to wait beyond that", "60s"),
        ],
        make: |game, _, options| {
            check_protocol(&**game, Protocol::Uci)?;
            let command = command(options, "uci:stockfish")?;
            let settings = settings(options)?;
            let limits = UciLimits {
                depth: options.positive("depth")?,
                nodes: options.positive("nodes")?,
                time: options.time_max(),
                patience: options.time("patience")?,
            };
            Ok(Box::new(Engine::new(game, Uci::start(game, &command, limits, &settings)?)))
        },
    }
}

/// Complains if engines cannot play the game.
pub(super) fn check_protocol<G: Playable>(game: &G, protocol: Protocol) -> Result<(), String> {
    if game.notation().is_some_and(|notation| notation.protocol() == protocol) {
        return Ok(());
    }
    Err(match protocol {
        Protocol::Uci => "this game does not speak UCI; native:chess does".into(),
        Protocol::Gtp => "this game does not speak GTP; native:reversi does".into(),
    })
}

/// The program that the first word names, and what it is started with.
pub(super) fn command(options: &mut Options, example: &str) -> Result<Command, String> {
    let program = options.leading("command");
    let program = program.ok_or_else(|| format!("the program comes first, as in `{example}`"))?;
    let args = options.text("args").unwrap_or_default();
    let args = args.strip_prefix('(').and_then(|args| args.strip_suffix(')')).unwrap_or(&args);
    Ok(Command { program, args: args.split_whitespace().map(String::from).collect() })
}

/// The names and values of the engine's own options.
pub(super) fn settings(options: &mut Options) -> Result<Vec<(String, String)>, String> {
    options.pairs("set")
}
