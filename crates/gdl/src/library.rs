//! The bundled rule sheets, with their expected counts and playthroughs.

use rust_embed::RustEmbed;

use crate::expected::{Expected, ExpectedError};
use crate::source::Source;

#[derive(RustEmbed)]
#[folder = "../../games"]
#[include = "*.kif"]
#[include = "*.perft"]
#[include = "*.playthrough"]
struct Files;

/// A bundled game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundled {
    name: String,
}

/// All bundled games, ordered by name.
///
/// ```
/// assert!(ludex_gdl::library::games().iter().any(|game| game.name() == "breakthrough"));
/// ```
pub fn games() -> Vec<Bundled> {
    let mut names: Vec<String> =
        Files::iter().filter_map(|file| Some(file.strip_suffix(".kif")?.to_string())).collect();
    names.sort();
    names.into_iter().map(|name| Bundled { name }).collect()
}

/// The bundled game with a name.
///
/// ```
/// let game = ludex_gdl::library::find("tic-tac-toe").unwrap();
/// assert!(game.source().text().contains("(role"));
/// ```
pub fn find(name: &str) -> Option<Bundled> {
    games().into_iter().find(|game| game.name == name)
}

impl Bundled {
    /// The name, as used on the command line.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The rule text.
    pub fn source(&self) -> Source {
        Source::new(format!("{}.kif", self.name), self.file("kif").unwrap_or_default())
    }

    /// A description of the game: the first sentence after the title in the
    /// opening comment.
    pub fn summary(&self) -> String {
        let text = self.file("kif").unwrap_or_default();
        let comment = text.lines().map_while(|line| line.strip_prefix(';')).map(str::trim);
        let paragraphs: Vec<&str> = comment.collect();
        let rules = paragraphs.split(|line| line.is_empty()).filter(|lines| !lines.is_empty());
        let text = rules.skip(1).map(|lines| lines.join(" ")).next().unwrap_or_default();
        match text.find(". ") {
            Some(end) => text[..=end].to_string(),
            None => text,
        }
    }

    /// The expected perft counts.
    pub fn expected(&self) -> Option<Result<Expected, ExpectedError>> {
        Some(self.file("perft")?.parse())
    }

    /// A random game written out state by state.
    pub fn playthrough(&self) -> Option<String> {
        self.file("playthrough")
    }

    fn file(&self, ending: &str) -> Option<String> {
        let file = Files::get(&format!("{}.{ending}", self.name))?;
        String::from_utf8(file.data.into_owned()).ok()
    }
}
