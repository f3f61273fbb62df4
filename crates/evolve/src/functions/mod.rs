//! The functions that trees are made of.
//!
//! A new one is a type with a [`Meaning`] and one line in the list below.
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

use crate::Type;

/// The largest absolute value of a product, a quotient or a terminal.
pub const LIMIT: f64 = 1e150;

/// As many rows as are computed together.
pub(crate) const ROWS: usize = 128;

/// Values of one node in [`ROWS`] rows.
pub(crate) type Block = [f64; ROWS];

/// What a function means.
pub(crate) trait Meaning {
    const NAME: &'static str;
    const TAKES: &'static [Type];
    const GIVES: Type;
    /// How many arguments matter, counted from the first. Those behind are
    /// introns.
    const USED: usize = Self::TAKES.len();
    const FLOW: Flow = Flow::Strict;
    /// How it is written between its arguments.
    const SIGN: Option<&'static str> = None;
    /// The value, given as many arguments as it takes and zeros.
    fn value(a: f64, b: f64, c: f64) -> f64;
}

/// Which arguments need not be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// All are needed.
    Strict,
    /// The second or the third, as the first says.
    If,
    /// The second only where the first is true.
    And,
    /// The second only where the first is false.
    Or,
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
        /// use evolve::{Function, Type};
        ///
        /// assert_eq!(Function::If.takes(), [Type::Bool, Type::Float, Type::Float]);
        /// assert_eq!(Function::If.value(&[0.0, 3.0, 4.0]), 4.0);
        /// assert_eq!(Function::named("add"), Some(Function::Add));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Function { $($(#[$doc])* $name),* }

        impl Function {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// How it is written in texts.
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => <$meaning>::NAME),* }
            }

            /// What its arguments are.
            pub fn takes(self) -> &'static [Type] {
                match self { $(Self::$name => <$meaning>::TAKES),* }
            }

            /// What it gives.
            pub fn gives(self) -> Type {
                match self { $(Self::$name => <$meaning>::GIVES),* }
            }

            /// How many of its arguments matter: those behind are introns.
            pub fn n_used(self) -> usize {
                match self { $(Self::$name => <$meaning>::USED),* }
            }

            pub(crate) fn flow(self) -> Flow {
                match self { $(Self::$name => <$meaning>::FLOW),* }
            }

            pub(crate) fn sign(self) -> Option<&'static str> {
                match self { $(Self::$name => <$meaning>::SIGN),* }
            }

            /// The value, given a way to get at arguments: only those are asked for
            /// that matter.
            #[inline(always)]
            pub(crate) fn call(self, arg: impl Fn(usize) -> f64) -> f64 {
                match self { $(Self::$name => one_row::<$meaning>(arg)),* }
            }

            /// The same for many rows.
            pub(crate) fn call_block(self, args: [&Block; 3], to: &mut Block) {
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
}

impl Function {
    /// The one with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|function| function.name() == name)
    }

    /// Its value. Arguments that are missing are zero.
    pub fn value(self, args: &[f64]) -> f64 {
        self.call(|at| args.get(at).copied().unwrap_or(0.0))
    }
}

#[inline(always)]
fn one_row<M: Meaning>(arg: impl Fn(usize) -> f64) -> f64 {
    // Which of two is decided by where to look: a jump would be mispredicted.
    if let Flow::If = M::FLOW {
        return arg(2 - usize::from(arg(0) != 0.0));
    }
    match M::USED {
        1 => M::value(arg(0), 0.0, 0.0),
        2 => M::value(arg(0), arg(1), 0.0),
        _ => M::value(arg(0), arg(1), arg(2)),
    }
}

#[inline(always)]
fn each_row<M: Meaning>([a, b, c]: [&Block; 3], to: &mut Block) {
    // By the number of arguments, so that no row is read for nothing.
    match M::USED {
        1 => (0..ROWS).for_each(|row| to[row] = M::value(a[row], 0.0, 0.0)),
        2 => (0..ROWS).for_each(|row| to[row] = M::value(a[row], b[row], 0.0)),
        _ => (0..ROWS).for_each(|row| to[row] = M::value(a[row], b[row], c[row])),
    }
}
