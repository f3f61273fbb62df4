//! Scrambled words for a match, so that names carry no information.

use std::collections::HashMap;

use ludex_game::{Rng, rng};
use ludex_gdl::keyword;
use rand::Rng as _;

use crate::message::pieces;

/// The dictionary of one match: another word for each word of the rules. Keywords and
/// integers stay.
///
/// ```
/// use ludex_server::host::Scrambler;
///
/// let words = Scrambler::new("(role white) (<= (legal white (mark 1 ?x)) (true (cell ?x b)))", 7);
/// let there = words.there("(mark 1 b)");
/// assert!(there != "(mark 1 b)" && there.contains(" 1 "));
/// assert_eq!(words.back(&there.to_uppercase()), "(mark 1 b)");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scrambler {
    there: HashMap<String, String>,
    /// By the scrambled word in lower case.
    back: HashMap<String, String>,
}

impl Scrambler {
    /// Draws a word for each word of a rule sheet.
    pub fn new(rules: &str, seed: u64) -> Self {
        let mut rng = rng(seed, 9);
        let mut words = Self::default();
        for piece in pieces(rules).filter(|piece| changes(piece)) {
            if words.there.contains_key(piece) {
                continue;
            }
            let new = loop {
                let new = invent(&mut rng, piece.starts_with('?'));
                if changes(&new) && !words.back.contains_key(&new) {
                    break new;
                }
            };
            words.back.insert(new.clone(), piece.into());
            words.there.insert(piece.into(), new);
        }
        words
    }

    /// A text in the words of the match.
    pub fn there(&self, text: &str) -> String {
        translate(text, |piece| self.there.get(piece).cloned())
    }

    /// A text of the match in the words of the rules.
    pub fn back(&self, text: &str) -> String {
        translate(text, |piece| self.back.get(&piece.to_ascii_lowercase()).cloned())
    }
}

/// Whether a word is a name: neither keyword, bracket nor integer.
fn changes(piece: &str) -> bool {
    let is_keyword = keyword::ALL.iter().any(|word| word.eq_ignore_ascii_case(piece));
    !is_keyword && !matches!(piece, "(" | ")") && piece.parse::<i64>().is_err()
}

fn translate(text: &str, say: impl Fn(&str) -> Option<String>) -> String {
    let mut said = String::with_capacity(text.len());
    for piece in pieces(text) {
        if !said.is_empty() && !said.ends_with('(') && piece != ")" {
            said.push(' ');
        }
        said.push_str(&say(piece).unwrap_or_else(|| piece.into()));
    }
    said
}

/// A pronounceable word without meaning.
fn invent(rng: &mut Rng, is_variable: bool) -> String {
    let mut word = String::from(if is_variable { "?" } else { "" });
    for _ in 0..rng.random_range(2..=4) {
        word.push(char::from(b"bcdfghjklmnprstvwz"[rng.random_range(0..18)]));
        word.push(char::from(b"aeiou"[rng.random_range(0..5)]));
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_gdl::{Sheet, Source, library};
    use ludex_learn::Identity;

    #[test]
    fn the_game_is_the_same_in_other_words() {
        for name in ["tic-tac-toe", "breakthrough", "dice-race"] {
            let source = library::find(name).expect("a game").source();
            let words = Scrambler::new(source.text(), 3);
            let text = words.there(source.text());
            assert!(!text.contains("control"));
            let (one, _) = Sheet::parse(source);
            let (other, _) = Sheet::parse(Source::new("other.kif", text));
            assert_eq!(Identity::of(&one).key(), Identity::of(&other).key());
        }
    }
}
