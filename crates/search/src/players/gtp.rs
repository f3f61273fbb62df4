//! An external program with the Go Text Protocol.

use std::sync::Arc;
use std::time::Duration;

use ludex_game::{Playable, Protocol};

use super::uci::{check_protocol, command};
use super::{PlayerMaker, PlayerOptions};
use crate::engine::{Command, Engine, Gtp, PATIENCE};
use crate::options::{Options, Pairs, PositiveTime, Time};
use crate::{Context, Player};

pub(super) struct GtpOptions {
    command: Command,
    settings: Vec<(String, String)>,
    time: Option<Duration>,
    patience: Duration,
}

impl PlayerOptions for GtpOptions {
    fn read(options: &mut Options) -> Result<Self, String> {
        let command = command(options, "gtp:gtp-rhino")?;
        let settings = options.declare("set", Pairs, "commands to begin with, such as (komi=0)");
        let settings = settings.or_none("none")?.unwrap_or_default();
        let time =
            options.declare("time", PositiveTime, "how long a move may take, in whole seconds");
        let time = time.or_none("the engine's own")?;
        let patience = options.declare("patience", Time, "how long to wait beyond that");
        Ok(Self { command, settings, time, patience: patience.or(PATIENCE)? })
    }
}

impl<G: Playable> PlayerMaker<G> for GtpOptions {
    fn player(self, game: &Arc<G>, _: &Context) -> Result<Box<dyn Player<G>>, String> {
        check_protocol(&**game, Protocol::Gtp)?;
        let Self { command, settings, time, patience } = self;
        let gtp = Gtp::start(game, &command, time, patience, &settings)?;
        Ok(Box::new(Engine::new(game, gtp)))
    }
}
