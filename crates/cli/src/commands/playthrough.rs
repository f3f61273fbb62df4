//! `ludex playthrough`: one random game, state by state.

use anyhow::{Result, bail};
use ludex_game::Game;
use ludex_gdl::playthrough;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::Run;
use crate::args::Common;
use crate::args::number::whole;
use crate::load;
use crate::output::Output;

/// Play one random game and write it out state by state
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Bundled name or path of a rule sheet
    game: String,
    /// Stop after this many plies
    #[arg(long, default_value_t = 10_000, value_name = "N", value_parser = whole(0..=u32::MAX))]
    plies: u32,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        run(common, out, &self.game, self.plies)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<PlaythroughData>())
    }
}

pub fn run(common: &Common, out: &mut Output, name: &str, n_plies_max: u32) -> Result<bool> {
    let game = load::reference(&load::sheet(name)?, common.limits())?;
    let text = playthrough(&game, common.seed, n_plies_max);
    if let Some(fault) = game.fault() {
        bail!("{fault}");
    }
    if common.json {
        out.json(&PlaythroughData { game: name.into(), seed: common.seed, playthrough: text })?;
    } else {
        out.text(&text)?;
    }
    Ok(true)
}

/// A random game, as data.
#[derive(Serialize, JsonSchema)]
pub struct PlaythroughData {
    game: String,
    seed: u64,
    playthrough: String,
}
