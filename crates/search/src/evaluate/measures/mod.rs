//! Measures: the quantities of a position that linear evaluators weigh.
//!
//! A measure is one file with one type that implements [`Measure`], its `mod` line and
//! one line in the list at the end of this file. The trait covers the text form, the
//! translation between words and numbers, the value in a position and its cost.

mod always;
mod facts;
mod filled;
mod goal;
mod holds;
mod moves;
mod names;
mod near;
mod squares;
mod sum;

use std::fmt;

use ludex_game::Playable;

pub use names::{Names, Numbers, Translate, Words};
pub(super) use sum::role_named;
pub use sum::{Position, WeightedMeasures};

use crate::features::terms;
use sum::Sum;

/// A kind of quantity. The type is a tag; its data is [`Of`](Self::Of), with facts,
/// roles and plans named in words or numbered by a game.
pub trait Measure: Clone + Default + fmt::Debug + PartialEq {
    /// The data of a measure.
    type Of<N: Names>: Clone + fmt::Debug + PartialEq;

    /// Several measures of this kind with their weights, prepared for evaluation: `Each`,
    /// unless a joint sum is faster.
    type Sum: Sum<Self>;

    /// Reads the text form, split into terms; `None` for the text of another kind.
    fn read(terms: &[&str]) -> Option<Self::Of<Words>>;

    /// Writes the text form.
    fn write(of: &Self::Of<Words>, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Translates names of facts, roles and plans.
    fn translate<T: Translate>(
        of: &Self::Of<T::From>,
        to: &mut T,
    ) -> Result<Self::Of<T::To>, T::Error>;

    /// The value in a position, times a weight.
    fn value<G: Playable>(
        of: &Self::Of<Numbers>,
        weight: f64,
        position: &mut Position<'_, G>,
    ) -> f64;

    /// The number of facts looked up; `COSTLY` if there is other work.
    fn cost(_: &Self::Of<Numbers>) -> usize {
        COSTLY
    }
}

/// The cost of a measure that takes more than a few lookups of facts.
const COSTLY: usize = usize::MAX;

/// Defines the items that depend on the list of all measures.
macro_rules! measures {
    ($($(#[$doc:meta])* $module:ident::$name:ident,)*) => {
        /// One measure of any kind.
        ///
        /// ```
        /// use ludex_search::evaluate::AnyMeasure;
        ///
        /// let measure: AnyMeasure = AnyMeasure::parse("squares (cell 1 1 x) (cell 1 2 x)").unwrap();
        /// let facts = vec!["(cell 1 1 x)".to_string(), "(cell 1 2 x)".to_string()];
        /// assert_eq!(measure, AnyMeasure::Squares(facts));
        /// assert_eq!(measure.to_string(), "squares (cell 1 1 x) (cell 1 2 x)");
        /// ```
        #[derive(Clone, Debug, PartialEq)]
        pub enum AnyMeasure<N: Names = Words> {
            $($(#[$doc])* $name(<$module::$name as Measure>::Of<N>),)*
        }

        impl<N: Names> AnyMeasure<N> {
            /// Translates names of facts, roles and plans.
            pub fn translate<T: Translate<From = N>>(
                &self,
                to: &mut T,
            ) -> Result<AnyMeasure<T::To>, T::Error> {
                Ok(match self {
                    $(Self::$name(of) => {
                        AnyMeasure::$name(<$module::$name as Measure>::translate(of, to)?)
                    })*
                })
            }
        }

        impl AnyMeasure {
            /// Reads the text form.
            pub fn parse(text: &str) -> Option<Self> {
                let terms = terms(text);
                $(if let Some(of) = <$module::$name as Measure>::read(&terms) {
                    return Some(Self::$name(of));
                })*
                None
            }
        }

        impl AnyMeasure<Numbers> {
            /// The value in a position, times a weight.
            pub fn value<G: Playable>(&self, weight: f64, position: &mut Position<'_, G>) -> f64 {
                match self {
                    $(Self::$name(of) => {
                        <$module::$name as Measure>::value(of, weight, position)
                    })*
                }
            }
        }

        impl fmt::Display for AnyMeasure {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$name(of) => <$module::$name as Measure>::write(of, f),)*
                }
            }
        }

        /// The weighted measures of each kind, summed in the order of the list.
        #[derive(Clone, Debug, Default, PartialEq)]
        struct Sums {
            $($module: <$module::$name as Measure>::Sum,)*
        }

        impl Sums {
            fn add(&mut self, weight: f64, measure: AnyMeasure<Numbers>) {
                match measure {
                    $(AnyMeasure::$name(of) => self.$module.add(weight, of),)*
                }
            }

            #[inline]
            fn sum<G: Playable>(&self, position: &mut Position<'_, G>) -> f64 {
                let sum = 0.0;
                $(let sum = self.$module.sum(sum, position);)*
                sum
            }

            fn cost(&self) -> usize {
                let costs = [$(self.$module.cost(),)*];
                costs.into_iter().fold(0, usize::saturating_add)
            }
        }
    };
}

measures! {
    /// The constant one.
    always::Always,
    /// Whether all of these facts hold.
    facts::Facts,
    /// The square of the number of these facts that hold.
    squares::Squares,
    /// Whether exactly N places of a line are filled and no fact blocks it.
    filled::Filled,
    /// The nearness of a plan's goal, from 0 to 1.
    near::Near,
    /// Whether a plan's goal holds.
    holds::Holds,
    /// The number of legal moves of a role.
    moves::Moves,
    /// The goal of a role if the game ended here, from 0 to 1.
    goal::Goal,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_form_is_read_as_what_was_written() {
        for text in [
            "always",
            "all always",
            "a",
            "all a b",
            "squares a (b 1)",
            "just 1 a (or b c) without d",
            "near 2",
            "holds 1",
            "moves x",
            "goal x",
        ] {
            let measure = AnyMeasure::parse(text).expect(text);
            assert_eq!(measure.to_string(), text);
        }
        for text in ["", "a b", "near 0", "near x", "just 1", "moves", "squares"] {
            let is_fact = matches!(AnyMeasure::parse(text), Some(AnyMeasure::Facts(_)));
            assert_eq!(is_fact, text == "moves" || text == "squares", "{text}");
        }
    }
}
