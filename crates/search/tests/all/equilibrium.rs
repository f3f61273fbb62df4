//! Equilibria compared with an independent linear program.

use std::collections::HashMap;

use crate::common::{bundled, ruled, sheets, test_rng};
use ludex_game::{Choices, Game, RoleId, Turn};
use ludex_search::Limits;
use ludex_search::equilibrium::{Equilibrium, Matrix, Unsolved, solve};
use microlp::{ComparisonOp, OptimizationDirection, Problem};
use rand::Rng as _;

const MEMORY: usize = 1 << 30;

/// The value of a matrix game by its textbook definition: the greatest number that some
/// mixture of the rows reaches against every column.
fn value_by_program(n_columns: usize, entries: &[f64]) -> f64 {
    let mut program = Problem::new(OptimizationDirection::Maximize);
    let value = program.add_var(1.0, (f64::NEG_INFINITY, f64::INFINITY));
    let rows: Vec<_> =
        entries.chunks(n_columns).map(|row| (program.add_var(0.0, (0.0, 1.0)), row)).collect();
    let all: Vec<_> = rows.iter().map(|(row, _)| (*row, 1.0)).collect();
    program.add_constraint(all, ComparisonOp::Eq, 1.0);
    for column in 0..n_columns {
        let mixed = rows.iter().map(|(row, entries)| (*row, entries[column]));
        let mixed: Vec<_> = mixed.chain([(value, -1.0)]).collect();
        program.add_constraint(mixed, ComparisonOp::Ge, 0.0);
    }
    program.solve().expect("a matrix game has a value").objective()
}

#[test]
fn random_matrices_have_the_value_of_the_program() {
    let mut rng = test_rng(1);
    for at in 0..3_000 {
        let n_rows = rng.random_range(1..=7);
        let n_columns = rng.random_range(1..=7);
        // Few distinct entries give many ties, many give none.
        let n_values = [2, 3, 5, 101, 10_001][at % 5];
        let entries: Vec<f64> = (0..n_rows * n_columns)
            .map(|_| 100.0 * f64::from(rng.random_range(0..n_values)) / f64::from(n_values - 1))
            .collect();
        let solution = Matrix::new(n_rows, n_columns, entries.clone()).solve();
        let expected = value_by_program(n_columns, &entries);
        assert!((solution.value - expected).abs() < 1e-7, "{expected}: {solution:?}\n{entries:?}");
        // No player gains by another row or column.
        let (low, high) = solution.bounds;
        assert!(high - low < 1e-9 && low <= high + 1e-12, "{solution:?}\n{entries:?}");
        for strategy in [&solution.rows, &solution.columns] {
            assert!(strategy.iter().all(|&p| (0.0..=1.0).contains(&p)));
            assert!((strategy.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }
}

#[test]
fn large_and_degenerate_matrices() {
    let mut rng = test_rng(2);
    for n in [20, 40] {
        // Equal rows and columns, and differences of all sizes.
        let part: Vec<f64> = (0..n * n).map(|_| rng.random_range(0..3) as f64 * 50.0).collect();
        let twice: Vec<f64> = part.chunks(n).flat_map(|row| [row, row].concat()).collect();
        let solution = Matrix::new(n, 2 * n, twice).solve();
        assert!((solution.value - value_by_program(n, &part)).abs() < 1e-7);
        let tiny: Vec<f64> = part.iter().map(|entry| 50.0 + entry * 1e-9).collect();
        let (low, high) = Matrix::new(n, n, tiny).solve().bounds;
        assert!(high - low < 1e-12);
    }
}

/// Computes the value of every position by recursion and the linear program, and
/// compares.
fn check<G: Game>(game: &G) -> Equilibrium<G::State, G::Move> {
    let solved = solve(game, &game.initial(), &Limits::default(), MEMORY).expect("it is solved");
    let mut known = HashMap::new();
    let value = value_by_recursion(game, &game.initial(), &mut known);
    assert!((solved.value - value).abs() < 1e-6, "{} for {value}", solved.value);
    assert_eq!(known.len(), solved.states.len());
    for (state, value) in &known {
        assert!((solved.states[state].value - value).abs() < 1e-6);
    }
    solved
}

fn value_by_recursion<G: Game>(
    game: &G,
    state: &G::State,
    known: &mut HashMap<G::State, f64>,
) -> f64 {
    if game.is_terminal(state) {
        let goals = [RoleId(0), RoleId(1)].map(|role| game.goal(state, role).value());
        assert_eq!(goals[0] + goals[1], 100);
        return f64::from(goals[0]);
    }
    if let Some(&value) = known.get(state) {
        return value;
    }
    let mut choices = Choices::default();
    assert!(choices.read(game, state) != Turn::Stuck);
    let [rows, columns] = choices.all() else { panic!("two roles") };
    let mut entries = Vec::new();
    for &row in rows {
        for &column in columns {
            let mut next = state.clone();
            game.apply(&mut next, &[row, column]);
            entries.push(value_by_recursion(game, &next, known));
        }
    }
    let value = value_by_program(columns.len(), &entries);
    known.insert(state.clone(), value);
    value
}

/// The probabilities of a role's moves in the initial position, by name.
fn strategy<G: Game>(
    game: &G,
    solved: &Equilibrium<G::State, G::Move>,
    role: usize,
) -> Vec<(String, f64)> {
    let strategy = &solved.states[&game.initial()].strategies[role];
    let mut strategy: Vec<_> = strategy.iter().map(|&(mv, p)| (game.move_name(mv), p)).collect();
    strategy.sort_by(|one, other| one.0.cmp(&other.0));
    strategy
}

#[test]
fn rock_paper_scissors_is_even() {
    let game = bundled("rock-paper-scissors");
    let solved = check(&*game);
    assert!((solved.value - 50.0).abs() < 1e-9);
    assert_eq!(solved.sum, Some(100));
    for role in 0..2 {
        let strategy = strategy(&*game, &solved, role);
        assert_eq!(strategy.len(), 3);
        assert!(strategy.iter().all(|(_, p)| (p - 1.0 / 3.0).abs() < 1e-9), "{strategy:?}");
    }
}

#[test]
fn matrix_games_of_two_and_three_moves() {
    let game = ruled(&sheets::matrix(&[&[10, 60], &[90, 20]]));
    let solved = check(&*game);
    assert!((solved.value - 130.0 / 3.0).abs() < 1e-9);
    let row: Vec<f64> = strategy(&*game, &solved, 0).iter().map(|one| one.1).collect();
    let column: Vec<f64> = strategy(&*game, &solved, 1).iter().map(|one| one.1).collect();
    assert!((row[0] - 7.0 / 12.0).abs() < 1e-9 && (column[0] - 1.0 / 3.0).abs() < 1e-9);

    // Rock, paper, scissors with other payoffs: 2/9, 4/9, 3/9.
    let game = ruled(&sheets::matrix(&[&[50, 20, 90], &[80, 50, 30], &[10, 70, 50]]));
    let solved = check(&*game);
    assert!((solved.value - 50.0).abs() < 1e-9);
    let row = strategy(&*game, &solved, 0);
    for ((_, p), expected) in row.iter().zip([2.0, 4.0, 3.0]) {
        assert!((p - expected / 9.0).abs() < 1e-9, "{row:?}");
    }

    // A pure equilibrium: the second row and the first column.
    let game = ruled(&sheets::matrix(&[&[30, 80], &[40, 60]]));
    let solved = check(&*game);
    assert_eq!(solved.value, 40.0);
    assert_eq!(strategy(&*game, &solved, 0), [("(choose 2)".to_string(), 1.0)]);
}

#[test]
fn tron_on_a_small_board() {
    let even = check(&*ruled(&sheets::small_tron("1 1", "4 4")));
    assert!((even.value - 50.0).abs() < 1e-9);
    // The value depends on a simultaneous choice in a later position.
    let uneven = check(&*ruled(&sheets::small_tron("1 2", "2 4")));
    assert!((uneven.value - 200.0 / 3.0).abs() < 1e-9, "{}", uneven.value);
    let is_mixed = |strategies: &[Vec<_>]| strategies.iter().all(|moves| moves.len() > 1);
    assert!(uneven.states.values().any(|stage| is_mixed(&stage.strategies)));
}

#[test]
fn bidding_tic_tac_toe_with_two_coins() {
    let solved = check(&*ruled(&sheets::small_bidding(2)));
    // A token decides ties, so that pure bids suffice.
    assert_eq!(solved.value, 100.0);
}

#[test]
fn chance_is_taken_in_the_mean() {
    // One die, and x may roll once more.
    let rules = "(role x) (role random) (init (roll 1))
        (<= (legal random (die ?n)) (true (roll ?r)) (side ?n))
        (<= (legal random wait) (true (value ?n)))
        (<= (legal x wait) (true (roll ?r)))
        (<= (legal x keep) (true (value ?n)))
        (<= (legal x again) (true (value ?n)))
        (side 1) (side 2) (side 3) (side 4) (side 5) (side 6)
        (<= (next (value ?n)) (does random (die ?n)) (true (roll 1)))
        (<= (next (end ?n)) (does random (die ?n)) (true (roll 2)))
        (<= (next (roll 2)) (does x again))
        (<= (next (end ?n)) (does x keep) (true (value ?n)))
        (<= terminal (true (end ?n)))
        (<= (goal x ?goal) (true (end ?n)) (pays ?n ?goal))
        (pays 1 10) (pays 2 20) (pays 3 30) (pays 4 40) (pays 5 50) (pays 6 60)";
    let game = ruled(rules);
    let solved = solve(&*game, &game.initial(), &Limits::default(), MEMORY).unwrap();
    // Rolling again is worth 35: 4, 5 and 6 are kept.
    assert!((solved.value - (35.0 + 50.0) / 2.0).abs() < 1e-9, "{}", solved.value);
    assert_eq!((solved.players.as_slice(), solved.sum), (&[RoleId(0)][..], None));
    assert_eq!(solved.states[&game.initial()].strategies[1].len(), 6);
}

#[test]
fn nothing_is_claimed_where_there_is_no_value() {
    let why = |rules: &str| {
        let game = ruled(rules);
        solve(&*game, &game.initial(), &Limits::default(), MEMORY).map(|solved| solved.value)
    };
    assert_eq!(why(sheets::CYCLE), Err(Unsolved::Cycle));
    assert_eq!(why(sheets::STUCK_AT_ONCE), Err(Unsolved::Stuck));
    assert_eq!(why(sheets::STUCK_LATER), Err(Unsolved::Stuck));
    assert!(matches!(why(sheets::UNEQUAL), Err(Unsolved::NotConstantSum(..))));
    let squava = bundled("three-player-squava");
    let three = solve(&*squava, &squava.initial(), &Limits::default(), MEMORY);
    assert_eq!(three.err(), Some(Unsolved::Players(3)));
}

#[test]
fn limits_are_kept() {
    let game = bundled("rock-paper-scissors");
    let limits = Limits { nodes: Some(100), ..Limits::default() };
    assert_eq!(solve(&*game, &game.initial(), &limits, MEMORY).err(), Some(Unsolved::Nodes(100)));
    let stop = ludex_search::Stop::when(|| true);
    let limits = Limits { stop, ..Limits::default() };
    assert_eq!(solve(&*game, &game.initial(), &limits, MEMORY).err(), Some(Unsolved::Stopped));
    let full = solve(&*game, &game.initial(), &Limits::default(), 5_000).err();
    assert!(matches!(full, Some(Unsolved::Memory(_))), "{full:?}");
}

/// A game of many plies in which one player counts down.
struct Countdown {
    roles: [ludex_game::Role; 2],
}

impl Game for Countdown {
    type State = u32;
    type Move = bool;
    fn roles(&self) -> &[ludex_game::Role] {
        &self.roles
    }
    fn initial(&self) -> u32 {
        300_000
    }
    fn is_terminal(&self, state: &u32) -> bool {
        *state == 0
    }
    fn legal_moves(&self, _: &u32, role: RoleId, moves: &mut Vec<bool>) {
        moves.clear();
        moves.extend_from_slice(if role.0 == 0 { &[false] } else { &[false, true] });
    }
    fn apply(&self, state: &mut u32, _: &[bool]) {
        *state -= 1;
    }
    fn goal(&self, _: &u32, role: RoleId) -> ludex_game::Goal {
        ludex_game::Goal::new(if role.0 == 0 { 30 } else { 70 }).expect("a goal")
    }
    fn move_name(&self, mv: bool) -> String {
        mv.to_string()
    }
}

#[test]
fn long_games_do_not_exhaust_the_stack() {
    let game = Countdown { roles: [ludex_game::Role::player("a"), ludex_game::Role::player("b")] };
    let solved = solve(&game, &game.initial(), &Limits::default(), MEMORY).unwrap();
    assert_eq!((solved.value, solved.states.len()), (30.0, 300_000));
}
