//! Alpha-beta and minimax return the same values.

use std::sync::Arc;

use crate::common::{bundled, random_position, test_rng, value_of_move};
use ludex_game::examples::Nim;
use ludex_game::{Playable, RoleId, show_position};
use ludex_search::{AlphaBeta, Context, Limits, Settings, Star, evaluate};

/// Compares on random positions of a game, from the view of each role.
fn agree<G: Playable>(
    game: &Arc<G>,
    settings: Settings,
    eval: &str,
    depths: &[u32],
    n_positions: u64,
    n_plies_max: u32,
    stream: u64,
) {
    let evaluator = evaluate::named(eval, &**game, &Context::default()).unwrap();
    let mut search = AlphaBeta::new(game.clone(), evaluator, settings);
    let mut rng = test_rng(stream);
    for (at, &depth) in (0..n_positions).zip(depths.iter().cycle()) {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let state = random_position(&mut rng, &**game, n_plies_max);
        let role = RoleId((at % 2) as u8);
        let report = search.search(&state, role, &limits);
        let (value, value_of_move) = value_of_move(game, &state, role, report.mv, depth, eval);
        let found = report.value.unwrap();
        let shown = show_position(&**game, &state);
        assert!((found - value).abs() < 1e-9, "{found} for {value}: {settings:?}\n{shown}");
        assert!((value_of_move - value).abs() < 1e-9, "not the best: {settings:?}\n{shown}");
        assert!(report.line[0][role.index()] == report.mv);
    }
}

#[test]
fn ten_thousand_positions_of_six_games() {
    for (name, eval, depth, n_positions) in [
        ("tic-tac-toe", "goal", 4, 2_500),
        ("connect-four", "mobility", 3, 1_800),
        ("breakthrough", "mobility", 2, 1_000),
        ("nim", "goal", 3, 2_000),
        ("reversi", "goal+0.5*mobility", 2, 700),
        ("pig", "goal", 3, 2_000),
    ] {
        agree(&bundled(name), Settings::default(), eval, &[depth], n_positions, 40, 1);
    }
}

#[test]
fn every_combination_of_features() {
    let games = [
        ("tic-tac-toe", 5),
        ("connect-four", 4),
        ("nim", 4),
        ("pig", 5),
        ("dice-race", 3),
        ("rock-paper-scissors", 3),
        ("tron", 2),
    ];
    let games = games.map(|(name, depth)| (bundled(name), depth));
    for bits in 0..256u32 {
        let is_on = |bit: u32| bits >> bit & 1 == 1;
        for star in [Star::Off, Star::One, Star::Two] {
            let settings = Settings {
                table_bytes: if is_on(0) { 1 << 16 } else { 0 },
                deepening: is_on(1),
                killers: is_on(2),
                history: is_on(3),
                promise: is_on(4),
                pvs: is_on(5),
                foresight: is_on(6),
                mtd: is_on(7),
                star,
                range: (0.0, 100.0),
            };
            for (game, depth) in &games {
                agree(game, settings, "goal+mobility", &[*depth], 1, 40, u64::from(bits));
            }
        }
    }
}

#[test]
fn positions_that_come_at_several_plies() {
    // Taking 1, 1 and 1 stones leads to the same position as taking 3, two plies later,
    // and searches differ in depth: a table entry may be of another depth.
    let nim = Arc::new(Nim::new(&[3, 3, 4]));
    for foresight in [false, true] {
        let settings = Settings { table_bytes: 1 << 20, foresight, ..Settings::default() };
        agree(&nim, settings, "mobility", &[6, 5, 4], 90, 2, 1);
    }
}
