//! UCT: independent of the number of threads, correct where the value is known, bounded
//! in memory, within its limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use ludex_game::examples::Nim;
use ludex_game::{Choices, Game, PositionText, RoleId, Turn, random_joint, rng};
use ludex_gdl::circuit::{Budget, Grounded};
use ludex_gdl::single::CircuitGame;
use ludex_gdl::{Limits as RuleLimits, Reference, Sheet, library};
use ludex_search::equilibrium;
use ludex_search::uct::{BatchedSearch, Options, SearchBatch, Uct};
use ludex_search::{Limits, Stop};

fn circuit(name: &str) -> Arc<CircuitGame> {
    let (sheet, _) = Sheet::parse(library::find(name).unwrap().source());
    let reference = Reference::new(&sheet, RuleLimits::default()).unwrap();
    let grounded = Grounded::new(&sheet, &reference, &Budget::default()).unwrap();
    Arc::new(CircuitGame::new(Arc::new(grounded)))
}

fn playouts(n: u64) -> Limits {
    Limits { playouts: Some(n), ..Limits::default() }
}

/// A role with more than one legal move.
fn chooser<G: Game>(game: &G, state: &G::State) -> Option<RoleId> {
    let mut moves = Vec::new();
    (0..game.roles().len()).map(RoleId::new).find(|&role| {
        game.legal_moves(state, role, &mut moves);
        moves.len() > 1 && !game.roles()[role.index()].is_chance()
    })
}

#[test]
fn threads_do_not_change_the_result() {
    for name in ["breakthrough", "tron", "pig", "three-player-squava"] {
        let game = circuit(name);
        let search = |n_threads| {
            let mut uct = Uct::new(&game, Options::default(), 7, n_threads);
            let (mut rng, mut state) = (rng(1, 0), game.initial());
            let mut reports = Vec::new();
            for _ in 0..3 {
                if let Some(role) = chooser(&*game, &state) {
                    reports.push(uct.search(&state, role, &playouts(20_000)));
                }
                let mut joint = Vec::new();
                random_joint(&mut rng, &*game, &state, &mut joint).unwrap();
                game.apply(&mut state, &joint);
            }
            reports
        };
        let one = search(1);
        assert_eq!(one, search(2), "{name}");
        assert_eq!(one, search(3), "{name}");
    }
}

#[test]
fn threads_do_not_change_what_is_learned_from_moves() {
    let game = circuit("breakthrough");
    for (rave, mast) in [(Some(500.0), None), (None, Some(0.2)), (Some(500.0), Some(0.2))] {
        let search = |n_threads| {
            let options = Options { rave, mast, ..Options::default() };
            let mut uct = Uct::new(&game, options, 3, n_threads);
            uct.search(&game.initial(), RoleId(0), &playouts(5_000))
        };
        let one = search(1);
        assert_eq!(one.playouts, 5_000);
        assert_eq!(one, search(2));
        let plain = Uct::new(&game, Options::default(), 3, 1).search(
            &game.initial(),
            RoleId(0),
            &playouts(5_000),
        );
        assert_ne!(one.candidates, plain.candidates, "it makes no difference");
    }
}

#[test]
fn searches_in_a_crowd_do_not_disturb_each_other() {
    let game = circuit("connect-four");
    let reports = |n_searches: u64| {
        let mut searches: Vec<Uct<CircuitGame>> =
            (0..n_searches).map(|seed| Uct::new(&game, Options::default(), seed, 1)).collect();
        let mut crowd = SearchBatch::new(&game, 5);
        let mut rounds = Vec::new();
        for _ in 0..2 {
            let crowded = (0..).zip(&mut searches).map(|(id, uct)| BatchedSearch {
                id,
                uct,
                state: game.initial(),
                role: RoleId(0),
                limits: playouts(700),
            });
            rounds.push(crowd.search(crowded.collect()));
        }
        rounds
    };
    let (few, many) = (reports(2), reports(40));
    for (few, many) in few.iter().zip(&many) {
        assert_eq!(few[..], many[..2]);
        assert!(many.iter().all(|report| report.playouts + 20 >= 700));
    }
}

#[test]
fn nim_is_solved_as_theory_says() {
    for (heaps, is_won) in [([1, 2, 3], false), ([1, 2, 4], true), ([3, 3, 1], true)] {
        let nim = Arc::new(Nim::new(&heaps));
        let mut uct = Uct::new(&nim, Options::default(), 1, 1);
        let report = uct.search(&nim.initial(), RoleId(0), &playouts(20_000));
        assert!(report.is_proven, "{heaps:?}");
        assert_eq!(report.value, Some(if is_won { 100.0 } else { 0.0 }), "{heaps:?}");
    }
}

#[test]
fn a_proven_draw_takes_no_visits_from_other_moves() {
    // A draw was found soon and took billions of visits; nothing was ever proven.
    let game = circuit("tic-tac-toe");
    let mut uct = Uct::new(&game, Options::default(), 1, 1);
    let report = uct.search(&game.initial(), RoleId(0), &playouts(100_000));
    assert_eq!((report.value, report.is_proven), (Some(50.0), true));
    assert!(report.playouts < 50_000, "{}", report.playouts);
    // The search ends at once when it is asked again.
    let again = uct.search(&game.initial(), RoleId(0), &playouts(100_000));
    assert_eq!((again.value, again.is_proven, again.playouts), (Some(50.0), true, 0));
}

/// The plies until the other role wins, whatever this role does; `None` if it need not lose.
fn plies_to_loss(game: &CircuitGame, state: &State, role: RoleId) -> Option<u32> {
    if game.is_terminal(state) {
        return (game.goal(state, role).value() == 0).then_some(0);
    }
    let (mut choices, mut joint) = (Choices::default(), Vec::new());
    let Turn::Player(chooser) = choices.read(game, state) else { return None };
    let children = (0..choices.of(chooser).len()).map(|at| {
        choices.joint(chooser, at, &mut joint);
        let mut child = state.clone();
        game.apply(&mut child, &joint);
        plies_to_loss(game, &child, role).map(|plies| plies + 1)
    });
    let children: Vec<Option<u32>> = children.collect();
    match chooser == role {
        true => children.into_iter().collect::<Option<Vec<u32>>>()?.into_iter().max(),
        false => children.into_iter().flatten().min(),
    }
}

type State = <CircuitGame as Game>::State;

#[test]
fn losses_are_long_and_wins_are_short() {
    let game = circuit("tic-tac-toe");
    let mut rng = rng(4, 0);
    let (mut n_lost, mut n_won) = (0, 0);
    while n_lost < 40 || n_won < 40 {
        let (mut state, mut joint) = (game.initial(), Vec::new());
        for _ in 0..rand::Rng::random_range(&mut rng, 2..6) {
            random_joint(&mut rng, &*game, &state, &mut joint).unwrap();
            game.apply(&mut state, &joint);
            if game.is_terminal(&state) {
                break;
            }
        }
        let Some(role) = (!game.is_terminal(&state)).then(|| chooser(&*game, &state)).flatten()
        else {
            continue;
        };
        let other = RoleId(1 - role.0);
        let to_loss = plies_to_loss(&game, &state, role);
        let to_win = plies_to_loss(&game, &state, other);
        let Some(plies) = to_loss.or(to_win) else { continue };
        let mut uct = Uct::new(&game, Options::default(), 1, 1);
        let report = uct.search(&state, role, &playouts(20_000));
        assert!(report.is_proven, "{}", game.show(&state));
        game.apply(&mut state, &report.line[0]);
        assert_eq!(report.line[0][role.index()], report.mv);
        let loser = if to_loss.is_some() { role } else { other };
        let left = plies_to_loss(&game, &state, loser);
        assert_eq!(left, Some(plies - 1), "{}", game.show(&state));
        if to_loss.is_some() { n_lost += 1 } else { n_won += 1 }
    }
}

#[test]
fn stages_are_solved_by_mixed_strategies() {
    let game = circuit("rock-paper-scissors");
    let mut uct = Uct::new(&game, Options::default(), 1, 1);
    let report = uct.search(&game.initial(), RoleId(0), &playouts(10_000));
    assert!(report.is_proven && (report.value.unwrap() - 50.0).abs() < 1e-6, "{report:?}");
    let policy = uct.root_policy(RoleId(0)).unwrap();
    assert!(policy.iter().all(|(_, share)| (share - 1.0 / 3.0).abs() < 1e-6), "{policy:?}");
    // The move is drawn by the strategy, and with another seed another one.
    let moves: std::collections::HashSet<_> = (0..20)
        .map(|seed| {
            let mut uct = Uct::new(&game, Options::default(), seed, 1);
            game.move_name(uct.search(&game.initial(), RoleId(0), &playouts(1_000)).mv)
        })
        .collect();
    assert_eq!(moves.len(), 3, "{moves:?}");
}

#[test]
fn strategies_of_solved_stages_are_optimal() {
    let game = circuit("goofspiel");
    let state = game.initial();
    let mut uct = Uct::new(&game, Options::default(), 1, 1);
    let report = uct.search(&state, RoleId(0), &playouts(50_000));
    assert!(report.is_proven, "{} playouts", report.playouts);
    let policies = [0, 1].map(|role| uct.root_policy(RoleId(role)).unwrap());
    let value = |left, right| {
        let mut next = state.clone();
        game.apply(&mut next, &[left, right]);
        equilibrium::solve(&*game, &next, &Limits::default(), 1 << 30).unwrap().value
    };
    let values: Vec<Vec<f64>> = policies[0]
        .iter()
        .map(|&(left, _)| policies[1].iter().map(|&(right, _)| value(left, right)).collect())
        .collect();
    // Neither player has a reply that gains anything.
    for at in 0..policies[0].len() {
        let of_right: f64 =
            policies[0].iter().zip(&values).map(|((_, share), row)| share * row[at]).sum();
        let of_left: f64 =
            policies[1].iter().zip(&values[at]).map(|((_, share), value)| share * value).sum();
        assert!(of_right > 49.9 && of_left < 50.1, "move {at}: {of_right}, {of_left}");
    }
}

#[test]
fn a_small_memory_is_kept_and_still_plays() {
    let game = circuit("breakthrough");
    let options = Options { memory_bytes: 256 << 10, ..Options::default() };
    let mut uct = Uct::new(&game, options, 1, 1);
    let mut state = game.initial();
    for _ in 0..4 {
        let role = chooser(&*game, &state).unwrap();
        let report = uct.search(&state, role, &playouts(20_000));
        assert!(uct.n_nodes() < 2000, "{} nodes", uct.n_nodes());
        assert_eq!(report.playouts, 20_000);
        game.apply(&mut state, &report.line[0]);
    }
}

#[test]
fn limits_are_kept() {
    let game = circuit("connect-four");
    let mut uct = Uct::new(&game, Options::default(), 1, 2);
    for n_playouts in [1, 2, 17, 1000, 5000] {
        let report = uct.search(&game.initial(), RoleId(0), &playouts(n_playouts));
        // Visits to solved positions count as well, but need no playout.
        assert!(report.playouts <= n_playouts && report.playouts >= n_playouts * 9 / 10);
    }
    let mut uct = Uct::new(&game, Options::default(), 1, 1);
    let limits = Limits { nodes: Some(300), ..Limits::default() };
    let report = uct.search(&game.initial(), RoleId(0), &limits);
    assert!((300..400).contains(&report.nodes), "{}", report.nodes);
    let asked = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&asked);
    let stop = Stop::when(move || counted.fetch_add(1, Ordering::Relaxed) >= 100);
    let report = uct.search(&game.initial(), RoleId(0), &Limits { stop, ..Limits::default() });
    assert!(report.playouts > 0 && asked.load(Ordering::Relaxed) <= 110);
}

#[test]
fn one_playout_at_a_time_and_batches_agree_on_what_is_clear() {
    // In this position white wins at once.
    let game = circuit("breakthrough");
    let text =
        "(cell 1 7 white) (cell 8 2 white) (cell 3 8 black) (cell 5 7 black) (control white)";
    let state = game.read_position(text).unwrap();
    for batch_max in [1, 2048] {
        let options = Options { batch_max, ..Options::default() };
        let mut uct = Uct::new(&game, options, 1, 1);
        let report = uct.search(&state, RoleId(0), &playouts(500));
        assert_eq!((report.value, report.is_proven), (Some(100.0), true));
        assert!(game.move_name(report.mv).starts_with("(move 1 7"));
    }
}

#[test]
fn a_crowd_of_one_finds_what_a_search_alone_finds() {
    let game = Arc::new(ludex_games::connect_four::ConnectFour::new(7, 6, 4));
    let limits = playouts(10_000);
    let mut alone = Uct::new(&game, Options::default(), 3, 1);
    let mut crowded = Uct::new(&game, Options::default(), 3, 1);
    let mut crowd = SearchBatch::new(&game, 3);
    let (mut state, mut choices, mut joint) = (game.initial(), Choices::default(), Vec::new());
    // The tree is kept from move to move.
    while !game.is_terminal(&state) {
        let Turn::Player(role) = choices.read(&*game, &state) else { break };
        let one = alone.search(&state, role, &limits);
        let search =
            BatchedSearch { id: 0, uct: &mut crowded, state, role, limits: limits.clone() };
        let found = crowd.search(vec![search]);
        assert_eq!(found.first(), Some(&one));
        let at = choices.of(role).iter().position(|&mv| mv == one.mv).expect("a legal move");
        choices.joint(role, at, &mut joint);
        game.apply(&mut state, &joint);
    }
}
