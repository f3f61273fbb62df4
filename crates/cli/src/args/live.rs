//! The options of live play.

use std::path::PathBuf;

use clap::Args as Group;

use super::number::{real, seconds, whole};

/// What a player on the protocol is.
#[derive(Debug, Group)]
pub struct Serve {
    /// The address to listen at; others than this machine reach it at 0.0.0.0
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    pub bind: String,
    /// The port; the next free one if it is taken
    #[arg(long, default_value_t = 9147, value_name = "PORT", value_parser = whole(0..=u16::MAX))]
    pub port: u16,
    /// What it calls itself
    #[arg(long, default_value = "Ludex", value_name = "NAME", value_parser = plain_name)]
    pub name: String,
    /// Most memory that all matches may take together
    #[arg(long, default_value_t = 4096, value_name = "MB", value_parser = whole(64..=u64::MAX))]
    pub memory: u64,
    /// Most matches at a time
    #[arg(long, default_value_t = 12, value_name = "N", value_parser = whole(1..=u16::MAX))]
    pub matches: u16,
    /// Who plays [default: a solver where one is alone, else UCT, or what won a
    /// match against it in `ludex learn`]
    #[arg(long, value_name = "SPEC")]
    pub player: Option<String>,
    /// Where knowledge of games is read and kept [default: in the user's data folder]
    #[arg(long, value_name = "DIR")]
    pub knowledge: Option<PathBuf>,
}

/// How players meet under a manager.
#[derive(Debug, Group)]
pub struct Hosting {
    /// Matches of each group of players, in each game
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = whole(1..=u32::MAX))]
    pub matches: u32,
    /// Matches at a time
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole(1..=u16::MAX))]
    pub at_a_time: u16,
    /// Time until play begins
    #[arg(long, default_value_t = 10.0, value_name = "SECONDS", value_parser = seconds)]
    pub start_clock: f64,
    /// Time for each move
    #[arg(long, default_value_t = 1.0, value_name = "SECONDS", value_parser = seconds)]
    pub play_clock: f64,
    /// How much later an answer may come
    #[arg(long, default_value_t = 1.0, value_name = "SECONDS", value_parser = real(0.0..=1e6))]
    pub grace: f64,
    /// Give each match words of its own
    #[arg(long)]
    pub scramble: bool,
    /// Where a match is given up
    #[arg(long, default_value_t = 1000, value_name = "PLIES", value_parser = whole(1..=u32::MAX))]
    pub plies: u32,
    /// Show the matches on a page at this port of this machine
    #[arg(long, value_name = "PORT", value_parser = whole(0..=u16::MAX))]
    pub watch: Option<u16>,
    /// Fail if any move had to be replaced
    #[arg(long)]
    pub strict: bool,
}

fn plain_name(text: &str) -> Result<String, String> {
    let is_plain = |letter: char| letter.is_alphanumeric() || "._-".contains(letter);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => Ok(text.into()),
        false => Err("letters, digits, `.`, `_` and `-` make a name".into()),
    }
}
