//! The kind of a game.

use ludex_game::{Ending, Playable};

use super::role_names;
use super::watch::Watched;

/// The kind of a game, as seen in random games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nature {
    /// The roles of players.
    pub roles: Vec<String>,
    /// Whether there is a chance role.
    pub has_chance: bool,
    /// Whether several players had a choice at once.
    pub is_simultaneous: bool,
    /// Whether the players' goals always had the same sum.
    pub is_constant_sum: bool,
}

impl Nature {
    pub(super) fn new<G: Playable>(game: &G, watched: &[Watched<G::Move>]) -> Self {
        let ended = watched.iter().filter(|game| game.ending == Ending::Terminal);
        let mut sums =
            ended.map(|game| game.goals.iter().map(|&goal| u32::from(goal)).sum::<u32>());
        let first = sums.next();
        Self {
            roles: role_names(game),
            has_chance: game.roles().iter().any(|role| role.is_chance()),
            is_simultaneous: watched.iter().any(|game| game.is_simultaneous),
            is_constant_sum: first.is_some_and(|sum| sum > 0 && sums.all(|other| other == sum)),
        }
    }

    /// One player, and no chance: a puzzle.
    pub fn is_puzzle(&self) -> bool {
        self.roles.len() == 1
    }

    /// Two players who take turns, with goals of constant sum and no chance.
    pub fn is_classic(&self) -> bool {
        self.roles.len() == 2 && !self.has_chance && !self.is_simultaneous && self.is_constant_sum
    }

    /// A description in a few words.
    pub fn to_text(&self) -> String {
        let players = match self.roles.len() {
            0 => "no players".to_string(),
            1 => format!("one player ({})", self.roles[0]),
            n => format!("{n} players ({})", self.roles.join(", ")),
        };
        let mut parts = vec![players];
        if self.roles.len() > 1 {
            parts.push(match self.is_simultaneous {
                true => "who move at the same time".into(),
                false => "who take turns".into(),
            });
        }
        if self.has_chance {
            parts.push("with chance".into());
        }
        parts.join(", ").replacen(", who", " who", 1)
    }
}
