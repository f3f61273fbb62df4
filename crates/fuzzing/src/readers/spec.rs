//! Player specs.

use std::sync::Arc;

use ludex_game::examples::Nim;
use ludex_game::{Game, RoleId};
use ludex_search::{Context, Spec, Stop};

use super::assert_same;
use crate::{Reader, text, texts};

pub const READER: Reader = Reader {
    name: "spec",
    seeds: || {
        texts(&[
            "random",
            "uct:playouts=20,c=0.5,memory=1MB,time=50ms",
            "alphabeta:depth=2,eval=goal+0.5*mobility",
            "minimax:depth=2",
            "puzzle:nodes=100",
            "uci:stockfish,depth=5,set=(Skill Level=3,Threads=1)",
            "proof:nodes=1k",
        ])
    },
    words: &[
        "uct",
        "alphabeta",
        "minimax",
        "maxn",
        "random",
        "puzzle",
        "proof",
        "depth=",
        "time=",
        "playouts=",
        "nodes=",
        "memory=",
        "eval=",
        "k",
        "M",
        "ms",
        "s",
        "MB",
        "(",
        ")",
        "yes",
    ],
    n_short: 3_000,
    check: survives,
};

/// Kinds whose players start no program, open no connection and read no file.
const KINDS: &[&str] = &["random", "minimax", "maxn", "alphabeta", "uct", "proof"];

/// Options that read files, or whose values set memory or time.
const LEFT_OUT: &[&str] = &["file", "features", "memory", "table", "playouts", "nodes"];

fn survives(bytes: &[u8]) -> bool {
    let Some(text) = text(bytes) else { return false };
    let Ok(spec) = Spec::parse(text) else { return false };
    let printed = spec.to_string();
    assert_same(&spec, &printed, Spec::parse(&printed));
    let is_kind = KINDS.iter().any(|kind| printed.split(':').next() == Some(kind));
    if !is_kind || LEFT_OUT.iter().any(|word| printed.contains(word)) {
        return true;
    }
    let nim = Arc::new(Nim::new(&[1, 2]));
    if let Ok(mut seat) = spec.seat(&nim, &Context::default()) {
        // A player whose stop condition holds at once returns soon.
        seat.player.choose(&nim.initial(), RoleId(0), &Stop::when(|| true));
    }
    true
}
