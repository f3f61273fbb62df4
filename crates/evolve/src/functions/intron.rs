//! Functions that ignore their last argument: a place where code can rest.

use super::{Meaning, truth};
use crate::Type::{self, Bool, Float};

pub(super) struct NotG;

impl Meaning for NotG {
    const NAME: &'static str = "notg";
    const TAKES: &'static [Type] = &[Bool, Bool];
    const GIVES: Type = Bool;
    const USED: usize = 1;

    #[inline(always)]
    fn value(a: f64, _b: f64, _c: f64) -> f64 {
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
    fn value(a: f64, _b: f64, _c: f64) -> f64 {
        a
    }
}
