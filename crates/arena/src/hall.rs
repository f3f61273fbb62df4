//! Many games at a time.
//!
//! Each thread plays a handful of games move by move, or over a hundred where
//! players can share the lanes of one engine. What happens in a game depends on
//! its number alone, so it does not matter who plays it along with which others.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use game::{Game, Playable, RoleId};
use search::uct::{Crowd, Crowded};
use search::{Context, Report, SpecError};

use crate::table::Table;
use crate::{Effort, Encounter, Record, Setup, stop_after};

/// Where the games of a run are played.
pub struct Hall<'a, G: Playable> {
    game: &'a Arc<G>,
    setup: &'a Setup,
    roles: Vec<RoleId>,
    /// How many games a thread plays at a time.
    n_together: usize,
}

/// Why games cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HallError {
    /// A player cannot play this game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// There are too many or too few players.
    #[error("{game} takes {}, not {given}", report::words::counted(*.wanted, "player"))]
    Players {
        /// The game.
        game: String,
        /// How many it takes.
        wanted: usize,
        /// How many there would be.
        given: usize,
    },
    /// The schedule cannot be played.
    #[error("{0}")]
    Setup(String),
    /// The rules failed, or a player that is another program did.
    #[error("{0}")]
    Fault(String),
}

/// Enough games to fill the lanes with playouts of all.
const N_TOGETHER_MAX: u64 = 128;

/// So many playouts at a time keep memory in bounds.
const N_PLAYOUTS_TOGETHER: u64 = 1_000_000;

impl<'a, G: Playable> Hall<'a, G> {
    /// Opens the hall, if all players can play the game.
    pub fn new(game: &'a Arc<G>, setup: &'a Setup) -> Result<Self, HallError> {
        let roles = players(&**game);
        if setup.schedule.n_seats != roles.len() {
            let (wanted, given) = (roles.len(), setup.schedule.n_seats);
            return Err(HallError::Players { game: setup.game.clone(), wanted, given });
        }
        if let Some(fault) = setup.fault() {
            return Err(HallError::Setup(fault));
        }
        let (mut n_together, mut is_program) = (1, false);
        for spec in &setup.players {
            let mut seat = spec.seat(game, &Context::default())?;
            is_program |= seat.player.is_program();
            if let (None, Some((_, limits))) = (seat.time_max, seat.player.as_uct()) {
                let n_playouts = limits.playouts.unwrap_or(N_PLAYOUTS_TOGETHER).max(1);
                n_together = (N_PLAYOUTS_TOGETHER / n_playouts).clamp(8, N_TOGETHER_MAX) as usize;
            }
        }
        let n_together = if is_program { 1 } else { n_together };
        Ok(Self { game, setup, roles, n_together })
    }

    /// Plays games on some threads, and hands over their records as they come,
    /// until all are played or the receiver has had enough.
    pub fn play(
        &self,
        encounters: Vec<Encounter>,
        n_threads: usize,
        receive: impl FnMut(Vec<Record>) -> ControlFlow<()>,
    ) -> Result<(), HallError> {
        let record = |table: Table<G>, (): ()| table.record(&**self.game, &self.roles);
        self.watch(encounters, n_threads, record, receive)
    }

    /// Plays games that a witness each looks at, and hands over what is made of
    /// both when a game has ended.
    pub(crate) fn watch<W: Witness<G>, T: Send>(
        &self,
        encounters: Vec<Encounter>,
        n_threads: usize,
        finish: impl Fn(Table<G>, W) -> T + Sync,
        mut receive: impl FnMut(Vec<T>) -> ControlFlow<()>,
    ) -> Result<(), HallError> {
        let n_threads = n_threads.clamp(1, encounters.len().max(1));
        let n_together = self.n_together.min(encounters.len().div_ceil(n_threads));
        let queue = Mutex::new(VecDeque::from(encounters));
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
                    // Nobody listens any more if another thread failed first.
                    let send =
                        |ended: (Table<G>, W)| sender.send(Ok(finish(ended.0, ended.1))).is_ok();
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

    /// Plays games from the queue until it is empty or the hall is closed.
    fn work<W: Witness<G>>(
        &self,
        n_together: usize,
        take: impl Fn() -> Option<Encounter>,
        is_closed: &AtomicBool,
        send: impl Fn((Table<G>, W)) -> bool,
    ) -> Result<(), HallError> {
        let mut crowd = Crowd::new(self.game, self.setup.seed);
        let mut tables: Vec<(Table<G>, W)> = Vec::new();
        loop {
            while tables.len() < n_together {
                let Some(encounter) = take() else { break };
                let table = Table::new(self.game, self.setup, encounter)?;
                tables.push((table, W::default()));
            }
            if tables.is_empty() || is_closed.load(Relaxed) {
                return Ok(());
            }
            self.turn(&mut crowd, &mut tables)?;
            for ended in tables.extract_if(.., |(table, _)| table.ending.is_some()) {
                if !send(ended) {
                    return Ok(());
                }
            }
        }
    }

    /// Makes a move in each game.
    fn turn<W: Witness<G>>(
        &self,
        crowd: &mut Crowd<G>,
        tables: &mut [(Table<G>, W)],
    ) -> Result<(), HallError> {
        let n_seats = self.roles.len() as u32;
        let mut crowded = Vec::new();
        let mut asked = Vec::new();
        for (at, (table, witness)) in tables.iter_mut().enumerate() {
            if table.ending.is_some() {
                continue;
            }
            witness.look(&**self.game, &self.roles, &table.state);
            let waiting = table.deal(&**self.game, &self.roles);
            let ply = table.moves.len() as u32;
            let Table { encounter, seats, efforts, state, joint, .. } = table;
            for (seat_at, seat) in seats.iter_mut().enumerate() {
                let Some(role) = waiting[seat_at] else { continue };
                let is_timed = seat.time_max.is_some();
                if is_timed || seat.player.as_uct().is_none() {
                    let started = Instant::now();
                    let stop = stop_after(seat.time_max);
                    let report = seat.player.choose(state, role, &stop);
                    if let Some(fault) = seat.player.fault() {
                        return Err(HallError::Fault(fault));
                    }
                    joint[role.index()] = Some(report.mv);
                    efforts[seat_at].add(&report, started.elapsed());
                    witness.hear(ply, seat_at, &report);
                } else if let Some((uct, limits)) = seat.player.as_uct() {
                    asked.push((at, seat_at, role));
                    let (state, limits) = (state.clone(), limits.clone());
                    let id = encounter.number * n_seats + seat_at as u32;
                    crowded.push(Crowded { id, uct, state, role, limits });
                }
            }
        }
        let mut started = Instant::now();
        let mut groups = Vec::new();
        let reports = crowd.search_in_groups(crowded, |places| {
            let now = Instant::now();
            groups.push((places.to_vec(), now - std::mem::replace(&mut started, now)));
        });
        let n_playouts: Vec<u64> = reports.iter().map(|report| report.playouts).collect();
        let times = shares(&groups, &n_playouts);
        for ((&(at, seat, role), report), time) in asked.iter().zip(reports).zip(times) {
            let (table, witness) = &mut tables[at];
            table.joint[role.index()] = Some(report.mv);
            table.efforts[seat].add(&report, time);
            witness.hear(table.moves.len() as u32, seat, &report);
        }
        for (table, _) in tables.iter_mut().filter(|(table, _)| table.ending.is_none()) {
            table.turn(&**self.game, self.setup.n_plies_max);
        }
        match self.game.fault() {
            Some(fault) => Err(HallError::Fault(fault)),
            None => Ok(()),
        }
    }
}

/// What each of some searches took of the time of those that were made together:
/// as much as it made of their playouts, and one more for what else there is to do.
fn shares(groups: &[(Vec<usize>, Duration)], n_playouts: &[u64]) -> Vec<Duration> {
    let work = |at: usize| n_playouts[at] as f64 + 1.0;
    let mut times = vec![Duration::ZERO; n_playouts.len()];
    for (places, time) in groups {
        let all: f64 = places.iter().map(|&at| work(at)).sum();
        places.iter().for_each(|&at| times[at] = time.mul_f64(work(at) / all));
    }
    times
}

/// Writes down of a game what its record does not tell.
pub(crate) trait Witness<G: Playable>: Default + Send {
    /// Looks at a position before anyone moves.
    fn look(&mut self, game: &G, roles: &[RoleId], state: &G::State);

    /// Hears what the player of a seat found.
    fn hear(&mut self, ply: u32, seat: usize, report: &Report<G::Move>);
}

/// Nobody looks.
impl<G: Playable> Witness<G> for () {
    fn look(&mut self, _: &G, _: &[RoleId], _: &G::State) {}

    fn hear(&mut self, _: u32, _: usize, _: &Report<G::Move>) {}
}

/// Hands over what has ended; what came in the meantime together.
fn collect<T>(
    receiver: &mpsc::Receiver<Result<T, HallError>>,
    receive: &mut impl FnMut(Vec<T>) -> ControlFlow<()>,
) -> Result<(), HallError> {
    while let Ok(first) = receiver.recv() {
        let all = std::iter::once(first).chain(receiver.try_iter());
        if receive(all.collect::<Result<Vec<T>, HallError>>()?).is_break() {
            break;
        }
    }
    Ok(())
}

/// The roles that someone plays: all but nature.
pub(crate) fn players<G: Game>(game: &G) -> Vec<RoleId> {
    let is_player = |role: &RoleId| !game.roles()[role.index()].is_chance();
    (0..game.roles().len()).map(RoleId::new).filter(is_player).collect()
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
