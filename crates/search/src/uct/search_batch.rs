//! Many searches at once over the same lanes.
//!
//! One search with few playouts cannot fill hundreds of lanes without losing
//! what makes it a tree search. Hundreds of games can, even at one playout at a
//! time each: this is how matches and tournaments are played fast.

use std::collections::VecDeque;

use ludex_game::playouts::{Feed, Finished, Job, Playouts, Start};
use ludex_game::{Game, Guide, Playable, RoleId};
use rustc_hash::FxHashMap;

use super::batch::Scores;
use super::search::{Progress, Uct};
use crate::{Limits, Report};

/// What makes the playouts of many searches.
pub struct SearchBatch<G: Playable> {
    playouts: Box<dyn Playouts<G>>,
    seed: u64,
}

/// One of the searches.
pub struct BatchedSearch<'a, G: Playable> {
    /// A number that no other search has, from first to last: what a search
    /// draws depends on it, and not on who else is there.
    pub id: u32,
    /// The search.
    pub uct: &'a mut Uct<G>,
    /// The position.
    pub state: G::State,
    /// Who is to move.
    pub role: RoleId,
    /// How far to go. Limits of time are not looked at.
    pub limits: Limits,
}

/// Searches number their playouts within blocks of this size.
const BLOCK_BITS: u32 = 32;

impl<G: Playable> SearchBatch<G> {
    /// Draws from a seed.
    pub fn new(game: &std::sync::Arc<G>, seed: u64) -> Self {
        Self { playouts: game.playouts(), seed }
    }

    /// Makes all searches and returns their reports, in order. Playouts are
    /// given up where the most patient of the searches gives up.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use ludex_game::{Game, RoleId, examples::Nim};
    /// use ludex_search::{Limits, uct::{SearchBatch, BatchedSearch, Options, Uct}};
    ///
    /// let nim = Arc::new(Nim::new(&[1, 2]));
    /// let mut searches: Vec<Uct<Nim>> =
    ///     (0..3).map(|seed| Uct::new(&nim, Options::default(), seed, 1)).collect();
    /// let batched = (0..).zip(&mut searches).map(|(id, uct)| BatchedSearch {
    ///     id,
    ///     uct,
    ///     state: nim.initial(),
    ///     role: RoleId(0),
    ///     limits: Limits { playouts: Some(500), ..Limits::default() },
    /// });
    /// let reports = SearchBatch::new(&nim, 1).search(batched.collect());
    /// assert!(reports.iter().all(|report| report.value == Some(100.0)));
    /// ```
    pub fn search(&mut self, searches: Vec<BatchedSearch<'_, G>>) -> Vec<Report<G::Move>> {
        self.search_in_groups(searches, |_| {})
    }

    /// The same, and tells the places of searches that were made together as
    /// soon as they are: a caller with a clock then knows how long they took.
    pub fn search_in_groups(
        &mut self,
        searches: Vec<BatchedSearch<'_, G>>,
        mut notice: impl FnMut(&[usize]),
    ) -> Vec<Report<G::Move>> {
        // Searches that follow the same hints can share lanes.
        let mut groups: Vec<Group<'_, G>> = Vec::new();
        let mut reports: Vec<Option<Report<G::Move>>> = searches.iter().map(|_| None).collect();
        for (at, search) in searches.into_iter().enumerate() {
            let guide = search.uct.guide(search.role);
            let group = match groups.iter().position(|group| group.guide == guide) {
                Some(group) => &mut groups[group],
                None => {
                    groups.push(Group { guide, places: Vec::new(), searches: Vec::new() });
                    groups.last_mut().expect("it was just pushed")
                }
            };
            group.places.push(at);
            group.searches.push(search);
        }
        for group in groups {
            self.playouts.guide(group.guide.as_ref());
            let found = self.search_group(group.searches);
            notice(&group.places);
            for (at, report) in group.places.into_iter().zip(found) {
                reports[at] = Some(report);
            }
        }
        reports.into_iter().flatten().collect()
    }

    fn search_group(&mut self, mut searches: Vec<BatchedSearch<'_, G>>) -> Vec<Report<G::Move>> {
        let jobs = || searches.iter().map(|search| search.uct.job());
        let Some(length_max) = jobs().map(|job| job.length_max).max() else { return Vec::new() };
        let log_moves = jobs().any(|job| job.log_moves);
        let job = Job { seed: self.seed, length_max, log_moves };
        self.playouts.begin(job);
        let ids = searches.iter().map(|search| search.id);
        let mut feed = BatchFeed::new(ids.collect());
        let mut progress: Vec<Progress<G>> = Vec::new();
        for search in &mut searches {
            // Later searches of a tree go on where the earlier ones stopped.
            let within = search.uct.next_number() & ((1 << BLOCK_BITS) - 1);
            search.uct.number_from(u64::from(search.id) << BLOCK_BITS | within);
            search.uct.set_root(&search.state);
            progress.push(search.uct.begin(&search.limits));
        }
        for (at, (search, progress)) in searches.iter_mut().zip(&mut progress).enumerate() {
            feed.refill(at, search.uct, progress);
        }
        loop {
            let has_more = self.playouts.advance(&mut feed);
            while let Some(at) = feed.complete.pop() {
                let (uct, progress) = (&mut *searches[at].uct, &mut progress[at]);
                // One batch is selected for each that is applied, whatever else
                // has become complete: what is found must not depend on others.
                while feed.scores[at].front().is_some_and(Scores::is_complete) {
                    let scores = feed.scores[at].pop_front().expect("the front was just seen");
                    uct.apply_next(progress, &scores);
                    feed.refill(at, uct, progress);
                }
            }
            if !has_more && feed.starts.is_empty() {
                break;
            }
        }
        let reports = searches.iter().zip(&progress);
        reports
            .map(|(search, progress)| {
                search.uct.report(search.role, progress.made, &search.limits.stop)
            })
            .collect()
    }
}

/// Searches whose playouts follow the same hints.
struct Group<'a, G: Playable> {
    guide: Option<Guide<G::Move>>,
    /// Their places among all searches.
    places: Vec<usize>,
    searches: Vec<BatchedSearch<'a, G>>,
}

struct BatchFeed<G: Game> {
    starts: VecDeque<Start<G>>,
    n_waiting: usize,
    place_of: FxHashMap<u32, usize>,
    /// Of each search, the batches in flight.
    scores: Vec<VecDeque<Scores<G::Move>>>,
    /// Searches one of whose batches has become complete.
    complete: Vec<usize>,
}

impl<G: Playable> BatchFeed<G> {
    fn new(ids: Vec<u32>) -> Self {
        let n_searches = ids.len();
        Self {
            place_of: ids.into_iter().zip(0..).collect(),
            starts: VecDeque::new(),
            n_waiting: 0,
            scores: (0..n_searches).map(|_| VecDeque::new()).collect(),
            complete: Vec::new(),
        }
    }

    /// Has the playouts made that a search wants next.
    fn refill(&mut self, at: usize, uct: &mut Uct<G>, progress: &mut Progress<G>) {
        while let Some(starts) = uct.next(progress) {
            let Some(batch) = progress.in_flight.back() else { return };
            self.scores[at].push_back(Scores::new(batch, uct.n_roles(), uct.job().log_moves));
            self.n_waiting += batch.n_playouts as usize;
            self.starts.extend(starts);
        }
    }
}

impl<G: Game> Feed<G> for BatchFeed<G> {
    fn start(&mut self, start: &mut Start<G>) -> bool {
        let Some(first) = self.starts.pop_front() else { return false };
        self.n_waiting -= first.count as usize;
        *start = first;
        true
    }

    fn n_waiting(&self) -> usize {
        self.n_waiting
    }

    fn end(&mut self, finished: &Finished<'_, G>) {
        let at = self.place_of[&((finished.playout >> BLOCK_BITS) as u32)];
        let scores = self.scores[at].iter_mut().find(|scores| scores.has(finished.playout));
        if let Some(scores) = scores {
            scores.add_finished(finished);
            if scores.is_complete() {
                self.complete.push(at);
            }
        }
    }
}
