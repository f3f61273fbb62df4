//! Threads that make playouts for one search.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use ludex_game::Game;
use ludex_game::playouts::{Feed, Finished, Playouts, Start, Weights};

use super::batch::{Batch, Scores, push_goals};

/// What search and threads share: playouts to be made, and their results.
pub(super) struct PlayoutQueue<G: Game> {
    starts: Mutex<VecDeque<Start<G>>>,
    n_waiting: AtomicUsize,
    /// Signals that there is work, or none any more.
    news: Condvar,
    is_closed: AtomicBool,
    /// How moves are drawn, and how often that has changed.
    weights: Mutex<Option<Arc<Weights<G::Move>>>>,
    n_changes: AtomicUsize,
    /// Of the batches in flight, the oldest first.
    scores: Mutex<VecDeque<Scores<G::Move>>>,
    n_roles: usize,
    log_moves: bool,
}

impl<G: Game> PlayoutQueue<G> {
    pub(super) fn new(n_roles: usize, log_moves: bool) -> Self {
        Self {
            starts: Mutex::default(),
            n_waiting: AtomicUsize::new(0),
            news: Condvar::new(),
            is_closed: AtomicBool::new(false),
            weights: Mutex::default(),
            n_changes: AtomicUsize::new(0),
            scores: Mutex::default(),
            n_roles,
            log_moves,
        }
    }

    /// Has the playouts of a batch made.
    pub(super) fn push(&self, batch: &Batch<G>, wanted: Vec<Start<G>>) {
        lock(&self.scores).push_back(Scores::new(batch, self.n_roles, self.log_moves));
        let mut starts = lock(&self.starts);
        starts.extend(wanted);
        self.n_waiting.fetch_add(batch.n_playouts as usize, Relaxed);
        drop(starts);
        self.news.notify_all();
    }

    /// Has moves drawn by other weights. No playout is under way.
    pub(super) fn prefer(&self, weights: Weights<G::Move>) {
        *lock(&self.weights) = Some(Arc::new(weights));
        self.n_changes.fetch_add(1, Relaxed);
    }

    /// Whether all playouts of the oldest batch have ended.
    pub(super) fn is_complete(&self) -> bool {
        lock(&self.scores).front().is_none_or(Scores::is_complete)
    }

    /// The results of the oldest batch, complete or not.
    pub(super) fn pop(&self) -> Option<Scores<G::Move>> {
        lock(&self.scores).pop_front()
    }

    /// Sends all threads home.
    pub(super) fn close(&self) {
        let _starts = lock(&self.starts);
        self.is_closed.store(true, Relaxed);
        self.news.notify_all();
    }

    /// Makes playouts until the queue is closed.
    pub(super) fn serve(&self, playouts: &mut dyn Playouts<G>) {
        let mut feed = QueueFeed::new(self);
        while !self.is_closed.load(Relaxed) {
            if !feed.advance(playouts) {
                let starts = lock(&self.starts);
                if starts.is_empty() && !self.is_closed.load(Relaxed) {
                    drop(self.news.wait(starts));
                }
            }
        }
    }
}

/// What one thread takes from the queue and puts there.
pub(super) struct QueueFeed<'a, G: Game> {
    queue: &'a PlayoutQueue<G>,
    /// The changes of weights that it knows of.
    n_changes: usize,
    /// The playouts that have ended, the goals of each, and its moves if they
    /// are wanted.
    playouts: Vec<u64>,
    goals: Vec<u8>,
    moves: Vec<Vec<G::Move>>,
}

impl<'a, G: Game> QueueFeed<'a, G> {
    pub(super) fn new(queue: &'a PlayoutQueue<G>) -> Self {
        Self { queue, n_changes: 0, playouts: Vec::new(), goals: Vec::new(), moves: Vec::new() }
    }

    /// Makes playouts for a moment.
    pub(super) fn advance(&mut self, playouts: &mut dyn Playouts<G>) -> bool {
        let n_changes = self.queue.n_changes.load(Relaxed);
        if n_changes != self.n_changes {
            self.n_changes = n_changes;
            playouts.prefer(lock(&self.queue.weights).as_deref());
        }
        let has_more = playouts.advance(self);
        if !self.playouts.is_empty() {
            self.hand_in();
        }
        has_more
    }

    fn hand_in(&mut self) {
        let mut scores = lock(&self.queue.scores);
        let goals = self.goals.chunks(self.queue.n_roles);
        for (at, (&playout, goals)) in self.playouts.iter().zip(goals).enumerate() {
            if let Some(scores) = scores.iter_mut().find(|scores| scores.has(playout)) {
                let moves = self.moves.get_mut(at).map(std::mem::take);
                scores.add(playout, goals, moves);
            }
        }
        drop(scores);
        self.playouts.clear();
        self.goals.clear();
        self.moves.clear();
    }
}

impl<G: Game> Feed<G> for QueueFeed<'_, G> {
    fn start(&mut self, start: &mut Start<G>) -> bool {
        let mut starts = lock(&self.queue.starts);
        // Weights may have changed a moment ago, before this playout was wanted.
        if self.n_changes != self.queue.n_changes.load(Relaxed) {
            return false;
        }
        let Some(first) = starts.pop_front() else { return false };
        drop(starts);
        self.queue.n_waiting.fetch_sub(first.count as usize, Relaxed);
        *start = first;
        true
    }

    fn n_waiting(&self) -> usize {
        self.queue.n_waiting.load(Relaxed)
    }

    fn end(&mut self, finished: &Finished<'_, G>) {
        self.playouts.push(finished.playout);
        push_goals(finished, |goal| self.goals.push(goal));
        if self.queue.log_moves {
            self.moves.push(finished.moves.to_vec());
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic elsewhere ends the search anyway.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
