//! The rule sheets that come with Ludex, with their expected numbers.

use rust_embed::RustEmbed;

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

/// All bundled games, in the order of their names.
///
/// ```
/// assert!(gdl::library::games().iter().any(|game| game.name() == "breakthrough"));
/// ```
pub fn games() -> Vec<Bundled> {
    let mut names: Vec<String> =
        Files::iter().filter_map(|file| Some(file.strip_suffix(".kif")?.to_string())).collect();
    names.sort();
    names.into_iter().map(|name| Bundled { name }).collect()
}

/// The bundled game of a name.
///
/// ```
/// let game = gdl::library::find("tic-tac-toe").unwrap();
/// assert!(game.source().text().contains("(role"));
/// ```
pub fn find(name: &str) -> Option<Bundled> {
    games().into_iter().find(|game| game.name == name)
}

impl Bundled {
    /// Its name, as on the command line.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The rules.
    pub fn source(&self) -> Source {
        Source::new(format!("{}.kif", self.name), self.file("kif").unwrap_or_default())
    }

    /// The first line of the opening comment: what game it is.
    pub fn title(&self) -> String {
        let text = self.file("kif").unwrap_or_default();
        let lines =
            text.lines().map(|line| line.trim_start_matches([';', ' ', '='])).map(str::trim);
        lines.into_iter().find(|line| !line.is_empty()).unwrap_or_default().to_string()
    }

    /// The expected counts of move sequences.
    pub fn perft(&self) -> Option<String> {
        self.file("perft")
    }

    /// A game written out state by state.
    pub fn playthrough(&self) -> Option<String> {
        self.file("playthrough")
    }

    fn file(&self, ending: &str) -> Option<String> {
        let file = Files::get(&format!("{}.{ending}", self.name))?;
        String::from_utf8(file.data.into_owned()).ok()
    }
}
