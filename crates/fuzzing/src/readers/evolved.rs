//! Evolved trees, for a native game and for a rule sheet.

use std::sync::LazyLock;

use ludex_evolve::{Forest, ForestPlan, Limits};
use ludex_game::{Evaluator, Game, RoleId};
use ludex_games::checkers::Checkers;
use ludex_search::evaluate::{Evolved, Vocabulary};

use super::{TIC_TAC_TOE, assert_same};
use crate::{Reader, text, texts};

pub const READER: Reader = Reader {
    name: "evolved",
    seeds: || {
        texts(&[
            "; by hand\nludex evolved 1\n(if (less_equal friendly_men enemy_men) mobility 3.4)\n",
            "ludex evolved 1\n(sub 0.5*(add mobility 2) (scale 3 friendly_kings))\n",
            "ludex evolved 1\nrole x\ntest middle\n1 (cell 2 2 o)\ntrees\n(if middle 0 9)\n",
            "ludex evolved 1\nrole x\nquestion corner\n1 (cell 1 1 x)\ntrees\n(add corner 3)\n",
        ])
    },
    words: &[
        "ludex evolved 1\n",
        "role ",
        "question ",
        "test ",
        "trees\n",
        "(if ",
        "(add ",
        "(sub ",
        "(less_equal ",
        "(and ",
        "(or ",
        "mobility",
        "friendly_men",
        "true",
        "false",
        "(scale ",
        "t1:\n",
        "0.5*",
        "(literal ",
        "(number ",
    ],
    n_short: 3_000,
    check: survives,
};

/// The plan of trees for a native game, for files without questions.
static PLAN: LazyLock<ForestPlan> = LazyLock::new(|| {
    let words = Vocabulary::of(&Checkers::losing(), Vec::new()).expect("it answers questions");
    words.plan(Limits::default(), &[]).expect("one tree is possible")
});

fn survives(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else { return false };
    let checkers = Checkers::losing();
    let native = Evolved::parse(text, &checkers);
    let sheet = Evolved::parse(text, &**TIC_TAC_TOE);
    let is_read = native.is_ok() || sheet.is_ok();
    if let Ok(mut evolved) = native {
        let value = evolved.evaluate(&checkers, &checkers.initial(), RoleId(0));
        assert!((0.0..=100.0).contains(&value), "{value} of {text}");
    }
    if let Ok(mut evolved) = sheet {
        let value = evolved.evaluate(&**TIC_TAC_TOE, &TIC_TAC_TOE.initial(), RoleId(1));
        assert!((0.0..=100.0).contains(&value), "{value} of {text}");
    }
    let trees = text.split_once("ludex evolved 1\n").map_or(text, |(_, trees)| trees);
    if let Ok(forest) = Forest::parse(trees, &PLAN) {
        let printed = forest.to_text(&PLAN);
        assert_same(&forest, &printed, Forest::parse(&printed, &PLAN));
    }
    is_read
}
