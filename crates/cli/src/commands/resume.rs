//! `ludex resume`: continues a run.

use std::path::PathBuf;

use anyhow::Result;
use schemars::{Schema, SchemaGenerator};

use super::Run;
use crate::args::number::whole;
use crate::args::{Common, Show};
use crate::match_run;
use crate::output::Output;

/// Go on with a run that was interrupted, and show how it stands
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The number of the run
    #[arg(value_parser = whole(1..=i64::MAX))]
    run: i64,
    /// The store [default: in the user's data folder]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// What is shown
    #[command(flatten)]
    show: Show,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        match_run::resume(common, out, self.store.as_deref(), self.run, &self.show)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<ludex_arena::page::MatchData>())
    }
}
