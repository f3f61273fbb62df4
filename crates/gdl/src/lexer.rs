//! The lexer: splits rule text into tokens.

use crate::source::{Source, Span};

/// A token and its span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Open,
    Close,
    /// A symbol or variable: any run of characters other than brackets and
    /// blanks.
    Word,
    /// From `;` to the end of the line.
    Comment,
    /// A word with bytes that are not valid UTF-8.
    Noise,
}

/// The tokens of a text, comments included, blanks excluded.
pub(crate) fn tokens(source: &Source) -> impl Iterator<Item = Token> + '_ {
    let text = source.text();
    // A byte order mark is not part of the text.
    let mut at = if text.starts_with('\u{feff}') { 3 } else { 0 };
    std::iter::from_fn(move || {
        let rest = &text[at..];
        let start = at + (rest.len() - rest.trim_start_matches(is_blank).len());
        let first = text[start..].chars().next()?;
        let (kind, length) = match first {
            '(' => (TokenKind::Open, 1),
            ')' => (TokenKind::Close, 1),
            ';' => (TokenKind::Comment, length_while(&text[start..], |c| c != '\n' && c != '\r')),
            _ => word(&text[start..]),
        };
        at = start + length;
        Some(Token { kind, span: Span::new(start, at) })
    })
}

fn word(text: &str) -> (TokenKind, usize) {
    let length = length_while(text, |c| !is_blank(c) && !matches!(c, '(' | ')' | ';'));
    let is_noise = text[..length].contains(|c: char| c.is_control() || c == '\u{fffd}');
    (if is_noise { TokenKind::Noise } else { TokenKind::Word }, length)
}

fn length_while(text: &str, keep: impl Fn(char) -> bool) -> usize {
    text.find(|c| !keep(c)).unwrap_or(text.len())
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0c' | '\x0b' | '\u{a0}')
}
