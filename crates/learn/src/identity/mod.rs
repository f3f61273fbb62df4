//! The identity of a game, independent of the names and the order in its rule sheet.
//!
//! The rules become a graph: rules, conditions, terms, variables and names are nodes, and edges
//! state where one occurs in another. Colours of nodes are refined by those of their neighbours
//! until nothing changes. Names with equal colours are then distinguished one by one, as in
//! programs for graph isomorphism. The result is the same for scrambled and reordered copies.

mod graph;

use ludex_gdl::{Sheet, SymbolId};

use graph::Graph;

/// The key of a game, and the names of its rules in an order that all copies share.
///
/// ```
/// use ludex_gdl::{Sheet, Source};
/// use ludex_learn::Identity;
///
/// let read = |text: &str| Identity::of(&Sheet::parse(Source::new("x.kif", text)).0);
/// let one = read("(role me) (init (at left 1)) (<= (next (at ?x 2)) (does me (go ?x)))");
/// let two = read("(<= (next (ib yi ?q)) (does oz (mi ?q))) (role oz) (init (ib ji ka))");
/// assert_eq!(one.key(), two.key());
/// assert_eq!(one.say("(at left 2)", &two).unwrap(), "(ib yi ka)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    key: String,
    words: Vec<Word>,
}

/// A relation, a function or a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its spelling in the sheet.
    pub name: String,
    /// For each number of arguments that it is used with, its arguments in an order that all
    /// copies share.
    pub orders: Vec<Vec<usize>>,
}

impl Identity {
    /// Computes the identity of the rules.
    pub fn of(sheet: &Sheet) -> Self {
        let graph = Graph::of(sheet);
        let word = |name: SymbolId| Word {
            name: sheet.symbols().name(name).to_string(),
            orders: graph.orders(name),
        };
        Self { key: graph.key(), words: graph.names().into_iter().map(word).collect() }
    }

    /// An identity from its [`key`](Self::key) and [`words`](Self::words).
    pub fn new(key: String, words: Vec<Word>) -> Self {
        Self { key, words }
    }

    /// A text of 32 letters and digits; equal for equal games.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// All names except keywords.
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// Translates a term of this sheet to another sheet of the same game; `None` if it is
    /// another game, or the term has an unknown name.
    pub fn say(&self, term: &str, other: &Self) -> Option<String> {
        if self.key != other.key || depth(term) > DEPTH_MAX {
            return None;
        }
        let mut pieces = pieces(term).into_iter();
        let said = self.say_next(&mut pieces, other)?;
        pieces.next().is_none().then_some(said)
    }

    fn say_next<'a>(
        &self,
        pieces: &mut impl Iterator<Item = &'a str>,
        other: &Self,
    ) -> Option<String> {
        let first = pieces.next()?;
        if first != "(" {
            return Some(other.words.get(self.place(first)?)?.name.clone());
        }
        let place = self.place(pieces.next()?)?;
        let (mine, theirs) = (&self.words[place], other.words.get(place)?);
        let mut args = Vec::new();
        let mut rest = pieces.peekable();
        while rest.peek() != Some(&")") {
            let mut one = Vec::new();
            let mut depth = 0;
            // One argument with all its brackets.
            loop {
                let piece = rest.next()?;
                depth += i32::from(piece == "(") - i32::from(piece == ")");
                one.push(piece);
                if depth == 0 {
                    break;
                }
            }
            args.push(self.say_next(&mut one.into_iter(), other)?);
        }
        rest.next();
        let of_length =
            |orders: &[Vec<usize>]| orders.iter().find(|order| order.len() == args.len()).cloned();
        let (from, to) = (of_length(&mine.orders)?, of_length(&theirs.orders)?);
        let mut said = vec![String::new(); args.len()];
        from.iter().zip(&to).for_each(|(&from, &to)| said[to] = args[from].clone());
        Some(format!("({} {})", theirs.name, said.join(" ")))
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.words.iter().position(|word| word.name == name)
    }
}

/// Maximum nesting of terms, far above that of rules.
const DEPTH_MAX: usize = 256;

/// The maximum number of open brackets.
fn depth(term: &str) -> usize {
    let (mut open, mut deepest) = (0usize, 0);
    for symbol in term.bytes() {
        match symbol {
            b'(' => open += 1,
            b')' => open = open.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(open);
    }
    deepest
}

/// The words and brackets of a term.
pub(crate) fn pieces(text: &str) -> Vec<&str> {
    let is_word = |letter: char| !letter.is_whitespace() && !matches!(letter, '(' | ')');
    let mut pieces = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match is_word(first) {
            true => rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        pieces.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_gdl::Source;

    fn identity(text: &str) -> Identity {
        let (sheet, problems) = Sheet::parse(Source::new("x.kif", text));
        assert!(problems.is_empty());
        Identity::of(&sheet)
    }

    #[test]
    fn points_and_places_matter() {
        let one = identity("(role a) (<= (goal a 100) (true (p x y)))");
        assert_ne!(one.key(), identity("(role a) (<= (goal a 90) (true (p x y)))").key());
        assert_ne!(one.key(), identity("(role a) (<= (goal a 100) (true (p x x)))").key());
    }
}
