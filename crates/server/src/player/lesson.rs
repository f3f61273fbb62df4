//! The knowledge of a game in the form that a thinker uses.

use std::sync::Arc;

use ludex_learn::Knowledge;
use ludex_search::{Features, Spec};

/// The features and the player that a thinker can use in a match.
#[derive(Clone, Debug)]
pub(super) struct Lesson {
    /// Features for playouts.
    pub(super) features: Option<Features>,
    /// The player that beat UCT in its match, with its evaluator.
    pub(super) player: Option<Spec>,
}

/// The name of the learned evaluator in a spec. No file is read.
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
