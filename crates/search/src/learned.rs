//! Learned data in memory.

use crate::Features;
use crate::evaluate::Judgement;

/// What was learned of one game, to be used without reading a file: see
/// [`Spec::carrying`](crate::Spec::carrying).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Learned {
    /// What playouts follow.
    pub features: Option<Features>,
    /// What positions are worth.
    pub evaluator: Option<Judgement>,
}
