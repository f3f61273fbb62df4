//! `ludex verify`: replays a certificate.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use ludex::verify::{VerifyData, verify};
use ludex_search::certificate::Document;
use schemars::{Schema, SchemaGenerator};

use super::Run;
use crate::args::Common;
use crate::args::number::whole;
use crate::load;
use crate::output::Output;

/// Replay a certificate of `ludex solve` by the rules alone
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The certificate
    #[arg(value_name = "CERTIFICATE")]
    file: PathBuf,
    /// Most positions to look at for each claim
    #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = whole(1..=u64::MAX))]
    positions: u64,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        run(common, out, &self.file, self.positions)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<VerifyData>())
    }
}

fn run(common: &Common, out: &mut Output, path: &Path, positions_max: u64) -> Result<bool> {
    let name = || path.display().to_string();
    let text = ludex_search::read_text(path).with_context(name)?;
    let document = Document::read(&text).with_context(name)?;
    let rules = load::rules_digest(&document.game).with_context(name)?;
    if rules != document.rules {
        bail!("{}: the rules of {} are not those of the certificate", name(), document.game);
    }
    let game = load::game(&document.game, common, None)?;
    let verified = verify(&game, &document, positions_max).with_context(name)?;
    match common.json {
        true => out.json(&verified.to_data())?,
        false => out.line(verified.to_text())?,
    }
    Ok(true)
}
