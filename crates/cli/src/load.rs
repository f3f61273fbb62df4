//! Games and rule sheets that arguments name. Where the slower engine plays, a note on
//! standard error says why.

use anyhow::{Context, Result};
use ludex::Game;
use ludex_game::Visitor;
use ludex_gdl::circuit::Budget;
use ludex_gdl::{Engine, Limits, Loaded, Reference, Sheet};

use crate::args::Common;
use ludex_learn::PositionView;

pub use ludex::load::{checked, digest, file, folder, sheet, sound, source, stdin};
pub use ludex::visit_engine;

/// The game of a name, for play from a position, if one is given.
pub fn game(name: &str, common: &Common, position: Option<&str>) -> Result<Game> {
    let game = Game::load_with(name, &common.settings(), position)?;
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

/// Visits the game of a name.
pub fn visit<V: Visitor>(name: &str, common: &Common, visitor: V) -> Result<V::Output> {
    visit_at(name, common, None, visitor)
}

/// Visits the game of a name, for play from a position, if one is given.
pub fn visit_at<V: Visitor>(
    name: &str,
    common: &Common,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output> {
    Ok(game(name, common, position)?.visit(visitor))
}

/// The same with a visitor that is made from the view of the game's positions.
pub fn visit_shown<V: Visitor>(
    name: &str,
    common: &Common,
    position: Option<&str>,
    visitor: impl FnOnce(PositionView) -> V,
) -> Result<V::Output> {
    let game = game(name, common, position)?;
    let view = match (game.sheet(), game.engine()) {
        (Some(sheet), Some(engine)) => PositionView::find(sheet, engine, common.seed),
        _ => PositionView::native(),
    };
    Ok(game.visit(visitor(view)))
}

/// The reference reasoner of a sheet.
pub fn reference(sheet: &Sheet, limits: Limits) -> Result<Reference> {
    Reference::new(sheet, limits).with_context(|| sheet.source().name().to_string())
}

/// The digest of a game's rules.
pub fn rules_digest(game: &str) -> Result<Option<String>> {
    match game.strip_prefix(ludex::load::NATIVE) {
        Some(native) => Ok(ludex_games::digest(native)),
        None => Ok(Some(digest(source(game)?.text()))),
    }
}
