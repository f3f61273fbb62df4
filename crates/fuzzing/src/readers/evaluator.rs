//! Learned evaluators.

use ludex_game::{Evaluator, Game, RoleId};
use ludex_search::evaluate::LinearEvaluator;

use super::{TIC_TAC_TOE, assert_same};
use crate::{Reader, text, texts};

pub const READER: Reader = Reader {
    name: "evaluator",
    seeds: || {
        texts(&["; anything\nludex evaluator 1\nrole x\n0.4 (cell 2 2 x)\n\
             -0.1 all (cell 1 1 o) (cell 3 3 o)\n0.02 moves x\n1.5 goal x\n\
             0.1 squares (cell 1 1 x) (cell 1 2 x)\n\
             0.3 just 1 (cell 1 1 x) (or (cell 1 2 x) (cell 1 2 o)) without (cell 1 3 o)\n\
             0.9 near 2\n0.1 holds 1\n0.2 always\n\
             part all (cell 2 2 x) (not (cell 3 3 o)) (unless (cell 1 1 b))\n\
             part any 1 (cell 3 1 x)\n"])
    },
    words: &[
        "ludex evaluator 1\n",
        "role ",
        "part all ",
        "part any ",
        "moves ",
        "goal ",
        "squares ",
        "just ",
        " without ",
        "near ",
        "holds ",
        "always",
        "(or ",
        "(not ",
        "(unless ",
        "(cell ",
        "0.5 ",
        "1e308 ",
        "; ",
    ],
    n_short: 3_000,
    check: survives,
};

fn survives(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else { return false };
    let Ok(judgement) = LinearEvaluator::parse(text) else { return false };
    let printed = judgement.to_string();
    assert_same(&judgement, &printed, LinearEvaluator::parse(&printed));
    let game = &**TIC_TAC_TOE;
    let Ok(mut evaluator) = judgement.evaluator(game) else { return true };
    for role in (0..game.roles().len()).map(RoleId::new) {
        let value = evaluator.evaluate(game, &game.initial(), role);
        assert!((0.0..=100.0).contains(&value), "{value} of {text}");
    }
    true
}
