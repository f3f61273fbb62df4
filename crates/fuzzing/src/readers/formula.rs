//! Formulas of evaluators.

use ludex_game::{Evaluator, Game, RoleId};
use ludex_search::Context;
use ludex_search::evaluate::Formula;

use super::TIC_TAC_TOE;
use crate::{Reader, text, texts};

pub const READER: Reader = Reader {
    name: "formula",
    seeds: || texts(&["goal", "mobility", "0.5*mobility+goal", "-2*goal + 1e3*mobility + random"]),
    words: &["*", "+", "goal", "mobility", "random", "0.5", "-1", "1e308"],
    n_short: 2_000,
    check: survives,
};

fn survives(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes).filter(|text| !text.contains("file:")) else { return false };
    let Ok(formula) = Formula::parse(text) else { return false };
    let game = &**TIC_TAC_TOE;
    let Ok(mut evaluator) = formula.evaluator(game, &Context::default()) else { return true };
    assert!(!evaluator.evaluate(game, &game.initial(), RoleId(0)).is_nan(), "`{text}`");
    true
}
