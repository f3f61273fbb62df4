//! Bitboard code compared with plain loops, on random positions.

use ludex_game::{
    Game, Goal, Playable, RoleId, SearchSupport, random_joint, read_position, rng, show_position,
};
use ludex_games::connect_four::{self, ConnectFour};
use ludex_games::reversi::{self, Reversi};
use proptest::prelude::*;

/// A position after some random moves.
fn random_state<G: Game>(game: &G, seed: u64, n_plies: u32) -> G::State {
    let (mut rng, mut joint) = (rng(seed, 0), Vec::new());
    let mut state = game.initial();
    for _ in 0..n_plies {
        if game.is_terminal(&state) {
            break;
        }
        random_joint(&mut rng, game, &state, &mut joint).expect("every role can move");
        game.apply(&mut state, &joint);
    }
    state
}

/// The rows of a position from the top, and the rest of the line.
fn rows<G: Playable>(game: &G, state: &G::State) -> (Vec<Vec<char>>, String) {
    let shown = show_position(game, state);
    let line = shown.lines().next_back().unwrap_or_default();
    let (rows, rest) = line.split_once(' ').expect("rows and words");
    (rows.split('/').map(|row| row.chars().collect()).collect(), rest.into())
}

/// The letters from a square on in one direction, the square itself left out.
fn ray(rows: &[Vec<char>], (x, y): (usize, usize), (dx, dy): (i32, i32)) -> String {
    let at = |n: i32| {
        let row = rows.get(usize::try_from(y as i32 + n * dy).ok()?)?;
        row.get(usize::try_from(x as i32 + n * dx).ok()?).copied()
    };
    (1..).map_while(at).collect()
}

const DIRECTIONS: [(i32, i32); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// Boards of different sizes and line lengths: width, height, number in a row.
const BOARDS: [(u32, u32, u32); 7] =
    [(7, 6, 4), (4, 4, 4), (5, 4, 4), (5, 5, 3), (9, 6, 5), (8, 7, 4), (6, 5, 2)];

fn has_line(rows: &[Vec<char>], letter: char, n_in_row: usize) -> bool {
    let squares = rows.iter().enumerate();
    let mut squares = squares.flat_map(|(y, row)| (0..row.len()).map(move |x| (x, y)));
    let runs = |(x, y)| {
        let length = |direction| {
            1 + ray(rows, (x, y), direction).chars().take_while(|&found| found == letter).count()
        };
        rows[y][x] == letter && DIRECTIONS.into_iter().any(|way| length(way) >= n_in_row)
    };
    squares.any(runs)
}

/// Number of empty squares that would complete a line, by trying each.
fn n_winning_squares(rows: &[Vec<char>], letter: char, n_in_row: usize) -> usize {
    let squares = (0..rows.len()).flat_map(|y| (0..rows[y].len()).map(move |x| (x, y)));
    let wins = |&(x, y): &(usize, usize)| {
        let mut filled = rows.to_vec();
        filled[y][x] = letter;
        rows[y][x] == '.' && has_line(&filled, letter, n_in_row)
    };
    squares.filter(wins).count()
}

fn mirrored(game: &ConnectFour, state: &connect_four::State) -> connect_four::State {
    let (rows, rest) = rows(game, state);
    let row = |row: &Vec<char>| row.iter().rev().collect::<String>();
    let line = rows.iter().map(row).collect::<Vec<_>>().join("/");
    read_position(game, &format!("{line} {rest}")).expect("a mirror image is a position")
}

/// The position after a drop.
fn dropped(
    game: &ConnectFour,
    state: &connect_four::State,
    role: RoleId,
    mv: connect_four::Move,
) -> connect_four::State {
    let mut joint = [connect_four::Move::Noop; 2];
    joint[role.index()] = mv;
    let mut next = *state;
    game.apply(&mut next, &joint);
    next
}

fn has_won(game: &ConnectFour, state: &connect_four::State, role: RoleId) -> bool {
    game.is_terminal(state) && game.goal(state, role) == Goal::MAX
}

/// The discs that a placement flips, or none, square by square.
fn turned(rows: &[Vec<char>], (x, y): (usize, usize), [own, other]: [char; 2]) -> u64 {
    let mut turned = 0;
    for (dx, dy) in DIRECTIONS {
        let ray = ray(rows, (x, y), (dx, dy));
        let n_other = ray.chars().take_while(|&found| found == other).count();
        if ray.chars().nth(n_other) == Some(own) {
            for n in 1..=n_other as i32 {
                let (x, y) = (x as i32 + n * dx, y as i32 + n * dy);
                // Rows are listed from the top, bits from the bottom.
                turned |= 1 << (8 * (7 - y) + x);
            }
        }
    }
    turned
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn connect_four_lines(seed: u64, n_plies in 0..60u32, board in 0..BOARDS.len()) {
        let (width, height, n_in_row) = BOARDS[board];
        let game = ConnectFour::new(width, height, n_in_row);
        let state = random_state(&game, seed, n_plies);
        let (rows, _) = rows(&game, &state);
        let has_line = ['r', 'y'].map(|letter| has_line(&rows, letter, n_in_row as usize));
        let is_full = !rows.iter().flatten().any(|&letter| letter == '.');
        prop_assert_eq!(game.is_terminal(&state), has_line[0] || has_line[1] || is_full);
        for (role, letter) in [(RoleId(0), 'r'), (RoleId(1), 'y')] {
            // With a complete line on the board, the plain loop counts every square as
            // winning.
            if !has_line[role.index()] {
                let found = game.winning_squares(&state, role).count_ones() as usize;
                prop_assert_eq!(found, n_winning_squares(&rows, letter, n_in_row as usize));
            }
        }
    }

    #[test]
    fn connect_four_mirrors(seed: u64, n_plies in 0..60u32, board in 0..BOARDS.len()) {
        let (width, height, n_in_row) = BOARDS[board];
        let game = ConnectFour::new(width, height, n_in_row);
        let state = random_state(&game, seed, n_plies);
        prop_assert_eq!(game.key(&state), game.key(&mirrored(&game, &state)));
        let another = random_state(&game, seed ^ 1, n_plies);
        let is_same = another == state || mirrored(&game, &another) == state;
        prop_assert_eq!(game.key(&state) == game.key(&another), is_same);
    }

    /// Wins come before all other moves; moves after which the opponent wins in the
    /// same column come after all moves that neither win nor block.
    #[test]
    fn connect_four_promises(seed: u64, n_plies in 0..42u32) {
        let game = ConnectFour::default();
        let state = random_state(&game, seed, n_plies);
        prop_assume!(!game.is_terminal(&state));
        let (role, other) = (RoleId((n_plies % 2) as u8), RoleId((1 - n_plies % 2) as u8));
        let mut moves = Vec::new();
        game.legal_moves(&state, role, &mut moves);
        let grade = |&mv: &connect_four::Move| {
            let next = dropped(&game, &state, role, mv);
            let mut replies = Vec::new();
            game.legal_moves(&next, other, &mut replies);
            let gives = || has_won(&game, &dropped(&game, &next, other, mv), other);
            match game.winning_squares(&state, other) & game.discs(&next, role) != 0 {
                _ if has_won(&game, &next, role) => 3,
                true => 2,
                false if replies.contains(&mv) && gives() => 0,
                false => 1,
            }
        };
        moves.sort_by_key(|&mv| game.move_order(&state, role, mv));
        prop_assert!(moves.iter().is_sorted_by_key(grade));
    }

    #[test]
    fn reversi_flips(seed: u64, n_plies in 0..62u32) {
        let game = Reversi::new();
        let state: reversi::State = random_state(&game, seed, n_plies);
        let (rows, _) = rows(&game, &state);
        for (role, letters) in [(RoleId(0), ['b', 'w']), (RoleId(1), ['w', 'b'])] {
            let mut placements = 0;
            for square in (0..64u8).filter(|square| {
                let (x, y) = (square % 8, square / 8);
                rows[7 - usize::from(y)][usize::from(x)] == '.'
            }) {
                let (x, y) = (usize::from(square % 8), 7 - usize::from(square / 8));
                let turned = turned(&rows, (x, y), letters);
                prop_assert_eq!(state.flips(role, square), turned);
                placements |= u64::from(turned != 0) << square;
            }
            prop_assert_eq!(state.placements(role), placements);
        }
    }
}
