//! The set-ups of "Evolved to Win" as files.

use evolve::Config;

/// A file that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// How it is called.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! presets {
    ($($name:literal),* $(,)?) => {
        /// All of them.
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
}

/// The preset of a name.
///
/// ```
/// assert!(nursery::preset("reversi").is_some());
/// assert!(nursery::preset("go").is_none());
/// ```
pub fn preset(name: &str) -> Option<Preset> {
    PRESETS.iter().find(|preset| preset.name == name).copied()
}

impl Preset {
    /// What it is, in one line: its first.
    pub fn about(&self) -> &'static str {
        let line = self.text.lines().next().unwrap_or_default();
        line.trim_start_matches('#').trim()
    }

    /// All its parameters.
    pub fn config(&self) -> Config {
        Config::parse(self.text).expect("a file of our own")
    }
}
