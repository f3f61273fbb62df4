//! Games in which everything is written down that an analysis wants to know.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use game::{Choices, Playable, RoleId};
use rustc_hash::FxHashSet;
use search::{Report, Spec, Stop};

use super::Options;
use crate::hall::{Hall, HallError, Witness, players};
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

/// After each such share of the games someone looks at the clock. Few games at a
/// time leave lanes empty.
const N_CHUNKS: u32 = 4;
const N_CHUNK_MIN: u32 = 64;

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
        let hall = Hall::new(self.game, &self.setup)?;
        let mut watched = Vec::new();
        for chunk in chunks(n_games, &options.stop) {
            let encounters = chunk.map(|number| self.encounter(number)).collect();
            let finish = |table, notes: Notes<G::Move>| self.finish(table, notes);
            hall.watch(encounters, options.n_threads, finish, |games| {
                watched.extend(games);
                notice(watched.len() as u32);
                ControlFlow::Continue(())
            })?;
        }
        watched.sort_by_key(|game: &Watched<_>| game.number);
        Ok(watched)
    }

    fn encounter(&self, number: u32) -> Encounter {
        Encounter { number, group: 0, index: number, players: (0..self.roles.len()).collect() }
    }

    fn finish(&self, table: Table<G>, mut notes: Notes<G::Move>) -> Watched<G::Move> {
        let goal = |&role: &RoleId| self.game.goal(&table.state, role).value();
        // A look at a state without moves led nowhere.
        notes.n_choices.truncate(table.moves.len());
        Watched {
            number: table.encounter.number,
            goals: self.roles.iter().map(goal).collect(),
            ending: table.ending.unwrap_or(Ending::Capped),
            moves: table.moves,
            choices: notes.n_choices,
            is_simultaneous: notes.is_simultaneous,
            views: notes.views,
            legal: notes.legal,
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

/// What is written down while a game goes on.
struct Notes<M> {
    choices: Choices<M>,
    n_choices: Vec<u32>,
    is_simultaneous: bool,
    views: Vec<View>,
    legal: FxHashSet<M>,
}

impl<M> Default for Notes<M> {
    fn default() -> Self {
        Self {
            choices: Choices::default(),
            n_choices: Vec::new(),
            is_simultaneous: false,
            views: Vec::new(),
            legal: FxHashSet::default(),
        }
    }
}

impl<G: Playable> Witness<G> for Notes<G::Move> {
    fn look(&mut self, game: &G, roles: &[RoleId], state: &G::State) {
        self.choices.read(game, state);
        let n_moves = |role: &RoleId| self.choices.of(*role).len() as u32;
        let product = roles.iter().fold(1u32, |n, role| n.saturating_mul(n_moves(role)));
        self.n_choices.push(product);
        self.is_simultaneous |= roles.iter().filter(|role| n_moves(role) > 1).count() > 1;
        self.legal.extend(roles.iter().flat_map(|&role| self.choices.of(role)));
    }

    fn hear(&mut self, ply: u32, player: usize, report: &Report<G::Move>) {
        self.views.extend(report.value.map(|value| View { ply, player, value }));
    }
}
