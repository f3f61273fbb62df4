//! Games between equal players.

use ludex_game::Ending;
use rustc_hash::FxHashSet;

use super::watch::Watched;
use super::{Measured, Nature, Spread};
use crate::record::scores;

/// Results of games between equal players of one strength.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// The player in all roles.
    pub spec: String,
    /// Games played.
    pub n_games: u32,
    /// Different sequences of moves among them.
    pub n_different: u32,
    /// Games that were capped or stuck.
    pub n_unfinished: u32,
    /// The score of each role.
    pub roles: Vec<RoleScore>,
    /// The share of games without a single winner, of those that ended; `None` with one player.
    pub draws: Option<Measured>,
    /// Plies per game.
    pub lengths: Spread,
}

/// The score of a role.
#[derive(Clone, Debug, PartialEq)]
pub struct RoleScore {
    /// The role.
    pub role: String,
    /// From 0 to 1: the share of the other roles with a lower goal, plus half the share with the
    /// same goal. A single player scores its goal.
    pub score: Option<Measured>,
    /// The mean of its goals, from 0 to 100.
    pub goal: Option<Measured>,
}

impl Level {
    pub(super) fn new<M: Eq + std::hash::Hash>(
        spec: &str,
        nature: &Nature,
        watched: &[Watched<M>],
    ) -> Self {
        let different: FxHashSet<&Vec<Vec<M>>> = watched.iter().map(|game| &game.moves).collect();
        let ended = || watched.iter().filter(|game| game.ending == Ending::Terminal);
        let role = |(at, role): (usize, &String)| RoleScore {
            role: role.clone(),
            score: Measured::of_shares(watched.iter().map(|game| game.score(at))),
            goal: Measured::of_mean(watched.iter().map(|game| f64::from(game.goals[at]))),
        };
        Self {
            spec: spec.into(),
            n_games: watched.len() as u32,
            n_different: different.len() as u32,
            n_unfinished: (watched.len() - ended().count()) as u32,
            roles: nature.roles.iter().enumerate().map(role).collect(),
            draws: match nature.roles.len() {
                0 | 1 => None,
                _ => Measured::of_shares(
                    ended().map(|game| f64::from(u8::from(game.winner().is_none()))),
                ),
            },
            lengths: watched.iter().map(|game| game.moves.len() as f64).collect(),
        }
    }
}

impl<M> Watched<M> {
    /// The score of a player.
    fn score(&self, player: usize) -> f64 {
        match self.goals.len() {
            1 => f64::from(self.goals[player]) / 100.0,
            _ => scores(&self.goals, self.ending)[player],
        }
    }

    /// The player with the single highest goal, in a game that ended.
    pub(super) fn winner(&self) -> Option<usize> {
        let best = self.goals.iter().max().filter(|_| self.ending == Ending::Terminal)?;
        let mut winners = (0..self.goals.len()).filter(|&player| self.goals[player] == *best);
        winners.next().filter(|_| winners.next().is_none())
    }
}
