//! Searches claim no more than they have proved.

use std::sync::Arc;

use crate::common::{bundled, ruled, sheets, test_rng};
use ludex_game::{Choices, Game, Playable, RoleId, examples::Nim};
use ludex_search::equilibrium::Unsolved;
use ludex_search::evaluate::GoalValue;
use ludex_search::uct::{Options, Uct};
use ludex_search::{
    AlphaBeta, Assumption, Limits, MaxN, Minimax, ProofSearch, Report, RootError, Settings, Shares,
    Star, check_root, settle,
};

const A: RoleId = RoleId(0);
const B: RoleId = RoleId(1);

/// Alpha-beta with many combinations of settings.
fn forms() -> Vec<Settings> {
    let usual = Settings { table_bytes: 1 << 20, ..Settings::default() };
    vec![
        usual,
        Settings::PLAIN,
        Settings { mtd: true, deepening: false, ..usual },
        Settings { star: Star::Two, pvs: false, ..usual },
        Settings { foresight: false, killers: false, history: false, promise: false, ..usual },
    ]
}

fn alphabeta<G: Playable>(game: &Arc<G>, role: RoleId, settings: Settings) -> Report<G::Move> {
    let mut search = AlphaBeta::new(Arc::clone(game), Box::new(GoalValue), settings);
    let limits = Limits { depth: Some(30), ..Limits::default() };
    search.search(&game.initial(), role, &limits)
}

fn minimax<G: Playable>(game: &Arc<G>, role: RoleId) -> Report<G::Move> {
    let mut search = Minimax::new(Arc::clone(game), Box::new(GoalValue), 30);
    search.search(&game.initial(), role, &Limits::default())
}

fn maxn<G: Playable>(game: &Arc<G>, role: RoleId) -> Report<G::Move> {
    let mut search = MaxN::new(Arc::clone(game), Box::new(GoalValue));
    search.search(&game.initial(), role, &Limits { depth: Some(30), ..Limits::default() })
}

fn uct<G: Playable>(game: &Arc<G>, role: RoleId) -> Report<G::Move> {
    let mut uct = Uct::new(game, Options::default(), 1, 1);
    uct.search(&game.initial(), role, &Limits { playouts: Some(2_000), ..Limits::default() })
}

/// The value, whether it is proven, and the assumption it rests on.
fn claim<M>(report: &Report<M>) -> (f64, bool, Option<Assumption>) {
    assert!(!report.is_proven || report.assumption.is_none());
    assert!(report.is_proven || report.candidates.iter().all(|one| !one.is_proven));
    (report.value.unwrap(), report.is_proven, report.assumption)
}

#[test]
fn simultaneous_moves_are_a_bound() {
    let game = ruled(&sheets::matrix(&[&[50, 0, 100], &[100, 50, 0], &[0, 100, 50]]));
    let second = Some(Assumption::OthersMoveSecond);
    for role in [A, B] {
        for settings in forms() {
            assert_eq!(claim(&alphabeta(&game, role, settings)), (0.0, false, second));
        }
        assert_eq!(claim(&minimax(&game, role)), (0.0, false, second));
        assert_eq!(claim(&maxn(&game, role)), (0.0, false, second));
        let (value, is_proven, assumption) = claim(&uct(&game, role));
        assert!((value - 50.0).abs() < 1e-6 && is_proven && assumption.is_none(), "{value}");
    }
    assert!(Assumption::OthersMoveSecond.is_guarantee());
}

#[test]
fn who_is_sure_of_all_wins_whoever_moves_second() {
    let game = ruled(&sheets::matrix(&[&[100, 100], &[0, 50]]));
    for settings in forms() {
        assert_eq!(claim(&alphabeta(&game, A, settings)), (100.0, true, None));
        let second = Some(Assumption::OthersMoveSecond);
        assert_eq!(claim(&alphabeta(&game, B, settings)), (0.0, false, second));
    }
    let report = minimax(&game, A);
    assert_eq!((report.value, report.is_proven, report.assumption), (Some(100.0), true, None));
    assert!(report.candidates[0].is_proven && !report.candidates[1].is_proven);
}

#[test]
fn a_table_does_not_forget_that_moves_were_simultaneous() {
    // The second search finds all positions in the table.
    let game = bundled("rock-paper-scissors");
    let settings = Settings { table_bytes: 16 << 20, ..Settings::default() };
    let mut search = AlphaBeta::new(game.clone(), Box::new(GoalValue), settings);
    for _ in 0..2 {
        let report = search.search(&game.initial(), A, &Limits::default());
        assert_eq!(claim(&report), (0.0, false, Some(Assumption::OthersMoveSecond)));
    }
}

#[test]
fn goals_that_do_not_add_up_are_a_guarantee() {
    let game = ruled(sheets::UNEQUAL);
    for settings in forms() {
        let report = alphabeta(&game, A, settings);
        assert_eq!(claim(&report), (30.0, false, Some(Assumption::OthersPlayAgainst)));
        assert_eq!(game.move_name(report.mv), "left");
    }
    let report = minimax(&game, A);
    assert_eq!(claim(&report), (30.0, false, Some(Assumption::OthersPlayAgainst)));
    // A player that maximises its own goal shares, but no opponent can rely on that.
    let each = Some(Assumption::EachForItself);
    assert_eq!(claim(&maxn(&game, A)), (100.0, false, each));
    assert_eq!(claim(&uct(&game, A)), (100.0, false, each));
    assert!(!Assumption::EachForItself.is_guarantee());
}

#[test]
fn more_than_two_players_are_a_guarantee_too() {
    let game = bundled("three-player-squava");
    // All squares except a few are taken.
    let mut rng = test_rng(3);
    let (mut state, mut joint) = (game.initial(), Vec::new());
    let mut n_known = 0;
    for _ in 0..40 {
        if game.is_terminal(&state) {
            state = game.initial();
        }
        let mut search = AlphaBeta::new(
            game.clone(),
            Box::new(GoalValue),
            Settings { table_bytes: 1 << 20, ..Settings::default() },
        );
        let limits = Limits { nodes: Some(3_000), ..Limits::default() };
        let report = search.search(&state, A, &limits);
        assert!(!report.is_proven || report.value == Some(100.0));
        n_known += usize::from(report.assumption == Some(Assumption::OthersPlayAgainst));
        let mut uct = Uct::new(&game, Options::default(), 1, 1);
        let found = uct.search(&state, A, &Limits { playouts: Some(300), ..Limits::default() });
        assert!(!found.is_proven);
        ludex_game::random_joint(&mut rng, &*game, &state, &mut joint).unwrap();
        game.apply(&mut state, &joint);
    }
    assert!(n_known > 0);
}

#[test]
fn turns_and_constant_sums_are_proven_as_before() {
    let nim = Arc::new(Nim::new(&[1, 2, 3]));
    for settings in forms() {
        assert_eq!(claim(&alphabeta(&nim, A, settings)), (0.0, true, None));
        assert_eq!(claim(&alphabeta(&nim, B, settings)), (100.0, true, None));
    }
    assert_eq!(claim(&minimax(&nim, A)), (0.0, true, None));
    assert_eq!(claim(&maxn(&nim, A)), (0.0, true, None));
    assert_eq!(claim(&uct(&nim, A)), (0.0, true, None));
}

#[test]
fn a_range_that_cuts_goals_off_proves_nothing() {
    let nim = Arc::new(Nim::new(&[1, 2]));
    let settings = Settings { range: (40.0, 60.0), ..forms()[0] };
    assert_eq!(claim(&alphabeta(&nim, A, settings)), (60.0, false, None));
}

#[test]
fn no_proof_goes_through_positions_without_moves() {
    let game = ruled(sheets::STUCK_LATER);
    for settings in forms() {
        for role in [A, B] {
            let report = alphabeta(&game, role, settings);
            assert!(!report.is_proven && report.assumption.is_none(), "{report:?}");
        }
    }
    for role in [A, B] {
        for report in [minimax(&game, role), maxn(&game, role), uct(&game, role)] {
            assert!(!report.is_proven && report.assumption.is_none(), "{report:?}");
        }
    }
}

#[test]
fn a_root_without_moves_has_one_message() {
    let game = ruled(sheets::STUCK_AT_ONCE);
    let error = check_root(&*game, &game.initial());
    assert_eq!(error, Err(RootError::Stuck("a".into())));
    let text = error.unwrap_err().to_string();
    assert!(text.contains("`a` has no legal move in this position"), "{text}");
    let shares = Shares {
        equilibrium: Limits::default(),
        all: Limits::default(),
        memory_bytes_max: 1 << 20,
    };
    assert_eq!(settle(&game, &game.initial(), &shares).err(), Some(RootError::Stuck("a".into())));
}

#[test]
fn a_role_with_moves_may_ask_where_another_has_none() {
    let game = ruled(sheets::STUCK_FOR_ONE);
    let mut choices = Choices::default();
    choices.read(&*game, &game.initial());
    let mut reports: Vec<_> = forms().into_iter().map(|form| alphabeta(&game, A, form)).collect();
    reports.extend([minimax(&game, A), maxn(&game, A), uct(&game, A)]);
    for report in reports {
        assert!(choices.of(A).contains(&report.mv));
        assert!(!report.is_proven && report.assumption.is_none() && report.value.is_none());
    }
}

#[test]
fn each_game_is_settled_in_its_way() {
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let shares = Shares { equilibrium: limits.clone(), all: limits, memory_bytes_max: 64 << 20 };
    // Turns: alpha-beta.
    let nim = Arc::new(Nim::new(&[3, 4]));
    let settled = settle(&nim, &nim.initial(), &shares).unwrap();
    assert!(settled.equilibrium.is_none() && settled.unsolved.is_none());
    assert_eq!(claim(&settled.report), (100.0, true, None));
    // Simultaneous moves: an equilibrium.
    let game = ruled(&sheets::matrix(&[&[10, 60], &[90, 20]]));
    let settled = settle(&game, &game.initial(), &shares).unwrap();
    assert!(settled.report.is_proven && settled.unsolved.is_none());
    assert!((settled.report.value.unwrap() - 130.0 / 3.0).abs() < 1e-9);
    // A game without an equilibrium is bounded from below, with the reason.
    let game = ruled(sheets::CYCLE);
    let settled = settle(&game, &game.initial(), &shares).unwrap();
    assert!(!settled.report.is_proven);
    assert_eq!(settled.unsolved, Some(Unsolved::Cycle));
    let game = ruled(sheets::UNEQUAL);
    let settled = settle(&game, &game.initial(), &shares).unwrap();
    assert_eq!(claim(&settled.report), (30.0, false, Some(Assumption::OthersPlayAgainst)));
    assert!(matches!(settled.unsolved, Some(Unsolved::NotConstantSum(..))));
    let game = ruled(sheets::STUCK_LATER);
    assert_eq!(settle(&game, &game.initial(), &shares).unwrap().unsolved, Some(Unsolved::Stuck));
    // Too large: the bound, and that the position limit was reached.
    let game = bundled("tron");
    let settled = settle(&game, &game.initial(), &shares).unwrap();
    assert!(!settled.report.is_proven);
    assert!(matches!(settled.unsolved, Some(Unsolved::Nodes(_))), "{:?}", settled.unsolved);
}

/// For any move of `a`, `b` may leave it nothing or half; `b` gets all either way.
const GENEROUS: &str = "
(role a) (role b) (init first)
(<= (legal a left) (true first))
(<= (legal a right) (true first))
(<= (legal b noop) (true first))
(<= (legal a noop) (true second))
(<= (legal b keep) (true second))
(<= (legal b share) (true second))
(<= (next second) (true first))
(<= (next kept) (does b keep))
(<= (next shared) (does b share))
(<= terminal (true kept))
(<= terminal (true shared))
(<= (goal a 0) (true kept))
(<= (goal a 50) (true shared))
(goal b 100)";

#[test]
fn ends_that_were_cut_off_count() {
    let game = ruled(GENEROUS);
    let against = Some(Assumption::OthersPlayAgainst);
    for settings in forms() {
        assert_eq!(claim(&alphabeta(&game, A, settings)), (0.0, false, against));
        assert_eq!(claim(&alphabeta(&game, B, settings)), (100.0, true, None));
    }
    let mut search = ProofSearch::new(Arc::clone(&game), 1 << 20);
    let solved = search.solve(&game.initial(), A, &Limits::default());
    assert_eq!(solved.value(), Some(0));
    assert_eq!(search.assumption(&game.initial(), 0.0), against);
    assert!(!uct(&game, A).is_proven);
}
