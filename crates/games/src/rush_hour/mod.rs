//! Rush Hour: vehicles that move along their lines, and a red car that must get out.
//!
//! Boards have any size, walls, and up to 62 vehicles; they are part of the
//! [state](State), so that one game plays all of them. The exit is at the right end of the red
//! car's row. Two metrics are in use: a slide of a vehicle by any distance costs 1 (*moves*), or
//! its distance (*steps*).
//!
//! ```
//! use ludex_game::{Game, OwnSolver, PositionText, SolverLimits, SolverVerdict};
//! use ludex_games::rush_hour::{Metric, RushHour};
//!
//! let game = RushHour::new(Metric::Moves);
//! let state = game.read_position("..A.../..A.../XXA.../....../....../......").unwrap();
//! let limits = SolverLimits { nodes_max: 1000, memory_bytes_max: 1 << 24, is_due: &|| false };
//! let SolverVerdict::Solved { moves, is_shortest, .. } = game.solve(&state, &limits).verdict else {
//!     panic!("it has a solution")
//! };
//! let names: Vec<String> = moves.into_iter().map(|mv| game.move_name(mv)).collect();
//! assert_eq!((names.join(" "), is_shortest), ("A+3 X+4".to_string(), true));
//! ```

mod layout;
mod line;
mod solver;
mod visited;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use ludex_game::{
    Game, Goal, OwnSolver, OwnSolverOf, Playable, PositionError, PositionText, PositionTextOf,
    Role, RoleId, SearchSupport, SolverLimits, SolverOutcome,
};
use smallvec::SmallVec;

pub use layout::{Layout, RED, Vehicle};

/// Rush Hour in one of its metrics.
///
/// ```
/// use ludex_game::{Game, PositionText, perft};
/// use ludex_games::rush_hour::{Metric, RushHour};
///
/// let game = RushHour::new(Metric::Moves);
/// let state = game.read_position("..A.../..A.../XXA.../....../....../......").unwrap();
/// // The truck goes down by one, two or three cells; the red car cannot move.
/// assert_eq!(perft(&game, &state, 1), 3);
/// let unreadable = game.read_position("XX./.X./...").unwrap_err();
/// assert_eq!(
///     unreadable.to_string(),
///     "row 2, column 2: this part of vehicle `X` is not in line with the rest, from row 1, column 1",
/// );
/// ```
#[derive(Clone, Debug)]
pub struct RushHour {
    roles: [Role; 1],
    metric: Metric,
    initial: State,
}

/// What a slide costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// 1, however far the vehicle goes.
    #[default]
    Moves,
    /// The number of cells that the vehicle goes.
    Steps,
}

/// The first cell of each vehicle, along its line.
type Starts = SmallVec<[u8; 16]>;

/// A board: its layout, and where its vehicles are.
#[derive(Clone, Debug)]
pub struct State {
    layout: Arc<Layout>,
    starts: Starts,
}

/// Boards of one game usually share their layout, so it is compared by address first.
impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        let is_same = || Arc::ptr_eq(&self.layout, &other.layout) || self.layout == other.layout;
        self.starts == other.starts && is_same()
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.starts.hash(hasher);
    }
}

impl State {
    /// The fixed part of the board.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The first cell of each vehicle, along its line.
    pub fn starts(&self) -> &[u8] {
        &self.starts
    }

    /// Whether the red car has reached the exit.
    pub fn is_solved(&self) -> bool {
        usize::from(self.starts[self.layout.red]) == self.layout.exit()
    }
}

/// A slide of a vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The place of the vehicle among those of the layout.
    pub vehicle: u8,
    /// The name of the vehicle.
    pub name: u8,
    /// The number of cells, to the right or down if positive.
    pub by: i8,
}

/// A board of our own, made at random and solved in 22 moves: the initial position.
const INITIAL: &str = "JBBDDDJ.IAAFXXIG.FCC.G.FHHHGE.....E.";

impl Default for RushHour {
    fn default() -> Self {
        Self::new(Metric::Moves)
    }
}

impl RushHour {
    /// The game in a metric.
    pub fn new(metric: Metric) -> Self {
        let (layout, starts) = Layout::read(INITIAL).expect("it is a board");
        let initial = State { layout: Arc::new(layout), starts };
        Self { roles: [Role::player("player")], metric, initial }
    }

    /// What a slide costs.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The board in one line of text, as it is read.
    pub fn line(&self, state: &State) -> String {
        state.layout.line(&state.starts)
    }
}

impl Game for RushHour {
    type State = State;
    type Move = Move;

    fn roles(&self) -> &[Role] {
        &self.roles
    }

    fn initial(&self) -> State {
        self.initial.clone()
    }

    fn is_terminal(&self, state: &State) -> bool {
        state.is_solved()
    }

    fn legal_moves(&self, state: &State, _: RoleId, moves: &mut Vec<Move>) {
        moves.clear();
        let State { layout, starts } = state;
        let mut is_taken = layout.walls.clone();
        for (vehicle, &start) in layout.vehicles.iter().zip(starts) {
            let cells = usize::from(start)..usize::from(start) + vehicle.length;
            cells.for_each(|at| is_taken[layout.cell(vehicle, at)] = true);
        }
        for (at, (vehicle, &start)) in layout.vehicles.iter().zip(starts).enumerate() {
            let start = usize::from(start);
            let is_free = |&at: &usize| !is_taken[layout.cell(vehicle, at)];
            let n_back = (0..start).rev().take_while(is_free).count() as i8;
            let ahead = start + vehicle.length..layout.length_of_line(vehicle);
            let n_ahead = ahead.take_while(is_free).count() as i8;
            let slide = |by| Move { vehicle: at as u8, name: vehicle.name as u8, by };
            moves.extend((1..=n_back).map(|by| slide(-by)).chain((1..=n_ahead).map(slide)));
        }
    }

    fn apply(&self, state: &mut State, joint: &[Move]) {
        let start = &mut state.starts[usize::from(joint[0].vehicle)];
        *start = start.wrapping_add_signed(joint[0].by);
    }

    fn goal(&self, state: &State, _: RoleId) -> Goal {
        if state.is_solved() { Goal::MAX } else { Goal::MIN }
    }

    fn move_name(&self, mv: Move) -> String {
        format!("{}{:+}", char::from(mv.name), mv.by)
    }
}

impl SearchSupport for RushHour {}

impl Playable for RushHour {
    fn move_cost(&self, _: &State, joint: &[Move]) -> u32 {
        match self.metric {
            Metric::Moves => 1,
            Metric::Steps => joint[0].by.unsigned_abs().into(),
        }
    }

    fn has_unit_costs(&self) -> bool {
        self.metric == Metric::Moves
    }

    fn view(&self) -> Option<&PositionTextOf<Self>> {
        Some(self)
    }

    fn own_solver(&self) -> Option<&OwnSolverOf<Self>> {
        Some(self)
    }
}

/// Breadth-first search on packed boards of up to 8 x 8 cells.
impl OwnSolver for RushHour {
    fn can_solve(&self, state: &State) -> bool {
        solver::fits(&state.layout)
    }

    fn solve(&self, state: &State, limits: &SolverLimits<'_>) -> SolverOutcome<Move> {
        solver::solve(&state.layout, &state.starts, self.metric, limits)
    }
}

impl PositionText for RushHour {
    fn show(&self, state: &State) -> String {
        let letters = state.layout.letters(&state.starts);
        let rows = letters.chunks(state.layout.n_columns);
        let row = |row: &[char]| row.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
        let rows: Vec<String> = rows.map(row).collect();
        format!("{}\n{}", rows.join("\n"), self.line(state))
    }

    /// The board is the last line of the text. Words beside the board, such as a name before it
    /// and a length after it, are passed over.
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let line = text.trim_end().lines().next_back().unwrap_or_default();
        let board = board_of(line).ok_or("there is no board")?;
        let (layout, starts) = Layout::read(board)?;
        Ok(State { layout: Arc::new(layout), starts })
    }

    fn name_of<'a>(&self, line: &'a str) -> Option<&'a str> {
        let first = line.split_whitespace().next()?;
        (board_of(line) != Some(first)).then_some(first)
    }
}

/// The word of a line that is the board: the longest.
fn board_of(line: &str) -> Option<&str> {
    line.split_whitespace().rev().max_by_key(|word| word.len())
}
