//! Text inside of markup.

/// Makes any text safe inside of HTML and SVG, in elements and in attributes.
///
/// Characters that XML cannot express at all become `�`, so that one odd
/// byte in a name does not make a whole picture unreadable.
///
/// ```
/// assert_eq!(report::escape("a < b & \"c\""), "a &lt; b &amp; &quot;c&quot;");
/// ```
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' => escaped.push(letter),
            // A bare carriage return is read back as a line feed by parsers.
            '\r' => escaped.push_str("&#13;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            letter if letter.is_control() => escaped.push('\u{fffd}'),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nothing_escapes(text in any::<String>()) {
            let escaped = escape(&text);
            prop_assert!(!escaped.contains(['<', '>', '"', '\'', '\0', '\r']));
            let plain = escaped.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
            let plain = plain.replace("&#39;", "'").replace("&#13;", "\r").replace("&amp;", "&");
            let is_lost = |letter: char| {
                letter.is_control() && !"\t\n\r".contains(letter) || "\u{fffe}\u{ffff}".contains(letter)
            };
            prop_assert_eq!(plain, text.replace(is_lost, "\u{fffd}"));
        }
    }
}
