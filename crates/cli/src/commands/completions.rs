//! `ludex completions`: scripts for shells.

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

use super::Run;
use crate::args::Common;
use crate::output::Output;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Which shell
    shell: Shell,
}

impl Run for Args {
    fn run(&self, _: &Common, out: &mut Output) -> Result<bool> {
        let mut script = Vec::new();
        clap_complete::generate(
            self.shell,
            &mut crate::args::Args::command(),
            "ludex",
            &mut script,
        );
        out.text(&String::from_utf8_lossy(&script))?;
        Ok(true)
    }
}
