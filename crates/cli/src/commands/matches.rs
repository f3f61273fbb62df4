//! `ludex match`: players against each other.

use anyhow::Result;
use schemars::{Schema, SchemaGenerator};

use super::Run;
use crate::args::number::whole;
use crate::args::{Common, Conduct, Keep, Show};
use crate::output::Output;
use crate::{load, match_run};
use ludex::matches::Pairings;

/// Let players play against each other, in all roles in turn
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludex match breakthrough uct:playouts=1000 alphabeta:depth=3 --games 100
  ludex match connect-four uct:c=0.5 uct:c=1 --games 2000 --sprt 0,30
  ludex match native:chess alphabeta:depth=3,eval=turing random --opening 4 --html match.html")]
pub struct Args {
    /// Bundled name or path of a rule sheet
    game: String,
    /// The players, as many as the game has roles
    #[arg(required = true, value_name = "SPEC")]
    players: Vec<String>,
    /// Number of games; the maximum with `--sprt`
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = whole(1..=u32::MAX))]
    games: u32,
    /// How games are played
    #[command(flatten)]
    conduct: Conduct,
    /// Where they are kept
    #[command(flatten)]
    keep: Keep,
    /// What is shown
    #[command(flatten)]
    show: Show,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        let options = match_run::options(common, &self.conduct, Pairings::Match, self.games);
        let game = load::game(&self.game, common, None)?;
        match_run::begin(common, out, &game, &self.players, &options, &self.keep, &self.show)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<ludex_arena::page::MatchData>())
    }
}
