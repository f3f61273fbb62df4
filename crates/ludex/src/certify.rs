//! Certificates for solved games and puzzles.

use std::sync::Arc;

use ludex_game::{Playable, RoleId};
use ludex_search::certificate::{self, Bound, Claim, Document, Unmade};
use ludex_search::equilibrium::Equilibrium;
use ludex_search::evaluate::GoalValue;
use ludex_search::puzzle::Solution;
use ludex_search::{AlphaBeta, Assumption, Limits, Settings, Settled};

use crate::{Error, Result};

/// How many positions a certificate may have.
const POSITIONS_MAX: u64 = 1_000_000;

/// Memory for the search that is asked again.
const TABLE_BYTES: usize = 64 << 20;

/// What a certificate is about.
pub struct Subject<'a> {
    /// The game, as the user names it.
    pub game: &'a str,
    /// The digest of its rules.
    pub rules: &'a str,
    /// The position, if it is not the first.
    pub position: Option<&'a str>,
}

impl Subject<'_> {
    /// The certificate of what best play leads to, or of what a role can be sure of;
    /// `None` where neither is known.
    pub fn of_settled<G: Playable>(
        &self,
        game: &Arc<G>,
        state: &G::State,
        settled: &Settled<G::State, G::Move>,
        limits: &Limits,
    ) -> Option<Result<String>> {
        if let Some(solved) = &settled.equilibrium {
            return Some(self.of_equilibrium(&**game, state, solved));
        }
        let report = &settled.report;
        let bounds: &[Bound] = match report.assumption {
            None if report.is_proven => &[Bound::AtLeast, Bound::AtMost],
            Some(assumption) if assumption.is_guarantee() => &[Bound::AtLeast],
            _ => return None,
        };
        let value = report.value?;
        Some(self.of_value(game, state, (settled.role, value), bounds, limits))
    }

    /// The certificate of bounds that alpha-beta has proven.
    fn of_value<G: Playable>(
        &self,
        game: &Arc<G>,
        state: &G::State,
        (role, value): (RoleId, f64),
        bounds: &[Bound],
        limits: &Limits,
    ) -> Result<String> {
        let settings =
            Settings { table_bytes: TABLE_BYTES, deepening: false, ..Settings::default() };
        let mut search = AlphaBeta::new(Arc::clone(game), Box::new(GoalValue), settings);
        let mut value_of = |state: &G::State| {
            let report = search.search(state, role, limits);
            let is_sure = report.assumption.is_some_and(Assumption::is_guarantee);
            report.value.filter(|_| report.is_proven || is_sure)
        };
        let strategy = |&bound: &Bound| {
            let bound = (role, bound, value);
            certificate::strategy(&**game, state, bound, POSITIONS_MAX, &mut value_of)
        };
        let claims: Result<Vec<Claim>, Unmade> = bounds.iter().map(strategy).collect();
        self.text(claims.map_err(no_certificate)?)
    }

    /// The certificate of mixed strategies.
    fn of_equilibrium<G: Playable>(
        &self,
        game: &G,
        state: &G::State,
        solved: &Equilibrium<G::State, G::Move>,
    ) -> Result<String> {
        let stages = |state: &G::State| solved.stages(state);
        let claim = certificate::equilibrium(game, state, POSITIONS_MAX, stages);
        self.text(vec![claim.map_err(no_certificate)?])
    }

    /// The certificate of a puzzle's solution.
    pub fn of_solution<G: Playable>(
        &self,
        game: &G,
        solution: &Solution<G::Move>,
    ) -> Result<String> {
        self.text(vec![certificate::solution(game, solution)])
    }

    fn text(&self, claims: Vec<Claim>) -> Result<String> {
        let document = Document {
            game: self.game.into(),
            rules: Some(self.rules.into()),
            position: self.position.map(String::from),
            claims,
        };
        Ok(document.to_string())
    }
}

fn no_certificate(error: Unmade) -> Error {
    Error::Invalid(format!("there is no certificate: {error}"))
}
