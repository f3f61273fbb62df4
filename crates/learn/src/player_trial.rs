//! The match that decides which player is used for a game.

use std::fmt;

/// The match of alpha-beta with the learned evaluator against UCT, at equal time.
///
/// ```text
/// ludex player 1
/// alphabeta against uct
/// milliseconds 20
/// games 25
/// points 20.5
/// low 0.61
/// ```
///
/// ```
/// use ludex_learn::PlayerTrial;
///
/// let trial = PlayerTrial { milliseconds: 20, n_games: 25, points: 20.5, low: 0.61 };
/// assert!(trial.is_won());
/// assert_eq!(PlayerTrial::parse(&trial.to_string()).unwrap(), trial);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerTrial {
    /// The time for a move.
    pub milliseconds: u64,
    /// The number of games.
    pub n_games: u32,
    /// The points of alpha-beta: 1 for a win, a half for a draw.
    pub points: f64,
    /// The lower end of the 95% interval of its mean score, from 0 to 1.
    pub low: f64,
}

const TITLE: &str = "ludex player 1";
const PLAYERS: &str = "alphabeta against uct";

impl PlayerTrial {
    /// Whether alpha-beta with the evaluator is the better player, by the 95% interval.
    pub fn is_won(&self) -> bool {
        self.low > 0.5
    }

    /// Reads a text. The error describes the problem.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut trial = Self { milliseconds: 0, n_games: 0, points: 0.0, low: 0.0 };
        for (at, line) in text.lines().enumerate() {
            let line = line.split(';').next().unwrap_or_default().trim();
            let wrong = || format!("line {}: `{line}` is nothing about players", at + 1);
            let (word, value) = line.split_once(' ').unwrap_or((line, ""));
            let number = || value.parse().ok().filter(|x: &f64| (0.0..=1e9).contains(x));
            match word {
                _ if line.is_empty() || line == TITLE || line == PLAYERS => {}
                "milliseconds" => trial.milliseconds = value.parse().map_err(|_| wrong())?,
                "games" => trial.n_games = value.parse().map_err(|_| wrong())?,
                "points" => trial.points = number().ok_or_else(wrong)?,
                "low" => trial.low = number().ok_or_else(wrong)?,
                _ => return Err(wrong()),
            }
        }
        Ok(trial)
    }
}

impl fmt::Display for PlayerTrial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { milliseconds, n_games, points, low } = self;
        writeln!(f, "{TITLE}\n{PLAYERS}\nmilliseconds {milliseconds}")?;
        writeln!(f, "games {n_games}\npoints {points}\nlow {low}")
    }
}
