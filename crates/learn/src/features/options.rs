//! The settings of the search for patterns.

/// The settings of the search for patterns. The defaults are the paper's where it has
/// any.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The number of moves above the last one that features are learned from.
    pub level_max: u32,
    /// The value of a feature as a share of the value of the one that it leads to.
    pub discount: f64,
    /// Whether facts are also removed in pairs, to find patterns of which any two of
    /// three facts suffice.
    pub pairs: bool,
    /// Whether the facts of a feature must suffice for the effect of its move in a state
    /// without any other facts.
    pub sufficient: bool,
    /// Whether patterns also contain facts that must not hold.
    pub absent: bool,
    /// Whether patterns leave out facts that merely count, such as steps and pieces.
    pub uncounted: bool,
    /// Whether to learn from games that end with the loser's move, where it had
    /// no better one.
    pub traps: bool,
}

/// The use of the frequencies with which features applied and worked in random games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weighing {
    /// None.
    #[default]
    Keep,
    /// A winning move that does not always win loses its precedence.
    Demote,
    /// Values follow the gain in wins of the role that made the move.
    Gain,
    /// Features that did harm get the value 0.
    Prune,
}

impl Default for Options {
    fn default() -> Self {
        Self {
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
    /// The value of a feature at a number of moves above the end.
    pub(super) fn value(&self, level: u32) -> u8 {
        (100.0 * self.discount.powi(level as i32)).round() as u8
    }
}
