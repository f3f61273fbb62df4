//! `ludex verify`: replays a certificate.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use ludex_game::{Playable, Visitor, read_position};
use ludex_report::number::thousands;
use ludex_search::certificate::{self, Bound, Checked, Claim, Document};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::Run;
use crate::args::Common;
use crate::args::number::whole;
use crate::load;
use crate::output::Output;
use std::path::PathBuf;

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

pub fn run(common: &Common, out: &mut Output, path: &Path, positions_max: u64) -> Result<bool> {
    let name = || path.display().to_string();
    let text = ludex_search::read_text(path).with_context(name)?;
    let document = Document::read(&text).with_context(name)?;
    let rules = load::rules_digest(&document.game).with_context(name)?;
    if rules != document.rules {
        bail!("{}: the rules of {} are not those of the certificate", name(), document.game);
    }
    let verify = Verify { document: &document, positions_max };
    let verified = load::visit(&document.game, common, verify)?.with_context(name)?;
    match common.json {
        true => out.json(&verified.to_data(&document.game))?,
        false => out.line(verified.to_text())?,
    }
    Ok(true)
}

struct Verify<'a> {
    document: &'a Document,
    positions_max: u64,
}

impl Visitor for Verify<'_> {
    type Output = Result<Verified>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Verified> {
        let state = match &self.document.position {
            None => game.initial(),
            Some(text) => {
                read_position(&*game, text).map_err(anyhow::Error::msg).context("position")?
            }
        };
        let check = |claim: &Claim| {
            let checked = certificate::check(&*game, &state, claim, self.positions_max);
            let checked = checked.map_err(|flaw| anyhow!("{claim}: {flaw}"))?;
            Ok((claim.clone(), checked))
        };
        let checked: Result<Vec<_>> = self.document.claims.iter().map(check).collect();
        if let Some(fault) = game.fault() {
            bail!("{fault}");
        }
        let players = game.roles().iter().filter(|role| !role.is_chance());
        Ok(Verified { players: players.map(|role| role.name.clone()).collect(), checked: checked? })
    }
}

/// Claims that hold.
struct Verified {
    players: Vec<String>,
    checked: Vec<(Claim, Checked)>,
}

impl Verified {
    fn positions(&self) -> u64 {
        self.checked.iter().map(|(_, checked)| checked.positions).sum()
    }

    fn to_data(&self, game: &str) -> VerifyData {
        let claims = self.checked.iter().map(|(claim, checked)| ClaimData {
            claim: claim.to_string(),
            positions: checked.positions,
            whole: checked.is_whole,
        });
        VerifyData { game: game.into(), claims: claims.collect(), positions: self.positions() }
    }

    fn to_text(&self) -> String {
        let positions = thousands(self.positions());
        format!("checked: {positions} positions, {}", self.in_words())
    }

    fn in_words(&self) -> String {
        if let [(one, first), (other, _)] = &self.checked[..]
            && let Claim::Strategy { role, bound: Bound::AtLeast, value, .. } = one
            && let Claim::Strategy { role: same, bound: Bound::AtMost, value: high, .. } = other
            && role == same
            && value == high
        {
            let others = self.players.iter().filter(|player| *player != role);
            return match &others.collect::<Vec<_>>()[..] {
                [other] if first.is_constant_sum && *value == 50.0 => {
                    format!("{role} is sure of 50, and so is {other}")
                }
                _ => format!("{role} is sure of {value}, and of no more"),
            };
        }
        let claim = |(claim, checked): &(Claim, Checked)| match checked.is_whole {
            true => claim.to_string(),
            false => format!("{claim}; there are too many others to try them all"),
        };
        self.checked.iter().map(claim).collect::<Vec<_>>().join("; ")
    }
}

/// The claims of a certificate that hold, as data.
#[derive(Serialize, JsonSchema)]
pub struct VerifyData {
    game: String,
    claims: Vec<ClaimData>,
    positions: u64,
}

/// A claim, as data.
#[derive(Serialize, JsonSchema)]
struct ClaimData {
    claim: String,
    positions: u64,
    /// Whether all alternatives were tried.
    whole: bool,
}
