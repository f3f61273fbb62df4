//! Comparisons: functions of numbers that give a Boolean.

use super::{Meaning, truth};
use crate::Type::{self, Bool, Float};

pub(super) struct Greater;

impl Meaning for Greater {
    const NAME: &'static str = "greater";
    const TAKES: &'static [Type] = &[Float, Float];
    const GIVES: Type = Bool;
    const SIGN: Option<&'static str> = Some(">");

    #[inline(always)]
    fn value([a, b, ..]: [f64; 4]) -> f64 {
        truth(a > b)
    }
}

pub(super) struct Less;

impl Meaning for Less {
    const NAME: &'static str = "less";
    const TAKES: &'static [Type] = &[Float, Float];
    const GIVES: Type = Bool;
    const SIGN: Option<&'static str> = Some("<");

    #[inline(always)]
    fn value([a, b, ..]: [f64; 4]) -> f64 {
        truth(a < b)
    }
}

pub(super) struct GreaterEqual;

impl Meaning for GreaterEqual {
    const NAME: &'static str = "greater_equal";
    const TAKES: &'static [Type] = &[Float, Float];
    const GIVES: Type = Bool;
    const SIGN: Option<&'static str> = Some(">=");

    #[inline(always)]
    fn value([a, b, ..]: [f64; 4]) -> f64 {
        truth(a >= b)
    }
}

pub(super) struct LessEqual;

impl Meaning for LessEqual {
    const NAME: &'static str = "less_equal";
    const TAKES: &'static [Type] = &[Float, Float];
    const GIVES: Type = Bool;
    const SIGN: Option<&'static str> = Some("<=");

    #[inline(always)]
    fn value([a, b, ..]: [f64; 4]) -> f64 {
        truth(a <= b)
    }
}

pub(super) struct Equal;

impl Meaning for Equal {
    const NAME: &'static str = "equal";
    const TAKES: &'static [Type] = &[Float, Float];
    const GIVES: Type = Bool;
    const SIGN: Option<&'static str> = Some("=");

    #[inline(always)]
    fn value([a, b, ..]: [f64; 4]) -> f64 {
        truth(a == b)
    }
}
