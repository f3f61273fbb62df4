//! `ludex bench uct`: playouts per second inside UCT, beside bare ones.

use std::time::Duration;

use anyhow::Result;
use ludex::bench::{UctData, UctOptions, uct};
use ludex_search::Spec;
use schemars::{Schema, SchemaGenerator};

use super::Run;
use crate::args::Common;
use crate::args::number::seconds;
use crate::load;
use crate::output::Output;

/// Playouts inside UCT per CPU second of one thread, beside bare ones: both from the
/// initial position, by the same engine
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Bundled names or paths of rule sheets
    #[arg(required = true, value_name = "GAME")]
    games: Vec<String>,
    /// Time to spend on each of the two
    #[arg(long, default_value_t = 3.0, value_name = "SECONDS", value_parser = seconds)]
    seconds: f64,
    /// The search
    #[arg(long, value_name = "SPEC", default_value = "uct:parts=no")]
    player: String,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        let (settings, player) = (common.settings(), Spec::parse(&self.player)?);
        let time_max = Duration::from_secs_f64(self.seconds);
        let options = UctOptions { settings, player, time_max };
        let row = |name: &String| Ok(uct(&load::game(name, common, None)?, &options)?);
        let data = UctData::new(self.games.iter().map(row).collect::<Result<_>>()?);
        match common.json {
            true => out.json(&data)?,
            false => out.text(&data.to_text())?,
        }
        Ok(true)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<UctData>())
    }
}
