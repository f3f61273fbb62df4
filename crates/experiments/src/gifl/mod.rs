//! The four tables of the paper on features: their number, their score at equal
//! playouts, their cost, and their score in equal time.
//!
//! Kirci, Sturtevant and Schaeffer, "A GGP feature learning algorithm" (2011).

mod bout;
mod counts;
mod learned_game;
mod overhead;
mod playouts;
mod subject;
mod time;

use super::Experiment;

/// The experiments, in the order of the paper's tables.
pub(super) fn all() -> Vec<Box<dyn Experiment>> {
    vec![
        Box::new(counts::Counts),
        Box::new(playouts::EqualPlayouts),
        Box::new(overhead::Overhead),
        Box::new(time::EqualTime),
    ]
}
