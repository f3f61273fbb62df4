//! Certificates of solved games, replayed by the rules alone.

use std::sync::Arc;

use ludex_game::{Playable, Visitor, read_position};
use ludex_report::number::thousands;
use ludex_search::certificate::{self, Bound, Checked, Claim, Document};
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::{Context, bail, invalid};
use crate::{Error, Game, Result};

/// Replays a certificate in its game, and looks at a limited number of positions for each claim.
/// The caller compares the rules of the game with those of the certificate.
///
/// ```
/// use ludex::Game;
/// use ludex::search::certificate::Document;
/// use ludex::solve::{SolveOptions, solve};
/// use ludex::verify::verify;
///
/// let game = Game::load("nim")?;
/// let options = SolveOptions { certificate: true, ..SolveOptions::default() };
/// let text = solve(&game, &options)?.certificate().expect("it is proven")?;
/// let document = Document::read(&text).expect("a certificate");
/// let verified = verify(&game, &document, 1_000_000)?;
/// assert!(verified.to_text().starts_with("checked: "));
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn verify(game: &Game, document: &Document, n_positions_max: u64) -> Result<Verified> {
    game.visit(Verify { document, n_positions_max })
}

struct Verify<'a> {
    document: &'a Document,
    n_positions_max: u64,
}

impl Visitor for Verify<'_> {
    type Output = Result<Verified>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Verified> {
        let state = match &self.document.position {
            None => game.initial(),
            Some(text) => read_position(&*game, text)
                .map_err(|what| Error::Invalid(what.to_string()))
                .context("position")?,
        };
        let check = |claim: &Claim| {
            let checked = certificate::check(&*game, &state, claim, self.n_positions_max);
            let checked = checked.map_err(|flaw| invalid!("{claim}: {flaw}"))?;
            Ok((claim.clone(), checked))
        };
        let checked: Result<Vec<_>> = self.document.claims.iter().map(check).collect();
        if let Some(fault) = game.fault() {
            bail!("{fault}");
        }
        let players = game.roles().iter().filter(|role| !role.is_chance());
        Ok(Verified {
            game: self.document.game.clone(),
            players: players.map(|role| role.name.clone()).collect(),
            checked: checked?,
        })
    }
}

/// The claims of a certificate that hold.
pub struct Verified {
    game: String,
    players: Vec<String>,
    checked: Vec<(Claim, Checked)>,
}

impl Verified {
    /// The number of positions that were looked at.
    pub fn positions(&self) -> u64 {
        self.checked.iter().map(|(_, checked)| checked.positions).sum()
    }

    /// The data that `--json` prints.
    pub fn to_data(&self) -> VerifyData {
        let claims = self.checked.iter().map(|(claim, checked)| ClaimData {
            claim: claim.to_string(),
            positions: checked.positions,
            whole: checked.is_whole,
        });
        VerifyData {
            game: self.game.clone(),
            claims: claims.collect(),
            positions: self.positions(),
        }
    }

    /// What holds, in a line.
    pub fn to_text(&self) -> String {
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
