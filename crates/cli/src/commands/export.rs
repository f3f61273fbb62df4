//! `ludex export`: recorded games for other programs.

use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use ludex_arena::{Record, Setup, ggp, pgn};
use ludex_game::{Playable, Visitor};

use super::Run;
use crate::args::Common;
use crate::args::number::whole;
use crate::load;
use crate::output::Output;
use crate::store;
use clap::ValueEnum;
use std::path::PathBuf;

/// Write games of a run in a form that other programs read
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The number of the run
    #[arg(value_parser = whole(1..=i64::MAX))]
    run: i64,
    /// The number of a game [default: all]
    #[arg(value_parser = whole(0..=u32::MAX))]
    game: Option<u32>,
    /// The form
    #[arg(long, value_enum, default_value_t)]
    format: ExportFormat,
    /// The store [default: in the user's data folder]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        run(common, out, self.store.as_deref(), (self.run, self.game), self.format)
    }
}

/// In what form games are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// JSON match records, as game servers of general game playing write them
    #[default]
    Ggp,
    /// Portable Game Notation, for chess
    Pgn,
}

pub fn run(
    common: &Common,
    out: &mut Output,
    store: Option<&Path>,
    (run, number): (i64, Option<u32>),
    format: ExportFormat,
) -> Result<bool> {
    let store = store::existing(store)?;
    let setup = store.setup(run)?;
    let records = match number {
        Some(number) => vec![store.record(run, number)?],
        None => store.records(run)?,
    };
    let export = Export { setup: &setup, run, records: &records, format };
    let text = load::visit(&setup.game, common, export)??;
    out.text(&text)?;
    Ok(true)
}

struct Export<'a> {
    setup: &'a Setup,
    run: i64,
    records: &'a [Record],
    format: ExportFormat,
}

impl Visitor for Export<'_> {
    type Output = Result<String>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<String> {
        let mut text = String::new();
        for record in self.records {
            // One record a line, so that any number of games is one file.
            let line = match self.format {
                ExportFormat::Ggp => {
                    ggp::match_record(&*game, self.setup, self.run, record)?.to_string()
                }
                ExportFormat::Pgn => pgn::game(&*game, self.setup, self.run, record)?,
            };
            text.push_str(&line);
            text.push('\n');
        }
        Ok(text)
    }
}
