//! `ludex playthrough`: one random game, state by state.

use anyhow::{Result, bail};
use game::Game;
use gdl::playthrough;
use serde_json::json;

use crate::args::Common;
use crate::load;
use crate::output::Output;

pub fn run(common: &Common, out: &mut Output, name: &str, n_plies_max: u32) -> Result<bool> {
    let game = load::reference(&load::sheet(name)?, common.limits())?;
    let text = playthrough(&game, common.seed, n_plies_max);
    if let Some(fault) = game.fault() {
        bail!("{fault}");
    }
    if common.json {
        out.json(&json!({ "game": name, "seed": common.seed, "playthrough": text }))?;
    } else {
        out.text(&text)?;
    }
    Ok(true)
}
