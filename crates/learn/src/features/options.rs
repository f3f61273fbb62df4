//! How to learn.

/// How to learn. The defaults are the paper's where it has any.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// How many random games to learn from.
    pub n_runs: u32,
    /// How many moves above the last one are looked at.
    pub level_max: u32,
    /// How much a feature is worth, compared with the one that it leads to.
    pub discount: f64,
    /// Whether facts are also removed in pairs, to find what any two of three
    /// facts do.
    pub pairs: bool,
    /// Whether the facts of a feature must suffice for the move to do what it
    /// did, also where no other fact holds.
    pub sufficient: bool,
    /// Whether it is also learned which facts must not hold.
    pub absent: bool,
    /// Whether patterns leave out what rules merely count, such as steps and
    /// pieces.
    pub uncounted: bool,
    /// Whether to learn from games that end with the loser's move, where it had
    /// no better one.
    pub traps: bool,
}

/// What is made of how often features were met and worked in random games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weighing {
    /// Nothing.
    #[default]
    Keep,
    /// A winning move that does not always win loses its rank.
    Demote,
    /// Values follow how much more often the move's maker won.
    Gain,
    /// What did harm goes.
    Prune,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            n_runs: 500,
            level_max: 3,
            discount: 0.9,
            pairs: false,
            sufficient: true,
            absent: true,
            uncounted: true,
            traps: true,
        }
    }
}

impl Options {
    /// The value of a feature so many moves above the end.
    pub(super) fn value(&self, level: u32) -> u8 {
        (100.0 * self.discount.powi(level as i32)).round() as u8
    }
}
