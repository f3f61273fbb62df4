//! `ludex bench claims`: what searches claim of random small games, held against
//! exhaustive solutions.

use anyhow::Result;
use ludex::bench::{ClaimsData, claims};
use ludex_gdl::random_sheet::RandomSheet;
use schemars::{Schema, SchemaGenerator};

use super::Run;
use crate::args::Common;
use crate::args::number::whole;
use crate::output::Output;
use crate::progress::StepBar;

/// What searches claim of random small games, held against exhaustive
/// solutions
#[derive(Debug, clap::Args)]
pub struct Args {
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(1..=1_000_000_000_u64))]
    games: u64,
    /// Print the rules of the game with this number instead
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    show: Option<u64>,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        match self.show {
            Some(seed) => show(common, out, seed),
            None => run(common, out, self.games),
        }
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<ClaimsData>())
    }
}

fn run(common: &Common, out: &mut Output, n_games: u64) -> Result<bool> {
    let mut bar = StepBar::new("{bar:30} {pos} of {len} games, {elapsed}, {eta} left");
    let result = claims(&common.settings(), n_games, &mut bar);
    bar.clear();
    let result = result?;
    match common.json {
        true => out.json(&result.to_data())?,
        false => out.text(&result.to_text())?,
    }
    Ok(result.is_clean())
}

/// Prints the rule sheet of a game that was tried.
fn show(common: &Common, out: &mut Output, seed: u64) -> Result<bool> {
    let rules = RandomSheet::new(seed).text;
    match common.json {
        true => out.json(&ClaimsData::Rules { seed, rules })?,
        false => out.text(&rules)?,
    }
    Ok(true)
}
