//! The result of a search.

use ludex_support::descending;

use crate::Assumption;

/// A move, and the search result behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The move to make.
    pub mv: M,
    /// The value of the position to the searching role, on the scale of goals, if the search
    /// computes one.
    pub value: Option<f64>,
    /// Whether the value is proven to be that of best play on all sides.
    pub is_proven: bool,
    /// The assumption about the other roles on which the value depends, where the search has
    /// reached the ends of the game. A value that is not proven and has no assumption is an
    /// estimate.
    pub assumption: Option<Assumption>,
    /// The joint moves that the search expects, beginning with this one.
    pub line: Vec<Vec<M>>,
    /// Number of positions searched.
    pub nodes: u64,
    /// Number of random games played.
    pub playouts: u64,
    /// Depth of the search in plies.
    pub depth: u32,
    /// The values of moves, best first. Some searches leave it empty.
    pub candidates: Vec<Candidate<M>>,
    /// The mixed strategy that the move was drawn from, with the probability of each move.
    /// Empty if the move was not drawn.
    pub strategy: Vec<(M, f64)>,
}

/// The result of a search for one of the moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// Its value to the searching role, on the scale of goals.
    pub value: f64,
    /// Number of visits, where the search counts them.
    pub visits: u64,
    /// Whether the value is proven, as that of the [report](Report).
    pub is_proven: bool,
}

impl<M: Copy> Candidate<M> {
    /// Sorts candidates by value, the best first.
    pub(crate) fn best_first(candidates: &mut Vec<Self>) {
        let values: Vec<f64> = candidates.iter().map(|one| one.value).collect();
        let order = descending(&values);
        *candidates = order.into_iter().map(|at| candidates[at].clone()).collect();
    }
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
            strategy: self.strategy.into_iter().map(|(mv, share)| (to(mv), share)).collect(),
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

    /// A report on a move chosen without a search.
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
            strategy: Vec::new(),
        }
    }
}
