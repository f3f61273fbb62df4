//! Threads that make playouts for one search.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use game::playouts::{Feed, Finished, Playouts, Start};
use game::{Ending, Game};
use smallvec::SmallVec;

use super::batch::{Batch, Scores};

/// What search and threads share: playouts to be made, and their results.
pub(super) struct Desk<G: Game> {
    starts: Mutex<VecDeque<Start<G>>>,
    n_waiting: AtomicUsize,
    /// Signals that there is work, or none any more.
    news: Condvar,
    is_closed: AtomicBool,
    /// Of the batches in flight, the oldest first.
    scores: Mutex<VecDeque<Scores<G::Move>>>,
    n_roles: usize,
    log_moves: bool,
}

impl<G: Game> Desk<G> {
    pub(super) fn new(n_roles: usize, log_moves: bool) -> Self {
        Self {
            starts: Mutex::default(),
            n_waiting: AtomicUsize::new(0),
            news: Condvar::new(),
            is_closed: AtomicBool::new(false),
            scores: Mutex::default(),
            n_roles,
            log_moves,
        }
    }

    /// Has the playouts of a batch made.
    pub(super) fn push(&self, batch: &mut Batch<G>) {
        lock(&self.scores).push_back(Scores::new(batch, self.n_roles, self.log_moves));
        let mut starts = lock(&self.starts);
        starts.extend(batch.starts.drain(..));
        self.n_waiting.fetch_add(batch.n_playouts as usize, Relaxed);
        drop(starts);
        self.news.notify_all();
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

    /// Makes playouts until the desk is closed.
    pub(super) fn serve(&self, playouts: &mut dyn Playouts<G>) {
        let mut feed = DeskFeed::new(self);
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

/// A playout's number, goals and moves.
type Ended<M> = (u64, SmallVec<[u8; 4]>, Vec<M>);

/// What one thread takes from the desk and puts there.
pub(super) struct DeskFeed<'a, G: Game> {
    desk: &'a Desk<G>,
    finished: Vec<Ended<G::Move>>,
}

impl<'a, G: Game> DeskFeed<'a, G> {
    pub(super) fn new(desk: &'a Desk<G>) -> Self {
        Self { desk, finished: Vec::new() }
    }

    /// Makes playouts for a moment.
    pub(super) fn advance(&mut self, playouts: &mut dyn Playouts<G>) -> bool {
        let has_more = playouts.advance(self);
        if !self.finished.is_empty() {
            let mut scores = lock(&self.desk.scores);
            for (playout, goals, moves) in self.finished.drain(..) {
                if let Some(scores) = scores.iter_mut().find(|scores| scores.has(playout)) {
                    scores.add(playout, &goals, moves);
                }
            }
        }
        has_more
    }
}

impl<G: Game> Feed<G> for DeskFeed<'_, G> {
    fn start(&mut self, start: &mut Start<G>) -> bool {
        let Some(first) = lock(&self.desk.starts).pop_front() else { return false };
        self.desk.n_waiting.fetch_sub(first.count as usize, Relaxed);
        *start = first;
        true
    }

    fn n_waiting(&self) -> usize {
        self.desk.n_waiting.load(Relaxed)
    }

    fn end(&mut self, finished: &Finished<'_, G>) {
        let mut goals: SmallVec<[u8; 4]> = finished.goals.iter().map(|goal| goal.value()).collect();
        // A game that does not end is nobody's.
        if finished.ending != Ending::Terminal && goals.iter().all(|&goal| goal == 0) {
            goals.fill(50);
        }
        let moves = if self.desk.log_moves { finished.moves.to_vec() } else { Vec::new() };
        self.finished.push((finished.playout, goals, moves));
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic elsewhere ends the search anyway.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
