//! Reading what evolved: as a text, as a formula, as a picture, and shorter.

pub mod measures;

mod infix;
pub(crate) mod sections;
mod simplify;
mod text;
mod view;

pub use text::TextError;
pub use view::View;
