//! Quoted text in specs and formulas.
//!
//! `"a,b"` is one text, including the comma; `\"` is a quote and `\\` a backslash. Outside of
//! quotes a backslash is an ordinary character.

/// Splits a text at separators, except those within quotes and, if `brackets`, within brackets.
/// The error names the unclosed character.
pub(crate) fn split(text: &str, separator: char, brackets: bool) -> Result<Vec<&str>, String> {
    let (mut depth, mut from, mut parts) = (0u32, 0, Vec::new());
    let (mut is_quoted, mut is_escaped) = (false, false);
    for (at, symbol) in text.char_indices() {
        match symbol {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '(' | '[' if brackets => depth += 1,
            ')' | ']' if brackets => depth = depth.checked_sub(1).ok_or(CLOSED)?,
            symbol if symbol == separator && depth == 0 => {
                parts.push(&text[from..at]);
                from = at + symbol.len_utf8();
            }
            _ => {}
        }
    }
    match (is_quoted, depth) {
        (true, _) => Err(r#"a quote `"` is not closed; within quotes, `\"` stands for it"#.into()),
        (false, 0) => {
            parts.push(&text[from..]);
            Ok(parts)
        }
        (false, _) => Err("a bracket is not closed; a value with brackets can be quoted".into()),
    }
}

const CLOSED: &str = "a bracket is closed that was not opened; a value with brackets can be quoted";

/// Removes the quotes of a text, if it has any. The error describes invalid quotes.
pub(crate) fn unquoted(text: &str) -> Result<String, String> {
    let Some(rest) = text.strip_prefix('"') else { return Ok(text.into()) };
    let mut plain = String::new();
    let mut symbols = rest.chars();
    while let Some(symbol) = symbols.next() {
        match symbol {
            '"' if symbols.as_str().is_empty() => return Ok(plain),
            '"' => return Err(format!("`{text}` goes on after its closing quote")),
            '\\' => match symbols.next() {
                Some(escaped @ ('"' | '\\')) => plain.push(escaped),
                Some(other) => plain.extend(['\\', other]),
                None => break,
            },
            symbol => plain.push(symbol),
        }
    }
    Err(format!("`{text}`: the quote is not closed"))
}

/// A text in quotes.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', r"\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn separators_within_quotes_and_brackets_do_not_count() {
        assert_eq!(split(r#"a="x,y",b(1,2),c"#, ',', true).unwrap(), [r#"a="x,y""#, "b(1,2)", "c"]);
        assert_eq!(split(r#""\",",b"#, ',', true).unwrap(), [r#""\",""#, "b"]);
        assert_eq!(split("a(|b", '|', false).unwrap(), ["a(", "b"]);
        for text in ["(a", "a)", "a\"b", r#""a\""#] {
            assert!(split(text, ',', true).is_err(), "{text}");
        }
        assert!(unquoted(r#""a"b"#).unwrap_err().contains("goes on"));
    }

    proptest! {
        #[test]
        fn what_is_quoted_is_read_back(text in any::<String>()) {
            prop_assert_eq!(unquoted(&quoted(&text)).unwrap(), text.clone());
            let (quoted, wrapped) = (quoted(&text), format!("a,{},b", quoted(&text)));
            prop_assert_eq!(split(&wrapped, ',', true).unwrap(), ["a", &quoted, "b"]);
        }
    }
}
