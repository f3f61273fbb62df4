//! Claims of searches compared with the exhaustive solution of a small game.

use std::collections::BTreeMap;
use std::sync::Arc;

use ludex_game::{Game, Playable, RoleId};

use super::Graph;
use crate::certificate::{self, Bound, Unmade};
use crate::evaluate::GoalValue;
use crate::puzzle::{self, Method, Solver};
use crate::uct::{self, Uct};
use crate::{
    AlphaBeta, Assumption, Context, Limits, Minimax, ProofSearch, Report, Settings, Shares, Spec,
    Stop, Verdict, now, settle,
};

/// The claims of all searches about a game, and the wrong ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trial {
    /// Number of claims compared, by search.
    pub claims: BTreeMap<&'static str, u64>,
    /// Number of certificates made and checked.
    pub certificates: u64,
    /// Descriptions of the wrong claims.
    pub disagreements: Vec<String>,
}

/// Maximum number of positions of a game.
const N_POSITIONS_MAX: usize = 20_000;

/// Node limit of a search. Small games take less, most of them far less; minimax has no table,
/// so it repeats positions.
const N_NODES: u64 = 30_000;

/// Maximum number of positions of a certificate.
const N_CERTIFIED_MAX: u64 = 20_000;

const TABLE_BYTES: usize = 1 << 18;

impl Trial {
    /// Runs all searches on a game. `None` if it has too many positions.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use ludex_game::examples::Nim;
    /// use ludex_search::exhaustive::Trial;
    ///
    /// let trial = Trial::new(&Arc::new(Nim::new(&[1, 2, 2])), 1).unwrap();
    /// assert!(trial.disagreements.is_empty());
    /// assert!(trial.claims["alphabeta"] > 0 && trial.certificates > 0);
    /// ```
    pub fn new<G: Playable>(game: &Arc<G>, seed: u64) -> Option<Self> {
        let graph = Graph::explore(&**game, &game.initial(), N_POSITIONS_MAX)?;
        let mut trial = Self::default();
        if game.is_terminal(&game.initial()) || graph.is_stuck() {
            return Some(trial);
        }
        if puzzle::is_puzzle(&**game) {
            trial.puzzle(game, &graph, seed);
        }
        if graph.players().len() <= 2 {
            trial.settle(game, &graph);
        }
        for role in graph.players().into_iter().map(RoleId::new) {
            trial.minimax(game, &graph, role);
            trial.alphabeta(game, &graph, role);
            trial.uct(game, &graph, role, seed);
            if graph.players().len() == 2 && graph.is_chance.len() == 2 {
                trial.proof(game, &graph, role);
            }
        }
        Some(trial)
    }

    fn count(&mut self, search: &'static str) {
        *self.claims.entry(search).or_default() += 1;
    }

    /// Compares a claim with the truth, if there is a claim.
    fn compare(&mut self, search: &'static str, claim: Option<String>, truth: &str) {
        let Some(claim) = claim else { return };
        self.count(search);
        if claim != truth {
            self.disagreements.push(format!("{search} claims {claim}; it is {truth}"));
        }
    }

    fn puzzle<G: Playable>(&mut self, game: &Arc<G>, graph: &Graph, seed: u64) {
        let limits = Limits { nodes: Some(N_NODES), ..Limits::default() };
        for (name, method) in Method::NAMES {
            let memory_bytes_max = if seed.is_multiple_of(3) { 0 } else { 1 << 20 };
            let options =
                puzzle::Options { method, memory_bytes_max, seed, ..puzzle::Options::default() };
            let outcome = Solver::new(game, &game.initial(), &options).solve(&limits);
            let best = graph.best_end();
            let Some(solution) = outcome.solution else {
                let claim = outcome.is_settled.then(|| format!("{name}: no end"));
                let truth = if best.is_none() { "no end" } else { "an end" };
                self.compare("puzzle", claim, &format!("{name}: {truth}"));
                continue;
            };
            let goal = solution.goal.value();
            let claim = solution.is_best.then(|| format!("{name}: {goal} is best"));
            self.compare("puzzle", claim, &format!("{name}: {} is best", best.unwrap_or(0)));
            let n_plies = graph.plies_to(goal).unwrap_or(usize::MAX);
            let shortest = |n_plies| format!("{name}: {n_plies} plies are least");
            let claim = solution.is_shortest.then(|| shortest(solution.moves.len()));
            self.compare("puzzle", claim, &shortest(n_plies));
            let claim = certificate::solution(&**game, &solution);
            match certificate::check(&**game, &game.initial(), &claim, N_CERTIFIED_MAX) {
                Ok(_) => self.certificates += 1,
                Err(flaw) => self.disagreements.push(format!("puzzle, {name}: {flaw}")),
            }
        }
    }

    fn minimax<G: Playable>(&mut self, game: &Arc<G>, graph: &Graph, role: RoleId) {
        let limits = Limits { nodes: Some(N_NODES), ..Limits::default() };
        for depth in [2, 5, 30] {
            let mut minimax = Minimax::new(Arc::clone(game), Box::new(GoalValue), depth);
            let report = minimax.search(&game.initial(), role, &limits);
            self.compare_value("minimax", &report, graph.worth(role));
        }
    }

    fn alphabeta<G: Playable>(&mut self, game: &Arc<G>, graph: &Graph, role: RoleId) {
        let limits = Limits { depth: Some(60), nodes: Some(N_NODES), ..Limits::default() };
        let settings = Settings { table_bytes: TABLE_BYTES, ..Settings::default() };
        let mut known = None;
        for (name, settings) in [
            ("alphabeta", settings),
            ("alphabeta without a table", Settings { table_bytes: 0, ..settings }),
            ("alphabeta with mtd", Settings { deepening: false, mtd: true, ..settings }),
        ] {
            let mut search = AlphaBeta::new(Arc::clone(game), Box::new(GoalValue), settings);
            let report = search.search(&game.initial(), role, &limits);
            self.compare_value(name, &report, graph.worth(role));
            known = certain(&report).or(known);
        }
        let Some((value, is_proven)) = known else { return };
        let is_exact = is_proven && !graph.has_simultaneous();
        let bounds =
            if is_exact { &[Bound::AtLeast, Bound::AtMost][..] } else { &[Bound::AtLeast] };
        let mut search = AlphaBeta::new(Arc::clone(game), Box::new(GoalValue), settings);
        for &bound in bounds {
            self.certify(game, ("alphabeta", role, bound, value), |state| {
                certain(&search.search(state, role, &limits)).map(|(value, _)| value)
            });
        }
    }

    /// Runs the search that fits the game. Where roles mix their moves, also certifies the
    /// strategies.
    fn settle<G: Playable>(&mut self, game: &Arc<G>, graph: &Graph) {
        let limits = Limits { nodes: Some(10 * N_NODES), ..Limits::default() };
        let (equilibrium, all) = (limits.clone(), limits);
        let shares = Shares { equilibrium, all, memory_bytes_max: 16 << 20 };
        let Ok(settled) = settle(game, &game.initial(), &shares) else { return };
        self.compare_value("settle", &settled.report, graph.worth(settled.role));
        let Some(solved) = settled.equilibrium else { return };
        let stages = |state: &G::State| solved.stages(state);
        match certificate::equilibrium(&**game, &game.initial(), N_CERTIFIED_MAX, stages) {
            Ok(_) => self.certificates += 1,
            Err(Unmade::TooLarge(_)) => {}
            Err(error) => self.disagreements.push(format!("mixed strategies: {error}")),
        }
    }

    fn certify<G: Game>(
        &mut self,
        game: &Arc<G>,
        (search, role, bound, value): (&'static str, RoleId, Bound, f64),
        value_of: impl FnMut(&G::State) -> Option<f64>,
    ) {
        let claim = (role, bound, value);
        match certificate::strategy(&**game, &game.initial(), claim, N_CERTIFIED_MAX, value_of) {
            Ok(_) => self.certificates += 1,
            // A search within limits may know less of the positions below the root.
            Err(Unmade::TooLarge(_) | Unmade::Lost) => {}
            Err(Unmade::Wrong(flaw)) => {
                let name = &game.roles()[role.index()].name;
                let what = format!("{search} for {name}, {bound} {value}: {flaw}");
                self.disagreements.push(what);
            }
        }
    }

    fn proof<G: Playable>(&mut self, game: &Arc<G>, graph: &Graph, role: RoleId) {
        let limits = Limits { nodes: Some(N_NODES), ..Limits::default() };
        let mut search = ProofSearch::new(Arc::clone(game), TABLE_BYTES);
        let root = game.initial();
        let solved = search.solve(&root, role, &limits);
        let Some((low, high)) = graph.forced(role) else {
            // Positions outside the method may be irrelevant to the value.
            let Some(value) = graph.guaranteed(role) else { return };
            let is_right = (f64::from(solved.low)..=f64::from(solved.high)).contains(&value);
            let claim = (solved.low > 0 || solved.high < 100).then(|| is_right.to_string());
            return self.compare("proof", claim, "true");
        };
        let bounds = |low, high| format!("from {low} to {high}");
        let claim = solved.is_settled.then(|| bounds(solved.low, solved.high));
        self.compare("proof", claim, &bounds(low, high));
        if solved.low > low || solved.high < high {
            let (low, high) = (solved.low, solved.high);
            self.disagreements.push(format!("proof is sure of {low} to {high}"));
        }
        for (bound, value) in [(Bound::AtLeast, solved.low), (Bound::AtMost, solved.high)] {
            let goal_min = if bound == Bound::AtLeast { value } else { value.saturating_add(1) };
            let Some(goal_min) = ludex_game::Goal::new(goal_min).filter(|goal| goal.value() > 0)
            else {
                continue;
            };
            let (inside, outside) = match bound {
                Bound::AtLeast => (Verdict::Proven, 0.0),
                Bound::AtMost => (Verdict::Refuted, 100.0),
            };
            self.certify(game, ("proof", role, bound, f64::from(value)), |state| {
                let verdict = search.prove(state, role, goal_min, &limits);
                Some(if verdict == inside { f64::from(value) } else { outside })
            });
        }
    }

    fn uct<G: Playable>(&mut self, game: &Arc<G>, graph: &Graph, role: RoleId, seed: u64) {
        let spec = Spec::parse("uct:playouts=1500,memory=4MB").expect("a spec");
        let context = Context { seed, ..Context::default() };
        let Ok(mut seat) = spec.seat(game, &context) else { return };
        let report = seat.player.choose(&game.initial(), role, &Stop::never());
        // With proof searches beside the tree, as against a clock.
        let options = uct::Options { memory_bytes: 4 << 20, proofs: 1.0, ..Default::default() };
        let limits = Limits { playouts: Some(1500), clock: Some(now), ..Limits::default() };
        let beside = Uct::new(game, options, seed, 1).search(&game.initial(), role, &limits);
        let outcomes = || {
            let outcomes = graph.outcomes()?;
            let values: Vec<f64> = outcomes.iter().map(|values| values[role.index()]).collect();
            Some(Truth::of(&values))
        };
        let truth = match graph.players().len() <= 2 && graph.is_constant_sum() {
            true => graph.worth(role),
            false => outcomes(),
        };
        self.compare_value("uct", &report, truth);
        self.compare_value("uct with proofs", &beside, truth);
    }

    fn compare_value<M>(&mut self, search: &'static str, report: &Report<M>, truth: Option<Truth>) {
        let (Some(truth), Some((value, is_proven))) = (truth, certain(report)) else { return };
        self.count(search);
        let is_right = match truth {
            Truth::Value(truth) if is_proven => (value - truth).abs() < 1e-4,
            Truth::Value(low) | Truth::Open(low, _) => !is_proven && value < low + 1e-4,
        };
        if !is_right {
            let claims = if is_proven { "claims" } else { "claims at least" };
            self.disagreements.push(format!("{search} {claims} {value}; it is {truth}"));
        }
    }
}

/// The value that a report guarantees the role, and whether it is exact.
fn certain<M>(report: &Report<M>) -> Option<(f64, bool)> {
    let is_sure = report.is_proven || report.assumption.is_some_and(Assumption::is_guarantee);
    report.value.filter(|_| is_sure).map(|value| (value, report.is_proven))
}

/// The true value of a position.
#[derive(Clone, Copy, Debug)]
enum Truth {
    /// A unique value.
    Value(f64),
    /// An interval of possible values.
    Open(f64, f64),
}

impl std::fmt::Display for Truth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Value(value) => write!(f, "{value}"),
            Self::Open(low, high) => write!(f, "anything from {low} to {high}"),
        }
    }
}

impl Truth {
    fn of(values: &[f64]) -> Self {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if high - low < 1e-6 { Self::Value(low) } else { Self::Open(low, high) }
    }
}

impl Graph {
    /// The value of the game to a role against all others; `None` where it is not defined.
    fn worth(&self, role: RoleId) -> Option<Truth> {
        if self.has_simultaneous() {
            let first = self.mixed()?;
            let is_first = self.players().first() == Some(&role.index());
            let sum = self.ends().next().map_or(100, |goals| {
                self.players().iter().map(|&player| u32::from(goals[player])).sum()
            });
            return Some(Truth::Value(if is_first { first } else { f64::from(sum) - first }));
        }
        if !self.is_cyclic() {
            return self.guaranteed(role).map(Truth::Value);
        }
        let (low, high) = self.forced(role)?;
        Some(Truth::of(&[f64::from(low), f64::from(high)]))
    }
}
