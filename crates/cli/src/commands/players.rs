//! `ludex players`: the kinds of players with their options, and the evaluators.

use anyhow::Result;
use ludex::players::{PlayersData, players};
use schemars::{Schema, SchemaGenerator};

use super::Run;
use crate::args::Common;
use crate::load;
use crate::output::Output;

/// List the players and evaluators that specs can name
#[derive(Debug, clap::Args)]
pub struct Args {
    /// List the evaluators of this game as well
    game: Option<String>,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        let game = self.game.as_deref().map(|name| load::game(name, common, None)).transpose()?;
        let data = players(game.as_ref());
        match common.json {
            true => out.json(&data)?,
            false => out.text(&data.to_text())?,
        }
        Ok(true)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<PlayersData>())
    }
}
