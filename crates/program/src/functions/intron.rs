//! Functions that ignore their last argument. It is an intron: inherited by offspring, never
//! evaluated.

use super::{Meaning, truth};
use crate::Type::{self, Bool, Float};

pub(super) struct NotG;

impl Meaning for NotG {
    const NAME: &'static str = "notg";
    const TAKES: &'static [Type] = &[Bool, Bool];
    const GIVES: Type = Bool;
    const USED: usize = 1;

    #[inline(always)]
    fn value([a, ..]: [f64; 4]) -> f64 {
        truth(a == 0.0)
    }
}

pub(super) struct NullJ;

impl Meaning for NullJ {
    const NAME: &'static str = "nullj";
    const TAKES: &'static [Type] = &[Float, Float];
    const GIVES: Type = Float;
    const USED: usize = 1;

    #[inline(always)]
    fn value([a, ..]: [f64; 4]) -> f64 {
        a
    }
}
