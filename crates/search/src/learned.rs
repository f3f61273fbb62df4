//! Learned data in memory.

use crate::Features;
use crate::evaluate::LinearEvaluator;

/// Learned data of one game, for use without a file: see
/// [`Spec::carrying`](crate::Spec::carrying).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Learned {
    /// Features that playouts follow.
    pub features: Option<Features>,
    /// The learned evaluator.
    pub evaluator: Option<LinearEvaluator>,
}
