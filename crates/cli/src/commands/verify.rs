//! `ludex verify`: replays a certificate.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use game::{Playable, Visitor};
use report::number::thousands;
use search::certificate::{self, Bound, Checked, Claim, Document};
use serde_json::json;

use crate::args::Common;
use crate::output::Output;
use crate::{load, sitting};

pub fn run(common: &Common, out: &mut Output, path: &Path, positions_max: u64) -> Result<bool> {
    let name = || path.display().to_string();
    let text = search::read_text(path).with_context(name)?;
    let document = Document::read(&text).with_context(name)?;
    let rules = sitting::digest(&document.game).with_context(name)?;
    if rules != document.rules {
        bail!("{}: the rules of {} are not those of the certificate", name(), document.game);
    }
    let verify = Verify { document: &document, positions_max };
    let verified = load::visit(&document.game, common, verify)?.with_context(name)?;
    match common.json {
        true => out.json(&verified.to_json(&document.game))?,
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
                game.read_position(text).map_err(anyhow::Error::msg).context("position")?
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

    fn to_json(&self, game: &str) -> serde_json::Value {
        let claims = self.checked.iter().map(|(claim, checked)| {
            json!({
                "claim": claim.to_string(), "positions": checked.positions,
                "whole": checked.is_whole,
            })
        });
        json!({ "game": game, "claims": claims.collect::<Vec<_>>(), "positions": self.positions() })
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
