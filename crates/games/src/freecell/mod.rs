//! FreeCell: all cards face up, four cells, and every card to its foundation.
//!
//! A move of the game moves one card. Any number of columns and cells is possible; the deals of
//! Microsoft's program have numbers. The [solver](solver) moves whole sequences at once, and
//! tells its solutions in single cards, so that they can be replayed by the rules.

mod board;
mod card;
mod deal;
mod evaluation;
mod frontier;
mod key;
mod search;
mod shortcut;
mod solver;
mod state;
mod text;

use ludex_game::{
    Game, Goal, OwnSolver, OwnSolverOf, Playable, PositionError, PositionText, PositionTextOf,
    Role, RoleId, SearchSupport, SolverLimits, SolverOutcome, StartSet,
};

pub use card::Card;
pub use deal::{DEAL_MAX, deal};
pub use evaluation::Weights;
pub use solver::{STAGES, Stage, solve_in_stages};
pub use state::{Column, Move, Place, State};

/// FreeCell with a number of columns and cells.
///
/// ```
/// use ludex_game::{Game, PositionText, perft};
/// use ludex_games::freecell::FreeCell;
///
/// let game = FreeCell::default();
/// let state = game.read_position("1").unwrap();
/// assert!(game.show(&state).starts_with("JD KD 2S 4C 3S 6D 6S\n2D KC KS 5C TD 8S 9C\n"));
/// assert_eq!(game.read_position(&game.show(&state)).unwrap(), state);
/// // Each of eight cards goes to one of four cells; 9C could lie on a red ten, but none is free.
/// assert_eq!(perft(&game, &state, 1), 8 * 4);
/// ```
#[derive(Clone, Debug)]
pub struct FreeCell {
    roles: [Role; 1],
    n_columns: usize,
    n_cells: usize,
}

/// The most columns and cells.
pub const N_PLACES_MAX: usize = 16;

impl Default for FreeCell {
    fn default() -> Self {
        Self::new(8, 4)
    }
}

impl FreeCell {
    /// The game with up to [`N_PLACES_MAX`] columns and cells.
    pub fn new(n_columns: usize, n_cells: usize) -> Self {
        assert!((1..=N_PLACES_MAX).contains(&n_columns) && n_cells <= N_PLACES_MAX, "too many");
        Self { roles: [Role::player("player")], n_columns, n_cells }
    }

    /// The deal of a number.
    pub fn deal(&self, number: u32) -> State {
        let mut columns: smallvec::SmallVec<[Column; 8]> =
            std::iter::repeat_n(Column::new(), self.n_columns).collect();
        for (at, card) in deal(number).into_iter().enumerate() {
            columns[at % self.n_columns].push(card);
        }
        State { columns, cells: std::iter::repeat_n(None, self.n_cells).collect(), home: [0; 4] }
    }
}

impl Game for FreeCell {
    type State = State;
    type Move = Move;

    fn roles(&self) -> &[Role] {
        &self.roles
    }

    /// Deal number 1.
    fn initial(&self) -> State {
        self.deal(1)
    }

    /// All cards are in the foundations, or none can be moved.
    fn is_terminal(&self, state: &State) -> bool {
        let mut moves = Vec::new();
        state.moves(&mut moves);
        moves.is_empty()
    }

    fn legal_moves(&self, state: &State, _: RoleId, moves: &mut Vec<Move>) {
        state.moves(moves);
    }

    fn apply(&self, state: &mut State, joint: &[Move]) {
        state.apply(joint[0]);
    }

    fn goal(&self, state: &State, _: RoleId) -> Goal {
        if state.is_solved() { Goal::MAX } else { Goal::MIN }
    }

    /// The usual notation: columns are numbers, cells letters, `h` the foundations.
    fn move_name(&self, mv: Move) -> String {
        let name = |place: Place| match place {
            Place::Column(at) => (at + 1).to_string(),
            // Cells from the eighth on have the letters after `h`.
            Place::Cell(at) => char::from(b'a' + at + u8::from(at >= 7)).to_string(),
            Place::Home => "h".into(),
        };
        format!("{}{}", name(mv.from), name(mv.to))
    }
}

impl SearchSupport for FreeCell {}

impl Playable for FreeCell {
    fn starts(&self) -> &[StartSet<Self>] {
        const SETS: &[StartSet<FreeCell>] = &[
            StartSet::INITIAL,
            StartSet::new(
                "deals",
                "Microsoft's deals by their numbers",
                |_| DEAL_MAX + 1,
                |game, number| game.deal(number as u32),
            ),
        ];
        SETS
    }

    fn view(&self) -> Option<&PositionTextOf<Self>> {
        Some(self)
    }

    fn own_solver(&self) -> Option<&OwnSolverOf<Self>> {
        Some(self)
    }
}

impl OwnSolver for FreeCell {
    fn can_solve(&self, _: &State) -> bool {
        true
    }

    fn solve(&self, state: &State, limits: &SolverLimits<'_>) -> SolverOutcome<Move> {
        solver::solve(state, limits)
    }
}

impl PositionText for FreeCell {
    fn show(&self, state: &State) -> String {
        text::show(state)
    }

    /// The number of a deal, or the lines of a position; `/` may stand for the end of a line.
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let word = text.trim();
        if !word.is_empty() && word.chars().all(|letter| letter.is_ascii_digit()) {
            let number = word.parse().ok().filter(|number| (1..=DEAL_MAX).contains(number));
            let number = number
                .ok_or_else(|| format!("there are deals from 1 to {DEAL_MAX}, not {word}"))?;
            return Ok(self.deal(number as u32));
        }
        Ok(text::read(text, self.n_columns, self.n_cells)?)
    }
}
