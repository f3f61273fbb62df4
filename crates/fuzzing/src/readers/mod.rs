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

use gdl::circuit::Budget;
use gdl::single::CircuitGame;
use gdl::{Engine, Limits, Sheet, library};

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

/// Tic-tac-toe by its rule sheet, in whose words texts are read.
static TIC_TAC_TOE: LazyLock<Arc<CircuitGame>> = LazyLock::new(|| bundled("tic-tac-toe"));

fn bundled(name: &str) -> Arc<CircuitGame> {
    let (sheet, _) = Sheet::parse(library::find(name).expect("it is bundled").source());
    let loaded = Engine::load(&sheet, &Limits::default(), &Budget::default());
    match loaded.expect("it loads").engine {
        Engine::Circuit(game) => Arc::new(*game),
        Engine::Reference(_) => panic!("{name} has a circuit"),
    }
}

/// Asserts that what is printed is read as the same again.
fn assert_same<T: PartialEq + std::fmt::Debug, E: std::fmt::Debug>(
    once: &T,
    printed: &str,
    again: Result<T, E>,
) {
    let again = again.unwrap_or_else(|error| panic!("`{printed}` is printed, not read: {error:?}"));
    assert_eq!(*once, again, "`{printed}` is printed");
}
