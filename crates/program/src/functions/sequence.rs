//! Sequences: arguments evaluated for their effects, one after another.

use super::{Flow, Meaning};
use crate::Type::{self, Float};

/// PROGN2 of the literature.
pub(super) struct Seq;

impl Meaning for Seq {
    const NAME: &'static str = "seq";
    const TAKES: &'static [Type] = &[Float, Float];
    const GIVES: Type = Float;
    const FLOW: Flow = Flow::Sequence;

    #[inline(always)]
    fn value([_, b, ..]: [f64; 4]) -> f64 {
        b
    }
}
