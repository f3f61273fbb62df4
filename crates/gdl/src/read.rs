//! Reads ground terms from text: moves and facts of a protocol or a user.

use crate::source::Source;
use crate::term::{TermId, TermStore};
use crate::tree::{Node, Tree};

/// Why a text is not a term of this game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Brackets do not match, or there is not exactly one term.
    #[error("`{0}` is not a term")]
    NotATerm(String),
    /// A name that does not occur in the rules.
    #[error("`{0}` does not occur in the rules")]
    Unknown(String),
}

impl TermStore {
    /// Reads a text of exactly one term.
    ///
    /// ```
    /// use ludex_gdl::{Symbols, TermStore};
    ///
    /// let mut symbols = Symbols::default();
    /// symbols.intern("mark");
    /// symbols.intern("1");
    /// let terms = TermStore::new(symbols);
    /// let mark = terms.read("( mark 1  1 )").unwrap();
    /// assert_eq!(terms.show(mark).to_string(), "(mark 1 1)");
    /// assert!(terms.read("(mark 2 1)").is_err());
    /// ```
    pub fn read(&self, text: &str) -> Result<TermId, ReadError> {
        match self.read_all(text)?[..] {
            [term] => Ok(term),
            _ => Err(ReadError::NotATerm(shorten(text))),
        }
    }

    /// Reads all terms of a text, in order.
    pub fn read_all(&self, text: &str) -> Result<Vec<TermId>, ReadError> {
        let source = Source::new("", text);
        let mut problems = Vec::new();
        let tree = Tree::parse(&source, &mut problems);
        if !problems.is_empty() {
            return Err(ReadError::NotATerm(shorten(text)));
        }
        tree.nodes.iter().map(|node| self.read_node(&source, node)).collect()
    }

    fn read_node(&self, source: &Source, node: &Node) -> Result<TermId, ReadError> {
        let name = |node: &Node| match node.list {
            None => {
                let name = source.slice(node.span);
                self.symbols().find(name).ok_or_else(|| ReadError::Unknown(shorten(name)))
            }
            Some(_) => Err(ReadError::NotATerm(shorten(source.slice(node.span)))),
        };
        let Some(list) = &node.list else { return Ok(self.constant(name(node)?)) };
        let Some((first, args)) = list.split_first() else {
            return Err(ReadError::NotATerm("()".into()));
        };
        let args: Vec<TermId> =
            args.iter().map(|arg| self.read_node(source, arg)).collect::<Result<_, _>>()?;
        Ok(self.function(name(first)?, &args))
    }
}

/// Shortens a text for a message.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.into(),
    }
}
