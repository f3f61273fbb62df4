//! `ludex bench overrun`: how well searches keep to their time.

use anyhow::{Result, bail};
use ludex::bench::{OverrunData, OverrunOptions, OverrunResult, overrun};
use ludex_search::Spec;
use schemars::{Schema, SchemaGenerator};

use super::Run;
use crate::args::Common;
use crate::args::number::{seconds, whole};
use crate::load;
use crate::output::Output;

/// How far searches overrun their time, on some games in random positions
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Bundled names or paths of rule sheets
    #[arg(required = true, value_name = "GAME")]
    games: Vec<String>,
    /// How many searches in all
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = whole(1..=u32::MAX))]
    searches: u32,
    /// Who searches
    #[arg(long, value_name = "SPEC", default_value = "uct")]
    player: String,
    /// The shortest time to give
    #[arg(long, value_name = "SECONDS", default_value_t = 0.05, value_parser = seconds)]
    shortest: f64,
    /// The longest time to give
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    longest: f64,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        let player = Spec::parse(&self.player)?;
        if self.shortest > self.longest {
            bail!("--shortest {} is longer than --longest {}", self.shortest, self.longest);
        }
        let n_games = self.games.len() as u32;
        let mut all = OverrunResult::default();
        for (at, name) in (0..).zip(&self.games) {
            let options = OverrunOptions {
                settings: common.settings(),
                player: player.clone(),
                n_searches: self.searches / n_games + u32::from(at < self.searches % n_games),
                seconds: self.shortest..self.longest,
            };
            let here = overrun(&load::game(name, common, None)?, &options)?;
            if !common.json {
                out.line(format!("{name}: {}", here.to_text()))?;
            }
            all.extend(here);
        }
        match common.json {
            true => out.json(&all.to_data())?,
            false => out.line(format!("all: {}", all.to_text()))?,
        }
        Ok(true)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<OverrunData>())
    }
}
