//! The types of trees.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The type of a value, and of a place in a tree.
///
/// All values are numbers; a Boolean is 0 or 1, and in the place of a Boolean any number but 0
/// is true.
///
/// ```
/// use ludex_program::Type;
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
    /// A number that is also accepted in the place of a Boolean.
    Query,
}

impl Type {
    /// All types.
    pub const ALL: [Self; 3] = [Self::Float, Self::Bool, Self::Query];

    /// Whether a place of this type accepts a node of the given type.
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
