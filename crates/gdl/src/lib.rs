//! Rule text in, game out.
//!
//! The stages, each in a file named for its noun: [`Source`] text is cut by the
//! lexer and matched into a tree of lists; [`Sheet`] understands it as rules;
//! [`check`](mod@check) reports what is wrong with them, as [`Diagnostic`]s.

pub mod check;
mod diagnostic;
mod format;
mod lexer;
mod sheet;
mod source;
mod symbol;
mod tree;

pub use diagnostic::{Diagnostic, Severity, closest};
pub use format::format;
pub use sheet::{Atom, Literal, LiteralKind, Rule, Sheet, Term, TermKind};
pub use source::{Position, Source, Span};
pub use symbol::{SymbolId, Symbols, keyword};
