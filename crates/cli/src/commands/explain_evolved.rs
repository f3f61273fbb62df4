//! `ludex explain evolved`: the best player of an evolution, and which of its terminals matter.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use ludex::data;
use ludex::evolve::{EvolvedOptions, explain};
use schemars::{Schema, SchemaGenerator};

use super::Run;
use crate::args::Common;
use crate::args::number::whole;
use crate::file::OutFile;
use crate::output::Output;
use crate::progress::StepBar;

/// Tell what evolved in a run, and which of its terminals matter
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludex explain evolved lose-checkers-1 --html anatomy.html
  ludex explain evolved best.run --strength 2 --generations 20
  ludex explain evolved best.run --pairs 4")]
pub struct Args {
    /// The file of a run, or its name in the user's data folder, such as
    /// lose-checkers-1
    run: String,
    /// Games by which players are compared
    #[arg(long, default_value_t = 200, value_name = "N", value_parser = whole(1..=10_000_000_u32))]
    games: u32,
    /// How many of the strongest players are made to do without a terminal
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = whole(1..=u32::MAX))]
    strong: u32,
    /// Evolve N times without each terminal, which takes long
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = whole(0..=u32::MAX))]
    strength: u32,
    /// Evolve with each pair of the N strongest terminals alone
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = whole(0..=u32::MAX))]
    pairs: u32,
    /// Generations of these evolutions [default: as in the run]
    #[arg(long, value_name = "N", value_parser = whole(1..=u32::MAX))]
    generations: Option<u32>,
    /// Write a page with pictures to this file
    #[arg(long, value_name = "FILE")]
    html: Option<OutFile>,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        let options = EvolvedOptions {
            settings: common.settings(),
            n_games: self.games,
            n_strong: self.strong,
            n_without: self.strength,
            n_pairs: self.pairs,
            generations: self.generations,
        };
        let mut bar = StepBar::new("{bar:20} {pos}/{len} {msg}");
        let explained = explain(&file_of(&self.run)?, &options, &mut bar);
        bar.clear();
        let explained = explained?;
        if let Some(path) = &self.html {
            out.page(path, explained.to_page(&self.run));
        }
        match common.json {
            true => out.json(&explained.to_data())?,
            false => out.text(&explained.to_text())?,
        }
        Ok(true)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<ludex::evolve::EvolvedData>())
    }
}

/// The file of a run: a path, or its name in the folder of runs.
fn file_of(name: &str) -> Result<PathBuf> {
    let path = Path::new(name);
    if path.exists() {
        return Ok(path.to_path_buf());
    }
    let kept = data::runs()?.join(format!("{name}.run"));
    match kept.exists() {
        true => Ok(kept),
        false => bail!("there is no run `{name}`, neither as a file nor as {}", kept.display()),
    }
}
