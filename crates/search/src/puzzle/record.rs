//! The best solution found so far, and which better ones are ruled out.

use ludex_game::Goal;

/// A way to the end of a game with one role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The moves of the only role, from the position that was asked about.
    pub moves: Vec<M>,
    /// The goal value at the end.
    pub goal: Goal,
    /// The [cost](ludex_game::Playable::move_cost) of the moves: their number, unless
    /// the game says otherwise.
    pub cost: u32,
    /// Whether it is proven that no end has a higher goal value.
    pub is_best: bool,
    /// Whether it is proven that no cheaper way has at least this goal value.
    pub is_shortest: bool,
}

/// The best solution so far, and which ends of the game have been seen. Searches share
/// a record: an end that one of them has ruled out is ruled out for all.
///
/// ```
/// use ludex_game::Goal;
/// use ludex_search::puzzle::Record;
///
/// let mut record = Record::default();
/// record.offer(Goal::MAX, 3, || vec!['a', 'b', 'c']);
/// record.offer(Goal::MAX, 4, || unreachable!("it costs more"));
/// assert!(!record.solution().unwrap().is_shortest);
/// record.has_seen(2);
/// assert!(record.solution().unwrap().is_shortest);
/// ```
#[derive(Clone, Debug)]
pub struct Record<M> {
    found: Option<(Goal, u32, Vec<M>)>,
    /// All ends up to this cost have been offered.
    seen: u32,
    /// All ends with the highest goal value up to this cost have been offered.
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
    /// An end of the game at some cost: kept if it is better than the best so far,
    /// or as good and cheaper.
    pub fn offer(&mut self, goal: Goal, cost: u32, moves: impl FnOnce() -> Vec<M>) {
        if self.would_keep(goal, cost) {
            self.found = Some((goal, cost, moves()));
        }
    }

    /// Whether an end would be kept.
    pub fn would_keep(&self, goal: Goal, cost: u32) -> bool {
        match &self.found {
            None => true,
            Some((best, known, _)) => goal > *best || goal == *best && cost < *known,
        }
    }

    /// Every end up to this cost has been offered.
    pub fn has_seen(&mut self, cost: u32) {
        self.seen = self.seen.max(cost);
        self.has_seen_won(cost);
    }

    /// Every end with the highest goal value up to this cost has been offered.
    pub fn has_seen_won(&mut self, cost: u32) {
        self.seen_won = self.seen_won.max(cost);
    }

    /// Every end has been offered, each by a cheapest way to it.
    pub fn has_seen_all(&mut self) {
        self.has_seen_all = true;
    }

    /// Every end has been offered, but perhaps not by a cheapest way.
    pub fn has_seen_all_goals(&mut self) {
        self.has_seen_best = true;
    }

    /// Whether the highest of all goal values has been reached.
    pub fn is_won(&self) -> bool {
        self.found.as_ref().is_some_and(|(goal, ..)| *goal == Goal::MAX)
    }

    /// Whether nothing better can be found: a higher goal value or a cheaper way.
    pub fn is_settled(&self) -> bool {
        self.has_seen_all || self.is_best() && self.is_shortest()
    }

    /// Whether no higher goal value can be found.
    pub fn is_best(&self) -> bool {
        self.has_seen_all || self.has_seen_best || self.is_won()
    }

    /// The highest goal value so far.
    pub fn goal(&self) -> Option<Goal> {
        self.found.as_ref().map(|(goal, ..)| *goal)
    }

    /// The best solution so far.
    pub fn solution(&self) -> Option<Solution<M>> {
        let (goal, cost, moves) = self.found.as_ref()?;
        Some(Solution {
            moves: moves.clone(),
            goal: *goal,
            cost: *cost,
            is_best: self.is_best(),
            is_shortest: self.is_shortest(),
        })
    }

    fn is_shortest(&self) -> bool {
        // A way that costs one more than has been seen cannot be beaten either: a
        // cheaper one would have been seen.
        let seen = if self.is_won() { self.seen_won } else { self.seen };
        let cost = self.found.as_ref().map_or(u32::MAX, |(_, cost, _)| *cost);
        self.has_seen_all || cost <= seen.saturating_add(1)
    }
}
