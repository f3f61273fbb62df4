//! Boolean functions of Booleans.
//!
//! Both sides are always evaluated here: code without jumps can be computed for many rows at
//! a time. The compiler of single programs adds jumps over branches that are not needed.

use super::{Flow, Meaning, truth};
use crate::Type::{self, Bool};

pub(super) struct And;

impl Meaning for And {
    const NAME: &'static str = "and";
    const TAKES: &'static [Type] = &[Bool, Bool];
    const GIVES: Type = Bool;
    const FLOW: Flow = Flow::And;
    const SIGN: Option<&'static str> = Some("and");

    #[inline(always)]
    fn value([a, b, ..]: [f64; 4]) -> f64 {
        truth((a != 0.0) & (b != 0.0))
    }
}

pub(super) struct Or;

impl Meaning for Or {
    const NAME: &'static str = "or";
    const TAKES: &'static [Type] = &[Bool, Bool];
    const GIVES: Type = Bool;
    const FLOW: Flow = Flow::Or;
    const SIGN: Option<&'static str> = Some("or");

    #[inline(always)]
    fn value([a, b, ..]: [f64; 4]) -> f64 {
        truth((a != 0.0) | (b != 0.0))
    }
}

pub(super) struct And3;

impl Meaning for And3 {
    const NAME: &'static str = "and3";
    const TAKES: &'static [Type] = &[Bool, Bool, Bool];
    const GIVES: Type = Bool;
    const SIGN: Option<&'static str> = Some("and");

    #[inline(always)]
    fn value([a, b, c, _]: [f64; 4]) -> f64 {
        truth((a != 0.0) & (b != 0.0) & (c != 0.0))
    }
}

pub(super) struct Or3;

impl Meaning for Or3 {
    const NAME: &'static str = "or3";
    const TAKES: &'static [Type] = &[Bool, Bool, Bool];
    const GIVES: Type = Bool;
    const SIGN: Option<&'static str> = Some("or");

    #[inline(always)]
    fn value([a, b, c, _]: [f64; 4]) -> f64 {
        truth((a != 0.0) | (b != 0.0) | (c != 0.0))
    }
}

pub(super) struct Not;

impl Meaning for Not {
    const NAME: &'static str = "not";
    const TAKES: &'static [Type] = &[Bool];
    const GIVES: Type = Bool;

    #[inline(always)]
    fn value([a, ..]: [f64; 4]) -> f64 {
        truth(a == 0.0)
    }
}

pub(super) struct Nand;

impl Meaning for Nand {
    const NAME: &'static str = "nand";
    const TAKES: &'static [Type] = &[Bool, Bool];
    const GIVES: Type = Bool;

    #[inline(always)]
    fn value([a, b, ..]: [f64; 4]) -> f64 {
        truth((a == 0.0) | (b == 0.0))
    }
}

pub(super) struct Nor;

impl Meaning for Nor {
    const NAME: &'static str = "nor";
    const TAKES: &'static [Type] = &[Bool, Bool];
    const GIVES: Type = Bool;

    #[inline(always)]
    fn value([a, b, ..]: [f64; 4]) -> f64 {
        truth((a == 0.0) & (b == 0.0))
    }
}
