//! The result of a search.

use crate::Assumption;

/// A move, and what led to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The move to make.
    pub mv: M,
    /// What the position is worth to the role that asked, on the scale of
    /// goals, if the search says so.
    pub value: Option<f64>,
    /// Whether that value is what best play on all sides leads to, for certain.
    pub is_proven: bool,
    /// What the value presupposes of the others, where the search has seen the
    /// game to its ends and yet proves no more than that. A value that is not
    /// proven and presupposes nothing is an estimate.
    pub assumption: Option<Assumption>,
    /// The joint moves that the search expects, beginning with this one.
    pub line: Vec<Vec<M>>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How many random games were played.
    pub playouts: u64,
    /// How many plies ahead the search has seen.
    pub depth: u32,
    /// What is known of the moves, the best first. Not all searches tell.
    pub candidates: Vec<Candidate<M>>,
}

/// What a search knows of one of the moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// Its value to the role that asked, on the scale of goals.
    pub value: f64,
    /// How often it was tried, where search counts that.
    pub visits: u64,
    /// Whether the value is certain, as that of the [report](Report).
    pub is_proven: bool,
}

impl<M> Report<M> {
    /// The same report with moves in another form.
    pub fn map<N>(self, to: impl Fn(M) -> N) -> Report<N> {
        let candidates = self.candidates.into_iter().map(|candidate| Candidate {
            mv: to(candidate.mv),
            value: candidate.value,
            visits: candidate.visits,
            is_proven: candidate.is_proven,
        });
        Report {
            candidates: candidates.collect(),
            line: self.line.into_iter().map(|joint| joint.into_iter().map(&to).collect()).collect(),
            mv: to(self.mv),
            value: self.value,
            is_proven: self.is_proven,
            assumption: self.assumption,
            nodes: self.nodes,
            playouts: self.playouts,
            depth: self.depth,
        }
    }

    /// A move that was chosen without looking ahead.
    pub fn of_move(mv: M) -> Self {
        Self {
            mv,
            value: None,
            is_proven: false,
            assumption: None,
            line: Vec::new(),
            nodes: 0,
            playouts: 0,
            depth: 0,
            candidates: Vec::new(),
        }
    }
}
