//! Ground terms from text: moves and facts that come from outside.

use crate::source::Source;
use crate::term::{TermId, TermStore};
use crate::tree::{Node, Tree};

/// Why a text is no term of this game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Brackets do not match, or there is not exactly one term.
    #[error("`{0}` is not a term")]
    NotATerm(String),
    /// A name that the rules do not have.
    #[error("the rules know no `{0}`")]
    Unknown(String),
}

impl TermStore {
    /// The one term that a text holds.
    ///
    /// ```
    /// use gdl::{Symbols, TermStore};
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

    /// All terms that a text holds, one after another.
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

/// Long texts have no place in a message.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.into(),
    }
}
