//! The functions of trees.
//!
//! A new function is a type with a [`Meaning`] and one line in the list below. It has up to
//! four arguments and no effects; functions with effects are [actions](crate::Action).
//!
//! Arithmetic never leaves the finite numbers: products and quotients are
//! [bounded](LIMIT), and sums of as many bounded numbers as a tree has nodes
//! cannot overflow. So there is neither infinity nor NaN, and simplification may
//! rely on `x - x = 0`.

mod arithmetic;
mod choice;
mod comparison;
mod intron;
mod logic;
mod sequence;

use crate::Type;

/// The largest absolute value of a product, a quotient or a terminal.
pub const LIMIT: f64 = 1e150;

/// The number of rows in a block.
pub(crate) const ROWS: usize = 128;

/// The values of one node in [`ROWS`] rows.
pub(crate) type Block = [f64; ROWS];

/// The definition of a function.
pub(crate) trait Meaning {
    const NAME: &'static str;
    const TAKES: &'static [Type];
    const GIVES: Type;
    /// The number of arguments that matter, counted from the first. The rest are introns.
    const USED: usize = Self::TAKES.len();
    const FLOW: Flow = Flow::Strict;
    /// The operator between arguments in formulas.
    const SIGN: Option<&'static str> = None;
    /// The value. Arguments behind the last are 0.
    fn value(args: [f64; 4]) -> f64;
}

/// Which arguments need not be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// All are needed.
    Strict,
    /// The second if the first is true, else the third.
    If,
    /// The third if the first is at most the second, else the fourth.
    IfLessEqual,
    /// The second only where the first is true.
    And,
    /// The second only where the first is false.
    Or,
    /// All are evaluated in order; the value is that of the last.
    Sequence,
}

pub(crate) fn bounded(value: f64) -> f64 {
    value.clamp(-LIMIT, LIMIT)
}

pub(crate) fn truth(is_true: bool) -> f64 {
    if is_true { 1.0 } else { 0.0 }
}

macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident = $meaning:ty),* $(,)?) => {
        /// A function of a tree.
        ///
        /// ```
        /// use ludex_program::{Function, Type};
        ///
        /// assert_eq!(Function::If.takes(), [Type::Bool, Type::Float, Type::Float]);
        /// assert_eq!(Function::If.value(&[0.0, 3.0, 4.0]), 4.0);
        /// assert_eq!(Function::named("add"), Some(Function::Add));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Function { $($(#[$doc])* $name),* }

        impl Function {
            /// All functions.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The name in texts.
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => <$meaning>::NAME),* }
            }

            /// The types of the arguments.
            pub fn takes(self) -> &'static [Type] {
                match self { $(Self::$name => <$meaning>::TAKES),* }
            }

            /// The type of the value.
            pub fn gives(self) -> Type {
                match self { $(Self::$name => <$meaning>::GIVES),* }
            }

            /// The number of arguments that matter. The rest are introns.
            pub fn n_used(self) -> usize {
                match self { $(Self::$name => <$meaning>::USED),* }
            }

            pub(crate) fn flow(self) -> Flow {
                match self { $(Self::$name => <$meaning>::FLOW),* }
            }

            pub(crate) fn sign(self) -> Option<&'static str> {
                match self { $(Self::$name => <$meaning>::SIGN),* }
            }

            /// The value. Calls `arg` only for arguments that matter.
            #[inline(always)]
            pub(crate) fn call(self, arg: impl Fn(usize) -> f64) -> f64 {
                match self { $(Self::$name => one_row::<$meaning>(arg)),* }
            }

            /// The values in a block of rows.
            pub(crate) fn call_block(self, args: [&Block; 4], to: &mut Block) {
                match self { $(Self::$name => each_row::<$meaning>(args, to)),* }
            }
        }
    };
}

functions! {
    /// The sum of two numbers.
    Add = arithmetic::Add,
    /// The difference of two numbers.
    Sub = arithmetic::Sub,
    /// The product of two numbers.
    Mul = arithmetic::Mul,
    /// The quotient of two numbers; 0 where the second is 0.
    Div = arithmetic::Div,
    /// The number with the other sign.
    Neg = arithmetic::Neg,
    /// The number without its sign.
    Abs = arithmetic::Abs,
    /// The smaller of two numbers.
    Min = arithmetic::Min,
    /// The larger of two numbers.
    Max = arithmetic::Max,
    /// The second argument if the first is true, otherwise the third.
    If = choice::If,
    /// The third argument if the first is at most the second, otherwise the fourth.
    IfLessEqual = choice::IfLessEqual,
    /// Whether the first number is greater.
    Greater = comparison::Greater,
    /// Whether the first number is smaller.
    Less = comparison::Less,
    /// Whether the first number is at least the second.
    GreaterEqual = comparison::GreaterEqual,
    /// Whether the first number is at most the second.
    LessEqual = comparison::LessEqual,
    /// Whether two numbers are the same.
    Equal = comparison::Equal,
    /// Whether both are true.
    And = logic::And,
    /// Whether at least one is true.
    Or = logic::Or,
    /// Whether all three are true.
    And3 = logic::And3,
    /// Whether at least one of three is true.
    Or3 = logic::Or3,
    /// Whether it is false.
    Not = logic::Not,
    /// Whether not both are true.
    Nand = logic::Nand,
    /// Whether none is true.
    Nor = logic::Nor,
    /// Whether the first is false; the second is an intron.
    NotG = intron::NotG,
    /// The first number; the second is an intron.
    NullJ = intron::NullJ,
    /// The second number, after the first was evaluated for its effects.
    Seq = sequence::Seq,
}

impl Function {
    /// The function of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|function| function.name() == name)
    }

    /// The value. Arguments that are missing are 0.
    pub fn value(self, args: &[f64]) -> f64 {
        self.call(|at| args.get(at).copied().unwrap_or(0.0))
    }
}

#[inline(always)]
fn one_row<M: Meaning>(arg: impl Fn(usize) -> f64) -> f64 {
    // The index of the argument depends on the condition: a jump would be mispredicted.
    match M::FLOW {
        Flow::If => return arg(2 - usize::from(arg(0) != 0.0)),
        Flow::IfLessEqual => return arg(3 - usize::from(arg(0) <= arg(1))),
        _ => {}
    }
    match M::USED {
        1 => M::value([arg(0), 0.0, 0.0, 0.0]),
        2 => M::value([arg(0), arg(1), 0.0, 0.0]),
        3 => M::value([arg(0), arg(1), arg(2), 0.0]),
        _ => M::value([arg(0), arg(1), arg(2), arg(3)]),
    }
}

#[inline(always)]
fn each_row<M: Meaning>([a, b, c, d]: [&Block; 4], to: &mut Block) {
    // One loop per number of arguments, so that no row is read in vain.
    match M::USED {
        1 => (0..ROWS).for_each(|row| to[row] = M::value([a[row], 0.0, 0.0, 0.0])),
        2 => (0..ROWS).for_each(|row| to[row] = M::value([a[row], b[row], 0.0, 0.0])),
        3 => (0..ROWS).for_each(|row| to[row] = M::value([a[row], b[row], c[row], 0.0])),
        _ => (0..ROWS).for_each(|row| to[row] = M::value([a[row], b[row], c[row], d[row]])),
    }
}
