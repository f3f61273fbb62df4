//! Game trees in textbook notation.

use ludex_game::{Game, RoleId};
use ludex_search::TreeGame;

use crate::{Reader, text, texts};

pub const READER: Reader = Reader {
    name: "tree",
    seeds: || {
        texts(&[
            "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))",
            "(max (chance 0.9:2 0.1:3) (chance 1/36:1 35/36:4))",
            "(max left:(min 2.5 -3) right:400)",
        ])
    },
    words: &["(max ", "(min ", "(chance ", "0.9:", "1/36:", "left:", "400", "-3", "2.1", ")"],
    n_short: 3_000,
    check: survives,
};

fn survives(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else { return false };
    let Ok(game) = text.parse::<TreeGame>() else { return false };
    let initial = game.initial();
    let printed = game.text(&initial);
    let again: TreeGame = printed.parse().unwrap_or_else(|error| panic!("{printed}: {error}"));
    assert_eq!(again.text(&again.initial()), printed);
    let mut moves = Vec::new();
    for role in (0..game.roles().len()).map(RoleId::new) {
        game.legal_moves(&initial, role, &mut moves);
        let _ = game.goal(&initial, role);
    }
    true
}
