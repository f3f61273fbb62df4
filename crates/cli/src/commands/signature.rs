//! `ludex bench signature`: fixed searches whose totals tell whether a change of the
//! code changes what searches do.

use anyhow::Result;
use ludex::bench::{SignatureData, signature};
use schemars::{Schema, SchemaGenerator};

use super::Run;
use crate::args::Common;
use crate::output::Output;
use crate::progress::Notes;

/// Fixed searches and random games: totals that stay the same as long as searches
/// and engines do the same
#[derive(Debug, clap::Args)]
pub struct Args {}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        let result = signature(&common.settings(), &mut Notes)?;
        match common.json {
            true => out.json(&result.to_data())?,
            false => out.text(&result.to_text())?,
        }
        Ok(true)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<SignatureData>())
    }
}
