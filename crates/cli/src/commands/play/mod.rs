//! `ludex play`: a game against players or between people, line by line.

mod keyboard;
mod menu;
mod terminal;

use anyhow::{Result, bail};
use ludex::play::{PlayOptions, play};

use super::Run;
use crate::args::Common;
use crate::load;
use crate::output::Output;
use terminal::Terminal;

/// Play a game yourself, in this terminal
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludex play tic-tac-toe
  ludex play breakthrough --as black --against uct:time=5s
  ludex play native:chess --against uci:stockfish,depth=5
  ludex play connect-four --as all           two people at one keyboard")]
pub struct Args {
    /// Bundled name or path of a rule sheet
    game: String,
    /// The role you play, or `all`; may be repeated [default: the first]
    #[arg(long = "as", value_name = "ROLE")]
    people: Vec<String>,
    /// Who plays the others: one for all, or one each in the order of roles
    /// [default: `uct:time=1s`]
    #[arg(long, value_name = "SPEC")]
    against: Vec<String>,
    /// The position to begin with
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        run(common, out, self)
    }
}

fn run(common: &Common, out: &mut Output, args: &Args) -> Result<bool> {
    if common.json {
        bail!("`play` talks to people; `ludex match --json` plays without them");
    }
    let options = PlayOptions {
        settings: common.settings(),
        people: args.people.clone(),
        against: args.against.clone(),
        position: args.position.clone(),
    };
    let game = load::game(&args.game, common, args.position.as_deref())?;
    let played = play(&game, &options, &mut Terminal::new(out)?);
    played.map_err(|error| match error {
        // A closed pipe is known by its type.
        ludex::Error::Io(error) => anyhow::Error::from(error),
        error => error.into(),
    })?;
    Ok(true)
}
