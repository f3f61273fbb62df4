//! The readers, one file each.

mod address;
mod checkpoint;
mod evaluator;
mod evolved;
mod facts;
mod features;
mod formula;
mod http;
mod knowledge;
mod message;
mod policy;
mod position;
mod run_file;
mod sheet;
mod spec;
mod store;
mod trace;
mod tree;
mod uci;

use std::sync::{Arc, LazyLock};

use ludex_gdl::circuit::Budget;
use ludex_gdl::single::CircuitGame;
use ludex_gdl::{Engine, Limits, Sheet, library};

use crate::Reader;

/// All readers.
pub const READERS: &[Reader] = &[
    sheet::READER,
    facts::READER,
    trace::READER,
    position::READER,
    spec::READER,
    tree::READER,
    formula::READER,
    features::READER,
    evaluator::READER,
    evolved::READER,
    policy::READER,
    knowledge::READER,
    run_file::READER,
    checkpoint::READER,
    store::RECORD,
    store::FILE,
    message::READER,
    address::READER,
    http::REQUEST,
    http::REPLY,
    uci::READER,
];

/// Tic-tac-toe from its rule sheet, for readers that need a game's names.
static TIC_TAC_TOE: LazyLock<Arc<CircuitGame>> = LazyLock::new(|| bundled("tic-tac-toe"));

fn bundled(name: &str) -> Arc<CircuitGame> {
    let (sheet, _) = Sheet::parse(library::find(name).expect("it is bundled").source());
    let loaded = Engine::load(&sheet, &Limits::default(), &Budget::default());
    match loaded.expect("it loads").engine {
        Engine::Circuit(game) => game,
        Engine::Reference(_) => panic!("{name} has a circuit"),
    }
}

/// Asserts that the printed text is read as an equal value.
fn assert_same<T: PartialEq + std::fmt::Debug, E: std::fmt::Debug>(
    once: &T,
    printed: &str,
    again: Result<T, E>,
) {
    let again = again.unwrap_or_else(|error| panic!("`{printed}` is printed, not read: {error:?}"));
    assert_eq!(*once, again, "`{printed}` is printed");
}
