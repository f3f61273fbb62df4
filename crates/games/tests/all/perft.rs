//! Published numbers of move sequences.
//!
//! Each test takes a second or two; the deeper counts run with
//! `cargo test --release -p ludex-games --test all perft -- --ignored`.

use ludex_game::{Game, Perft, find_start, perft};
use ludex_games::checkers::{Aim, Checkers, DrawRule};
use ludex_games::chess::Chess;
use ludex_games::chinese_checkers::ChineseCheckers;
use ludex_games::connect_four::ConnectFour;
use ludex_games::reversi::Reversi;
use ludex_games::tic_tac_toe::TicTacToe;

/// Compares the counts of depths 1, 2, ... from the start.
fn check<G: Game>(game: &G, counts: &[u64]) {
    check_with(Perft::default(), game, counts);
}

fn check_with<G: Game>(counting: Perft, game: &G, counts: &[u64]) {
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(counting.count(game, &game.initial(), depth), count, "at depth {depth}");
    }
}

/// Finished games count as a leaf.
const ENDED: Perft = Perft { unit: ludex_game::Unit::Plies, count_ended: true };

/// OEIS A133046; chains with the same ends and different paths count separately.
const CHECKERS: [u64; 12] =
    [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128, 388623673];

const CHECKERS_10X10: [u64; 8] = [9, 81, 810, 8100, 88900, 957965, 10886383, 120900528];

const CHECKERS_10X10_20_MEN: [u64; 9] =
    [9, 81, 658, 4265, 26875, 164406, 1016158, 6164343, 37894869];

const REVERSI: [u64; 12] =
    [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800, 1939886636];

const CONNECT_FOUR: [u64; 8] = [7, 49, 343, 2401, 16807, 117649, 823536, 5673234];

/// The six positions of the chess programming community.
const CHESS: [(&str, &[u64]); 6] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[20, 400, 8902, 197281, 4865609, 119060324],
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2039, 97862, 4085603, 193690690],
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812, 43238, 674624, 11030083]),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9467, 422333, 15833292],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1486, 62379, 2103487, 89941194],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2079, 89890, 3894594, 164075551],
    ),
];

#[test]
fn tic_tac_toe() {
    // All orders of filling squares, ended by a win.
    let counts = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872];
    check(&TicTacToe::new(), &counts);
    // The number of games.
    assert_eq!(ENDED.count(&TicTacToe::new(), &TicTacToe::new().initial(), 9), 255_168);
}

#[test]
fn connect_four() {
    check(&ConnectFour::default(), &CONNECT_FOUR);
}

#[test]
fn checkers() {
    check(&Checkers::american(), &CHECKERS[..10]);
    check(&Checkers::losing(), &CHECKERS[..8]);
}

#[test]
fn checkers_on_10x10() {
    check(&Checkers::large(), &CHECKERS_10X10[..7]);
    let with_20_men = Checkers::<10>::new(4, Aim::Win, DrawRule::Never);
    check(&with_20_men, &CHECKERS_10X10_20_MEN[..8]);
}

#[test]
fn reversi() {
    check_with(ENDED, &Reversi::new(), &REVERSI[..10]);
}

#[test]
fn chinese_checkers() {
    check(&ChineseCheckers::rhombus(), &[14, 196, 4648, 110224]);
    check(&ChineseCheckers::star(), &[14, 196, 4760, 115600]);
}

#[test]
fn chess() {
    for (fen, counts) in CHESS {
        check(&Chess::from_fen(fen).unwrap(), &counts[..4]);
    }
}

#[test]
fn chess_starts_are_the_same_positions() {
    let game = Chess::new();
    for (number, (_, counts)) in CHESS[1..].iter().enumerate() {
        let state = find_start(&game, &format!("perft {number}")).unwrap();
        assert_eq!(perft(&game, &state, 3), counts[2]);
    }
    assert!(find_start(&game, "perft 5").is_err());
}

#[test]
#[ignore = "takes minutes"]
fn deeper() {
    check(&Checkers::american(), &CHECKERS);
    check(&Checkers::large(), &CHECKERS_10X10);
    let with_20_men = Checkers::<10>::new(4, Aim::Win, DrawRule::Never);
    check(&with_20_men, &CHECKERS_10X10_20_MEN);
    check_with(ENDED, &Reversi::new(), &REVERSI);
    for (fen, counts) in CHESS {
        check(&Chess::from_fen(fen).unwrap(), counts);
    }
}
