//! What a thinker is told of what was learned.

use std::sync::Arc;

use learn::Knowledge;
use search::{Features, Spec};

/// What was learned of a game, as far as a thinker uses it.
#[derive(Clone, Debug)]
pub(super) struct Lesson {
    /// What playouts should follow.
    pub(super) features: Option<Features>,
    /// The player that is better than UCT, with what it needs to know.
    pub(super) player: Option<Spec>,
}

/// What the learned evaluator is called in a spec. No file is read.
const LEARNED: &str = "learned";

/// A larger table is of little use in the time of a match.
const TABLE_MB_MAX: usize = 256;

impl Lesson {
    /// The evaluator is used if alpha-beta with it has won its match against UCT.
    pub(super) fn of(knowledge: &Knowledge, memory_bytes: usize) -> Self {
        let is_won = knowledge.player.is_some_and(|trial| trial.is_won());
        let table = format!("{}MB", (memory_bytes >> 20).clamp(1, TABLE_MB_MAX));
        let player = (is_won && knowledge.evaluator.is_some()).then(|| {
            let options = [("eval", &*format!("file:{LEARNED}")), ("table", &*table)];
            Spec::new("alphabeta", &options).carrying(LEARNED, Arc::new(knowledge.learned()))
        });
        Self { features: knowledge.features.clone(), player }
    }
}
