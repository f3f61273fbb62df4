//! Conditionals: functions that choose one of two numbers.

use super::{Flow, Meaning};
use crate::Type::{self, Bool, Float};

pub(super) struct If;

impl Meaning for If {
    const NAME: &'static str = "if";
    const TAKES: &'static [Type] = &[Bool, Float, Float];
    const GIVES: Type = Float;
    const FLOW: Flow = Flow::If;

    #[inline(always)]
    fn value([a, b, c, _]: [f64; 4]) -> f64 {
        if a != 0.0 { b } else { c }
    }
}

/// IFLTE of the literature.
pub(super) struct IfLessEqual;

impl Meaning for IfLessEqual {
    const NAME: &'static str = "if_less_equal";
    const TAKES: &'static [Type] = &[Float, Float, Float, Float];
    const GIVES: Type = Float;
    const FLOW: Flow = Flow::IfLessEqual;

    #[inline(always)]
    fn value([a, b, c, d]: [f64; 4]) -> f64 {
        if a <= b { c } else { d }
    }
}
