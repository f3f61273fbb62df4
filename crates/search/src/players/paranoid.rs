//! Alpha-beta under the name that it has among more than two players.

use game::Playable;

use super::{Kind, alphabeta};

pub(super) fn kind<G: Playable>() -> Kind<G> {
    Kind {
        name: "paranoid",
        about: "alpha-beta that takes all others for allies: another name of alphabeta",
        options: alphabeta::OPTIONS,
        make: alphabeta::make(),
    }
}
