//! `ludex bench`: measurements of engines and players.

use anyhow::Result;

use super::{Benchmark, Run};
use crate::args::Common;
use crate::output::Output;

/// Measure speed
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to measure.
    #[command(subcommand)]
    command: Benchmark,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        self.command.run(common, out)
    }
}
