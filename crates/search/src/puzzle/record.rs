//! The best solution found so far, and the better ones that are ruled out.

use ludex_game::Goal;

/// A sequence of moves to the end of a game with one role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The moves of the only role, from the root.
    pub moves: Vec<M>,
    /// The goal value at the end.
    pub goal: Goal,
    /// The [cost](ludex_game::Playable::move_cost) of the moves: by default their number.
    pub cost: u32,
    /// Whether it is proven that no end has a higher goal value.
    pub is_best: bool,
    /// Whether it is proven that no cheaper solution has at least this goal value.
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
    /// No end has a higher goal value than this.
    goal_max: Goal,
}

impl<M> Default for Record<M> {
    fn default() -> Self {
        Self {
            found: None,
            seen: 0,
            seen_won: 0,
            has_seen_best: false,
            has_seen_all: false,
            goal_max: Goal::MAX,
        }
    }
}

impl<M: Clone> Record<M> {
    /// Offers an end of the game: the record keeps it if it is better than the best so far, or
    /// as good and cheaper.
    pub fn offer(&mut self, goal: Goal, cost: u32, moves: impl FnOnce() -> Vec<M>) {
        if self.would_keep(goal, cost) {
            self.found = Some((goal, cost, moves()));
        }
    }

    /// Whether the record would keep an end.
    pub fn would_keep(&self, goal: Goal, cost: u32) -> bool {
        match &self.found {
            None => true,
            Some((best, known, _)) => goal > *best || goal == *best && cost < *known,
        }
    }

    /// Records that every end up to this cost has been offered.
    pub fn has_seen(&mut self, cost: u32) {
        self.seen = self.seen.max(cost);
        self.has_seen_won(cost);
    }

    /// Records that every end with the highest goal value up to this cost has been offered.
    pub fn has_seen_won(&mut self, cost: u32) {
        self.seen_won = self.seen_won.max(cost);
    }

    /// Records that every end has been offered, each at its least cost.
    pub fn has_seen_all(&mut self) {
        self.has_seen_all = true;
    }

    /// Records that every end has been offered, but not necessarily at its least cost.
    pub fn has_seen_all_goals(&mut self) {
        self.has_seen_best = true;
    }

    /// Records that no end has a higher goal value than this.
    pub fn rule_out_above(&mut self, goal: Goal) {
        self.goal_max = self.goal_max.min(goal);
    }

    /// Whether the highest of all goal values has been reached.
    pub fn is_won(&self) -> bool {
        self.found.as_ref().is_some_and(|(goal, ..)| *goal == Goal::MAX)
    }

    /// Whether neither a higher goal value nor a lower cost is possible.
    pub fn is_settled(&self) -> bool {
        self.has_seen_all || self.is_best() && self.is_shortest()
    }

    /// Whether no higher goal value can be found.
    pub fn is_best(&self) -> bool {
        let is_highest = self.goal().is_some_and(|goal| goal >= self.goal_max);
        self.has_seen_all || self.has_seen_best || is_highest
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
        // A solution that costs one more than the costs seen is cheapest as well.
        let seen = if self.is_won() { self.seen_won } else { self.seen };
        let cost = self.found.as_ref().map_or(u32::MAX, |(_, cost, _)| *cost);
        self.has_seen_all || cost <= seen.saturating_add(1)
    }
}
