//! Counted nouns, and shortening of texts.

use crate::number::thousands;

/// A number with its noun, given in the singular.
///
/// ```
/// use ludex_report::words::counted;
///
/// assert_eq!((counted(1, "game"), counted(1200, "game")), ("1 game".into(), "1,200 games".into()));
/// assert_eq!((counted(1, "ply"), counted(0, "ply")), ("1 ply".into(), "0 plies".into()));
/// assert_eq!(counted(2, "base fact"), "2 base facts");
/// assert_eq!(counted(3, "way"), "3 ways");
/// ```
pub fn counted(n: impl TryInto<u64>, noun: &str) -> String {
    let n = n.try_into().unwrap_or(u64::MAX);
    match n {
        1 => format!("1 {noun}"),
        n => format!("{} {}", thousands(n), plural(noun)),
    }
}

/// The plural of a regular noun.
///
/// ```
/// use ludex_report::words::plural;
///
/// assert_eq!([plural("ply"), plural("match"), plural("day")], ["plies", "matches", "days"]);
/// ```
pub fn plural(noun: &str) -> String {
    let is_vowel = |letter: char| "aeiou".contains(letter);
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(is_vowel) => format!("{stem}ies"),
        _ if noun.ends_with(['s', 'x', 'z']) || noun.ends_with("ch") => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

/// A text of at most `n_letters_max` letters, with `…` for the omitted part.
pub(crate) fn shorten(text: &str, n_letters_max: usize) -> String {
    if text.chars().count() <= n_letters_max {
        return text.to_string();
    }
    let kept: String = text.chars().take(n_letters_max.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// A text as one line. Line breaks and tabs would break the layout.
pub(crate) fn one_line(text: &str) -> String {
    text.replace(|letter: char| letter.is_control(), " ")
}
