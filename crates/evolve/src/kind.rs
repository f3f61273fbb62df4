//! The types that keep trees sensible.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a node gives, or what a place in a tree asks for.
///
/// Values are numbers throughout; a Boolean is 0 or 1, and whatever asks for
/// one takes any number but 0 for true.
///
/// ```
/// use evolve::Type;
///
/// assert!(Type::Float.accepts(Type::Query) && Type::Bool.accepts(Type::Query));
/// assert!(!Type::Float.accepts(Type::Bool));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Type {
    /// A number.
    Float,
    /// True or false: 1 or 0.
    Bool,
    /// A number that may also stand where a Boolean is asked for.
    Query,
}

impl Type {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Float, Self::Bool, Self::Query];

    /// Whether a place of this type may hold a node of the given one.
    pub fn accepts(self, given: Self) -> bool {
        self == given || given == Self::Query
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Float => "Float",
            Self::Bool => "Bool",
            Self::Query => "Query",
        })
    }
}
