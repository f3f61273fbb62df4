//! Trees for people: as text, as formulas, as pictures, and simplified.

mod infix;
mod sections;
mod simplify;
mod text;
mod view;

pub use sections::{Section, sections};
pub use text::TextError;
pub use view::View;
