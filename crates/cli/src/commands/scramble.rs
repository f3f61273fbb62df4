//! `ludex scramble`: the same game in other words.

use anyhow::Result;
use learn::structure::{Scramble, locations};
use serde_json::json;

use super::structure;
use crate::args::Common;
use crate::load;
use crate::output::Output;

/// What to change; all names if nothing is said.
pub struct What {
    pub symbols: bool,
    pub reorder: bool,
    pub dummy: bool,
    pub combine: bool,
}

/// Random games that show what is a coordinate.
const N_GAMES: u64 = 500;

pub fn run(common: &Common, out: &mut Output, name: &str, what: &What) -> Result<bool> {
    let sheet = load::sheet(name)?;
    let combine = match what.combine {
        true => locations(&structure::find(common, &sheet, N_GAMES)?),
        false => Vec::new(),
    };
    let scramble = Scramble {
        seed: common.seed,
        symbols: what.symbols || !(what.reorder || what.dummy || what.combine),
        reorder: what.reorder,
        dummy: what.dummy,
        combine,
    };
    let text = scramble.text(&sheet);
    if common.json {
        out.json(&json!({ "game": name, "seed": common.seed, "rules": text }))?;
    } else {
        out.text(&text)?;
    }
    Ok(true)
}
