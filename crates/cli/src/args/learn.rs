//! The options of `ludex learn`.

use clap::{Args as Group, ValueEnum};

use super::number::{real, whole};
use crate::file::OutFile;

/// How to learn, and how much.
#[derive(Debug, Group)]
pub struct LearnWish {
    /// Write a page with pictures to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<OutFile>,
    /// Keep what was learned in this file [default: in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub save: Option<OutFile>,
    /// Replace what was learned before, even if that is better; a file that
    /// cannot be read is moved aside. What is skipped stays
    #[arg(long)]
    pub fresh: bool,
    /// Learn nothing, but print or save what was learned before of this game,
    /// in the words of this sheet, whatever they were then
    #[arg(long)]
    pub recall: bool,
    /// Leave parts out, such as `features,matches`
    #[arg(long, value_enum, value_delimiter = ',', value_name = "PARTS")]
    pub skip: Vec<LearnPart>,
    /// Games against itself that evaluators are learned from [default: what
    /// takes some twenty seconds]
    #[arg(long, value_name = "N", value_parser = whole(1..=1_000_000_u32))]
    pub games: Option<u32>,
    /// Random games that features are learned from
    #[arg(long, default_value_t = 500, value_name = "N", value_parser = whole(1..=1_000_000_u32))]
    pub runs: u32,
    /// Games of each match that proves what was learned
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = whole(1..=1_000_000_u32))]
    pub matches: u32,
    /// Playouts a move in the match at equal playouts
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = whole(1..=1_000_000_000_u64))]
    pub playouts: u64,
    /// Milliseconds a move in the match at equal time
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = whole(1..=1_000_000_u64))]
    pub milliseconds: u64,
    /// How many moves above the last one features are learned from; the paper has 3
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole(1..=100u32))]
    pub levels: u32,
    /// Remove facts in pairs as well
    #[arg(long)]
    pub pairs: bool,
    /// What to make of how often features worked in random games
    #[arg(long, value_enum, default_value_t)]
    pub weigh: WeighChoice,
    /// How often playouts follow the best feature where none wins or saves
    /// [default: what does best in a short match]
    #[arg(long, value_name = "P", value_parser = real(0.0..=1.0))]
    pub greed: Option<f64>,
    /// Draw by Boltzmann's distribution instead; the paper has 0.5
    #[arg(long, conflicts_with = "greed", value_name = "T", value_parser = real(0.01..=100.0))]
    pub temperature: Option<f64>,
    /// How often opponents are taken to know the features
    #[arg(long, default_value_t = 1.0, value_name = "P", value_parser = real(0.0..=1.0))]
    pub others: f64,
    /// Use features without a match that tells whether they help
    #[arg(long)]
    pub unguarded: bool,
}

/// What learning consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LearnPart {
    /// Each term of the evaluator alone against the same player without it
    Terms,
    /// What positions are worth
    Evaluator,
    /// Moves that win or are needed
    Features,
    /// The matches that prove what was learned
    Matches,
}

/// What to make of how often features worked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum WeighChoice {
    /// Nothing
    #[default]
    Keep,
    /// A winning move that does not always win loses its rank
    Demote,
    /// Values follow how much more often the move's maker won
    Gain,
    /// What did harm goes
    Prune,
}
