//! Certificates for what `ludex solve` has proven.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, anyhow};
use game::{Playable, RoleId};
use report::number::thousands;
use search::certificate::{self, Bound, Claim, Document};
use search::evaluate::GoalValue;
use search::puzzle::Solution;
use search::{AlphaBeta, Limits, Settings};

use crate::{file, sitting};

/// How many positions a certificate may have.
const POSITIONS_MAX: u64 = 1_000_000;

/// Memory for the search that is asked again.
const TABLE_BYTES: usize = 64 << 20;

/// Where a certificate goes, and what it is about.
pub struct Target<'a> {
    /// The game, as the user names it.
    pub game: &'a str,
    /// The position, if it is not the first.
    pub position: Option<&'a str>,
    /// The file.
    pub path: &'a Path,
}

impl Target<'_> {
    /// Writes the certificate of a value that alpha-beta has proven, and says so.
    pub fn write_value<G: Playable>(
        &self,
        game: &Arc<G>,
        state: &G::State,
        (role, value): (RoleId, f64),
        limits: &Limits,
    ) -> Result<String> {
        let settings = Settings { table_bytes: TABLE_BYTES, ..Settings::default() };
        let mut search = AlphaBeta::new(Arc::clone(game), Box::new(GoalValue), settings);
        let mut value_of = |state: &G::State| {
            let report = search.search(state, role, limits);
            report.value.filter(|_| report.is_proven)
        };
        let strategy = |bound: Bound| {
            let bound = (role, bound, value);
            certificate::strategy(&**game, state, bound, POSITIONS_MAX, &mut value_of)
        };
        let claims: Result<Vec<Claim>, _> =
            [Bound::AtLeast, Bound::AtMost].into_iter().map(strategy).collect();
        let claims = claims.map_err(|error| anyhow!("there is no certificate: {error}"))?;
        self.write(claims)
    }

    /// Writes the certificate of a puzzle's solution, and says so.
    pub fn write_solution<G: Playable>(
        &self,
        game: &G,
        solution: &Solution<G::Move>,
    ) -> Result<String> {
        self.write(vec![certificate::solution(game, solution)])
    }

    fn write(&self, claims: Vec<Claim>) -> Result<String> {
        let document = Document {
            game: self.game.into(),
            rules: sitting::digest(self.game)?,
            position: self.position.map(String::from),
            claims,
        };
        let text = document.to_string();
        file::write(self.path, &text)?;
        let n_lines = thousands(text.lines().count() as u64);
        let path = self.path.display();
        Ok(format!("certificate of {n_lines} lines in {path}; `ludex verify {path}` replays it\n"))
    }
}
