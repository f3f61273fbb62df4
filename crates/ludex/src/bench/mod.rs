//! Measurements of players and searches, as `ludex bench` prints them.

mod accuracy;
mod choices;
mod claims;
mod exploitability;
mod forced;
mod overrun;
mod signature;
mod strength;
mod uct;

pub use accuracy::{AccuracyData, AccuracyOptions, AccuracyResult, accuracy};
pub use claims::{ClaimsData, ClaimsResult, Disagreement, claims};
pub use exploitability::{
    ExploitabilityData, ExploitabilityOptions, PlayerExploitability, exploitability,
};
pub use overrun::{OverrunData, OverrunOptions, OverrunResult, overrun};
pub use signature::{SignatureData, SignatureResult, signature};
pub use strength::{StrengthOptions, StrengthOutcome, strength};
pub use uct::{UctData, UctOptions, UctRow, uct, uct_time};
