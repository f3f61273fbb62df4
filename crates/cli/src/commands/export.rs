//! `ludex export`: recorded games for other programs.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::ValueEnum;
use ludex::export;

use super::Run;
use crate::args::Common;
use crate::args::number::whole;
use crate::output::Output;
use crate::{load, store};

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

impl From<ExportFormat> for export::ExportFormat {
    fn from(format: ExportFormat) -> Self {
        match format {
            ExportFormat::Ggp => Self::Ggp,
            ExportFormat::Pgn => Self::Pgn,
        }
    }
}

fn run(
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
    let game = load::game(&setup.game, common, None)?;
    out.text(&export::export(&game, &setup, run, &records, format.into())?)?;
    Ok(true)
}
