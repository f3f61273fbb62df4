//! The best that was found, and what is known about better.

use game::Goal;

/// A way to the end of a game with one role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The moves of the only role, from the position that was asked about.
    pub moves: Vec<M>,
    /// The goal value at the end.
    pub goal: Goal,
    /// Whether it is proven that no end has a higher goal value.
    pub is_best: bool,
    /// Whether it is proven that no shorter way has at least this goal value.
    pub is_shortest: bool,
}

/// The best solution so far, and which ends of the game have been seen. Several
/// searches can share a record: what one has ruled out, another need not.
///
/// ```
/// use game::Goal;
/// use search::puzzle::Record;
///
/// let mut record = Record::default();
/// record.offer(Goal::MAX, 3, || vec!['a', 'b', 'c']);
/// record.offer(Goal::MAX, 4, || unreachable!("it is longer"));
/// assert!(!record.solution().unwrap().is_shortest);
/// record.has_seen(2);
/// assert!(record.solution().unwrap().is_shortest);
/// ```
#[derive(Clone, Debug)]
pub struct Record<M> {
    found: Option<(Goal, Vec<M>)>,
    /// All ends up to so many plies have been offered.
    seen: u32,
    /// All ends with the highest goal value up to so many plies have been.
    seen_won: u32,
    /// No end has a higher goal value than the best that was offered.
    has_seen_best: bool,
    has_seen_all: bool,
}

impl<M> Default for Record<M> {
    fn default() -> Self {
        Self { found: None, seen: 0, seen_won: 0, has_seen_best: false, has_seen_all: false }
    }
}

impl<M: Clone> Record<M> {
    /// An end of the game after so many plies: kept if it is better than what
    /// there is, or as good and sooner.
    pub fn offer(&mut self, goal: Goal, n_plies: usize, moves: impl FnOnce() -> Vec<M>) {
        let is_better = match &self.found {
            None => true,
            Some((best, moves)) => goal > *best || goal == *best && n_plies < moves.len(),
        };
        if is_better {
            self.found = Some((goal, moves()));
        }
    }

    /// Every end within so many plies has been offered.
    pub fn has_seen(&mut self, n_plies: u32) {
        self.seen = self.seen.max(n_plies);
        self.has_seen_won(n_plies);
    }

    /// Every end with the highest goal value within so many plies has been
    /// offered.
    pub fn has_seen_won(&mut self, n_plies: u32) {
        self.seen_won = self.seen_won.max(n_plies);
    }

    /// Every end has been offered, each by a shortest way to it.
    pub fn has_seen_all(&mut self) {
        self.has_seen_all = true;
    }

    /// Every end has been offered, but perhaps not by a shortest way.
    pub fn has_seen_all_goals(&mut self) {
        self.has_seen_best = true;
    }

    /// Whether the highest of all goal values has been reached.
    pub fn is_won(&self) -> bool {
        self.found.as_ref().is_some_and(|(goal, _)| *goal == Goal::MAX)
    }

    /// Whether nothing better can be found: a higher goal value or a shorter way.
    pub fn is_settled(&self) -> bool {
        self.has_seen_all || self.is_best() && self.is_shortest()
    }

    /// Whether no higher goal value can be found.
    pub fn is_best(&self) -> bool {
        self.has_seen_all || self.has_seen_best || self.is_won()
    }

    /// The highest goal value so far.
    pub fn goal(&self) -> Option<Goal> {
        self.found.as_ref().map(|(goal, _)| *goal)
    }

    /// The best solution so far.
    pub fn solution(&self) -> Option<Solution<M>> {
        let (goal, moves) = self.found.as_ref()?;
        Some(Solution {
            moves: moves.clone(),
            goal: *goal,
            is_best: self.is_best(),
            is_shortest: self.is_shortest(),
        })
    }

    fn is_shortest(&self) -> bool {
        // A way of one ply more than has been seen cannot be beaten either: a
        // shorter one would have been seen.
        let seen = if self.is_won() { self.seen_won } else { self.seen };
        let n_plies = self.found.as_ref().map_or(usize::MAX, |(_, moves)| moves.len());
        self.has_seen_all || n_plies <= seen as usize + 1
    }
}
