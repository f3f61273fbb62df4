//! Escaping of text in markup.

/// Escapes text for HTML and SVG, in elements and in attributes.
///
/// Characters that XML cannot express at all become `�`, so that one odd byte
/// in a name does not make a whole picture unreadable.
///
/// ```
/// assert_eq!(ludex_report::escape("a < b & \"c\""), "a &lt; b &amp; &quot;c&quot;");
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
            // Parsers read a bare carriage return as a line feed.
            '\r' => escaped.push_str("&#13;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            letter if letter.is_control() => escaped.push('\u{fffd}'),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Escapes prose: text between backticks becomes code.
pub(crate) fn prose(text: &str) -> String {
    let escaped = escape(text);
    let parts: Vec<&str> = escaped.split('`').collect();
    // An unpaired backtick stays as it is.
    let n_paired = (parts.len() - 1) / 2 * 2;
    let mut html = String::new();
    for (at, part) in parts.iter().enumerate() {
        html += match at {
            0 => "",
            at if at > n_paired => "`",
            at if at % 2 == 1 => "<code>",
            _ => "</code>",
        };
        html += part;
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn backticks_are_code() {
        assert_eq!(
            prose("see `a < b`, then `c`"),
            "see <code>a &lt; b</code>, then <code>c</code>"
        );
        assert_eq!(prose("one ` alone"), "one ` alone");
        assert_eq!(prose("`a` and ` b"), "<code>a</code> and ` b");
    }

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
