//! Rule sheets from names and files.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use ludex_gdl::{Diagnostic, Sheet, Source, check, library};

use crate::error::{Context, bail};
use crate::{Error, Result};

/// The prefix of the names of native games.
pub const NATIVE: &str = "native:";

/// The name of a native game, after its prefix; or without it, hyphens aside, where neither a
/// bundled sheet nor a file has that name.
///
/// ```
/// use ludex::load::native_name;
///
/// assert_eq!(native_name("native:chess"), Some("chess"));
/// assert_eq!(native_name("rushhour"), Some("rush-hour"));
/// // The rule sheet comes first.
/// assert_eq!(native_name("chess"), None);
/// ```
pub fn native_name(game: &str) -> Option<&str> {
    if let Some(native) = game.strip_prefix(NATIVE) {
        return Some(native);
    }
    if library::find(game).is_some() || Path::new(game).exists() {
        return None;
    }
    let plain = |name: &str| name.replace('-', "");
    let listed = ludex_games::GAMES.iter().find(|listed| plain(listed.name) == plain(game));
    listed.map(|listed| listed.name)
}

/// The rule text of a bundled name, a path, or the text itself.
///
/// ```
/// let source = ludex::load::source("tic-tac-toe")?;
/// assert!(source.text().contains("(role x)"));
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn source(game: &str) -> Result<Source> {
    if let Some(bundled) = library::find(game) {
        return Ok(bundled.source());
    }
    let path = Path::new(game);
    if game.trim_start().starts_with(['(', ';']) && !path.exists() {
        return Ok(Source::new("rules", game));
    }
    if path.exists() || game.ends_with(".kif") || game.contains(std::path::MAIN_SEPARATOR) {
        return file(path);
    }
    let games = library::games();
    let hint = match ludex_support::closest(game, games.iter().map(|game| game.name())) {
        Some(close) => format!("did you mean `{close}`?"),
        None => "`ludex games` lists those that are bundled".to_string(),
    };
    Err(Error::UnknownGame { name: game.into(), hint })
}

/// An error unless the path is a folder.
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

/// The SHA-1 of a text.
pub fn digest(text: &str) -> String {
    sha1_smol::Sha1::from(text).digest().to_string()
}

/// The digest of a game's rules: of the text of a sheet, or of a native game, if there is one of
/// that name.
///
/// ```
/// assert_eq!(ludex::load::rules_digest("nim")?, ludex::load::rules_digest("nim")?);
/// assert_eq!(ludex::load::rules_digest("native:nothing")?, None);
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn rules_digest(game: &str) -> Result<Option<String>> {
    match game.strip_prefix(NATIVE) {
        Some(native) => Ok(ludex_games::digest(native)),
        None => Ok(Some(digest(source(game)?.text()))),
    }
}

/// A sheet and all its problems.
pub fn checked(source: Source) -> (Sheet, Vec<Diagnostic>) {
    let (sheet, mut problems) = Sheet::parse(source);
    problems.extend(check::check(&sheet));
    (sheet, problems)
}

/// The sheet of a game, without errors.
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
    Err(Error::Rules(format!("{shown}{more}")))
}
