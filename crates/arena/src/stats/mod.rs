//! Statistics of results: scores, confidence intervals, Elo differences, tests.
//!
//! Results are counted as a [`Tally`] of games or as a [`Sample`] of scores. A sample gives an [`Interval`] for the
//! true score, an [`EloDifference`], and evidence for a sequential test, [`Sprt`]. A [`Crosstable`] of many players
//! gives [`Ratings`]. Other quantities (lengths, times, goals) have a [`Mean`].
//!
//! The units of a sample must be independent. Games that share an opening are not; a round, in
//! which the players take every role once from the same opening, is one unit. Rounds also save
//! games: the advantage of the opening for a role cancels within the round.

mod crosstable;
mod elo;
mod interval;
mod likelihood;
mod mean;
mod quantile;
mod ratings;
mod sample;
mod sprt;
mod tally;

pub use crosstable::Crosstable;
pub use elo::{EloDifference, elo_of, score_of};
pub use interval::Interval;
pub use mean::Mean;
pub use ratings::Ratings;
pub use sample::{NotAScore, Sample};
pub use sprt::{Sprt, Verdict};
pub use tally::Tally;
