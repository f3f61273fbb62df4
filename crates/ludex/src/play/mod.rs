//! Games between people and players.

mod session;
mod table;

pub use session::{PlayOptions, play};
pub use table::{Answer, MoveNames, Table};
