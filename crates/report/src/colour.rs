//! Names that are words for colours.

/// The colours that pictures have a class for, with other words for them.
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

/// The colour that a name is a word for, whatever its case.
pub(crate) fn named(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    let is_meant = |colour: &str, others: &[&str]| name == colour || others.contains(&&*name);
    WORDS.iter().find(|(colour, others)| is_meant(colour, others)).map(|(colour, _)| *colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_colours_only_as_a_whole() {
        assert_eq!(
            [named("Red"), named("gray"), named("violet")].map(Option::unwrap),
            ["red", "grey", "purple"]
        );
        assert_eq!([named("redplayer"), named("x"), named("")], [None; 3]);
    }
}
