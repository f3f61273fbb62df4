//! Games in which everything is written down that an analysis wants to know.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, mpsc};

use game::{Choices, Playable, RoleId};
use rustc_hash::FxHashSet;
use search::uct::{Crowd, Crowded};
use search::{Spec, Stop};

use super::Options;
use crate::hall::{HallError, players};
use crate::schedule::Schedule;
use crate::table::Table;
use crate::{Encounter, Ending, Setup};

/// A game that was watched.
pub(crate) struct Watched<M> {
    pub number: u32,
    /// The goal of each player.
    pub goals: Vec<u8>,
    pub ending: Ending,
    pub moves: Vec<Vec<M>>,
    /// How many ways to go on the players had at each ply, nature's not counted.
    pub choices: Vec<u32>,
    /// Whether two players ever had a choice at once.
    pub is_simultaneous: bool,
    /// What players expected when they chose.
    pub views: Vec<View>,
    /// Moves that were legal at some time.
    pub legal: FxHashSet<M>,
}

/// What a player expects, on the scale of goals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct View {
    pub ply: u32,
    pub player: usize,
    pub value: f64,
}

/// Lets a player play against itself. Roles do not rotate.
pub(crate) struct Watch<'a, G: Playable> {
    game: &'a Arc<G>,
    setup: Setup,
    roles: Vec<RoleId>,
}

/// Where a game is given up.
pub(super) const N_PLIES_MAX: u32 = 1000;

/// Games that a thread plays side by side.
const N_TOGETHER: usize = 64;

/// After each such share of the games someone looks at the clock.
const N_CHUNKS: u32 = 4;
const N_CHUNK_MIN: u32 = 16;

impl<'a, G: Playable> Watch<'a, G> {
    pub fn new(game: &'a Arc<G>, spec: &str, options: &Options) -> Result<Self, HallError> {
        let roles = players(&**game);
        let setup = Setup {
            game: String::new(),
            rules: None,
            players: vec![Spec::parse(spec)?; roles.len()],
            schedule: Schedule::of_match(roles.len(), 0),
            seed: options.seed,
            n_opening: 0,
            n_plies_max: N_PLIES_MAX,
        };
        Ok(Self { game, setup, roles })
    }

    /// Plays games, in the order of their numbers; fewer if time is up.
    pub fn games(
        &self,
        n_games: u32,
        options: &Options,
        notice: &mut dyn FnMut(u32),
    ) -> Result<Vec<Watched<G::Move>>, HallError> {
        let mut watched = Vec::new();
        for chunk in chunks(n_games, &options.stop) {
            self.play(chunk, options.n_threads, &mut |game| {
                watched.push(game);
                notice(watched.len() as u32);
            })?;
        }
        watched.sort_by_key(|game: &Watched<_>| game.number);
        Ok(watched)
    }

    fn play(
        &self,
        numbers: Range<u32>,
        n_threads: usize,
        receive: &mut dyn FnMut(Watched<G::Move>),
    ) -> Result<(), HallError> {
        let n_games = numbers.len();
        let n_threads = n_threads.clamp(1, n_games.max(1));
        let n_together = N_TOGETHER.min(n_games.div_ceil(n_threads));
        let (next, has_failed) = (AtomicU32::new(numbers.start), AtomicBool::new(false));
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..n_threads {
                let (next, has_failed, sender) = (&next, &has_failed, sender.clone());
                let take = || {
                    let number = next.fetch_add(1, Relaxed);
                    (number < numbers.end && !has_failed.load(Relaxed)).then_some(number)
                };
                scope.spawn(move || {
                    if let Err(error) = self.work(n_together, take, &sender) {
                        has_failed.store(true, Relaxed);
                        // The first failure is enough.
                        let _ = sender.send(Err(error));
                    }
                });
            }
            drop(sender);
            let mut failed = None;
            for game in receiver {
                match game {
                    Ok(game) => receive(game),
                    Err(error) => failed = Some(error),
                }
            }
            failed.map_or(Ok(()), Err)
        })
    }

    fn work(
        &self,
        n_together: usize,
        take: impl Fn() -> Option<u32>,
        sender: &mpsc::Sender<Result<Watched<G::Move>, HallError>>,
    ) -> Result<(), HallError> {
        let mut crowd = Crowd::new(self.game, self.setup.seed);
        let mut playing: Vec<Playing<G>> = Vec::new();
        loop {
            while playing.len() < n_together {
                let Some(number) = take() else { break };
                playing.push(Playing::new(self.game, &self.setup, number)?);
            }
            if playing.is_empty() {
                return Ok(());
            }
            self.turn(&mut crowd, &mut playing)?;
            for game in playing.extract_if(.., |game| game.table.ending.is_some()) {
                // Nobody listens any more if another thread failed.
                let _ = sender.send(Ok(game.finish(&**self.game, &self.roles)));
            }
        }
    }

    /// Makes a move in each game.
    fn turn(&self, crowd: &mut Crowd<G>, playing: &mut [Playing<G>]) -> Result<(), HallError> {
        let n_seats = self.roles.len() as u32;
        let mut choices = Choices::default();
        let (mut crowded, mut asked) = (Vec::new(), Vec::new());
        let open = playing.iter_mut().enumerate();
        for (at, game) in open.filter(|(_, game)| game.table.ending.is_none()) {
            game.look(&**self.game, &self.roles, &mut choices);
            let waiting = game.table.deal(&**self.game, &self.roles);
            let Table { encounter, seats, state, joint, .. } = &mut game.table;
            for (player, seat) in seats.iter_mut().enumerate() {
                let Some(role) = waiting[player] else { continue };
                if seat.player.as_uct().is_none() {
                    let report = seat.player.choose(state, role, &Stop::never());
                    joint[role.index()] = Some(report.mv);
                } else if let Some((uct, limits)) = seat.player.as_uct() {
                    let (state, limits) = (state.clone(), limits.clone());
                    let id = encounter.number * n_seats + player as u32;
                    asked.push((at, player, role));
                    crowded.push(Crowded { id, uct, state, role, limits });
                }
            }
        }
        for (&(at, player, role), report) in asked.iter().zip(crowd.search(crowded)) {
            let game = &mut playing[at];
            game.table.joint[role.index()] = Some(report.mv);
            let ply = game.table.moves.len() as u32;
            game.views.extend(report.value.map(|value| View { ply, player, value }));
        }
        for game in playing.iter_mut().filter(|game| game.table.ending.is_none()) {
            game.table.turn(&**self.game, N_PLIES_MAX);
        }
        match self.game.fault() {
            Some(fault) => Err(HallError::Fault(fault)),
            None => Ok(()),
        }
    }
}

/// Numbers in chunks, until time is up; at least one chunk.
pub(super) fn chunks(n_all: u32, stop: &Stop) -> impl Iterator<Item = Range<u32>> + '_ {
    let size = n_all.div_ceil(N_CHUNKS).max(N_CHUNK_MIN) as usize;
    let starts = (0..n_all).step_by(size);
    let starts = starts.take_while(move |&start| start == 0 || !stop.is_due());
    starts.map(move |start| start..(start + size as u32).min(n_all))
}

/// A game under way.
struct Playing<G: Playable> {
    table: Table<G>,
    choices: Vec<u32>,
    is_simultaneous: bool,
    views: Vec<View>,
    legal: FxHashSet<G::Move>,
}

impl<G: Playable> Playing<G> {
    fn new(game: &Arc<G>, setup: &Setup, number: u32) -> Result<Self, HallError> {
        let players = (0..setup.players.len()).collect();
        let encounter = Encounter { number, group: 0, index: number, players };
        Ok(Self {
            table: Table::new(game, setup, encounter)?,
            choices: Vec::new(),
            is_simultaneous: false,
            views: Vec::new(),
            legal: FxHashSet::default(),
        })
    }

    /// Writes down what there is to choose from.
    fn look(&mut self, game: &G, roles: &[RoleId], choices: &mut Choices<G::Move>) {
        choices.read(game, &self.table.state);
        let n_moves = |role: &RoleId| choices.of(*role).len() as u32;
        let product = roles.iter().fold(1u32, |n, role| n.saturating_mul(n_moves(role)));
        self.choices.push(product);
        self.is_simultaneous |= roles.iter().filter(|role| n_moves(role) > 1).count() > 1;
        self.legal.extend(roles.iter().flat_map(|&role| choices.of(role)));
    }

    fn finish(mut self, game: &G, roles: &[RoleId]) -> Watched<G::Move> {
        let goal = |&role: &RoleId| game.goal(&self.table.state, role).value();
        // A look at a state without moves led nowhere.
        self.choices.truncate(self.table.moves.len());
        Watched {
            number: self.table.encounter.number,
            goals: roles.iter().map(goal).collect(),
            ending: self.table.ending.unwrap_or(Ending::Capped),
            moves: self.table.moves,
            choices: self.choices,
            is_simultaneous: self.is_simultaneous,
            views: self.views,
            legal: self.legal,
        }
    }
}
