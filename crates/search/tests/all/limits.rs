//! Limits are kept, and results depend on nothing else.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::common::{bundled, random_position, test_rng};
use ludex_game::{Choices, Game, Playable, RoleId};
use ludex_search::{Context, Limits, MaxN, Minimax, Player, Spec, Stop, evaluate};

fn player<G: Playable>(game: &Arc<G>, spec: &str) -> Box<dyn Player<G>> {
    Spec::parse(spec).unwrap().seat(game, &Context::default()).unwrap().player
}

const SPECS: [&str; 6] = [
    "minimax:depth=20,eval=mobility",
    "alphabeta:eval=mobility,table=1MB",
    "alphabeta:eval=random,plain,depth=30",
    "paranoid:eval=goal,table=1MB,star=2",
    "maxn:eval=mobility",
    "proof:table=1MB",
];

#[test]
fn node_limits_are_kept_and_give_the_same_result_each_time() {
    for name in ["connect-four", "breakthrough"] {
        let game = bundled(name);
        let state = random_position(&mut test_rng(3), &*game, 6);
        let mut choices = Choices::default();
        choices.read(&*game, &state);
        for spec in SPECS {
            for nodes in [1, 10, 1_000] {
                let spec = format!("{spec},nodes={nodes}");
                let reports = [RoleId(0), RoleId(1)].map(|role| {
                    let report = player(&game, &spec).choose(&state, role, &Stop::never());
                    assert!(report.nodes <= nodes, "{spec}: {}", report.nodes);
                    assert!(choices.of(role).contains(&report.mv), "{spec}");
                    assert_eq!(player(&game, &spec).choose(&state, role, &Stop::never()), report);
                    report
                });
                assert!(reports.iter().all(|report| report.nodes > 0));
            }
        }
    }
}

#[test]
fn stop_is_asked_often_and_obeyed() {
    let game = bundled("breakthrough");
    for spec in SPECS {
        let n_asked = Arc::new(AtomicU64::new(0));
        let counter = n_asked.clone();
        let stop = Stop::when(move || counter.fetch_add(1, Ordering::Relaxed) >= 10);
        let report = player(&game, spec).choose(&game.initial(), RoleId(0), &stop);
        assert!(report.nodes <= 64 * 10, "{spec}: {}", report.nodes);
        assert_eq!(n_asked.load(Ordering::Relaxed), 11, "{spec}");
        let now = Stop::when(|| true);
        assert_eq!(player(&game, spec).choose(&game.initial(), RoleId(0), &now).nodes, 0);
    }
}

#[test]
fn more_nodes_never_spoil_a_won_game() {
    // A proven move is kept, even if the current depth was not finished.
    let game = bundled("tic-tac-toe");
    let state = random_position(&mut test_rng(8), &*game, 3);
    let mut search = player(&game, "alphabeta:eval=goal");
    let proven = search.choose(&state, RoleId(0), &Stop::when(|| false));
    assert!(proven.is_proven);
    for nodes in (1..400).step_by(7) {
        let spec = format!("alphabeta:eval=goal,nodes={nodes}");
        let report = player(&game, &spec).choose(&state, RoleId(0), &Stop::never());
        if report.is_proven {
            assert_eq!(report.value, proven.value);
        }
    }
}

#[test]
fn random_values_are_drawn_anew() {
    let game = bundled("connect-four");
    let mut guide = player(&game, "alphabeta:depth=3,eval=random,plain");
    let mut moves = Vec::new();
    for _ in 0..50 {
        let report = guide.choose(&game.initial(), RoleId(0), &Stop::never());
        moves.push(game.move_name(report.mv));
    }
    moves.sort();
    moves.dedup();
    assert!(moves.len() > 3, "{moves:?}");
}

#[test]
fn maxn_is_minimax_where_one_loses_what_the_other_wins() {
    for (name, depth, n_positions) in
        [("tic-tac-toe", 4, 60), ("connect-four", 3, 60), ("nim", 3, 60)]
    {
        let game = bundled(name);
        let mut rng = test_rng(4);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let evaluator = || evaluate::named("mobility", &*game, &Context::default()).unwrap();
        for at in 0..n_positions {
            let state = random_position(&mut rng, &*game, 20);
            let role = RoleId(at % 2);
            let maxn = MaxN::new(game.clone(), evaluator()).search(&state, role, &limits);
            let minimax =
                Minimax::new(game.clone(), evaluator(), depth).search(&state, role, &limits);
            assert_eq!(maxn.value, minimax.value);
            assert_eq!(maxn.is_proven, minimax.is_proven);
        }
    }
}

#[test]
fn three_players_make_legal_moves() {
    let game = bundled("three-player-squava");
    for spec in ["maxn:depth=2,eval=mobility", "paranoid:depth=3,table=1MB", "minimax:depth=2"] {
        let mut players: Vec<_> = (0..3).map(|_| player(&game, spec)).collect();
        let (mut state, mut choices) = (game.initial(), Choices::default());
        while !game.is_terminal(&state) {
            choices.read(&*game, &state);
            let joint: Vec<_> = (0..3)
                .map(|role| {
                    let report = players[role].choose(&state, RoleId::new(role), &Stop::never());
                    assert!(choices.of(RoleId::new(role)).contains(&report.mv));
                    report.mv
                })
                .collect();
            game.apply(&mut state, &joint);
        }
    }
}
