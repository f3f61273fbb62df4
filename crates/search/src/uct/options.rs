//! The parameters of UCT.

use super::pace::Pace;
use crate::options::{Count, OptionType};

/// How two players choose who move at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joint {
    /// By regret matching where the estimates have no saddle point, else by UCB1.
    Mixed,
    /// By regret matching: both mix their moves.
    Regret,
    /// By UCB1, each on its own (decoupled UCT).
    Ucb,
}

impl Joint {
    /// The names of the variants in specs.
    pub const NAMES: [(&'static str, Self); 3] =
        [("mixed", Self::Mixed), ("regret", Self::Regret), ("ucb", Self::Ucb)];
}

/// Parameters of the search. The defaults suit most games.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The constant of UCB1, for values from 0 to 1.
    pub exploration: f32,
    /// How many lost visits a visit under way counts as, 0 for none.
    pub virtual_loss: f32,
    /// A batch is at most one in this many of the visits made so far. `None` for a share
    /// that depends on the number of visits and on the playouts of the search.
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
    /// How players choose who move at the same time.
    pub joint: Joint,
    /// The share of the time that goes into proof searches beside the tree; 0 for none.
    /// Searches without a clock have none.
    pub proofs: f64,
    /// In searches with a clock, playouts from one leaf are this many times the square root of
    /// the cost of its descent in that of a playout, as measured; 0 for one playout from a leaf.
    pub pace: f32,
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
            repeats_max: 256,
            visits_per_repeat: 65_536,
            memory_bytes: 1 << 30,
            length_max: 5_000,
            transpositions: true,
            reuse: true,
            rave: None,
            prior: 2.0,
            joint: Joint::Mixed,
            proofs: 0.15,
            pace: 5.0,
            mast: None,
        }
    }
}

/// The most playouts for which a batch has the smallest share of visits.
const N_PLAYOUTS_FEW: u64 = 100_000;
const SHARE_OF_FEW: u32 = 2048;
/// The share until the lanes are full, the playouts that fill them, and the share after.
const SHARE_TO_FILL: u32 = 16;
const N_PLAYOUTS_TO_FILL: u64 = 1024;
const SHARE_OF_MANY: u32 = 256;

/// A batch has at least this many leaves before playouts are repeated.
const N_LEAVES_MIN: u64 = 16;

impl Options {
    /// The batch share of searches that are given none, in words.
    pub(crate) fn describe_batch_share() -> String {
        let (few, fill) = (Count.print(&N_PLAYOUTS_FEW), Count.print(&N_PLAYOUTS_TO_FILL));
        format!(
            "{SHARE_OF_FEW} for up to {few} playouts, else {SHARE_TO_FILL} up to {fill} at a time, \
             then {SHARE_OF_MANY}"
        )
    }

    /// The largest number of playouts of the next batch, and of playouts from one leaf,
    /// after this number of visits, given the playouts of the search and its costs so far.
    pub(super) fn batch(&self, n_visits: u64, pace: &Pace, n_asked: Option<u64>) -> (u64, u32) {
        // Replies are found more surely with little in flight. A search for few playouts
        // has the time. One with a clock has more playouts in full lanes than it loses by
        // what is in flight.
        let is_small = n_asked.is_some_and(|n| n <= N_PLAYOUTS_FEW);
        let of_share = |share: u32| n_visits / u64::from(share);
        let playouts = match self.batch_share {
            Some(share) => of_share(share),
            None if is_small => of_share(SHARE_OF_FEW),
            None => {
                let to_fill = of_share(pace.share_to_fill(SHARE_TO_FILL)).min(N_PLAYOUTS_TO_FILL);
                to_fill.max(of_share(SHARE_OF_MANY))
            }
        };
        let playouts = playouts.clamp(1, u64::from(self.batch_max));
        let repeats =
            u64::from(pace.repeats()).max(1 + n_visits / u64::from(self.visits_per_repeat));
        let most = u64::from(self.repeats_max).min(playouts.div_ceil(N_LEAVES_MIN));
        (playouts, repeats.min(most) as u32)
    }
}
