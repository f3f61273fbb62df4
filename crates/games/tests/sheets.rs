//! Native games against the bundled rule sheets of the same name.
//!
//! Two programs that share nothing must agree on numbers of move sequences, and
//! in random games, position by position, on legal moves, ends and goals.

use std::collections::BTreeMap;

use game::{Game, Perft, Playable, RoleId, Unit, rng};
use games::checkers::Checkers;
use games::chess::{self, Chess};
use games::chinese_checkers::ChineseCheckers;
use games::connect_four::ConnectFour;
use games::reversi::Reversi;
use games::tic_tac_toe::TicTacToe;
use gdl::circuit::Budget;
use gdl::single::{BitState, CircuitGame, MoveId};
use gdl::{Engine, Limits, Sheet, library};
use rand::Rng as _;

#[test]
fn tic_tac_toe() {
    let game = TicTacToe::new();
    agree("tic-tac-toe", &game, 300, |_, name| vec![format!("(mark {})", coordinates(name))]);
}

#[test]
fn connect_four() {
    agree("connect-four", &ConnectFour::default(), 60, |_, name| vec![format!("(drop {name})")]);
}

#[test]
fn checkers() {
    agree("checkers", &Checkers::american(), 40, |_, name| jumps(name));
}

#[test]
fn lose_checkers() {
    agree("lose-checkers", &Checkers::losing(), 40, |_, name| jumps(name));
}

#[test]
fn reversi() {
    agree("reversi", &Reversi::new(), 30, |_, name| match name {
        "pass" => vec!["noop".into()],
        name => vec![format!("(place {})", coordinates(name))],
    });
}

#[test]
fn chinese_checkers() {
    agree("chinese-checkers", &ChineseCheckers::rhombus(), 10, |_, name| {
        let (from, to) = name.split_once('-').expect("two holes");
        vec![format!("(move {} {})", coordinates(from), coordinates(to))]
    });
}

#[test]
fn chess() {
    agree("chess", &Chess::new().with_limit(200), 20, |state, name| vec![chess_move(state, name)]);
}

/// A chain of jumps is one move here, and a move per jump there.
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

/// Compares a native game with the sheet of this name. `translate` gives the
/// sheet's moves for one move of the native game.
fn agree<G: Playable>(
    name: &str,
    native: &G,
    n_games: u64,
    translate: impl Fn(&G::State, &str) -> Vec<String>,
) {
    let sheet = load(name);
    let names = |game: &[game::Role]| game.iter().map(|role| role.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(native.roles()), names(sheet.roles()));
    check_perft(name, native, &sheet);
    let n_positions: u64 =
        (0..n_games).map(|stream| walk(native, &sheet, stream, &translate)).sum();
    assert!(n_positions > 5 * n_games, "{name}: only {n_positions} positions");
}

/// Both count as the sheet's perft file says.
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

/// Plays a random game on both and returns the number of its positions.
fn walk<G: Playable>(
    native: &G,
    sheet: &CircuitGame,
    stream: u64,
    translate: impl Fn(&G::State, &str) -> Vec<String>,
) -> u64 {
    let mut rng = rng(7, stream);
    let (mut state, mut sheet_state) = (native.initial(), sheet.initial());
    let mut legal: Vec<Vec<G::Move>> = vec![Vec::new(); 2];
    for n_positions in 1.. {
        let shown = || native.show(&state);
        for role in [RoleId(0), RoleId(1)] {
            let (goal, sheet_goal) = (native.goal(&state, role), sheet.goal(&sheet_state, role));
            assert_eq!(goal, sheet_goal, "{role:?}\n{}", shown());
        }
        let is_over = native.is_terminal(&state);
        assert_eq!(is_over, sheet.is_terminal(&sheet_state), "{}", shown());
        if is_over {
            return n_positions;
        }
        for (role, moves) in legal.iter_mut().enumerate() {
            native.legal_moves(&state, RoleId::new(role), moves);
        }
        let name = |mv: &G::Move| native.move_name(*mv);
        let waits = |moves: &Vec<G::Move>| moves.len() == 1 && name(&moves[0]) == "noop";
        let mover = usize::from(waits(&legal[0]));
        assert!(waits(&legal[1 - mover]), "{}", shown());

        let mut turns = BTreeMap::new();
        add_turns(sheet, &sheet_state, RoleId::new(mover), &mut Vec::new(), &mut turns);
        let mut translated: Vec<_> =
            legal[mover].iter().map(|mv| translate(&state, &name(mv))).collect();
        let chosen = rng.random_range(0..translated.len());
        sheet_state = turns
            .get(&translated[chosen])
            .unwrap_or_else(|| panic!("the sheet has no {:?}\n{}", translated[chosen], shown()))
            .clone();
        translated.sort();
        assert!(
            translated.iter().eq(turns.keys()),
            "{translated:?} {:?}\n{}",
            turns.keys(),
            shown()
        );

        let mut joint = [legal[0][0], legal[1][0]];
        joint[mover] = legal[mover][chosen];
        native.apply(&mut state, &joint);
    }
    unreachable!("the game ends")
}

/// Adds the ways to end the turn of a role, and where each leads.
fn add_turns(
    sheet: &CircuitGame,
    state: &BitState,
    role: RoleId,
    so_far: &mut Vec<String>,
    turns: &mut BTreeMap<Vec<String>, BitState>,
) {
    let legal = |state: &BitState, role| {
        let mut moves = Vec::new();
        sheet.legal_moves(state, role, &mut moves);
        moves
    };
    let waiting = legal(state, RoleId(1 - role.0))[0];
    for mv in legal(state, role) {
        let mut joint: [MoveId; 2] = [waiting; 2];
        joint[role.index()] = mv;
        let mut next = state.clone();
        sheet.apply(&mut next, &joint);
        so_far.push(sheet.move_name(mv));
        let goes_on = !sheet.is_terminal(&next) && {
            let moves = legal(&next, role);
            sheet.move_name(moves[0]) != "noop"
        };
        if goes_on {
            add_turns(sheet, &next, role, so_far, turns);
        } else {
            turns.insert(so_far.clone(), next);
        }
        so_far.pop();
    }
}

fn load(name: &str) -> CircuitGame {
    let game = library::find(name).expect("bundled");
    let (sheet, _) = Sheet::parse(game.source());
    let loaded = Engine::load(&sheet, &Limits::default(), &Budget::default()).expect("it loads");
    match loaded.engine {
        Engine::Circuit(game) => *game,
        Engine::Reference(_) => panic!("{name} has no circuit"),
    }
}
