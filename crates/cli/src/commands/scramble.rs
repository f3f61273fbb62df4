//! `ludex scramble`: the same game in other words.

use anyhow::Result;
use ludex_learn::structure::{Scramble, locations};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::Run;
use super::structure;
use crate::args::Common;
use crate::load;
use crate::output::Output;

/// Print the same game in other words [default: all names changed]
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludex scramble breakthrough > same.kif
  ludex scramble breakthrough --reorder --dummy --combine --symbols --seed 7")]
pub struct Args {
    /// Bundled name or path of a rule sheet
    game: String,
    /// Change every name
    #[arg(long)]
    symbols: bool,
    /// Let the arguments of facts change places
    #[arg(long)]
    reorder: bool,
    /// Give facts an argument that says nothing
    #[arg(long)]
    dummy: bool,
    /// Make the coordinates of boards one term
    #[arg(long)]
    combine: bool,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        run(common, out, self)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<ScrambleData>())
    }
}

/// Random games that show what is a coordinate.
const N_GAMES: u64 = 500;

fn run(common: &Common, out: &mut Output, args: &Args) -> Result<bool> {
    let name = &args.game;
    let sheet = load::sheet(name)?;
    let combine = match args.combine {
        true => locations(&structure::find(common, &sheet, N_GAMES)?),
        false => Vec::new(),
    };
    let scramble = Scramble {
        seed: common.seed,
        symbols: args.symbols || !(args.reorder || args.dummy || args.combine),
        reorder: args.reorder,
        dummy: args.dummy,
        combine,
    };
    let text = scramble.text(&sheet);
    if common.json {
        out.json(&ScrambleData { game: name.clone(), seed: common.seed, rules: text })?;
    } else {
        out.text(&text)?;
    }
    Ok(true)
}

/// A scrambled rule sheet, as data.
#[derive(Serialize, JsonSchema)]
pub struct ScrambleData {
    game: String,
    seed: u64,
    rules: String,
}
