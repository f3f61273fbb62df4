//! `ludex man`: the manual page.

use anyhow::Result;
use clap::CommandFactory;

use super::Run;
use crate::args::Common;
use crate::output::Output;

/// Print the manual page
#[derive(Debug, clap::Args)]
pub struct Args {}

impl Run for Args {
    fn run(&self, _: &Common, out: &mut Output) -> Result<bool> {
        let mut page = Vec::new();
        clap_mangen::Man::new(crate::args::Args::command()).render(&mut page)?;
        out.text(&String::from_utf8_lossy(&page))?;
        Ok(true)
    }
}
