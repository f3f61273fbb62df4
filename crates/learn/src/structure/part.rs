//! Independent parts of a game.

use ludex_gdl::{Engine, Factors, TermId};

/// The parts of a game that do not influence each other until it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The parts: at least two.
    pub list: Vec<Part>,
    /// Whether in each position each role has moves in one part at most, so that the
    /// parts can be played apart. Otherwise roles choose a part to move in.
    pub is_parallel: bool,
}

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its facts.
    pub facts: Vec<TermId>,
    /// The moves that belong to it, each once, whichever role makes it.
    pub moves: Vec<TermId>,
}

impl Parts {
    /// The parts of a game that has a circuit.
    pub(super) fn find(engine: &Engine) -> Option<Self> {
        let Engine::Circuit(game) = engine else { return None };
        let grounded = game.grounded();
        let found = Factors::find(&grounded.circuit)?;
        let list = found.factors.iter().map(|factor| {
            let moves = factor.moves().into_iter().map(|mv| grounded.moves[mv]);
            let mut known = std::collections::BTreeSet::new();
            Part {
                facts: factor.bases.iter().map(|&base| grounded.bases[base]).collect(),
                moves: moves.filter(|&mv| known.insert(mv)).collect(),
            }
        });
        Some(Self { list: list.collect(), is_parallel: found.is_parallel })
    }
}
