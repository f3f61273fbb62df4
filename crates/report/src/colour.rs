//! Colours by name.

/// The colours that pictures have a class for, with their synonyms.
const WORDS: [(&str, &[&str]); 12] = [
    ("red", &["crimson", "scarlet"]),
    ("orange", &["amber"]),
    ("yellow", &["gold"]),
    ("green", &["lime"]),
    ("blue", &["navy"]),
    ("cyan", &["teal", "turquoise"]),
    ("purple", &["violet", "magenta"]),
    ("pink", &["rose"]),
    ("brown", &[]),
    ("grey", &["gray", "silver"]),
    ("black", &[]),
    ("white", &[]),
];

/// Colours on which dark letters are easier to read than light ones.
const LIGHT: [&str; 6] = ["orange", "yellow", "cyan", "pink", "grey", "white"];

/// A colour that pictures have a class for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(&'static str);

impl Colour {
    /// The colour with a name, ignoring case.
    ///
    /// ```
    /// use ludex_report::Colour;
    ///
    /// assert_eq!(Colour::named("Violet"), Colour::named("purple"));
    /// assert_eq!(Colour::named("redplayer"), None);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        let name = name.to_lowercase();
        let is_meant = |colour: &str, others: &[&str]| name == colour || others.contains(&&*name);
        let found = WORDS.iter().find(|(colour, others)| is_meant(colour, others));
        found.map(|(colour, _)| Self(colour))
    }

    /// The CSS class of elements drawn in this colour.
    pub(crate) fn class(self) -> &'static str {
        self.0
    }

    /// Whether dark letters are easy to read on it.
    pub(crate) fn is_light(self) -> bool {
        LIGHT.contains(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_colours_only_as_a_whole() {
        let classes = ["Red", "gray", "violet", "redplayer", "x", ""]
            .map(|name| Colour::named(name).map_or("", Colour::class));
        assert_eq!(classes, ["red", "grey", "purple", "", "", ""]);
    }
}
