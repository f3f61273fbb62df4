//! One of two numbers.

use super::{Flow, Meaning};
use crate::Type::{self, Bool, Float};

pub(super) struct If;

impl Meaning for If {
    const NAME: &'static str = "if";
    const TAKES: &'static [Type] = &[Bool, Float, Float];
    const GIVES: Type = Float;
    const FLOW: Flow = Flow::If;

    #[inline(always)]
    fn value(a: f64, b: f64, c: f64) -> f64 {
        if a != 0.0 { b } else { c }
    }
}
