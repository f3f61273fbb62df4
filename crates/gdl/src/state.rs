//! A position as a set of terms.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::term::{TermId, TermStore};

/// The facts that are true in a position. Cheap to clone.
#[derive(Clone, Debug)]
pub struct State {
    /// Ordered by id, each once.
    facts: Arc<[TermId]>,
    hash: u64,
}

impl State {
    /// The position in which exactly these facts are true.
    pub fn new(terms: &TermStore, mut facts: Vec<TermId>) -> Self {
        facts.sort_unstable();
        facts.dedup();
        // A sum does not depend on the order, and can be updated incrementally.
        let hash = facts.iter().fold(0u64, |sum, &fact| sum.wrapping_add(terms.hash(fact)));
        Self { facts: facts.into(), hash }
    }

    /// The facts, in no meaningful order.
    pub fn facts(&self) -> &[TermId] {
        &self.facts
    }

    /// A hash that depends on the text of the facts only: the same in every run.
    pub fn stable_hash(&self) -> u64 {
        self.hash
    }
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && self.facts == other.facts
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.hash);
    }
}
