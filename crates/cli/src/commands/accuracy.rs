//! `ludex bench accuracy`: how often players find a best move in solved positions.

use std::ops::RangeInclusive;

use anyhow::Result;
use ludex::bench::{AccuracyData, AccuracyOptions, accuracy};
use schemars::{Schema, SchemaGenerator};

use super::Run;
use crate::args::Common;
use crate::args::number::whole;
use crate::load;
use crate::output::Output;

/// How often players find a best move, in random positions that alpha-beta or
/// another search can solve; for games of two who share a constant sum
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Bundled name or path of a rule sheet
    game: String,
    /// The players
    #[arg(required = true, value_name = "SPEC")]
    players: Vec<String>,
    /// Random positions to try; many are too hard, or all moves equal
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(1..=u32::MAX))]
    positions: u32,
    /// Nodes that the solution of a position may take, and with `--before-win` each proof
    #[arg(long, value_name = "N", default_value_t = 300_000, value_parser = whole(1..=u64::MAX))]
    nodes: u64,
    /// Searches of each player in each position, with different seeds
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=u32::MAX))]
    searches: u32,
    /// Take positions from games that this player plays against itself, not from random ones
    #[arg(long, value_name = "SPEC")]
    from: Option<String>,
    /// Take positions so many plies before the first one of the game in which a proof search
    /// finds a forced win. The best moves are then those that win by force, or else those
    /// after which no forced loss is found
    #[arg(long, value_name = "A..B", value_parser = plies, requires = "from",
        conflicts_with = "oracle")]
    before_win: Option<Plies>,
    /// The player that solves positions [default: alpha-beta with the given nodes]
    #[arg(long, value_name = "SPEC")]
    oracle: Option<String>,
    /// Leave out the positions in which this player is right, as too easy
    #[arg(long, value_name = "SPEC")]
    sieve: Option<String>,
}

/// Numbers of plies.
#[derive(Clone, Debug)]
struct Plies(RangeInclusive<u32>);

/// Reads two numbers of plies, as in `2..6`.
fn plies(text: &str) -> std::result::Result<Plies, String> {
    let numbers = text.split_once("..").and_then(|(least, most)| {
        Some((least.parse().ok()?, most.parse().ok()?)).filter(|(least, most)| least <= most)
    });
    let needed = || "two numbers of plies are needed, as in `2..6`".to_owned();
    numbers
        .filter(|&(least, _)| least > 0)
        .map(|(least, most)| Plies(least..=most))
        .ok_or_else(needed)
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        let options = self.options(common);
        options.check()?;
        let result = accuracy(&load::game(&self.game, common, None)?, &options)?;
        match common.json {
            true => out.json(&result.to_data())?,
            false => out.text(&result.to_text())?,
        }
        Ok(true)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<AccuracyData>())
    }
}

impl Args {
    fn options(&self, common: &Common) -> AccuracyOptions {
        let alphabeta = || AccuracyOptions::alphabeta(self.nodes);
        AccuracyOptions {
            settings: common.settings(),
            players: self.players.clone(),
            n_positions: self.positions,
            n_searches: self.searches,
            oracle: self.oracle.clone().unwrap_or_else(alphabeta),
            from: self.from.clone(),
            before_win: self.before_win.clone().map(|Plies(plies)| plies),
            n_nodes: self.nodes,
            sieve: self.sieve.clone(),
        }
    }
}
