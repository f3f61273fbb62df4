//! What someone may have meant.

/// The candidate that looks most like a word, if it looks like it at all.
pub(crate) fn closest<'a>(word: &str, all: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |other: &str| strsim::jaro_winkler(word, other);
    let best = all.into_iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
    (likeness(best) > 0.75).then_some(best)
}

/// A hint to add to a message, or nothing.
pub(crate) fn did_you_mean<'a>(word: &str, all: impl IntoIterator<Item = &'a str>) -> String {
    closest(word, all).map_or(String::new(), |one| format!("; did you mean `{one}`?"))
}
