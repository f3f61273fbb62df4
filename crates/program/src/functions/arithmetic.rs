//! Arithmetic: functions of numbers that give a number.

use super::{Meaning, bounded};
use crate::Type::{self, Float};

pub(super) struct Add;

impl Meaning for Add {
    const NAME: &'static str = "add";
    const TAKES: &'static [Type] = &[Float, Float];
    const GIVES: Type = Float;
    const SIGN: Option<&'static str> = Some("+");

    #[inline(always)]
    fn value([a, b, ..]: [f64; 4]) -> f64 {
        a + b
    }
}

pub(super) struct Sub;

impl Meaning for Sub {
    const NAME: &'static str = "sub";
    const TAKES: &'static [Type] = &[Float, Float];
    const GIVES: Type = Float;
    const SIGN: Option<&'static str> = Some("-");

    #[inline(always)]
    fn value([a, b, ..]: [f64; 4]) -> f64 {
        a - b
    }
}

pub(super) struct Mul;

impl Meaning for Mul {
    const NAME: &'static str = "mul";
    const TAKES: &'static [Type] = &[Float, Float];
    const GIVES: Type = Float;
    const SIGN: Option<&'static str> = Some("*");

    #[inline(always)]
    fn value([a, b, ..]: [f64; 4]) -> f64 {
        bounded(a * b)
    }
}

pub(super) struct Div;

impl Meaning for Div {
    const NAME: &'static str = "div";
    const TAKES: &'static [Type] = &[Float, Float];
    const GIVES: Type = Float;
    const SIGN: Option<&'static str> = Some("/");

    #[inline(always)]
    fn value([a, b, ..]: [f64; 4]) -> f64 {
        if b == 0.0 { 0.0 } else { bounded(a / b) }
    }
}

pub(super) struct Neg;

impl Meaning for Neg {
    const NAME: &'static str = "neg";
    const TAKES: &'static [Type] = &[Float];
    const GIVES: Type = Float;

    #[inline(always)]
    fn value([a, ..]: [f64; 4]) -> f64 {
        -a
    }
}

pub(super) struct Abs;

impl Meaning for Abs {
    const NAME: &'static str = "abs";
    const TAKES: &'static [Type] = &[Float];
    const GIVES: Type = Float;

    #[inline(always)]
    fn value([a, ..]: [f64; 4]) -> f64 {
        a.abs()
    }
}

pub(super) struct Min;

impl Meaning for Min {
    const NAME: &'static str = "min";
    const TAKES: &'static [Type] = &[Float, Float];
    const GIVES: Type = Float;

    #[inline(always)]
    fn value([a, b, ..]: [f64; 4]) -> f64 {
        if a < b { a } else { b }
    }
}

pub(super) struct Max;

impl Meaning for Max {
    const NAME: &'static str = "max";
    const TAKES: &'static [Type] = &[Float, Float];
    const GIVES: Type = Float;

    #[inline(always)]
    fn value([a, b, ..]: [f64; 4]) -> f64 {
        if a > b { a } else { b }
    }
}
