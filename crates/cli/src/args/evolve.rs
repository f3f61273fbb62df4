//! The options of `ludex evolve`.

use std::path::PathBuf;

use clap::Args as Group;

use super::number::whole;
use crate::file::OutFile;

/// How players are evolved.
#[derive(Debug, Group)]
pub struct EvolveWish {
    /// Go on with a run that was begun; `--game`, `--seed` and `--keep` tell which. Its
    /// parameters must be the same as then, but for generations
    #[arg(long)]
    pub resume: bool,
    /// The game, instead of the file's: bundled name, path of a rule sheet, or
    /// native:NAME
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,
    /// A file that `ludex learn --save` wrote: its evaluator and its winning moves can
    /// be asked too
    #[arg(long, value_name = "FILE")]
    pub learned: Option<PathBuf>,
    /// Generations in all [default: what the file says]
    #[arg(long, value_name = "N", value_parser = whole(1..=u32::MAX))]
    pub generations: Option<u32>,
    /// Individuals of a generation [default: what the file says]
    #[arg(long, value_name = "N", value_parser = whole(2..=u32::MAX))]
    pub population: Option<u32>,
    /// Keep the run in this file after each generation [default: in the user's
    /// data folder]
    #[arg(long, value_name = "FILE")]
    pub keep: Option<PathBuf>,
    /// Begin anew. A run that is there is replaced after the first generation
    #[arg(long, conflicts_with = "resume")]
    pub fresh: bool,
    /// Write the best player to this file, for `eval=file:FILE`
    #[arg(long, value_name = "FILE")]
    pub save: Option<OutFile>,
    /// Games of the last test of the best
    #[arg(long, default_value_t = 1000, value_name = "N", value_parser = whole(1..=u32::MAX))]
    pub test: u32,
    /// Write a page with curves to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<OutFile>,
}
