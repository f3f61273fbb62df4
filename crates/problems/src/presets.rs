//! Presets: files that come with the program, among them the set-ups of "Evolved to Win".

use ludex_evolve::Config;

/// A file that comes with the program. A new one is a file in `presets/` and a line below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

macro_rules! presets {
    ($($name:literal),* $(,)?) => {
        /// All presets.
        pub const PRESETS: &[Preset] = &[$(Preset {
            name: $name,
            text: include_str!(concat!("../presets/", $name, ".toml")),
        }),*];
    };
}

presets! {
    "lose-checkers",
    "lose-checkers-no-search",
    "lose-checkers-even",
    "lose-checkers-deeper",
    "lose-checkers-five",
    "checkers-10x10",
    "reversi",
    "any-game",
    "chess-endgames",
    "backgammon",
    "backgammon-islands",
    "robocode",
    "rush-hour",
    "freecell",
    "regression",
}

/// The preset of a name.
///
/// ```
/// assert!(ludex_problems::preset("reversi").is_some());
/// assert!(ludex_problems::preset("go").is_none());
/// ```
pub fn preset(name: &str) -> Option<Preset> {
    PRESETS.iter().find(|preset| preset.name == name).copied()
}

impl Preset {
    /// The first line of the file, which describes it.
    pub fn about(&self) -> &'static str {
        let line = self.text.lines().next().unwrap_or_default();
        line.trim_start_matches('#').trim()
    }

    /// Whether it has a problem. The others have only the parameters of evolution, for games
    /// that are not part of Ludex yet.
    ///
    /// ```
    /// assert!(ludex_problems::preset("reversi").unwrap().is_runnable());
    /// assert!(!ludex_problems::preset("backgammon").unwrap().is_runnable());
    /// ```
    pub fn is_runnable(&self) -> bool {
        !self.config().problem.is_empty()
    }

    /// The parameters.
    pub fn config(&self) -> Config {
        Config::parse(self.text).expect("presets are tested")
    }
}
