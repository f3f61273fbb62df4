//! Small games solved by two methods.

use std::sync::Arc;

use crate::common::{bundled, random_position, test_rng};
use ludex_game::examples::Nim;
use ludex_game::{Game, Playable, PositionText, RoleId};
use ludex_games::connect_four::ConnectFour;
use ludex_search::evaluate::GoalValue;
use ludex_search::{AlphaBeta, Limits, ProofSearch, Settings};

/// The value to the first role by alpha-beta and by proof-number search, which must be
/// equal; with moves that keep it.
fn solve<G: Playable>(game: &Arc<G>, state: &G::State) -> u8 {
    let settings = Settings { table_bytes: 16 << 20, ..Settings::default() };
    let mut alphabeta = AlphaBeta::new(game.clone(), Box::new(GoalValue), settings);
    let mut proof = ProofSearch::new(game.clone(), 16 << 20);
    let values = [RoleId(0), RoleId(1)].map(|role| {
        let report = alphabeta.search(state, role, &Limits::default());
        assert!(report.is_proven);
        let solved = proof.solve(state, role, &Limits::default());
        assert_eq!(solved.value().map(f64::from), report.value);
        solved.low
    });
    assert_eq!(values[0] + values[1], 100);
    values[0]
}

#[test]
fn tic_tac_toe_is_a_draw() {
    let game = bundled("tic-tac-toe");
    assert_eq!(solve(&game, &game.initial()), 50);
    let mut rng = test_rng(1);
    for _ in 0..50 {
        solve(&game, &random_position(&mut rng, &*game, 8));
    }
}

#[test]
fn nim_goes_by_the_exclusive_or_of_its_heaps() {
    for heaps in [[1, 1, 0], [1, 2, 3], [2, 2, 1], [3, 4, 5], [1, 4, 5], [2, 4, 6], [5, 5, 0]] {
        let nim = Arc::new(Nim::new(&heaps));
        let is_won = heaps.iter().fold(0, |sum, heap| sum ^ heap) != 0;
        assert_eq!(solve(&nim, &nim.initial()), if is_won { 100 } else { 0 }, "{heaps:?}");
    }
}

#[test]
fn connect_four_on_small_boards() {
    for (columns, rows, value) in [(4, 4, 50), (5, 4, 50), (4, 5, 50), (6, 4, 0)] {
        let game = Arc::new(ConnectFour::new(columns, rows, 4));
        assert_eq!(solve(&game, &game.initial()), value, "{columns} by {rows}");
    }
    let game = Arc::new(ConnectFour::new(4, 4, 3));
    assert_eq!(solve(&game, &game.initial()), 100);
}

#[test]
fn a_win_is_the_fastest_and_a_loss_the_slowest() {
    let game = Arc::new(ConnectFour::new(4, 4, 3));
    let settings = Settings { table_bytes: 1 << 20, ..Settings::default() };
    let mut search = AlphaBeta::new(game.clone(), Box::new(GoalValue), settings);
    let mut state = game.initial();
    let mut n_plies = 0;
    let mut n_plies_expected = None;
    while !game.is_terminal(&state) {
        let joint: Vec<_> = [RoleId(0), RoleId(1)]
            .map(|role| {
                let report = search.search(&state, role, &Limits::default());
                n_plies_expected.get_or_insert(report.depth);
                report.mv
            })
            .into();
        game.apply(&mut state, &joint);
        n_plies += 1;
    }
    assert_eq!(Some(n_plies), n_plies_expected);
}

#[test]
fn what_is_proven_at_a_small_depth_stays() {
    let mut rng = test_rng(6);
    let mut n_early = 0;
    for game in [ConnectFour::new(4, 4, 3), ConnectFour::new(5, 4, 4)].map(Arc::new) {
        let settings = Settings { table_bytes: 4 << 20, ..Settings::default() };
        let search = || AlphaBeta::new(game.clone(), Box::new(GoalValue), settings);
        let (mut shallow, mut full) = (search(), search());
        for at in 0..200 {
            let state = random_position(&mut rng, &*game, 14);
            let role = RoleId(at % 2);
            let value = full.search(&state, role, &Limits::default()).value;
            for depth in 1..8 {
                let limits = Limits { depth: Some(depth), ..Limits::default() };
                let report = shallow.search(&state, role, &limits);
                if report.is_proven {
                    assert_eq!(report.value, value, "at depth {depth}\n{}", game.show(&state));
                    n_early += 1;
                }
            }
        }
    }
    assert!(n_early > 200, "{n_early}");
}

#[test]
#[ignore = "takes minutes and 2 GB"]
fn the_first_player_wins_connect_four() {
    let game = Arc::new(ConnectFour::default());
    let settings =
        Settings { table_bytes: 2 << 30, deepening: false, mtd: true, ..Settings::default() };
    let mut search = AlphaBeta::new(game.clone(), Box::new(GoalValue), settings);
    let report = search.search(&game.initial(), RoleId(0), &Limits::default());
    assert_eq!((report.value, report.is_proven), (Some(100.0), true));
    assert_eq!(game.move_name(report.mv), "4");
}
