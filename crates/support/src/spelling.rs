//! Spelling suggestions.

/// The name in `known` that a typing error could have turned into `name`.
///
/// ```
/// use ludex_support::closest;
///
/// assert_eq!(closest("chekers", ["checkers", "chess"]), Some("checkers"));
/// assert_eq!(closest("go", ["checkers", "chess"]), None);
/// ```
pub fn closest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    closest_of(name, &known.into_iter().collect::<Vec<_>>())
}

/// The same for a slice: it is compiled once.
fn closest_of<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    // Maximum edit distance. Bounded, since long names would take long to
    // compare.
    let n_wrong_max = name.chars().count().min(7) / 3;
    known
        .iter()
        .copied()
        .filter(|other| *other != name && name.len() < 100)
        .filter(|other| other.len().abs_diff(name.len()) <= 4 * n_wrong_max)
        .map(|other| {
            let distance = if other.eq_ignore_ascii_case(name) {
                0
            } else {
                strsim::damerau_levenshtein(name, other)
            };
            (distance, other)
        })
        .filter(|&(distance, _)| distance <= n_wrong_max)
        .min()
        .map(|(_, other)| other)
}

/// ``did you mean `NAME`?`` if a name in `known` is close.
///
/// ```
/// use ludex_support::did_you_mean;
///
/// assert_eq!(did_you_mean("chekers", ["checkers"]).unwrap(), "did you mean `checkers`?");
/// ```
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    closest(name, known).map(question)
}

fn question(close: &str) -> String {
    format!("did you mean `{close}`?")
}

/// ``; did you mean `NAME`?`` to add to a message, or nothing.
///
/// ```
/// use ludex_support::suggestion;
///
/// assert_eq!(suggestion("rnak", ["rank", "tournament"]), "; did you mean `rank`?");
/// assert_eq!(suggestion("x", ["rank", "tournament"]), "");
/// ```
pub fn suggestion<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    did_you_mean(name, known).map_or(String::new(), |question| format!("; {question}"))
}

/// The message about a word that is not in `known`, with a suggestion and the whole list.
///
/// ```
/// use ludex_support::unknown_word;
///
/// let message = unknown_word("option", "deph", ["depth", "nodes"].into_iter());
/// assert_eq!(message, "`deph` is no option (did you mean `depth`?); possible: depth, nodes");
/// ```
pub fn unknown_word<'a>(
    what: &str,
    word: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> String {
    unknown_of(what, word, &known.collect::<Vec<_>>())
}

/// The same for a slice: it is compiled once.
fn unknown_of(what: &str, word: &str, known: &[&str]) -> String {
    let hint = closest_of(word, known).map(|close| format!(" ({})", question(close)));
    format!("`{word}` is no {what}{}; possible: {}", hint.unwrap_or_default(), known.join(", "))
}
