//! What is to be played.

use search::Spec;
use serde::{Deserialize, Serialize};

use crate::schedule::Schedule;

/// Everything that decides how the games of a run go. Where no player looks at
/// a clock, the same setup gives the same games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// The game, as a user names it.
    pub game: String,
    /// A digest of its rules, to notice if they change.
    pub rules: Option<String>,
    /// Who plays.
    #[serde(with = "specs")]
    pub players: Vec<Spec>,
    /// Who meets whom.
    pub schedule: Schedule,
    /// All randomness comes from it.
    pub seed: u64,
    /// Plies at the beginning that are drawn at random.
    pub n_opening: u32,
    /// Where a game is given up.
    pub n_plies_max: u32,
}

/// Specs are kept as the text that users know.
mod specs {
    use search::Spec;
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
