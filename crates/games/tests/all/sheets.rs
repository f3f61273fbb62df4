//! Native games compared with the bundled rule sheets of the same name.
//!
//! Two independent implementations must agree on numbers of move sequences, and in
//! random games, position by position, on legal moves, terminal states and goals.

use std::collections::BTreeSet;
use std::sync::Arc;

use ludex_game::{Game, Goal, Perft, Playable, RoleId, Unit, rng, show_position};
use ludex_games::checkers::Checkers;
use ludex_games::chess::{self, Chess};
use ludex_games::chinese_checkers::ChineseCheckers;
use ludex_games::connect_four::ConnectFour;
use ludex_games::reversi::Reversi;
use ludex_games::tic_tac_toe::TicTacToe;
use ludex_gdl::circuit::Budget;
use ludex_gdl::single::{BitState, CircuitGame, MoveId};
use ludex_gdl::{Engine, Limits, Sheet, library};
use rand::Rng as _;

#[test]
fn tic_tac_toe() {
    let game = TicTacToe::new();
    agree("tic-tac-toe", &game, 300, |_, name| vec![format!("(mark {})", coordinates(name))]);
}

#[test]
fn connect_four() {
    agree("connect-four", &ConnectFour::default(), 200, |_, name| vec![format!("(drop {name})")]);
}

#[test]
fn checkers() {
    agree("checkers", &Checkers::american(), 200, |_, name| jumps(name));
}

#[test]
fn lose_checkers() {
    agree("lose-checkers", &Checkers::losing(), 200, |_, name| jumps(name));
}

#[test]
fn reversi() {
    agree("reversi", &Reversi::new(), 200, |_, name| match name {
        "pass" => vec!["noop".into()],
        name => vec![format!("(place {})", coordinates(name))],
    });
}

#[test]
fn chinese_checkers() {
    agree("chinese-checkers", &ChineseCheckers::rhombus(), 60, |_, name| {
        let (from, to) = name.split_once('-').expect("two holes");
        vec![format!("(move {} {})", coordinates(from), coordinates(to))]
    });
}

#[test]
fn chess() {
    agree("chess", &Chess::new().with_limit(200), 60, |state, name| vec![chess_move(state, name)]);
}

/// A chain of jumps is one move in the native game, and one move per jump in the sheet.
fn jumps(name: &str) -> Vec<String> {
    let kind = if name.contains('x') { "jump" } else { "move" };
    let squares: Vec<String> = name.split(['-', 'x']).map(coordinates).collect();
    squares.windows(2).map(|pair| format!("({kind} {} {})", pair[0], pair[1])).collect()
}

fn chess_move(state: &chess::State, name: &str) -> String {
    let (from, to) = (&name[..2], &name[2..4]);
    let board = state.board();
    let is_king = board.king(board.side_to_move()).to_string() == from;
    let squares = format!("{} {}", coordinates(from), coordinates(to));
    match &name[4..] {
        "q" => format!("(promote {squares} queen)"),
        "r" => format!("(promote {squares} rook)"),
        "b" => format!("(promote {squares} bishop)"),
        "n" => format!("(promote {squares} knight)"),
        _ if is_king && from.starts_with('e') && to.starts_with('g') => "(castle short)".into(),
        _ if is_king && from.starts_with('e') && to.starts_with('c') => "(castle long)".into(),
        _ => format!("(move {squares})"),
    }
}

/// `c10` as `3 10`.
fn coordinates(square: &str) -> String {
    let (file, rank) = square.split_at(1);
    format!("{} {rank}", file.as_bytes()[0] - b'a' + 1)
}

/// Compares a native game with the sheet of this name. `translate` returns the sheet's
/// moves for one move of the native game.
fn agree<G: Playable>(
    name: &str,
    native: &G,
    n_games: u64,
    translate: impl Fn(&G::State, &str) -> Vec<String>,
) {
    let sheet = load(name);
    let names =
        |game: &[ludex_game::Role]| game.iter().map(|role| role.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(native.roles()), names(sheet.roles()));
    check_perft(name, native, &sheet);
    let ends: Vec<Goal> = (0..n_games).map(|at| walk(native, &sheet, at, &translate)).collect();
    assert!(ends.contains(&Goal::MAX) && ends.contains(&Goal::MIN), "{name}: {ends:?}");
}

/// Both counts equal the sheet's perft file.
fn check_perft<G: Game>(name: &str, native: &G, sheet: &CircuitGame) {
    let expected = library::find(name).and_then(|game| game.expected()?.ok()).expect("counts");
    let plies = Perft { unit: Unit::Plies, ..expected.perft };
    for (depth, count) in expected.counts {
        if count < 1_000_000 {
            assert_eq!(plies.count(native, &native.initial(), depth), count, "{name} {depth}");
        }
        if count < 20_000 {
            assert_eq!(
                expected.perft.count(sheet, &sheet.initial(), depth),
                count,
                "{name} {depth}"
            );
        }
    }
}

/// Plays a random game on both and returns the goal of the first role. In every other
/// game most moves are the most promising ones, so that wins are covered too.
fn walk<G: Playable>(
    native: &G,
    sheet: &CircuitGame,
    stream: u64,
    translate: impl Fn(&G::State, &str) -> Vec<String>,
) -> Goal {
    let mut rng = rng(7, stream);
    let greed = if stream.is_multiple_of(2) { 0.0 } else { 0.8 };
    let (mut state, mut sheet_state) = (native.initial(), sheet.initial());
    let mut legal: Vec<Vec<G::Move>> = vec![Vec::new(); 2];
    loop {
        let shown = || show_position(native, &state);
        for role in [RoleId(0), RoleId(1)] {
            let (goal, sheet_goal) = (native.goal(&state, role), sheet.goal(&sheet_state, role));
            assert_eq!(goal, sheet_goal, "{role:?}\n{}", shown());
        }
        let is_over = native.is_terminal(&state);
        assert_eq!(is_over, sheet.is_terminal(&sheet_state), "{}", shown());
        if is_over {
            return native.goal(&state, RoleId(0));
        }
        for (role, moves) in legal.iter_mut().enumerate() {
            native.legal_moves(&state, RoleId::new(role), moves);
        }
        let name = |mv: &G::Move| native.move_name(*mv);
        let waits = |moves: &Vec<G::Move>| moves.len() == 1 && name(&moves[0]) == "noop";
        let mover = usize::from(waits(&legal[0]));
        assert!(waits(&legal[1 - mover]), "{}", shown());

        let role = RoleId::new(mover);
        let translated: Vec<_> =
            legal[mover].iter().map(|mv| translate(&state, &name(mv))).collect();
        let found: BTreeSet<_> = translated.iter().cloned().collect();
        assert_eq!(found, turns(sheet, &sheet_state, role), "{}", shown());

        let mut chosen = rng.random_range(0..translated.len());
        if rng.random_bool(greed) {
            let promise = |&at: &usize| native.move_order(&state, role, legal[mover][at]);
            chosen = (0..translated.len()).max_by_key(promise).expect("there is a move");
        }
        for text in &translated[chosen] {
            play(sheet, &mut sheet_state, role, text);
        }
        let mut joint = [legal[0][0], legal[1][0]];
        joint[mover] = legal[mover][chosen];
        native.apply(&mut state, &joint);
    }
}

/// The complete turns of a role: jumps continue as long as they can.
fn turns(sheet: &CircuitGame, state: &BitState, role: RoleId) -> BTreeSet<Vec<String>> {
    let mut turns = BTreeSet::new();
    for text in legal_names(sheet, state, role) {
        let mut rest = BTreeSet::from([Vec::new()]);
        if text.starts_with("(jump") {
            let mut next = state.clone();
            play(sheet, &mut next, role, &text);
            if !sheet.is_terminal(&next) && legal_names(sheet, &next, role) != ["noop"] {
                rest = self::turns(sheet, &next, role);
            }
        }
        let whole = |rest: Vec<String>| [text.clone()].into_iter().chain(rest).collect();
        turns.extend(rest.into_iter().map(whole));
    }
    turns
}

/// Plays a move while the other role waits.
fn play(sheet: &CircuitGame, state: &mut BitState, role: RoleId, text: &str) {
    let (mut own, mut other) = (Vec::new(), Vec::new());
    sheet.legal_moves(state, role, &mut own);
    sheet.legal_moves(state, RoleId(1 - role.0), &mut other);
    let mut joint = [other[0]; 2];
    let is_meant = |mv: &&MoveId| sheet.move_name(**mv) == text;
    joint[role.index()] = *own.iter().find(is_meant).expect("it is legal");
    sheet.apply(state, &joint);
}

fn legal_names(sheet: &CircuitGame, state: &BitState, role: RoleId) -> Vec<String> {
    let mut moves = Vec::new();
    sheet.legal_moves(state, role, &mut moves);
    moves.into_iter().map(|mv| sheet.move_name(mv)).collect()
}

fn load(name: &str) -> Arc<CircuitGame> {
    let game = library::find(name).expect("bundled");
    let (sheet, _) = Sheet::parse(game.source());
    let loaded = Engine::load(&sheet, &Limits::default(), &Budget::default()).expect("it loads");
    match loaded.engine {
        Engine::Circuit(game) => game,
        Engine::Reference(_) => panic!("{name} has no circuit"),
    }
}
