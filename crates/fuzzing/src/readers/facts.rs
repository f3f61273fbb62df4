//! Positions of rule sheets as lists of facts, and moves.

use ludex_game::{Facts, Game, PositionText, RoleId};

use super::TIC_TAC_TOE;
use crate::{Reader, text, texts};

pub const READER: Reader = Reader {
    name: "facts",
    seeds: || texts(&["(cell 1 1 x) (cell 1 2 o) (control o)", "(mark 1 2)"]),
    words: &["(cell ", "(control ", "(mark ", "noop", "x", "o", "1", "2", "3"],
    n_short: 2_000,
    check: survives,
};

fn survives(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else { return false };
    let game = &**TIC_TAC_TOE;
    let _ = game.fact_named(text);
    let mut is_move = false;
    for role in 0..game.roles().len() {
        is_move |= game.move_named(RoleId::new(role), text).is_some();
    }
    let Ok(state) = game.read_position(text) else { return is_move };
    let shown = game.show(&state);
    assert_eq!(game.read_position(&shown).as_ref(), Ok(&state), "{shown}");
    let mut moves = Vec::new();
    for role in (0..game.roles().len()).map(RoleId::new) {
        game.legal_moves(&state, role, &mut moves);
        let _ = game.goal(&state, role);
    }
    true
}
