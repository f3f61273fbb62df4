//! `ludex tournament`: many players, two or as many as the game takes at a time.

use anyhow::Result;
use clap::ValueEnum;
use schemars::{Schema, SchemaGenerator};

use super::Run;
use crate::args::number::whole;
use crate::args::{Common, Conduct, Keep, Show};
use crate::output::Output;
use crate::{load, match_run};
use ludex::matches::Pairings;

/// Let many players play, and rate them
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludex tournament tic-tac-toe random uct:playouts=20 uct:playouts=200 alphabeta:depth=9
  ludex tournament breakthrough uct:playouts=500 uct:c=0.4 uct:c=1 --kind gauntlet --games 100")]
pub struct Args {
    /// Bundled name or path of a rule sheet
    game: String,
    /// The players
    #[arg(required = true, num_args = 2.., value_name = "SPEC")]
    players: Vec<String>,
    /// Who meets whom
    #[arg(long, value_enum, default_value_t)]
    kind: TournamentKind,
    /// Number of games of each pairing
    #[arg(long, default_value_t = 20, value_name = "N", value_parser = whole(1..=u32::MAX))]
    games: u32,
    /// Rounds of a Swiss tournament [default: enough to find the best]
    #[arg(long, value_name = "N", value_parser = whole(1..=u32::MAX))]
    rounds: Option<u32>,
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
        let pairings = match self.kind {
            TournamentKind::RoundRobin => Pairings::RoundRobin,
            TournamentKind::Gauntlet => Pairings::Gauntlet,
            TournamentKind::Swiss => Pairings::Swiss { rounds: self.rounds },
        };
        let options = match_run::options(common, &self.conduct, pairings, self.games);
        let game = load::game(&self.game, common, None)?;
        match_run::begin(common, out, &game, &self.players, &options, &self.keep, &self.show)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<ludex_arena::page::MatchData>())
    }
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TournamentKind {
    /// Everyone meets everyone
    #[default]
    RoundRobin,
    /// The first player meets all others
    Gauntlet,
    /// In each round, two of similar success meet
    Swiss,
}
