//! Positions of native games: the first byte selects the game, the rest is its
//! text.

use std::sync::Arc;

use ludex_game::{Playable, RoleId, Visitor, read_position, show_position};

use crate::{Reader, text};

pub const READER: Reader = Reader {
    name: "position",
    seeds,
    words: &[
        "/", ".", "x", "o", "w", "b", "KQkq", "-", "rnbqkbnr", "8", "9", "black", "white", "e3",
        "0-0", "e2e4", "noop", "K", "k",
    ],
    n_short: 4_000,
    check: survives,
};

/// Separates the position from a move.
const MOVE: char = '|';

fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (at, listed) in ludex_games::GAMES.iter().enumerate() {
        let shown = ludex_games::visit(listed.name, Initial).expect("it is listed");
        let with = |text: &str| [&[at as u8][..], text.as_bytes()].concat();
        seeds.push(with(&shown));
        seeds.push(with(shown.lines().next_back().unwrap_or_default()));
        seeds.push(with(&format!("{shown}{MOVE}e2e4")));
    }
    let chess =
        ludex_games::GAMES.iter().position(|game| game.name == "chess").unwrap_or_default() as u8;
    let fens =
        ["8/8/8/8/8/8/8/K1k5 w - - 0 1", "r3k2r/ppppp1pp/8/8/4Pp2/8/PPPP1PPP/R3K2R b KQkq e3 0 12"];
    seeds.extend(fens.iter().map(|fen| [&[chess][..], fen.as_bytes()].concat()));
    seeds
}

/// Visitor that prints the initial position.
struct Initial;

impl Visitor for Initial {
    type Output = String;

    fn visit<G: Playable>(self, game: Arc<G>) -> String {
        show_position(&*game, &game.initial())
    }
}

fn survives(bytes: &[u8]) -> bool {
    let Some((&first, rest)) = bytes.split_first() else { return false };
    let name = ludex_games::GAMES[usize::from(first) % ludex_games::GAMES.len()].name;
    let Some(text) = text(rest) else { return false };
    ludex_games::visit(name, Position(text)).expect("it is listed")
}

/// Visitor that reads a text as a position, optionally with a move in it.
struct Position<'a>(&'a str);

impl Visitor for Position<'_> {
    type Output = bool;

    fn visit<G: Playable>(self, game: Arc<G>) -> bool {
        let (position, mv) = self.0.split_once(MOVE).unwrap_or((self.0, ""));
        let Ok(mut state) = read_position(&*game, position) else { return false };
        let shown = show_position(&*game, &state);
        assert!(read_position(&*game, &shown).is_ok_and(|again| again == state), "{shown}");
        let mut moves = Vec::new();
        for ply in 0..4 {
            let mut joint = Vec::new();
            for role in (0..game.roles().len()).map(RoleId::new) {
                let _ = game.goal(&state, role);
                let _ = game.facts().map(|facts| facts.move_named(role, mv));
                if let Some(notation) = game.notation() {
                    let _ = notation.find_move(&state, role, mv);
                    let _ = notation.setups(&state);
                }
                game.legal_moves(&state, role, &mut moves);
                joint.extend(moves.get((ply * 7 + 3) % moves.len().max(1)).copied());
            }
            for evaluator in game.evaluators() {
                let value = (evaluator.make)(1).evaluate(&*game, &state, RoleId(0));
                assert!(!value.is_nan(), "{} of {shown}", evaluator.name);
            }
            if game.is_terminal(&state) || joint.len() < game.roles().len() {
                break;
            }
            game.apply(&mut state, &joint);
        }
        true
    }
}
