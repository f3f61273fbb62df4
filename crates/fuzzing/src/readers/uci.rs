//! Answers of UCI engines.

use ludex_games::chess::Chess;

use crate::{Reader, texts};

pub const READER: Reader = Reader {
    name: "uci",
    seeds: || {
        texts(&["id name x\noption name Skill Level type spin default 20 min 0 max 20\n\
             option name Ponder type check default false\nuciok\nreadyok\n\
             info string any\ninfo depth 3 multipv 1 score cp 51 nodes 120 time 2 pv e2e4 e7e5\n\
             info depth 5 score mate -2 lowerbound nodes 140\nbestmove e2e4 ponder e7e5\n"])
    },
    words: &[
        "info ",
        "depth ",
        "score ",
        "cp ",
        "mate ",
        "nodes ",
        "pv ",
        "e2e4 ",
        "bestmove ",
        "option name ",
        " type ",
        "spin",
        "check",
        "min ",
        "max ",
        "multipv ",
        "upperbound",
        "0000",
    ],
    n_short: 3_000,
    check: |bytes| {
        let answers = ludex_search::read_uci(&Chess::new(), &String::from_utf8_lossy(bytes));
        answers.value.is_none_or(|value| (0.0..=100.0).contains(&value))
    },
};
