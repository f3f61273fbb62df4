//! Games from names and files.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use gdl::circuit::Budget;
use gdl::{Diagnostic, Engine, Limits, Loaded, Reference, Sheet, Source, check, library};

use game::Visitor;

use crate::args::Common;
use crate::scene::Scene;

/// What marks the name of a native game.
pub const NATIVE: &str = "native:";

/// The rule text that a command line means: a path, or a bundled name.
pub fn source(game: &str) -> Result<Source> {
    if let Some(bundled) = library::find(game) {
        return Ok(bundled.source());
    }
    let path = Path::new(game);
    if path.exists() || game.ends_with(".kif") || game.contains(std::path::MAIN_SEPARATOR) {
        return file(path);
    }
    let games = library::games();
    let hint = match gdl::closest(game, games.iter().map(|game| game.name())) {
        Some(close) => format!("did you mean `{close}`?"),
        None => "`ludex games` lists those that are bundled".to_string(),
    };
    bail!("there is no game or file `{game}`; {hint}")
}

/// Whether a folder is there.
pub fn folder(path: &Path) -> Result<()> {
    match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Ok(()),
        Ok(_) => bail!("{} is not a folder", path.display()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            bail!("there is no folder {}", path.display())
        }
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

/// The text of a rule sheet in a file.
pub fn file(path: &Path) -> Result<Source> {
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| name.clone())?;
    if file.metadata().with_context(|| name.clone())?.is_dir() {
        bail!("{name} is a folder, not a rule sheet");
    }
    read(name, file)
}

/// The text on standard input.
pub fn stdin() -> Result<Source> {
    read("standard input".into(), std::io::stdin().lock())
}

/// Reads a text of bounded size.
fn read(name: String, reader: impl Read) -> Result<Source> {
    let mut bytes = Vec::new();
    let limit = Source::BYTES_MAX as u64;
    reader.take(limit + 1).read_to_end(&mut bytes).with_context(|| name.clone())?;
    if bytes.len() as u64 > limit {
        bail!("{name} has more than {} MB; no rule sheet is that large", limit >> 20);
    }
    Ok(Source::from_bytes(name, &bytes))
}

/// Tells texts apart: the SHA-1 of one.
pub fn digest(text: &str) -> String {
    sha1_smol::Sha1::from(text).digest().to_string()
}

/// A sheet and everything that is wrong with it.
pub fn checked(source: Source) -> (Sheet, Vec<Diagnostic>) {
    let (sheet, mut problems) = Sheet::parse(source);
    problems.extend(check::check(&sheet));
    (sheet, problems)
}

/// A sheet that is fit to be played.
pub fn sheet(game: &str) -> Result<Sheet> {
    sound(game, source(game)?)
}

/// The same for the text of a game.
pub fn sound(game: &str, source: Source) -> Result<Sheet> {
    let (sheet, problems) = checked(source);
    let errors: Vec<&Diagnostic> = problems.iter().filter(|problem| problem.is_error()).collect();
    let Some(first) = errors.first() else { return Ok(sheet) };
    let shown = first.render(sheet.source(), false);
    let more = match errors.len() - 1 {
        0 => String::new(),
        n => format!("\n\n({n} more: `ludex check {game}` shows all)"),
    };
    Err(anyhow!("the rules cannot be played\n\n{shown}{more}"))
}

/// The engine for a sheet. Where it is the slower one, the user is told why.
pub fn engine(sheet: &Sheet, common: &Common) -> Result<Loaded> {
    engine_within(sheet, common, &common.budget(), None)
}

/// The same for play from a position, if one is given, and within a budget.
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

/// Does something with a game, on the engine that suits it.
///
/// `native:NAME` is a game of the library, not a rule sheet.
pub fn visit<V: Visitor>(name: &str, common: &Common, visitor: V) -> Result<V::Output> {
    visit_at(name, common, None, visitor)
}

/// The same for play from a position, if one is given.
pub fn visit_at<V: Visitor>(
    name: &str,
    common: &Common,
    position: Option<&str>,
    visitor: V,
) -> Result<V::Output> {
    if let Some(native) = name.strip_prefix(NATIVE) {
        return visit_native(native, visitor);
    }
    let loaded = engine_within(&sheet(name)?, common, &common.budget(), position)?;
    Ok(visit_engine(loaded.engine, visitor))
}

/// The same for whoever shows positions: the visitor is made from the way in
/// which the game's positions are shown.
pub fn visit_shown<V: Visitor>(
    name: &str,
    common: &Common,
    position: Option<&str>,
    visitor: impl FnOnce(Scene) -> V,
) -> Result<V::Output> {
    if let Some(native) = name.strip_prefix(NATIVE) {
        return visit_native(native, visitor(Scene::native()));
    }
    let sheet = sheet(name)?;
    let engine = engine_within(&sheet, common, &common.budget(), position)?.engine;
    let scene = Scene::find(&sheet, &engine, common.seed);
    Ok(visit_engine(engine, visitor(scene)))
}

fn visit_native<V: Visitor>(name: &str, visitor: V) -> Result<V::Output> {
    games::visit(name, visitor).ok_or_else(|| {
        let names: Vec<&str> = games::GAMES.iter().map(|game| game.name).collect();
        anyhow!("there is no native game `{name}`; there are {}", names.join(", "))
    })
}

/// Does something with an engine.
pub fn visit_engine<V: Visitor>(engine: Engine, visitor: V) -> V::Output {
    match engine {
        Engine::Circuit(game) => visitor.visit(Arc::new(*game)),
        Engine::Reference(game) => visitor.visit(Arc::new(*game)),
    }
}

/// The game of a sheet.
pub fn reference(sheet: &Sheet, limits: Limits) -> Result<Reference> {
    Reference::new(sheet, limits).with_context(|| sheet.source().name().to_string())
}
