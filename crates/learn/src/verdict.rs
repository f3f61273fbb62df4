//! The result of a validation match: a player with learned data against one without.

use ludex_game::{Game, RoleId};

/// The points of the player with learned data.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Verdict {
    /// The number of games.
    pub n_games: u32,
    /// Its points: 1 for a win, a half for a draw.
    pub points: f64,
    /// The sum of the squares of the games' points.
    squares: f64,
}

/// This many standard deviations from one half decide a match early.
const DEVIATIONS: f64 = 2.6;

impl Verdict {
    /// Counts a game.
    pub(crate) fn add(&mut self, points: f64) {
        self.n_games += 1;
        self.points += points;
        self.squares += points * points;
    }

    /// The points of one of two roles in a game that is over.
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

    /// The number of standard deviations of the score above one half.
    pub fn deviations(&self) -> f64 {
        let n_games = f64::from(self.n_games.max(1));
        // A prior of one win and one loss: no score is certain.
        let mean = (self.points + 1.0) / (n_games + 2.0);
        let variance = ((self.squares + 1.0) / (n_games + 2.0) - mean * mean).max(0.001);
        (mean - 0.5) / (variance / (n_games + 2.0)).sqrt()
    }

    /// Whether the match is decided.
    pub(crate) fn is_clear(&self) -> bool {
        self.deviations().abs() > DEVIATIONS
    }

    /// Whether the learned data helps, by the mean score.
    pub fn helps(&self) -> bool {
        self.score() > 0.5
    }
}
