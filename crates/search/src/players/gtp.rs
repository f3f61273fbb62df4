//! Another program that speaks the Go Text Protocol.

use game::{Playable, Protocol};

use super::Kind;
use super::uci::{check_protocol, command, settings};
use crate::engine::{Engine, Gtp, PATIENCE};

pub(super) fn kind<G: Playable>() -> Kind<G> {
    Kind {
        name: "gtp",
        about: "a Reversi engine that is installed, such as `gtp:gtp-rhino,args=(-l 3)`",
        options: &[
            ("command", "the program; the first word is enough", "needed"),
            ("args", "what it is started with, such as (--level=3)", "nothing"),
            ("set", "commands to begin with, such as (komi=0)", "none"),
            ("time", "how long a move may take, in whole seconds", "as it likes"),
            ("patience", "how long to wait beyond that", "60s"),
        ],
        make: |game, _, options| {
            check_protocol(&**game, Protocol::Gtp)?;
            let command = command(options, "gtp:gtp-rhino")?;
            let settings = settings(options)?;
            let patience = options.time("patience")?.unwrap_or(PATIENCE);
            let gtp = Gtp::start(game, &command, options.time_max(), patience, &settings)?;
            Ok(Box::new(Engine::new(game, gtp)))
        },
    }
}
