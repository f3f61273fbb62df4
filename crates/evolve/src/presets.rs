//! The set-ups of Sipper (2011), *Evolved to Win*, as far as the engine knows them.
//!
//! What a problem asks for is its own, and set-ups whose problem is there are kept
//! with it; what the book leaves open is as usual. A new one is a file in `presets/`
//! and a line here.

/// All presets: names and the texts of their files.
///
/// ```
/// use evolve::{Config, preset};
///
/// let config = Config::parse(preset("backgammon-islands").unwrap()).unwrap();
/// assert_eq!((config.islands.count, config.population), (50, 128));
/// ```
pub const PRESETS: [(&str, &str); 6] = [
    ("chess-endgames", include_str!("../presets/chess-endgames.toml")),
    ("backgammon", include_str!("../presets/backgammon.toml")),
    ("backgammon-islands", include_str!("../presets/backgammon-islands.toml")),
    ("robocode", include_str!("../presets/robocode.toml")),
    ("rush-hour", include_str!("../presets/rush-hour.toml")),
    ("freecell", include_str!("../presets/freecell.toml")),
];

/// The text of a preset.
pub fn preset(name: &str) -> Option<&'static str> {
    PRESETS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;

    #[test]
    fn all_can_be_read() {
        for (name, text) in PRESETS {
            assert!(Config::parse(text).is_ok(), "{name}: {:?}", Config::parse(text));
        }
    }
}
