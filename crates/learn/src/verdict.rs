//! How a short match went between those who have learned and those who have not.

use game::{Game, RoleId};

/// The points of those who have learned.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Verdict {
    /// How many games were played.
    pub n_games: u32,
    /// What they scored: 1 for a win, a half for a draw.
    pub points: f64,
    /// The sum of the squares of the games' points.
    squares: f64,
}

/// So many standard deviations from one half decide a match early.
const DEVIATIONS: f64 = 2.6;

impl Verdict {
    /// Counts a game.
    pub(crate) fn add(&mut self, points: f64) {
        self.n_games += 1;
        self.points += points;
        self.squares += points * points;
    }

    /// What one of two roles has scored in a game that is over.
    pub(crate) fn points<G: Game>(game: &G, state: &G::State, role: usize) -> f64 {
        let goal = |role| game.goal(state, RoleId::new(role)).value();
        let (mine, theirs) = (goal(role), goal(1 - role));
        match mine.cmp(&theirs) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        }
    }

    /// The mean score, from 0 to 1.
    pub fn score(&self) -> f64 {
        self.points / f64::from(self.n_games.max(1))
    }

    /// How many standard deviations the score is above one half.
    pub fn deviations(&self) -> f64 {
        let n_games = f64::from(self.n_games.max(1));
        // As if a win and a loss had been played as well: no score is certain.
        let mean = (self.points + 1.0) / (n_games + 2.0);
        let variance = ((self.squares + 1.0) / (n_games + 2.0) - mean * mean).max(0.001);
        (mean - 0.5) / (variance / (n_games + 2.0)).sqrt()
    }

    /// Whether more games would hardly change it.
    pub(crate) fn is_clear(&self) -> bool {
        self.deviations().abs() > DEVIATIONS
    }

    /// Whether what was learned helps, as far as the match can tell.
    pub fn helps(&self) -> bool {
        self.score() > 0.5
    }
}
