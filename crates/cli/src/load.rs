//! Games and rule sheets that arguments name. Where the slower engine plays, a note on
//! standard error says why.

use anyhow::{Context, Result};
use ludex::Game;
use ludex_gdl::circuit::Budget;
use ludex_gdl::{Engine, Limits, Loaded, Reference, Sheet};

use crate::args::Common;

pub use ludex::load::{checked, file, folder, rules_digest, sheet, source, stdin};

/// The game of a name, for play from a position, if one is given.
pub fn game(name: &str, common: &Common, position: Option<&str>) -> Result<Game> {
    let game = Game::load_with(name, &common.settings(), position)?;
    if let Some(note) = game.fallback_note() {
        eprintln!("{note}");
    }
    Ok(game)
}

/// The game of a sheet.
pub fn game_of_sheet(name: &str, sheet: Sheet, common: &Common) -> Result<Game> {
    let game = Game::of_sheet(name, sheet, &common.settings(), None)?;
    if let Some(note) = game.fallback_note() {
        eprintln!("{note}");
    }
    Ok(game)
}

/// The engine of a sheet.
pub fn engine(sheet: &Sheet, common: &Common) -> Result<Loaded> {
    engine_within(sheet, common, &common.budget(), None)
}

/// The engine of a sheet within a budget, for play from a position, if one is given.
pub fn engine_within(
    sheet: &Sheet,
    common: &Common,
    budget: &Budget,
    position: Option<&str>,
) -> Result<Loaded> {
    let position = position.unwrap_or_default();
    let loaded = Engine::load_for(sheet, &common.limits(), budget, position)
        .with_context(|| sheet.source().name().to_string())?;
    if let Some(reason) = &loaded.fallback {
        eprintln!("note: {} plays on the reference reasoner: {reason}", sheet.source().name());
    }
    Ok(loaded)
}

/// The reference reasoner of a sheet.
pub fn reference(sheet: &Sheet, limits: Limits) -> Result<Reference> {
    Reference::new(sheet, limits).with_context(|| sheet.source().name().to_string())
}
