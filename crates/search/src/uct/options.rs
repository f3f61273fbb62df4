//! How UCT searches.

/// How to search. The defaults suit most games.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The constant of UCB1, for values from 0 to 1.
    pub exploration: f32,
    /// How many lost visits a visit under way counts as, 0 for none.
    pub virtual_loss: f32,
    /// A batch is at most one in this many of the visits made so far.
    pub batch_share: u32,
    /// The most playouts in a batch. With 1, there is one playout at a time.
    pub batch_max: u32,
    /// The most playouts from one leaf at a time.
    pub repeats_max: u32,
    /// From each multiple of this many visits on, one playout more per leaf.
    pub visits_per_repeat: u32,
    /// How much memory the tree may take. When it is full, what was not visited
    /// for longest is forgotten.
    pub memory_bytes: usize,
    /// Where a playout is given up.
    pub length_max: u32,
    /// Whether positions that are reached in several ways share one node.
    pub transpositions: bool,
    /// Whether the tree is kept from one move to the next.
    pub reuse: bool,
    /// Visits at which moves made later in a playout count as much as those
    /// made at once (RAVE); `None` to do without.
    pub rave: Option<f32>,
    /// How strongly playouts prefer moves that did well elsewhere (MAST);
    /// `None` to draw moves evenly.
    pub mast: Option<f32>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            exploration: 0.7,
            virtual_loss: 0.0,
            batch_share: 256,
            batch_max: 16_384,
            repeats_max: 64,
            visits_per_repeat: 65_536,
            memory_bytes: 1 << 30,
            length_max: 5_000,
            transpositions: true,
            reuse: true,
            rave: None,
            mast: None,
        }
    }
}

impl Options {
    /// How many playouts the next batch may have, and how many from one leaf,
    /// after this many visits.
    pub(super) fn batch(&self, n_visits: u64) -> (u64, u32) {
        let playouts = (n_visits / u64::from(self.batch_share)).clamp(1, u64::from(self.batch_max));
        let repeats = 1 + n_visits / u64::from(self.visits_per_repeat);
        (playouts, repeats.clamp(1, u64::from(self.repeats_max).min(playouts)) as u32)
    }
}
