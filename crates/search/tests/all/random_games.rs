//! Claims of searches about random small games, compared with exhaustive solutions; and
//! valid and invalid certificates.

use std::sync::Arc;

use crate::common::bundled;
use ludex_game::{Game, Goal, Playable, Role, RoleId};
use ludex_gdl::circuit::Budget;
use ludex_gdl::random_sheet::RandomSheet;
use ludex_gdl::{Engine, Limits as GdlLimits, Sheet, Source, check};
use ludex_search::certificate::{self, Bound, Claim, Document, Flaw};
use ludex_search::evaluate::GoalValue;
use ludex_search::exhaustive::Trial;
use ludex_search::uct::{self, Uct};
use ludex_search::{AlphaBeta, Limits, Settings, Shares, settle};

fn sheet(random: &RandomSheet) -> Sheet {
    let (sheet, mut problems) = Sheet::parse(Source::new("random", random.text.clone()));
    problems.extend(check::check(&sheet));
    let shown: Vec<String> = problems.iter().map(|one| one.render(sheet.source(), false)).collect();
    assert!(shown.is_empty(), "{}\n{}", shown.join("\n"), random.text);
    sheet
}

/// Seeds of games for which a search once made a wrong claim.
const WRONG_ONCE: [u64; 2] = [4_294_969_344, 4_294_969_727];

#[test]
fn claims_about_random_games_hold() {
    let (mut claims, mut certificates) = (std::collections::BTreeMap::new(), 0);
    let mut wrong = Vec::new();
    for seed in (0..200).chain(WRONG_ONCE) {
        let random = RandomSheet::new(seed);
        let loaded = Engine::load(&sheet(&random), &GdlLimits::default(), &Budget::default());
        let Engine::Circuit(game) = loaded.expect("sound").engine else { panic!("no circuit") };
        let Some(trial) = Trial::new(&game, seed) else { continue };
        let disagreements = trial.disagreements.iter();
        wrong.extend(disagreements.map(|what| format!("{seed} ({}): {what}", random.kind)));
        certificates += trial.certificates;
        trial.claims.iter().for_each(|(name, n)| *claims.entry(*name).or_insert(0) += n);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for name in ["alphabeta", "minimax", "proof", "puzzle", "settle", "uct"] {
        assert!(claims[name] > 50, "{claims:?}");
    }
    assert!(certificates > 200, "{certificates}");
}

#[test]
fn uct_proves_what_solve_proves() {
    let (mut n_proven, mut missed) = (0, Vec::new());
    for seed in 0..400 {
        let random = RandomSheet::new(seed);
        let loaded = Engine::load(&sheet(&random), &GdlLimits::default(), &Budget::default());
        let Engine::Circuit(game) = loaded.expect("sound").engine else { panic!("no circuit") };
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let (equilibrium, all) = (limits.clone(), limits);
        let shares = Shares { equilibrium, all, memory_bytes_max: 16 << 20 };
        let Ok(settled) = settle(&game, &game.initial(), &shares) else { continue };
        let (solved, role) = (settled.report, settled.role);
        // Where positions repeat, their value is not that of any tree.
        let kind = random.kind;
        let is_fit = kind.n_players == 2 && kind.is_constant_sum;
        if !solved.is_proven || !is_fit || kind.is_simultaneous || kind.has_circles {
            continue;
        }
        let limits = Limits { playouts: Some(200_000), ..Limits::default() };
        let mut uct = Uct::new(&game, uct::Options::default(), seed, 1);
        let found = uct.search(&game.initial(), role, &limits);
        n_proven += 1;
        let is_same = found.value.zip(solved.value).is_some_and(|(a, b)| (a - b).abs() < 1e-4);
        if !found.is_proven || !is_same {
            missed
                .push(format!("{seed} ({}): {:?} is {:?}", random.kind, found.value, solved.value));
        }
    }
    assert!(n_proven > 30 && missed.is_empty(), "{} of {n_proven}: {missed:#?}", missed.len());
}

#[test]
fn random_sheets_are_playable_and_of_all_kinds() {
    let kinds: Vec<_> = (0..300).map(|seed| RandomSheet::new(seed).kind).collect();
    for seed in 0..100 {
        sheet(&RandomSheet::new(seed));
    }
    for n_players in 1..4 {
        assert!(kinds.iter().any(|kind| kind.n_players == n_players));
    }
    assert!(kinds.iter().any(|kind| kind.is_simultaneous && kind.has_chance));
    assert!(kinds.iter().any(|kind| kind.has_circles && kind.n_steps_max.is_none()));
}

/// Both bounds on the value of a game to the first role.
fn certified<G: Playable>(game: &Arc<G>, value: f64) -> [Claim; 2] {
    let settings = Settings { table_bytes: 1 << 20, ..Settings::default() };
    let mut search = AlphaBeta::new(Arc::clone(game), Box::new(GoalValue), settings);
    let mut value_of = |state: &G::State| {
        let report = search.search(state, RoleId(0), &Limits::default());
        report.value.filter(|_| report.is_proven)
    };
    [Bound::AtLeast, Bound::AtMost].map(|bound| {
        let bound = (RoleId(0), bound, value);
        certificate::strategy(&**game, &game.initial(), bound, 100_000, &mut value_of)
            .expect("made")
    })
}

#[test]
fn tic_tac_toe_is_certified_to_be_a_draw() {
    let game = bundled("tic-tac-toe");
    let claims = certified(&game, 50.0);
    for claim in &claims {
        let checked = certificate::check(&*game, &game.initial(), claim, 10_000).expect("sound");
        assert!(checked.positions > 100 && checked.is_whole && checked.is_constant_sum);
        let flaw = certificate::check(&*game, &game.initial(), claim, 100).expect_err("too many");
        assert_eq!(flaw, Flaw::TooLarge(100));
    }
    // Round trip through text.
    let position = None;
    let (game_name, rules) = ("tic-tac-toe".to_string(), Some("abc".to_string()));
    let document = Document { game: game_name, rules, position, claims: claims.to_vec() };
    assert_eq!(Document::read(&document.to_string()), Ok(document));
}

#[test]
fn damage_to_a_certificate_is_found() {
    let game = bundled("tic-tac-toe");
    let [claim, _] = certified(&game, 50.0);
    let Claim::Strategy { role, bound, moves, .. } = claim else { panic!("a strategy") };
    let check = |value: f64, moves: Vec<String>| {
        let claim = Claim::Strategy { role: role.clone(), bound, value, moves };
        certificate::check(&*game, &game.initial(), &claim, 10_000)
    };
    assert!(check(50.0, moves.clone()).is_ok());
    // Claims too much.
    let flaw = check(75.0, moves.clone()).expect_err("it is a draw").to_string();
    assert!(flaw.contains("has 50 here, not at least 75"), "{flaw}");
    // Truncated, too long, illegal.
    let flaw = check(50.0, moves[..9].to_vec()).expect_err("cut off").to_string();
    assert!(flaw.contains("ends after line 9"), "{flaw}");
    let longer = [moves.clone(), vec![moves[0].clone()]].concat();
    assert!(check(50.0, longer).expect_err("too long").to_string().contains("1 lines too many"));
    for at in 0..moves.len() {
        let mut broken = moves.clone();
        broken[at] = "(mark 9 9)".into();
        let flaw = check(50.0, broken).expect_err("illegal").to_string();
        assert!(flaw.contains(&format!("line {}: `(mark 9 9)` is not legal", at + 1)), "{flaw}");
    }
    assert!(check(50.0, vec![String::new(); 3]).is_err());
}

#[test]
fn damage_to_a_document_is_found() {
    let text = "ludex certificate 1\ngame: maze\nclaim: goal 100, best\n(go 1)\nend\n";
    assert!(Document::read(text).is_ok());
    let errors = [
        (&text[..text.len() - 4], "line 4: `end` is missing"),
        (&text[10..], "line 1: a certificate begins with"),
        ("", "line 1: a certificate begins with"),
        ("ludex certificate 1\ngame: a\nend\n", "line 3: nothing is claimed"),
        ("ludex certificate 1\nclaim: goal 5\nend\n", "line 3: no game is named"),
        ("ludex certificate 1\ngame: a\nclaim: goal 500\nend\n", "line 3: `goal 500` is no claim"),
        ("ludex certificate 1\nfoo\n", "line 2: `foo` is not understood"),
    ];
    for (text, expected) in errors {
        let error = Document::read(text).expect_err("damaged").to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    assert!(Document::read(&format!("{text}more\n")).is_err());
}

#[test]
fn solutions_are_replayed_and_others_tried() {
    let game = bundled("lights-out");
    let options = ludex_search::puzzle::Options::default();
    let mut solver = ludex_search::puzzle::Solver::new(&game, &game.initial(), &options);
    let solution = solver.solve(&Limits::default()).solution.expect("it has one");
    let check = |claim: &Claim, n_max| certificate::check(&*game, &game.initial(), claim, n_max);
    let claim = certificate::solution(&*game, &solution);
    assert!(check(&claim, 10_000_000).expect("sound").is_whole);
    assert!(!check(&claim, 10).expect("sound").is_whole);
    let Claim::Solution { goal, is_best, is_shortest, mut moves } = claim else { panic!() };
    moves.pop();
    let cut = Claim::Solution { goal, is_best, is_shortest, moves };
    let flaw = check(&cut, 10).expect_err("cut off").to_string();
    assert_eq!(flaw, "after the last move: the game is not over");
}

/// A matrix game, played once or repeated without end.
struct Matrix {
    roles: [Role; 2],
    goals: Vec<Vec<u8>>,
    is_endless: bool,
}

impl Game for Matrix {
    type State = Option<(usize, usize)>;
    type Move = usize;

    fn roles(&self) -> &[Role] {
        &self.roles
    }

    fn initial(&self) -> Self::State {
        None
    }

    fn is_terminal(&self, state: &Self::State) -> bool {
        state.is_some()
    }

    fn legal_moves(&self, _: &Self::State, role: RoleId, moves: &mut Vec<usize>) {
        let n = if role.0 == 0 { self.goals.len() } else { self.goals[0].len() };
        *moves = (0..n).collect();
    }

    fn apply(&self, state: &mut Self::State, joint: &[usize]) {
        *state = (!self.is_endless).then_some((joint[0], joint[1]));
    }

    fn goal(&self, state: &Self::State, role: RoleId) -> Goal {
        let goal = state.map_or(0, |(row, column)| self.goals[row][column]);
        Goal::new(if role.0 == 0 { goal } else { 100 - goal }).expect("at most 100")
    }

    fn move_name(&self, mv: usize) -> String {
        mv.to_string()
    }
}

#[test]
fn mixed_strategies_are_checked_in_each_position() {
    let roles = [Role::player("left"), Role::player("right")];
    let goals = vec![vec![50, 0, 100], vec![100, 50, 0], vec![0, 100, 50]];
    let mut game = Matrix { roles, goals, is_endless: false };
    let third = 1.0 / 3.0;
    let even = vec![(0, third), (1, third), (2, third)];
    let made = |game: &Matrix, value: f64, left: &[(usize, f64)]| {
        let stage = vec![(value, left.to_vec()), (100.0 - value, even.clone())];
        certificate::equilibrium(game, &None, 100, |_| Some(stage.clone()))
    };
    let claim = made(&game, 50.0, &even).expect("it is one");
    let checked = certificate::check(&game, &None, &claim, 100).expect("sound");
    assert_eq!((checked.positions, checked.is_constant_sum), (10, true));
    // The other side refutes a pure strategy; the mixed strategies prove a value.
    let flaw = made(&game, 50.0, &[(0, 1.0)]).expect_err("stone alone").to_string();
    assert!(flaw.contains("right gets 100 by 1, more than 50"), "{flaw}");
    assert!(made(&game, 60.0, &even).is_err() && made(&game, 40.0, &even).is_err());
    // Play without an end proves nothing.
    game.is_endless = true;
    let flaw = made(&game, 50.0, &even).expect_err("endless").to_string();
    assert!(flaw.contains("leads back to itself"), "{flaw}");
}
