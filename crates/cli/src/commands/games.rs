//! `ludex games`: what is bundled.

use anyhow::Result;
use ludex_gdl::{Sheet, keyword, library};
use ludex_report::Table;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::Run;
use crate::args::Common;
use crate::output::Output;

/// List the bundled games
#[derive(Debug, clap::Args)]
pub struct Args {}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        run(common, out)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<GamesData>())
    }
}

pub fn run(common: &Common, out: &mut Output) -> Result<bool> {
    let rows: Vec<(String, usize, String)> = library::games()
        .iter()
        .map(|game| (game.name().to_string(), n_roles(game), game.summary()))
        .collect();
    if common.json {
        let data = |(name, roles, summary)| GameData { name, roles, summary };
        out.json(&GamesData { games: rows.into_iter().map(data).collect() })?;
        return Ok(true);
    }
    let mut table = Table::new(["game", "roles", "what it is"]);
    for (name, roles, summary) in rows {
        table.row([name, roles.to_string(), shorten(&summary)]);
    }
    out.text(&table.to_text())?;
    Ok(true)
}

/// As much as fits on a line of a terminal.
fn shorten(text: &str) -> String {
    const N_CHARS_MAX: usize = 64;
    if text.chars().count() <= N_CHARS_MAX {
        return text.to_string();
    }
    let start: String = text.chars().take(N_CHARS_MAX).collect();
    let words = start.rsplit_once(' ').map_or(start.as_str(), |(words, _)| words);
    format!("{} ...", words.trim_end_matches([',', ';', ':', '.']))
}

fn n_roles(game: &library::Bundled) -> usize {
    let (sheet, _) = Sheet::parse(game.source());
    sheet.rules().iter().filter(|rule| rule.head.name == keyword::ROLE).count()
}

/// The bundled games, as data.
#[derive(Serialize, JsonSchema)]
pub struct GamesData {
    games: Vec<GameData>,
}

/// A bundled game, as data.
#[derive(Serialize, JsonSchema)]
struct GameData {
    name: String,
    /// The number of roles.
    roles: usize,
    summary: String,
}
