//! `ludex analyse`: a report on a game for its designer.

use std::io::IsTerminal;

use anyhow::Result;
use ludex::analyse::{AnalyseOptions, analyse};
use schemars::{Schema, SchemaGenerator};

use super::Run;
use crate::args::Common;
use crate::args::number::{seconds, whole};
use crate::file::OutFile;
use crate::load;
use crate::output::Output;
use crate::progress::StepBar;

/// The time of `--quick`.
const QUICK_SECONDS: f64 = 10.0;

/// Report on a game for its designer: fairness, draws, length, decisive
/// moves, rules without use, how much skill matters
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludex analyse breakthrough --html breakthrough.html
  ludex analyse my-game.kif --quick
  ludex analyse native:reversi --time 300 --json")]
pub struct Args {
    /// Bundled name or path of a rule sheet
    game: String,
    /// Games of each strength, and of each match of two strengths [default:
    /// as many as there is time for]
    #[arg(long, value_name = "N", value_parser = whole(1..=10_000_000_u32))]
    games: Option<u32>,
    /// How long it should take on two cores, roughly: the work is cut to
    /// fit, without looking at a clock
    #[arg(long, default_value_t = 120.0, value_name = "SECONDS", value_parser = seconds)]
    time: f64,
    /// The same as `--time 10`
    #[arg(long, conflicts_with = "time")]
    quick: bool,
    /// Write a page with plots to this file
    #[arg(long, value_name = "FILE")]
    html: Option<OutFile>,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        let seconds = if self.quick { QUICK_SECONDS } else { self.time };
        if std::io::stderr().is_terminal() {
            let seconds = seconds.round();
            eprintln!(
                "This takes about {seconds} s on two idle cores; `--time` sets another limit."
            );
        }
        let game = load::game(&self.game, common, None)?;
        let settings = common.settings();
        let options = AnalyseOptions { settings, n_games: self.games, seconds };
        let mut bar = StepBar::new("{bar:20} {pos}/{len} {msg}, {elapsed}");
        let analysis = analyse(&game, &options, &mut bar);
        bar.clear();
        let analysis = analysis?;
        if let Some(path) = &self.html {
            out.page(path, analysis.to_page());
        }
        match common.json {
            true => out.json(&analysis.to_data())?,
            false => out.text(&analysis.to_text())?,
        }
        Ok(true)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<ludex::analyse::AnalyseData>())
    }
}
