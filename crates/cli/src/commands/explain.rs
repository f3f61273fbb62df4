//! `ludex explain`: searches and evolved players, explained.

use anyhow::Result;

use super::{Explanation, Run};
use crate::args::Common;
use crate::output::Output;

/// Show how a search works
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to explain.
    #[command(subcommand)]
    command: Explanation,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        self.command.run(common, out)
    }
}
