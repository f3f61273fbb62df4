//! The match runner: plays many games at a time.
//!
//! Each thread plays a handful of games move by move, or over a hundred where
//! players can share the lanes of one engine. A game depends on its number alone,
//! not on the thread that plays it or on the games beside it.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use ludex_game::Playable;
use ludex_search::play::{Observer, PlayFault, PlayerFault, RulesFault, player_roles};
use ludex_search::players::Connect;
use ludex_search::uct::{BatchedSearch, SearchBatch};
use ludex_search::{Context, Report, SpecError};

use crate::paired_game::PairedGame;
use crate::{Effort, Pairing, Record, Setup};

/// Plays the games of a run.
pub struct MatchRunner<'a, G: Playable> {
    game: &'a Arc<G>,
    setup: &'a Setup,
    connect: Option<Connect>,
    /// The number of games that a thread plays at a time.
    n_together: usize,
}

/// Games that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// A player cannot play this game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// There are too many or too few players.
    #[error("{game} takes {}, not {given}", ludex_report::words::counted(*.wanted, "player"))]
    Players {
        /// The game.
        game: String,
        /// Number of players in a game.
        wanted: usize,
        /// Number of players given.
        given: usize,
    },
    /// The schedule cannot be played.
    #[error("{0}")]
    Setup(String),
    /// The rules failed, or a player that is another program did.
    #[error(transparent)]
    Play(#[from] PlayFault),
}

impl From<PlayerFault> for MatchError {
    fn from(fault: PlayerFault) -> Self {
        Self::Play(fault.into())
    }
}

impl From<RulesFault> for MatchError {
    fn from(fault: RulesFault) -> Self {
        Self::Play(fault.into())
    }
}

/// Enough games to fill all lanes with playouts.
const N_TOGETHER_MAX: u64 = 128;

/// The number of playouts at a time that keeps memory in bounds.
const N_PLAYOUTS_TOGETHER: u64 = 1_000_000;

impl<'a, G: Playable> MatchRunner<'a, G> {
    /// A runner for a game that all players of the setup can play.
    pub fn new(game: &'a Arc<G>, setup: &'a Setup) -> Result<Self, MatchError> {
        Self::connected(game, setup, None)
    }

    /// As [`Self::new`], with a connection to remote players.
    pub fn connected(
        game: &'a Arc<G>,
        setup: &'a Setup,
        connect: Option<Connect>,
    ) -> Result<Self, MatchError> {
        let roles = player_roles(&**game);
        if setup.schedule.n_seats != roles.len() {
            let (wanted, given) = (roles.len(), setup.schedule.n_seats);
            return Err(MatchError::Players { game: setup.game.clone(), wanted, given });
        }
        if let Some(fault) = setup.fault() {
            return Err(MatchError::Setup(fault));
        }
        let (mut n_together, mut is_program) = (1, false);
        for spec in &setup.players {
            let mut seat = spec.seat(game, &Context { connect, ..Context::default() })?;
            is_program |= seat.player.is_program();
            if let (None, Some((_, limits))) = (seat.time_max, seat.player.as_uct()) {
                let n_playouts = limits.playouts.unwrap_or(N_PLAYOUTS_TOGETHER).max(1);
                n_together = (N_PLAYOUTS_TOGETHER / n_playouts).clamp(8, N_TOGETHER_MAX) as usize;
            }
        }
        let n_together = if is_program { 1 } else { n_together };
        Ok(Self { game, setup, connect, n_together })
    }

    /// Plays games on `n_threads` threads and passes their records to `receive` as
    /// games end, until all are played or `receive` breaks.
    pub fn play(
        &self,
        pairings: Vec<Pairing>,
        n_threads: usize,
        mut receive: impl FnMut(Vec<Record>) -> ControlFlow<()>,
    ) -> Result<(), MatchError> {
        self.play_all(pairings, n_threads, &mut receive)
    }

    /// The same, compiled once for all callers.
    fn play_all(
        &self,
        pairings: Vec<Pairing>,
        n_threads: usize,
        receive: &mut dyn FnMut(Vec<Record>) -> ControlFlow<()>,
    ) -> Result<(), MatchError> {
        let record = |paired: PairedGame<G>, (): ()| paired.record();
        self.watch(pairings, n_threads, record, receive)
    }

    /// Plays games with an observer each, and passes the result of `finish` for both
    /// to `receive` as games end.
    pub(crate) fn watch<W: Observer<G> + Default + Send, T: Send>(
        &self,
        pairings: Vec<Pairing>,
        n_threads: usize,
        finish: impl Fn(PairedGame<G>, W) -> T + Sync,
        mut receive: impl FnMut(Vec<T>) -> ControlFlow<()>,
    ) -> Result<(), MatchError> {
        let n_threads = n_threads.clamp(1, pairings.len().max(1));
        let n_together = self.n_together.min(pairings.len().div_ceil(n_threads));
        let queue = Mutex::new(VecDeque::from(pairings));
        let is_closed = AtomicBool::new(false);
        let take = || match is_closed.load(Relaxed) {
            true => None,
            false => queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front(),
        };
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..n_threads {
                let (take, is_closed, finish, sender) =
                    (&take, &is_closed, &finish, sender.clone());
                scope.spawn(move || {
                    // The receiver is gone if another thread failed first.
                    let send = |ended: (PairedGame<G>, W)| {
                        sender.send(Ok(finish(ended.0, ended.1))).is_ok()
                    };
                    if let Err(error) = self.work(n_together, take, is_closed, send) {
                        let _ = sender.send(Err(error));
                    }
                });
            }
            drop(sender);
            let outcome = collect(&receiver, &mut receive);
            is_closed.store(true, Relaxed);
            outcome
        })
    }

    /// Plays games from the queue until it is empty or the runner is closed.
    fn work<W: Observer<G> + Default>(
        &self,
        n_together: usize,
        take: impl Fn() -> Option<Pairing>,
        is_closed: &AtomicBool,
        send: impl Fn((PairedGame<G>, W)) -> bool,
    ) -> Result<(), MatchError> {
        let mut search_batch = SearchBatch::new(self.game, self.setup.seed);
        let mut games: Vec<(PairedGame<G>, W)> = Vec::new();
        loop {
            while games.len() < n_together {
                let Some(pairing) = take() else { break };
                let paired = PairedGame::new(self.game, self.setup, self.connect, pairing)?;
                paired.live.check_rules()?;
                games.push((paired, W::default()));
            }
            if games.is_empty() || is_closed.load(Relaxed) {
                return Ok(());
            }
            self.turn(&mut search_batch, &mut games)?;
            for ended in games.extract_if(.., |(paired, _)| paired.live.ending().is_some()) {
                if !send(ended) {
                    return Ok(());
                }
            }
        }
    }

    /// Makes a joint move in each game: UCT searches without a clock run together, all
    /// other players are asked one after another.
    fn turn<W: Observer<G>>(
        &self,
        search_batch: &mut SearchBatch<G>,
        games: &mut [(PairedGame<G>, W)],
    ) -> Result<(), MatchError> {
        // Step 1. Ask the players that search alone; collect the others.
        let mut batched = Vec::new();
        let mut asked = Vec::new();
        let players = player_roles(&**self.game);
        for (at, (paired, observer)) in games.iter_mut().enumerate() {
            if paired.live.ending().is_some() {
                continue;
            }
            observer.see_position(&paired.live);
            let PairedGame { pairing, live, seats, efforts, chance, .. } = paired;
            live.draw_chance(chance);
            let waiting = live.waiting();
            for ((place, seat), &role) in seats.iter_mut().enumerate().zip(&players) {
                if !waiting.contains(&role) {
                    continue;
                }
                if seat.time_max.is_some() || seat.player.as_uct().is_none() {
                    let started = Instant::now();
                    let report = seat.choose(live.state(), role)?;
                    efforts[place].add(&report, started.elapsed());
                    observer.see_report(live, role, &report);
                    live.set(role, report.mv);
                } else if let Some((uct, limits)) = seat.player.as_uct() {
                    asked.push((at, place, role));
                    let (state, limits) = (live.state().clone(), limits.clone());
                    let id = pairing.number * players.len() as u32 + place as u32;
                    batched.push(BatchedSearch { id, uct, state, role, limits });
                }
            }
        }
        // Step 2. Run the collected searches together.
        let (reports, times) = search_together(search_batch, batched);
        for ((&(at, place, role), report), time) in asked.iter().zip(reports).zip(times) {
            let (paired, observer) = &mut games[at];
            paired.efforts[place].add(&report, time);
            observer.see_report(&paired.live, role, &report);
            paired.live.set(role, report.mv);
        }
        // Step 3. Make the joint moves.
        for (paired, _) in games.iter_mut().filter(|(paired, _)| paired.live.ending().is_none()) {
            paired.advance()?;
        }
        Ok(())
    }
}

/// The reports of searches that run together, and the time of each.
fn search_together<G: Playable>(
    search_batch: &mut SearchBatch<G>,
    batched: Vec<BatchedSearch<'_, G>>,
) -> (Vec<Report<G::Move>>, Vec<Duration>) {
    let mut started = Instant::now();
    let mut groups = Vec::new();
    let reports = search_batch.search_in_groups(batched, |places| {
        let now = Instant::now();
        groups.push((places.to_vec(), now - std::mem::replace(&mut started, now)));
    });
    let n_playouts: Vec<u64> = reports.iter().map(|report| report.playouts).collect();
    let times = shares(&groups, &n_playouts);
    (reports, times)
}

/// The time of each search, given the times of groups that ran together: a group's
/// time is shared by playouts, plus one for each search's other work.
fn shares(groups: &[(Vec<usize>, Duration)], n_playouts: &[u64]) -> Vec<Duration> {
    let work = |at: usize| n_playouts[at] as f64 + 1.0;
    let mut times = vec![Duration::ZERO; n_playouts.len()];
    for (places, time) in groups {
        let all: f64 = places.iter().map(|&at| work(at)).sum();
        places.iter().for_each(|&at| times[at] = time.mul_f64(work(at) / all));
    }
    times
}

/// Receives results and passes them on, several at a time if they have piled up.
fn collect<T>(
    receiver: &mpsc::Receiver<Result<T, MatchError>>,
    receive: &mut impl FnMut(Vec<T>) -> ControlFlow<()>,
) -> Result<(), MatchError> {
    while let Ok(first) = receiver.recv() {
        let all = std::iter::once(first).chain(receiver.try_iter());
        if receive(all.collect::<Result<Vec<T>, MatchError>>()?).is_break() {
            break;
        }
    }
    Ok(())
}

impl Effort {
    fn add<M>(&mut self, report: &Report<M>, time: Duration) {
        self.n_moves += 1;
        self.n_nodes += if report.playouts > 0 { report.playouts } else { report.nodes };
        self.time += time;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_take_time_by_their_playouts() {
        let second = Duration::from_secs(1);
        // The first and the last were made together.
        let groups = [(vec![0, 2], second), (vec![1], second)];
        let times = shares(&groups, &[1999, 10, 199]);
        assert_eq!(times[1], second);
        assert!((times[0].as_secs_f64() - 2000.0 / 2200.0).abs() < 1e-6, "{times:?}");
        assert!((times[0] + times[2]).abs_diff(second) < Duration::from_micros(1), "{times:?}");
        assert_eq!(shares(&[(vec![0], second)], &[0]), [second]);
    }
}
