//! `ludex search`: what a player would do in a position.

use anyhow::Result;
use ludex::choose::{ChooseOptions, SearchData, choose};
use ludex_search::Spec;
use schemars::{Schema, SchemaGenerator};

use super::Run;
use crate::args::Common;
use crate::load;
use crate::output::Output;

/// Let a player choose a move, and show why
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Bundled name or path of a rule sheet
    game: String,
    /// Who chooses, e.g. `uct:time=2s`; `ludex players` tells what there is
    /// [default: `uct:time=1s`, and `puzzle:time=10s` where there is one role]
    #[arg(long, value_name = "SPEC")]
    player: Option<String>,
    /// The position to choose in, e.g. "(cell 1 1 x) (control o)"
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// For whom to choose [default: who has a choice]
    #[arg(long, value_name = "ROLE")]
    role: Option<String>,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        let options = ChooseOptions {
            settings: common.settings(),
            player: self.player.as_deref().map(Spec::parse).transpose()?,
            position: self.position.clone(),
            role: self.role.clone(),
        };
        let game = load::game(&self.game, common, self.position.as_deref())?;
        let result = choose(&game, &options)?;
        match common.json {
            true => out.json(&result.to_data())?,
            false => out.text(&result.to_text())?,
        }
        Ok(true)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<SearchData>())
    }
}
