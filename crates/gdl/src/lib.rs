//! Rule text in, game out.
//!
//! The stages, each in a file named for its noun: [`Source`] text is cut by the
//! lexer and matched into a tree of lists; [`Sheet`] understands it as rules;
//! [`check`](mod@check) reports what is wrong with them, as [`Diagnostic`]s.

pub mod agreement;
mod answers;
mod branches;
pub mod check;
pub mod circuit;
mod diagnostic;
mod engine;
mod expected;
mod format;
pub mod lanes;
mod lexer;
pub mod library;
mod matcher;
mod playable;
mod playouts;
mod playthrough;
pub mod random_sheet;
mod read;
mod reason;
mod reference;
mod scc;
mod sheet;
pub mod single;
mod source;
mod state;
mod symbol;
mod term;
pub mod trace;
mod tree;
pub mod usage;

pub use answers::{Answering, Answers};
pub use diagnostic::{Diagnostic, Severity, closest};
pub use engine::{Engine, Loaded};
pub use expected::{Expected, ExpectedError};
pub use format::format;
pub use playthrough::playthrough;
pub use read::ReadError;
pub use reason::{Fault, Limits};
pub use reference::{LoadError, Reference};
pub use sheet::{Atom, Literal, LiteralKind, Rule, Sheet, Term, TermKind};
pub use source::{Position, Source, Span};
pub use state::State;
pub use symbol::{SymbolId, Symbols, keyword};
pub use term::{TermId, TermStore};
