//! Names that have to fit.

/// A text of at most so many letters, with `…` for what is left out.
pub(crate) fn shorten(text: &str, n_letters_max: usize) -> String {
    if text.chars().count() <= n_letters_max {
        return text.to_string();
    }
    let kept: String = text.chars().take(n_letters_max.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// A text in one line. Line breaks and tabs would move all that follows.
pub(crate) fn one_line(text: &str) -> String {
    text.replace(|letter: char| letter.is_control(), " ")
}
