//! The setup of a run.

use ludex_search::Spec;
use serde::{Deserialize, Serialize};

use crate::schedule::{Kind, Schedule};

/// Everything that determines the games of a run. If no player has a time limit, the
/// same setup gives the same games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// The name of the game.
    pub game: String,
    /// A digest of its rules, by which a change of the rules is noticed.
    pub rules: Option<String>,
    /// The players.
    #[serde(with = "specs")]
    pub players: Vec<Spec>,
    /// The schedule.
    pub schedule: Schedule,
    /// The seed of all randomness.
    pub seed: u64,
    /// The number of random plies at the beginning of a game.
    pub n_opening: u32,
    /// The ply limit of a game.
    pub n_plies_max: u32,
}

/// More games than any run can play.
const N_GAMES_MAX: u64 = 100_000_000;

impl Setup {
    /// The error of a setup that cannot be played: the schedule does not fit the players,
    /// or has more games than can be counted.
    ///
    /// ```
    /// use ludex_arena::{Setup, schedule::Schedule};
    ///
    /// let setup = Setup {
    ///     game: "nim".into(),
    ///     rules: None,
    ///     players: vec!["random".parse().unwrap(), "minimax".parse().unwrap()],
    ///     schedule: Schedule::of_match(2, 10),
    ///     seed: 1,
    ///     n_opening: 0,
    ///     n_plies_max: 100,
    /// };
    /// assert_eq!(setup.fault(), None);
    /// let setup = Setup { schedule: Schedule::of_match(3, 10), ..setup };
    /// assert_eq!(setup.fault().unwrap(), "its schedule is for 3 players, but there are 2");
    /// ```
    pub fn fault(&self) -> Option<String> {
        let Schedule { n_players, n_seats, n_games, kind, .. } = self.schedule;
        let n_given = self.players.len();
        if n_players != n_given {
            return Some(format!(
                "its schedule is for {n_players} players, but there are {n_given}"
            ));
        }
        let is_swiss = matches!(kind, Kind::Swiss { .. });
        if n_seats == 0 || n_seats > n_players || (is_swiss && n_seats != 2) {
            return Some(format!("{n_players} players cannot take {n_seats} seats by turns"));
        }
        let n_groups = match kind {
            Kind::Swiss { rounds } => u64::from(rounds).saturating_mul(n_players as u64 / 2),
            _ => n_subsets(n_players as u64, n_seats as u64),
        };
        let n_all = n_groups.saturating_mul(u64::from(n_games));
        (n_all > N_GAMES_MAX)
            .then(|| format!("more than {N_GAMES_MAX} games are more than can be played"))
    }
}

/// The number of sets of `size` of `n` things, saturating.
fn n_subsets(n: u64, size: u64) -> u64 {
    (0..size).fold(1, |product: u64, at| product.saturating_mul(n - at) / (at + 1))
}

/// Specs are stored as text.
mod specs {
    use ludex_search::Spec;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(specs: &[Spec], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(specs.iter().map(Spec::to_string))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Spec>, D::Error> {
        let texts = Vec::<String>::deserialize(from)?;
        texts.iter().map(|text| Spec::parse(text).map_err(D::Error::custom)).collect()
    }
}
