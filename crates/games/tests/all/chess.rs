//! Chess: notation and terminal positions.

use ludex_game::{Game, Goal, PositionText, RoleId, SearchSupport};
use ludex_games::chess::{Chess, Move};

const WHITE: RoleId = RoleId(0);
const BLACK: RoleId = RoleId(1);

fn names(game: &Chess) -> Vec<String> {
    let state = game.initial();
    let mut moves = Vec::new();
    game.legal_moves(&state, RoleId(state.board().side_to_move() as u8), &mut moves);
    moves.into_iter().map(|mv| game.move_name(mv)).collect()
}

/// The FEN after a move.
fn after(fen: &str, name: &str) -> String {
    let game = Chess::from_fen(fen).unwrap();
    let mut state = game.initial();
    let role = RoleId(state.board().side_to_move() as u8);
    let mut moves = Vec::new();
    game.legal_moves(&state, role, &mut moves);
    let mut joint = [Move::Noop; 2];
    joint[role.index()] = *moves.iter().find(|&&mv| game.move_name(mv) == name).unwrap();
    game.apply(&mut state, &joint);
    state.board().to_string()
}

#[test]
fn castling_is_named_by_the_king() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let names = names(&Chess::from_fen(fen).unwrap());
    assert!(["e1g1", "e1c1"].iter().all(|castling| names.iter().any(|name| name == castling)));
    assert_eq!(after(fen, "e1g1"), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
    assert_eq!(after(fen, "e1c1"), "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1");
    assert_eq!(
        after("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8"),
        "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2"
    );
    // The same move of a rook is not castling.
    assert_eq!(after("7k/8/8/8/8/8/K7/4R3 w - - 0 1", "e1g1"), "7k/8/8/8/8/8/K7/6R1 b - - 1 1");
}

#[test]
fn promotions_have_a_letter() {
    let names = names(&Chess::from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1").unwrap());
    let mut promotions: Vec<_> = names.into_iter().filter(|name| name.len() == 5).collect();
    promotions.sort();
    assert_eq!(promotions, ["a7a8b", "a7a8n", "a7a8q", "a7a8r"]);
}

#[test]
fn fens_are_read_as_they_are_shown() {
    let game = Chess::new();
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "8/8/8/8/8/6k1/4q3/6K1 b - - 17 60",
    ] {
        let state = game.read_position(fen).unwrap();
        assert_eq!(state.board().to_string(), fen);
        assert_eq!(game.show(&state).lines().count(), 10);
    }
    assert_eq!(game.read_position("8/8/8/8/8/6k1/4q3/6K1 b - -").map(|_| ()), Ok(()));
    let error = game.read_position("r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1").unwrap_err();
    assert!(error.to_string().contains("castle"), "{error}");
}

#[test]
fn games_end_as_they_should() {
    for (what, fen, white) in [
        ("mate", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", 0),
        ("mate on the last quiet ply", "7k/6Q1/6K1/8/8/8/8/8 b - - 100 80", 100),
        ("stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 50),
        ("quiet plies", "7k/8/6K1/8/8/8/8/1Q6 w - - 100 80", 50),
    ] {
        let game = Chess::from_fen(fen).unwrap();
        assert!(game.is_terminal(&game.initial()), "{what}");
        assert_eq!(game.goal(&game.initial(), WHITE).value(), white, "{what}");
        assert_eq!(game.goal(&game.initial(), BLACK).value(), 100 - white, "{what}");
    }
}

#[test]
fn a_limit_of_plies_counts_from_the_fen() {
    let fen = "7k/8/6K1/8/8/8/8/Q7 b - - 0 100";
    let game = Chess::from_fen(fen).unwrap().with_limit(200);
    let mut state = game.initial();
    assert!(!game.is_terminal(&state));
    let mut moves = Vec::new();
    game.legal_moves(&state, BLACK, &mut moves);
    game.apply(&mut state, &[Move::Noop, moves[0]]);
    assert!(game.is_terminal(&state));
    assert_eq!(Some(game.goal(&state, WHITE)), Goal::new(50));
}

/// Positions are equal regardless of the number of moves that led to them.
#[test]
fn the_number_of_moves_makes_no_difference() {
    let game = Chess::new();
    let fens = ["7k/8/6K1/8/8/8/8/Q7 b - - 4 10", "7k/8/6K1/8/8/8/8/Q7 b - - 4 30"];
    let [early, late] = fens.map(|fen| game.read_position(fen).unwrap());
    assert!(early == late && game.key(&early) == game.key(&late));
    let limited = Chess::new().with_limit(200);
    let [early, late] = fens.map(|fen| limited.read_position(fen).unwrap());
    assert!(early != late && limited.key(&early) != limited.key(&late));
}

/// All moves of a position in standard algebraic notation, in order.
fn sans(fen: &str) -> Vec<String> {
    let game = Chess::from_fen(fen).unwrap();
    let state = game.initial();
    let mut moves = Vec::new();
    game.legal_moves(&state, RoleId(state.board().side_to_move() as u8), &mut moves);
    let mut sans: Vec<String> = moves.into_iter().map(|mv| game.san(&state, mv)).collect();
    sans.sort();
    sans
}

#[test]
fn records_use_standard_algebraic_notation() {
    let has = |fen: &str, wanted: &[&str]| {
        let sans = sans(fen);
        for san in wanted {
            assert!(sans.iter().any(|found| found == san), "{san} is not among {sans:?}");
        }
    };
    has("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &["e4", "Nf3", "a3"]);
    has("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", &["O-O", "O-O-O", "Rxa8+", "Kd1"]);
    // En passant captures on an empty square.
    has("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", &["exf6", "e6"]);
    has("3n3k/4P3/8/8/8/8/8/K7 w - - 0 1", &["e8=Q+", "exd8=N", "e8=B"]);
    // The file suffices, then the rank, then both are needed.
    has("7k/8/8/8/8/8/8/KN3N2 w - - 0 1", &["Nbd2", "Nfd2", "Na3"]);
    has("6k1/8/8/R7/8/8/8/R6K w - - 0 1", &["R1a3", "R5a3", "Rb1"]);
    has("8/7k/8/8/Q2Q4/8/8/Q6K w - - 0 1", &["Qa4d1", "Q1d1", "Qdd1"]);
    has("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", &["Rd8#"]);
}

#[test]
fn no_two_moves_have_one_name() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/7k/8/8/Q2Q4/8/8/Q2Q3K w - - 0 1",
        "1n1n3k/P1P5/8/8/8/8/8/K7 w - - 0 1",
    ] {
        let mut sans = sans(fen);
        let n_moves = sans.len();
        sans.dedup();
        assert_eq!(sans.len(), n_moves, "{sans:?}");
    }
}

#[test]
fn kings_side_by_side_are_refused() {
    let error = Chess::from_fen("8/8/8/8/8/8/8/1kK5 w - - 0 1").unwrap_err();
    assert!(error.ends_with("the kings stand side by side"), "{error}");
    assert!(Chess::from_fen("8/8/8/8/8/8/8/k1K5 w - - 0 1").is_ok());
}
