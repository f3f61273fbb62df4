//! The options of matches, tournaments and experiments.

use std::path::PathBuf;

use clap::Args as Group;
use ludex_arena::stats::Sprt;

use super::number::whole;
use crate::file::OutFile;

/// How games are played.
#[derive(Debug, Group)]
pub struct Conduct {
    /// Plies at the beginning that are drawn at random, alike in each role
    #[arg(long, default_value_t = 0, value_name = "PLIES", value_parser = whole(0..=u32::MAX))]
    pub opening: u32,
    /// Where a game is given up
    #[arg(long, default_value_t = 1000, value_name = "PLIES", value_parser = whole(1..=u32::MAX))]
    pub plies: u32,
    /// Stop when two players' difference is surely above or below: two numbers
    /// of Elo points, as in `0,20`
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// How often the test may err either way
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = error_rate)]
    pub error: f64,
}

/// Where games are kept.
#[derive(Debug, Group)]
pub struct Keep {
    /// The store to keep the games in [default: in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Keep no games
    #[arg(long, conflicts_with = "store")]
    pub no_store: bool,
}

/// What is shown besides the table.
#[derive(Debug, Group)]
pub struct Show {
    /// Write the table to this file, as comma-separated values
    #[arg(long, value_name = "FILE")]
    pub csv: Option<OutFile>,
    /// Write a page with plots to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<OutFile>,
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let ends = text.split_once(',').and_then(|(low, high)| {
        Some((low.trim().parse::<f64>().ok()?, high.trim().parse::<f64>().ok()?))
    });
    match ends {
        Some((elo0, elo1)) if elo0 < elo1 && elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0 => {
            Ok(Sprt { elo0, elo1, ..Sprt::default() })
        }
        _ => Err("two numbers are needed, the lower first, as in `0,20`".into()),
    }
}

fn error_rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(rate) if rate > 0.0 && rate < 0.5 => Ok(rate),
        _ => Err("a number between 0 and 0.5 is needed".into()),
    }
}
