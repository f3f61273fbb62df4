//! Game Description Language: parses and checks rule sheets, and turns them
//! into playable games.
//!
//! [`Source`] text is split by the lexer and matched into a tree of lists;
//! [`Sheet`] is the parsed rules; [`check`](mod@check) returns their problems
//! as [`Diagnostic`]s; [`Engine`] is the game, played by a [`circuit`] or,
//! where grounding is too costly, by the [`Reference`] reasoner.

pub mod agreement;
mod answers;
mod branches;
pub mod check;
pub mod circuit;
mod diagnostic;
mod engine;
mod expected;
mod factors;
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
mod threats;
pub mod trace;
mod tree;
pub mod usage;

pub use answers::{Answering, Answers};
pub use diagnostic::{Diagnostic, Severity};
pub use engine::{Engine, Loaded};
pub use expected::{Expected, ExpectedError};
pub use factors::{Factor, Factors};
pub use format::format;
pub use playthrough::playthrough;
pub use read::ReadError;
pub use reason::{Fault, Limits};
pub use reference::{LoadError, Reference};
pub use sheet::{Atom, Literal, LiteralKind, Rule, Sheet, Term, TermKind};
pub use source::{LineColumn, Source, Span};
pub use state::State;
pub use symbol::{SymbolId, Symbols, keyword};
pub use term::{TermId, TermStore};
pub use threats::Threats;
