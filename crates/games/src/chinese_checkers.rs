//! Chinese checkers for two, on the rhombus of 81 holes or the star of 121.
//!
//! Holes have two coordinates, and a hole touches its neighbours along either
//! and along the diagonal on which their sum stays the same. Ten men each start
//! in two opposite corners, red in the low one. A man steps to an empty
//! neighbour, or makes a chain of hops over single men of either colour; moves
//! with the same start and end are one move. A player wins as soon as the
//! opposite corner is full and at least one man in it is its own, after a move of
//! either; after 200 plies the game is drawn.
//!
//! Sets of holes are bits of a word of 128, and the hole behind each
//! neighbour is looked up in a table. Hops can be taken back, so the empty holes fall into
//! districts that hops connect; a man reaches whole districts at once.

use ludex_game::draw::mix;
use ludex_game::{
    Evaluator, Game, Goal, NamedEvaluator, Playable, PositionError, PositionText, PositionTextOf,
    Role, RoleId, SearchSupport, squash,
};

use crate::notation::{self, Position};

/// Chinese checkers for two.
///
/// ```
/// use ludex_game::{Game, PositionText, perft};
/// use ludex_games::chinese_checkers::ChineseCheckers;
///
/// for (game, count) in [(ChineseCheckers::rhombus(), 4648), (ChineseCheckers::star(), 4760)] {
///     assert_eq!(perft(&game, &game.initial(), 3), count);
///     assert_eq!(game.read_position(&game.show(&game.initial())), Ok(game.initial()));
/// }
/// ```
#[derive(Clone, Debug)]
pub struct ChineseCheckers {
    roles: [Role; 2],
    holes: Vec<Hole>,
    /// The corner of each role, which is the target of the other.
    homes: [u128; 2],
    n_plies_max: Option<u8>,
}

/// A hole and its neighbours.
#[derive(Clone, Debug)]
struct Hole {
    x: u8,
    y: u8,
    /// Rows from the tip of red's corner.
    row: i32,
    neighbours: u128,
    /// The neighbour in each direction and the hole behind it, or [`OFF`].
    hops: [(u8, u8); 6],
}

/// The men of each role. Bit `i` is the hole at place `i` in
/// [`ChineseCheckers::holes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    men: [u128; 2],
    /// Plies so far; 0 where there is no limit.
    n_plies: u8,
    turn: u8,
}

/// The move of one role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Takes a man from a hole to another.
    Go {
        /// The hole that it leaves.
        from: u8,
        /// The hole that it reaches.
        to: u8,
    },
    /// Waits for the other role, or is on turn and cannot move.
    Noop,
}

const DIRECTIONS: [(i32, i32); 6] = [(1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1)];

/// The place of a hole that does not exist and is never taken.
const OFF: u8 = 127;

/// Blue's tip, as seen from red's.
const LAST_ROW: i32 = 16;

/// From the bundled sheet.
const N_PLIES_MAX: u8 = 200;

impl ChineseCheckers {
    /// The part of the star that two players use: 9 x 9 holes, as in the
    /// bundled sheet `chinese-checkers`.
    pub fn rhombus() -> Self {
        Self::new(4, |q, r| q.abs() <= 4 && r.abs() <= 4)
    }

    /// The whole star of 121 holes, with men in two opposite points.
    pub fn star() -> Self {
        // Two large triangles, one upside down.
        Self::new(8, |q, r| q.max(r).max(-q - r) <= 4 || q.min(r).min(-q - r) >= -4)
    }

    /// Without an end by the number of plies, or with another one.
    pub fn with_limit(self, n_plies_max: Option<u8>) -> Self {
        Self { n_plies_max, ..self }
    }

    /// The board of all holes within `radius` of the middle, along either
    /// coordinate, that exist.
    fn new(radius: i32, exists: impl Fn(i32, i32) -> bool) -> Self {
        let all = (-radius..=radius).flat_map(|q| (-radius..=radius).map(move |r| (q, r)));
        let places: Vec<(i32, i32)> = all.filter(|&(q, r)| exists(q, r)).collect();
        let find = |q, r| places.iter().position(|&place| place == (q, r));
        let number = |q, r| find(q, r).map_or(OFF, |at| at as u8);
        let hole = |&(q, r): &(i32, i32)| Hole {
            x: (q + radius) as u8,
            y: (r + radius) as u8,
            row: q + r + LAST_ROW / 2,
            neighbours: set(DIRECTIONS.iter().filter_map(|(dq, dr)| find(q + dq, r + dr))),
            hops: DIRECTIONS
                .map(|(dq, dr)| (number(q + dq, r + dr), number(q + 2 * dq, r + 2 * dr))),
        };
        let home = |is_home: fn(i32, i32) -> bool| {
            let in_line = places.iter().enumerate().filter(|&(_, &(q, r))| is_home(q, r));
            set(in_line.map(|(at, _)| at))
        };
        let homes = [home(|q, r| q + r < -4), home(|q, r| q + r > 4)];
        Self {
            roles: [Role::player("red"), Role::player("blue")],
            holes: places.iter().map(hole).collect(),
            homes,
            n_plies_max: Some(N_PLIES_MAX),
        }
    }

    /// The coordinates of all holes, from 0. Red starts where they are low.
    pub fn holes(&self) -> impl Iterator<Item = (u8, u8)> {
        self.holes.iter().map(|hole| (hole.x, hole.y))
    }

    /// The rows that a role's men have advanced, from the tip of its own corner.
    pub fn progress(&self, state: &State, role: RoleId) -> i32 {
        ones(state.men(role)).map(|at| self.row(role, at)).sum()
    }

    /// Rows between the tip of a role's own corner and a hole.
    #[inline]
    fn row(&self, role: RoleId, at: u8) -> i32 {
        let row = self.holes[usize::from(at)].row;
        if role.0 == 0 { row } else { LAST_ROW - row }
    }

    #[inline]
    fn has_won(&self, state: &State, role: usize) -> bool {
        let (target, all) = (self.homes[1 - role], state.men[0] | state.men[1]);
        all & target == target && state.men[role] & target != 0
    }

    /// The holes that a man can reach.
    ///
    /// The man itself need not be lifted: all holes of a chain agree with its
    /// start in having odd or even coordinates, and those hopped over do not.
    #[inline]
    fn targets(&self, table: &mut Table, from: u8) -> u128 {
        let hole = &self.holes[usize::from(from)];
        let mut targets = hole.neighbours & !table.all;
        for (over, to) in hole.hops {
            if table.is_man[usize::from(over)] && table.is_empty[usize::from(to)] {
                targets |= self.district(table, to);
            }
        }
        targets
    }

    /// The empty holes that hops connect with an empty hole, itself included.
    /// A hop can be taken back, so they are the same for all of them.
    #[inline]
    fn district(&self, table: &mut Table, hole: u8) -> u128 {
        let known = usize::from(table.district_of[usize::from(hole)]);
        if known != 0 {
            return table.districts[known];
        }
        table.n_districts += 1;
        let (mut district, mut open) = (1u128 << hole, 1u128 << hole);
        while open != 0 {
            let at = open.trailing_zeros() as usize;
            open &= open - 1;
            table.district_of[at] = table.n_districts;
            if self.holes[at].neighbours & table.all == 0 {
                continue;
            }
            for (over, to) in self.holes[at].hops {
                if table.is_man[usize::from(over)] && table.is_empty[usize::from(to)] {
                    let bit = 1u128 << to;
                    open |= bit & !district;
                    district |= bit;
                }
            }
        }
        table.districts[usize::from(table.n_districts)] = district;
        district
    }

    /// The holes of each row of the drawing, from the top and from the left.
    fn rows(&self) -> Vec<Vec<usize>> {
        let row = |row| (0..self.holes.len()).filter(|&at| self.holes[at].row == row).collect();
        (0..=LAST_ROW).rev().map(row).collect()
    }
}

/// The men by the number of a hole, and the districts found so far.
struct Table {
    all: u128,
    is_man: [bool; 128],
    is_empty: [bool; 128],
    /// The place of a hole's district in the list; 0 if it is not known yet.
    district_of: [u8; 128],
    districts: [u128; 128],
    /// The number of districts found; the first has number 1.
    n_districts: u8,
}

impl Table {
    #[inline]
    fn new(all: u128, n_holes: usize) -> Self {
        let mut table = Self {
            all,
            is_man: [false; 128],
            is_empty: [false; 128],
            district_of: [0; 128],
            districts: [0; 128],
            n_districts: 0,
        };
        table.is_empty[..n_holes].fill(true);
        for at in ones(all) {
            table.is_man[usize::from(at)] = true;
            table.is_empty[usize::from(at)] = false;
        }
        table
    }
}

impl State {
    /// The men of a role, as a set of places in [`ChineseCheckers::holes`].
    pub fn men(&self, role: RoleId) -> u128 {
        self.men[role.index()]
    }

    fn letter(&self, at: usize) -> char {
        match self.men.iter().position(|men| men >> at & 1 != 0) {
            Some(role) => ['r', 'b'][role],
            None => '.',
        }
    }
}

/// A set from its members.
fn set(members: impl Iterator<Item = usize>) -> u128 {
    members.fold(0, |set, at| set | 1 << at)
}

/// The members of a set, lowest first.
#[inline]
fn ones(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let lowest = set.trailing_zeros() as u8;
            set &= set - 1;
            lowest
        })
    })
}

impl Game for ChineseCheckers {
    type State = State;
    type Move = Move;

    fn roles(&self) -> &[Role] {
        &self.roles
    }

    fn initial(&self) -> State {
        State { men: self.homes, n_plies: 0, turn: 0 }
    }

    #[inline]
    fn is_terminal(&self, state: &State) -> bool {
        self.n_plies_max.is_some_and(|max| state.n_plies >= max)
            || self.has_won(state, 0)
            || self.has_won(state, 1)
    }

    fn legal_moves(&self, state: &State, role: RoleId, moves: &mut Vec<Move>) {
        moves.clear();
        if role.0 == state.turn {
            let mut table = Table::new(state.men[0] | state.men[1], self.holes.len());
            for from in ones(state.men(role)) {
                moves.extend(ones(self.targets(&mut table, from)).map(|to| Move::Go { from, to }));
            }
        }
        if moves.is_empty() {
            moves.push(Move::Noop);
        }
    }

    #[inline]
    fn apply(&self, state: &mut State, joint: &[Move]) {
        let turn = usize::from(state.turn);
        if let Move::Go { from, to } = joint[turn] {
            state.men[turn] ^= 1 << from | 1 << to;
        }
        state.turn = 1 - state.turn;
        state.n_plies += u8::from(self.n_plies_max.is_some());
    }

    fn goal(&self, state: &State, role: RoleId) -> Goal {
        if self.has_won(state, role.index()) {
            Goal::MAX
        } else if self.has_won(state, 1 - role.index()) {
            Goal::MIN
        } else {
            crate::draw()
        }
    }

    fn move_name(&self, mv: Move) -> String {
        let name = |at: u8| {
            let hole = &self.holes[usize::from(at)];
            notation::square(hole.x.into(), hole.y.into())
        };
        match mv {
            Move::Go { from, to } => format!("{}-{}", name(from), name(to)),
            Move::Noop => crate::NOOP.into(),
        }
    }
}

impl SearchSupport for ChineseCheckers {
    /// Moves by the rows gained, largest first.
    #[inline]
    fn move_order(&self, _: &State, role: RoleId, mv: Move) -> i32 {
        match mv {
            Move::Go { from, to } => self.row(role, to) - self.row(role, from),
            Move::Noop => 0,
        }
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        let halves = state.men.map(|men| mix(men as u64 ^ mix((men >> 64) as u64)));
        let rest = u64::from(state.n_plies) << 1 | u64::from(state.turn);
        mix(halves[0] ^ halves[1].rotate_left(32) ^ rest)
    }
}

impl Playable for ChineseCheckers {
    fn evaluators(&self) -> Vec<NamedEvaluator<Self>> {
        vec![NamedEvaluator {
            name: "progress",
            about: "rows that my men have come, less those of the other's",
            make: |_| Box::new(Progress),
        }]
    }

    fn view(&self) -> Option<&PositionTextOf<Self>> {
        Some(self)
    }
}

impl PositionText for ChineseCheckers {
    fn show(&self, state: &State) -> String {
        let slant = |at: usize| i32::from(self.holes[at].x) - i32::from(self.holes[at].y);
        let left = (0..self.holes.len()).map(slant).min().unwrap_or(0);
        let rows = self.rows();
        let mut text = String::new();
        for row in &rows {
            text += &" ".repeat(row.first().map_or(0, |&at| slant(at) - left) as usize);
            let letters: Vec<String> = row.iter().map(|&at| state.letter(at).to_string()).collect();
            text += &letters.join(" ");
            text.push('\n');
        }
        let row = |row: &Vec<usize>| row.iter().map(|&at| state.letter(at)).collect::<String>();
        let line = rows.iter().map(row).collect::<Vec<_>>().join("/");
        format!("{text}{line} {} {}", self.roles[usize::from(state.turn)], state.n_plies)
    }

    /// The rows of the drawing, from blue's tip at the top to red's, in `r`, `b`
    /// and `.`; then the role to move and, if it is not 0, the number of plies so far.
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let rows = self.rows();
        let position = Position::read(text, &rows.iter().map(Vec::len).collect::<Vec<_>>())?;
        let n_plies = self
            .n_plies_max
            .map_or(Ok(0), |max| position.number().map(|n_plies| n_plies.min(max.into()) as u8))?;
        let mut state = State { men: [0; 2], n_plies, turn: position.turn(&self.roles)? };
        for piece in position.pieces("rb")? {
            state.men[piece.letter] |= 1 << rows[piece.row][piece.column];
        }
        Ok(state)
    }
}

/// The rows that the own men are ahead.
#[derive(Clone, Copy, Debug)]
struct Progress;

impl Evaluator<ChineseCheckers> for Progress {
    fn evaluate(&mut self, game: &ChineseCheckers, state: &State, role: RoleId) -> f64 {
        let ahead = game.progress(state, role) - game.progress(state, RoleId(1 - role.0));
        // A lead of one row for each man is worth three quarters.
        squash(ahead.into(), 10.0)
    }
}
