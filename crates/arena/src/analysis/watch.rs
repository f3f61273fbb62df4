//! Observed games: the data of an analysis.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use ludex_game::{Ending, Playable, RoleId};
use ludex_search::play::{LiveGame, Observer, player_roles};
use ludex_search::{Report, Spec, Stop};
use rustc_hash::FxHashSet;

use super::Options;
use crate::match_runner::{MatchError, MatchRunner};
use crate::paired_game::PairedGame;
use crate::schedule::Schedule;
use crate::{Pairing, Setup};

/// An observed game.
pub(crate) struct Watched<M> {
    pub number: u32,
    /// The goal of each player.
    pub goals: Vec<u8>,
    pub ending: Ending,
    pub moves: Vec<Vec<M>>,
    /// The number of joint moves of the players at each ply, without chance.
    pub choices: Vec<u32>,
    /// Whether two players ever had a choice at once.
    pub is_simultaneous: bool,
    /// The values that players expected when they chose.
    pub views: Vec<View>,
    /// Moves that were legal in some position.
    pub legal: FxHashSet<M>,
}

/// The value that a player expects, on the scale of goals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct View {
    pub ply: u32,
    pub player: usize,
    pub value: f64,
}

/// Plays games of a player against itself. Roles do not rotate.
pub(crate) struct Watch<'a, G: Playable> {
    game: &'a Arc<G>,
    setup: Setup,
    roles: Vec<RoleId>,
}

/// The ply limit of a game.
pub(super) const N_PLIES_MAX: u32 = 1000;

/// The stop is polled after each such share of the games. Few games at a time leave
/// lanes empty.
const N_CHUNKS: u32 = 4;
const N_CHUNK_MIN: u32 = 64;

impl<'a, G: Playable> Watch<'a, G> {
    pub fn new(game: &'a Arc<G>, spec: &str, options: &Options) -> Result<Self, MatchError> {
        let roles = player_roles(&**game);
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

    /// Plays games and returns them in the order of their numbers; fewer if the stop is
    /// due.
    pub fn games(
        &self,
        n_games: u32,
        options: &Options,
        notice: &mut dyn FnMut(u32),
    ) -> Result<Vec<Watched<G::Move>>, MatchError> {
        let runner = MatchRunner::new(self.game, &self.setup)?;
        let mut watched = Vec::new();
        for chunk in chunks(n_games, &options.stop) {
            let pairings = chunk.map(|number| self.pairing(number)).collect();
            let finish = |paired, notes: Notes<G::Move>| self.finish(paired, notes);
            runner.watch(pairings, options.n_threads, finish, |games| {
                watched.extend(games);
                notice(watched.len() as u32);
                ControlFlow::Continue(())
            })?;
        }
        watched.sort_by_key(|game: &Watched<_>| game.number);
        Ok(watched)
    }

    fn pairing(&self, number: u32) -> Pairing {
        Pairing { number, group: 0, index: number, players: (0..self.roles.len()).collect() }
    }

    fn finish(&self, paired: PairedGame<G>, notes: Notes<G::Move>) -> Watched<G::Move> {
        let played = paired.live.into_played();
        Watched {
            number: paired.pairing.number,
            goals: played.goals(self.game),
            ending: played.ending,
            moves: played.joints,
            choices: notes.n_choices,
            is_simultaneous: notes.is_simultaneous,
            views: notes.views,
            legal: notes.legal,
        }
    }
}

/// Numbers in chunks, until the stop is due; at least one chunk.
pub(super) fn chunks(n_all: u32, stop: &Stop) -> impl Iterator<Item = Range<u32>> + '_ {
    let size = n_all.div_ceil(N_CHUNKS).max(N_CHUNK_MIN) as usize;
    let starts = (0..n_all).step_by(size);
    let starts = starts.take_while(move |&start| start == 0 || !stop.is_due());
    starts.map(move |start| start..(start + size as u32).min(n_all))
}

/// The notes on a game under way.
struct Notes<M> {
    n_choices: Vec<u32>,
    is_simultaneous: bool,
    views: Vec<View>,
    legal: FxHashSet<M>,
}

impl<M> Default for Notes<M> {
    fn default() -> Self {
        Self {
            n_choices: Vec::new(),
            is_simultaneous: false,
            views: Vec::new(),
            legal: FxHashSet::default(),
        }
    }
}

impl<G: Playable> Observer<G> for Notes<G::Move> {
    fn see_position(&mut self, live: &LiveGame<G>) {
        let roles = player_roles(&**live.game());
        let n_moves = |role: &RoleId| live.legal(*role).len() as u32;
        let product = roles.iter().fold(1u32, |n, role| n.saturating_mul(n_moves(role)));
        self.n_choices.push(product);
        self.is_simultaneous |= roles.iter().filter(|role| n_moves(role) > 1).count() > 1;
        self.legal.extend(roles.iter().flat_map(|&role| live.legal(role)));
    }

    fn see_report(&mut self, live: &LiveGame<G>, role: RoleId, report: &Report<G::Move>) {
        let players = player_roles(&**live.game());
        let player = players.iter().position(|&other| other == role).unwrap_or(0);
        let view = |value| View { ply: live.n_plies(), player, value };
        self.views.extend(report.value.map(view));
    }
}
