//! Rush Hour: the packed solver against a plain search by the rules, and published lengths.

use std::collections::{HashMap, VecDeque};
use std::path::Path;

use ludex_game::draw::{below, draw};
use ludex_game::{Game, OwnSolver, PositionText, RoleId, SolverLimits, SolverVerdict};
use ludex_games::rush_hour::{Metric, Move, RushHour, State};
use proptest::prelude::*;

const PLAYER: RoleId = RoleId(0);

fn limits() -> SolverLimits<'static> {
    SolverLimits { nodes_max: u64::MAX, memory_bytes_max: 1 << 28, is_due: &|| false }
}

/// The cost of the solver's solution, which is replayed by the rules; `None` without one.
fn solved(game: &RushHour, state: &State) -> Option<u32> {
    let outcome = game.solve(state, &limits());
    let SolverVerdict::Solved { moves, n_moves, n_steps, is_shortest } = outcome.verdict else {
        assert_eq!(outcome.verdict, SolverVerdict::Unsolvable);
        return None;
    };
    assert!(is_shortest);
    assert_eq!(n_moves, moves.len() as u32);
    assert_eq!(n_steps, moves.iter().map(|mv| u32::from(mv.by.unsigned_abs())).sum::<u32>());
    let (mut state, mut legal) = (state.clone(), Vec::new());
    for &mv in &moves {
        assert!(!game.is_terminal(&state));
        game.legal_moves(&state, PLAYER, &mut legal);
        assert!(legal.contains(&mv), "{} in\n{}", game.move_name(mv), game.show(&state));
        game.apply(&mut state, &[mv]);
    }
    assert!(game.is_terminal(&state), "{}", game.show(&state));
    Some(moves.iter().map(|mv| cost(game, *mv)).sum())
}

fn cost(game: &RushHour, mv: Move) -> u32 {
    if game.metric() == Metric::Moves { 1 } else { mv.by.unsigned_abs().into() }
}

/// The least cost by breadth-first search with plain states.
fn least_cost(game: &RushHour, root: &State) -> Option<u32> {
    let mut costs = HashMap::from([(root.clone(), 0)]);
    let mut queue = VecDeque::from([root.clone()]);
    let mut moves = Vec::new();
    while let Some(state) = queue.pop_front() {
        let cost_here = costs[&state];
        if game.is_terminal(&state) {
            return Some(cost_here);
        }
        game.legal_moves(&state, PLAYER, &mut moves);
        // A slide by several cells is several steps.
        for &mv in moves.iter().filter(|mv| cost(game, **mv) == 1) {
            let mut next = state.clone();
            game.apply(&mut next, &[mv]);
            if !costs.contains_key(&next) {
                costs.insert(next.clone(), cost_here + 1);
                queue.push_back(next);
            }
        }
    }
    None
}

/// A random board: vehicles are put where there is room.
fn random_board(seed: u64, n_rows: usize, n_columns: usize, n_tries: u32) -> String {
    let mut cells = vec![vec!['.'; n_columns]; n_rows];
    let pick = |try_at: u32, what: usize, n: usize| below(draw(seed, 0, try_at, what), n);
    let red_row = pick(0, 0, n_rows);
    let red_column = pick(0, 1, n_columns - 2);
    cells[red_row][red_column..red_column + 2].fill('X');
    let mut names = ('A'..='W').chain('a'..='z');
    for at in 1..n_tries {
        let (row, column) = (pick(at, 2, n_rows), pick(at, 3, n_columns));
        if pick(at, 4, 12) == 0 && cells[row][column] == '.' {
            cells[row][column] = '#';
            continue;
        }
        let (length, is_horizontal) = (2 + pick(at, 5, 2), pick(at, 6, 2) == 0);
        let place = |at: usize| if is_horizontal { (row, column + at) } else { (row + at, column) };
        let is_free = (0..length)
            .map(place)
            .all(|(row, column)| cells.get(row).and_then(|row| row.get(column)) == Some(&'.'));
        // A vehicle in front of the red car in its row would never let it pass.
        if is_free && !(is_horizontal && row == red_row) {
            let name = names.next().expect("there are enough names");
            (0..length).map(place).for_each(|(row, column)| cells[row][column] = name);
        }
    }
    let rows: Vec<String> = cells.iter().map(String::from_iter).collect();
    rows.join("/")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_solver_agrees_with_a_plain_search(
        seed in any::<u64>(),
        n_rows in 2usize..7,
        n_columns in 3usize..7,
        n_tries in 2u32..40,
    ) {
        let board = random_board(seed, n_rows, n_columns, n_tries);
        for metric in [Metric::Moves, Metric::Steps] {
            let game = RushHour::new(metric);
            let state = game.read_position(&board).unwrap();
            if !game.is_terminal(&state) {
                prop_assert_eq!(solved(&game, &state), least_cost(&game, &state), "{}", board);
            }
        }
    }

    #[test]
    fn boards_are_read_as_they_are_shown(seed in any::<u64>(), n in 3usize..9) {
        let game = RushHour::default();
        let state = game.read_position(&random_board(seed, n, n + 1, 50)).unwrap();
        prop_assert_eq!(game.read_position(&game.show(&state)).unwrap(), state);
    }
}

#[test]
fn the_initial_board_takes_as_many_moves_as_it_says() {
    let game = RushHour::default();
    assert_eq!(solved(&game, &game.initial()), Some(22));
}

#[test]
fn a_board_without_a_solution_is_proven_so() {
    let game = RushHour::default();
    for board in
        ["....../....../XX..AA/....../....../......", "....../....../XX.#../....../....../......"]
    {
        assert_eq!(solved(&game, &game.read_position(board).unwrap()), None);
    }
}

#[test]
fn limits_end_the_search() {
    let game = RushHour::default();
    let few = SolverLimits { nodes_max: 10, ..limits() };
    let outcome = game.solve(&game.initial(), &few);
    assert_eq!((outcome.verdict, outcome.nodes), (SolverVerdict::Stopped, 10));
    let late = SolverLimits { is_due: &|| true, ..limits() };
    assert_eq!(game.solve(&game.initial(), &late).verdict, SolverVerdict::Stopped);
}

#[test]
fn wrong_boards_get_one_message_that_points_at_the_place() {
    let wrong = [
        ("", "there is no board"),
        ("..../....", "there is no vehicle on the board"),
        ("XX.AA", "5 cells are not a square board; join the rows of others by `/`"),
        ("XX../...", "row 2 has 3 cells, row 1 has 4"),
        ("XX../.A..", "row 2, column 2: vehicle `A` has one cell; it needs two or more"),
        (
            "XXA./..AA",
            "row 2, column 4: this part of vehicle `A` is not in line with the rest, from row 1, column 3",
        ),
        ("XXA./..../..A.", "row 3, column 3: this part of vehicle `A` is not in line"),
        ("AA../..../....", "there is no red car, `X`"),
        ("X.../X.../....", "the red car, `X`, stands upright in column 1"),
        ("XX.?/..../....", "row 1, column 4: `?` is neither a letter, a digit"),
    ];
    for (board, message) in wrong {
        let found = RushHour::default().read_position(board).unwrap_err().to_string();
        assert!(found.starts_with(message), "{board}: {found}");
    }
}

/// Lengths that others have published, where the data is there.
#[test]
fn published_lengths_are_found() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/rushhour");
    let files = [
        ("jam40.txt", Metric::Moves, 40),
        ("hard.txt", Metric::Moves, 539),
        ("hard-steps.txt", Metric::Steps, 200),
    ];
    for (file, metric, n_boards) in files {
        let Ok(text) = std::fs::read_to_string(folder.join(file)) else { continue };
        let game = RushHour::new(metric);
        let mut n = 0;
        for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
            let expected = line.split_whitespace().nth(2).and_then(|word| word.parse().ok());
            let state = game.read_position(line).unwrap();
            assert_eq!(game.name_of(line), line.split_whitespace().next());
            assert_eq!(solved(&game, &state), expected, "{line}");
            n += 1;
        }
        assert_eq!(n, n_boards, "{file}");
    }
}
