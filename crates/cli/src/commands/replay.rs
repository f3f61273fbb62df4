//! `ludex replay`: a recorded game, move by move.

use std::path::{Path, PathBuf};

use anyhow::Result;
use ludex::replay::{ReplayData, replay};
use schemars::{Schema, SchemaGenerator};

use super::Run;
use crate::args::Common;
use crate::args::number::whole;
use crate::output::Output;
use crate::{load, store};

/// Show a game of a run, move by move
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The number of the run
    #[arg(value_parser = whole(1..=i64::MAX))]
    run: i64,
    /// The number of the game
    #[arg(value_parser = whole(0..=u32::MAX))]
    game: u32,
    /// Show the position after each move
    #[arg(long)]
    boards: bool,
    /// The store [default: in the user's data folder]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        run(common, out, self.store.as_deref(), (self.run, self.game), self.boards)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<ReplayData>())
    }
}

fn run(
    common: &Common,
    out: &mut Output,
    store: Option<&Path>,
    (run, number): (i64, u32),
    boards: bool,
) -> Result<bool> {
    let store = store::existing(store)?;
    let (setup, record) = (store.setup(run)?, store.record(run, number)?);
    let game = load::game(&setup.game, common, None)?;
    let view = boards.then(|| game.view(common.seed));
    let result = replay(&game, &setup, run, &record, view.as_ref())?;
    match common.json {
        true => out.json(result.to_data())?,
        false => out.text(result.to_text())?,
    }
    Ok(true)
}
