//! Learned features.

use ludex_search::Features;

use super::{TIC_TAC_TOE, assert_same};
use crate::{Reader, text, texts};

pub const READER: Reader = Reader {
    name: "features",
    seeds: || {
        texts(&[
            "; of a game\nludex features 1\nuse yes\ngreed 0.75\nothers 0.5\n\
             offensive x 100 (mark 2 2) if (cell 1 1 x) (not (cell 3 3 o)) ; why\n\
             defensive o 90 (mark 1 1) if (cell 2 2 x) (control o)\n",
            "ludex features 1\nuse playouts\ntemperature 0.5\n",
        ])
    },
    words: &[
        "ludex features 1\n",
        "use yes\n",
        "use no\n",
        "use playouts\n",
        "greed ",
        "temperature ",
        "others ",
        "offensive ",
        "defensive ",
        " if ",
        "(not ",
        "(cell ",
        "; ",
        "x",
        "o",
        "100",
    ],
    n_short: 3_000,
    check: survives,
};

fn survives(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else { return false };
    let Ok(features) = Features::parse(text) else { return false };
    let printed = features.to_string();
    assert_same(&features, &printed, Features::parse(&printed));
    let _ = features.hints(&**TIC_TAC_TOE);
    true
}
