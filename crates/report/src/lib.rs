//! Presentation of results: tables, plots, boards, trees and pages.
//!
//! The caller fills one of these types and renders it as text, SVG, HTML or CSV. This crate is
//! independent of games and files, and uses no randomness: the same content always gives the
//! same bytes.
//!
//! Fixed properties (title, columns) are set by builder methods; contents are
//! added afterwards, for example in loops.
//!
//! ```
//! use ludex_report::{Page, Plot, Table};
//!
//! let mut table = Table::new(["player", "score"]).numbers_from(1);
//! table.row(["uct", "71.5"]).row(["random", "28.5"]);
//! assert_eq!(table.to_text(), "\
//! player  score
//! uct      71.5
//! random   28.5
//! ");
//!
//! let mut plot = Plot::new("Score by playouts").labels("playouts", "score");
//! plot.line("uct", [(100.0, 40.0), (200.0, 55.0), (400.0, 71.5)]);
//!
//! let mut page = Page::new("Results");
//! page.section("Scores").table(&table).figure(&plot.to_svg(), "More is better.");
//! assert!(page.to_html().starts_with("<!doctype html>"));
//! ```

mod axis;
mod bins;
mod board;
mod colour;
mod markup;
pub mod number;
mod page;
mod plot;
pub mod svg;
mod table;
pub mod tree;
pub mod words;

pub use bins::Bins;
pub use board::{Board, Piece};
pub use colour::Colour;
pub use markup::escape;
pub use page::Page;
pub use plot::{Estimate, Plot, numbered};
pub use svg::Svg;
pub use table::{Align, Table};
pub use tree::Tree;
