//! The parameters of UCT.

use crate::options::{Count, OptionType};

/// How to search. The defaults suit most games.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The constant of UCB1, for values from 0 to 1.
    pub exploration: f32,
    /// How many lost visits a visit under way counts as, 0 for none.
    pub virtual_loss: f32,
    /// A batch is at most one in this many of the visits made so far. `None` for
    /// what suits the playouts that are asked for.
    pub batch_share: Option<u32>,
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
    /// How much more moves that hints speak for are tried: so much is added to
    /// their value in the tree, divided by how often they were tried; 0 for
    /// hints in playouts only. Without hints it makes no difference, nor where
    /// there are few moves.
    pub prior: f32,
    /// How strongly playouts prefer moves that did well elsewhere (MAST);
    /// `None` to draw moves evenly.
    pub mast: Option<f32>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            exploration: 0.7,
            virtual_loss: 0.0,
            batch_share: None,
            batch_max: 16_384,
            repeats_max: 64,
            visits_per_repeat: 65_536,
            memory_bytes: 1 << 30,
            length_max: 5_000,
            transpositions: true,
            reuse: true,
            rave: None,
            prior: 2.0,
            mast: None,
        }
    }
}

/// The most playouts for which a batch has the smaller share of visits.
const N_PLAYOUTS_FEW: u64 = 100_000;
const SHARE_OF_FEW: u32 = 2048;
const SHARE_OF_MANY: u32 = 256;

impl Options {
    /// The batch share of searches that are given none, in words.
    pub(crate) fn describe_batch_share() -> String {
        let few = Count.print(&N_PLAYOUTS_FEW);
        format!("{SHARE_OF_FEW} for up to {few} playouts, else {SHARE_OF_MANY}")
    }

    /// How many playouts the next batch may have, and how many from one leaf,
    /// after this number of visits, given the playouts of the search.
    pub(super) fn batch(&self, n_visits: u64, n_asked: Option<u64>) -> (u64, u32) {
        // Replies are found more surely with little in flight. A search for few
        // playouts has the time; one that is to make many would take too long to
        // fill the lanes.
        let is_small = n_asked.is_some_and(|n| n <= N_PLAYOUTS_FEW);
        let share = self.batch_share.unwrap_or(if is_small { SHARE_OF_FEW } else { SHARE_OF_MANY });
        let playouts = (n_visits / u64::from(share)).clamp(1, u64::from(self.batch_max));
        let repeats = 1 + n_visits / u64::from(self.visits_per_repeat);
        (playouts, repeats.clamp(1, u64::from(self.repeats_max).min(playouts)) as u32)
    }
}
