//! Alpha-beta under the name that it has in games of chance.

use game::Playable;

use super::{Kind, alphabeta};

pub(super) fn kind<G: Playable>() -> Kind<G> {
    Kind {
        name: "expectiminimax",
        about: "alpha-beta in games of chance, pruned there as well: another name of alphabeta",
        options: alphabeta::OPTIONS,
        make: alphabeta::make(),
    }
}
