//! Alpha-beta: minimax without positions that cannot change the value.
//!
//! Fail-soft, after Knuth and Moore (1975) and Fishburn (1983), with iterative
//! deepening, a table of positions, move ordering, principal variation search
//! (Marsland and Campbell 1982) and pruning at chance nodes (Ballard 1983).
//! With any of these settings, the value is that of [minimax](crate::Minimax).
//!
//! Every ply has a frame whose buffers are reused, so that the search does not
//! allocate.

mod foresight;
mod frame;
mod node;
mod order;
mod outcome;
mod plain;
mod settings;
mod star;
mod transposition;

use std::sync::Arc;

use ludex_game::{Choices, Evaluator, Playable, RoleId, Turn};

use crate::equilibrium::Unsolved;
use crate::root::any_move;
use crate::{Candidate, Limits, NodeBudget, Probe, Report, Seen, Sides};
use frame::Frame;
use order::History;
use outcome::{Outcome, Window};
use transposition::{DEPTH_MAX, Table};

pub use settings::{Settings, Star};

/// Searches positions of one game.
///
/// ```
/// use std::sync::Arc;
/// use ludex_game::{Game, RoleId, examples::Nim};
/// use ludex_search::{AlphaBeta, Limits, Settings, evaluate::GoalValue};
///
/// let nim = Arc::new(Nim::new(&[3, 4, 5]));
/// let mut search = AlphaBeta::new(nim.clone(), Box::new(GoalValue), Settings::default());
/// let report = search.search(&nim.initial(), RoleId(0), &Limits::default());
/// assert_eq!((report.value, report.is_proven), (Some(100.0), true));
/// // The other heaps, 4 and 5, then balance the rest of this one.
/// assert_eq!(nim.move_name(report.mv), "(take 0 2)");
/// ```
pub struct AlphaBeta<G: Playable> {
    game: Arc<G>,
    evaluator: Box<dyn Evaluator<G>>,
    settings: Settings,
    /// Kept from one search to the next.
    table: Option<Table>,
    history: History,
    frames: Vec<Frame<G>>,
    sides: Sides,
    /// Separates the table entries of different roles.
    role_key: u64,
    budget: NodeBudget,
    /// Kept as long as the table, because its entries depend on these observations.
    seen: Seen,
    root: Root,
    probe: Option<Arc<dyn Probe<G>>>,
}

/// The moves of the root position.
#[derive(Clone, Copy, Debug, Default)]
struct Root {
    /// The option to search first.
    first: Option<u32>,
    /// The best option so far, and its value.
    best: Option<(u32, f64)>,
}

impl<G: Playable> AlphaBeta<G> {
    /// A search with an empty table.
    pub fn new(game: Arc<G>, evaluator: Box<dyn Evaluator<G>>, settings: Settings) -> Self {
        let table = (settings.table_bytes > 0).then(|| Table::new(settings.table_bytes));
        let (history, sides) = (History::new(game.roles().len()), Sides::new(&*game, RoleId(0)));
        let seen = Seen::new(&*game);
        Self {
            game,
            evaluator,
            settings,
            table,
            history,
            frames: Vec::new(),
            sides,
            role_key: 0,
            budget: NodeBudget::default(),
            seen,
            root: Root::default(),
            probe: None,
        }
    }

    /// Takes values below the root from exactly known positions.
    pub fn with_probe(self, probe: Arc<dyn Probe<G>>) -> Self {
        Self { probe: Some(probe), ..self }
    }

    /// Number of positions valued in the last search, by the rules or by the evaluator.
    pub fn n_leaves(&self) -> u64 {
        self.budget.n_leaves()
    }

    /// Properties of the game observed in the searches so far.
    pub fn seen(&self) -> &Seen {
        &self.seen
    }

    /// Why the last search, which returned this report, has no certain value.
    pub fn unsolved(&self, report: &Report<G::Move>) -> Option<Unsolved> {
        match report.assumption {
            _ if report.is_proven => None,
            Some(_) => self.seen.unequal_sums().map(|(a, b)| Unsolved::NotConstantSum(a, b)),
            None if self.budget.is_over() => Some(self.budget.unsolved()),
            None if self.seen.has_stuck() => Some(Unsolved::Stuck),
            None => Some(Unsolved::Depth(report.depth)),
        }
    }

    /// Searches until the value is certain or a limit is reached. Depths above 255 count as 255.
    /// The role must have a legal move in the position; see [`check_root`](crate::check_root).
    ///
    /// The value is proven for two players whose goals have a constant sum in all terminal
    /// positions that the search visited, and of whom only one has a choice at a time. Elsewhere
    /// the report has an [assumption](Report::assumption).
    ///
    /// The move is the best one of the greatest completed depth, or of the completed part of the
    /// next depth: there the best move so far is searched first, so that another one has to be
    /// better. A won position is won in the fewest plies, since the search ends at the first depth
    /// that proves the win; a lost one lasts as long as the others allow.
    pub fn search(&mut self, state: &G::State, role: RoleId, limits: &Limits) -> Report<G::Move> {
        let depth_max = limits.depth.unwrap_or(DEPTH_MAX).clamp(1, DEPTH_MAX);
        let depth_min = if self.settings.deepening { 1 } else { depth_max };
        let mut choices = Choices::default();
        let turn = choices.read(&*self.game, state);
        let mut report = Report::of_move(any_move(&choices, role));
        if turn == Turn::Stuck {
            return report;
        }
        self.begin(state, role, limits);
        for depth in depth_min..=depth_max {
            self.root = Root { first: self.root.best.map(|best| best.0), best: None };
            let (low, high) = self.settings.range;
            let outcome = match self.settings.mtd {
                true => self.narrow_down(depth),
                false => self.node(0, depth, Window::new(low, high)),
            };
            self.update(&mut report, &choices, depth, outcome);
            if self.budget.is_over() || outcome.is_certain() {
                break;
            }
        }
        report.nodes = self.budget.n_nodes();
        report
    }

    /// The value of the root by null-window searches, each of which raises the lower bound or
    /// lowers the upper bound, until they meet.
    fn narrow_down(&mut self, depth: u32) -> Outcome {
        let (mut low, mut high) = self.settings.range;
        let (mut is_floor, mut is_ceiling) = (true, true);
        let mut window = Window::above((low + high) / 2.0);
        let mut best = None;
        loop {
            self.root.best = None;
            let outcome = self.node(0, depth, window);
            if self.budget.is_over() {
                self.root.best = best;
                return Outcome::UNKNOWN;
            }
            if outcome.value > window.alpha {
                (low, is_floor) = (outcome.value, outcome.is_floor);
                best = self.root.best;
                self.root.first = best.map(|best| best.0);
                window = Window::above(low);
            } else {
                (high, is_ceiling) = (outcome.value, outcome.is_ceiling);
                best = best.or(self.root.best);
                window = Window::above(high.next_down());
            }
            if low >= high {
                self.root.best = best.map(|best| (best.0, low));
                return Outcome { value: low, is_floor, is_ceiling };
            }
        }
    }

    fn begin(&mut self, state: &G::State, role: RoleId, limits: &Limits) {
        self.budget = NodeBudget::new(limits);
        self.sides = Sides::new(&*self.game, role);
        self.role_key = ludex_game::draw::mix(u64::from(role.0) + 1);
        self.history.fade();
        self.root = Root::default();
        match &mut self.table {
            Some(table) => table.age(),
            None => self.seen = Seen::new(&*self.game),
        }
        if self.frames.is_empty() {
            self.frames.push(Frame::new(state.clone()));
        }
        self.frames[0].state.clone_from(state);
        self.frames[0].key = None;
    }

    /// Enters the result of one depth in the report.
    fn update(
        &self,
        report: &mut Report<G::Move>,
        choices: &Choices<G::Move>,
        depth: u32,
        outcome: Outcome,
    ) {
        let role = self.sides.own();
        let is_whole = !self.budget.is_over();
        let is_lost = outcome.is_certain() && outcome.value <= self.settings.range.0;
        let best = match self.root.best {
            // The role has only one move.
            None if is_whole => Some((0, outcome.value)),
            best => best,
        };
        let Some((option, value)) = best else { return };
        // All moves lose. The move kept from the depth before loses as late as any other.
        if !(is_whole && is_lost && report.value.is_some()) {
            report.mv = choices.of(role)[option as usize];
            report.line = self.line(choices, option);
        }
        // A partial depth shows which move is better, but not the value of the position, which
        // stays that of the last complete depth.
        if is_whole {
            report.value = Some(value);
            let is_certain = outcome.is_certain() && !self.seen.has_clamped();
            let root = &self.frames[0].state;
            let assumption = || self.seen.assumption_below(&*self.game, root, value);
            report.assumption = is_certain.then(assumption).flatten();
            report.is_proven = is_certain && report.assumption.is_none();
            report.depth = depth;
            let is_proven = report.is_proven;
            report.candidates = vec![Candidate { mv: report.mv, value, visits: 0, is_proven }];
        } else if report.value.is_none() {
            report.value = Some(value);
        }
    }

    /// The expected joint moves, which begin with an option of the role.
    fn line(&self, choices: &Choices<G::Move>, option: u32) -> Vec<Vec<G::Move>> {
        let role = self.sides.own();
        let line = self.frames[0].line();
        // A later null-window search may have found another best move.
        if line.get(role.index()) == Some(&choices.of(role)[option as usize]) {
            return line.chunks(choices.all().len()).map(<[_]>::to_vec).collect();
        }
        let mut joint = Vec::new();
        choices.joint(role, option as usize, &mut joint);
        vec![joint]
    }
}
