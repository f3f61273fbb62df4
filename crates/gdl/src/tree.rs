//! Rule text as nested lists: brackets matched, not yet parsed as rules.

use crate::diagnostic::Diagnostic;
use crate::lexer::{TokenKind, tokens};
use crate::source::{Source, Span};

/// A word, or a list of nodes in brackets.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The whole node, brackets included.
    pub span: Span,
    /// The elements of a list; `None` for a word.
    pub list: Option<Vec<Node>>,
}

/// All nodes of a text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub nodes: Vec<Node>,
    pub comments: Vec<Span>,
}

/// Maximum nesting. Rules nest a handful of levels deep; the bound keeps later
/// stages, which recurse over nodes, safe from hostile input.
const DEPTH_MAX: usize = 200;

impl Tree {
    /// Matches the brackets of a text. If they do not match, the tree holds the
    /// nodes that could be recovered and `problems` the errors.
    pub fn parse(source: &Source, problems: &mut Vec<Diagnostic>) -> Tree {
        let mut first = Builder::new(source, false);
        first.run();
        if first.open.is_empty() {
            problems.append(&mut first.problems);
            return first.tree;
        }
        // Some bracket is never closed. A second pass takes every bracket at
        // the start of a line for the start of a rule, so that one missing
        // bracket does not swallow the rest of the text.
        let mut second = Builder::new(source, true);
        second.run();
        second.close_all(None);
        problems.append(&mut second.problems);
        second.tree
    }
}

struct Builder<'a> {
    source: &'a Source,
    /// Whether a bracket at the start of a line starts a rule.
    resync: bool,
    tree: Tree,
    /// Lists that are not closed yet: opening bracket and elements.
    open: Vec<(Span, Vec<Node>)>,
    problems: Vec<Diagnostic>,
}

impl<'a> Builder<'a> {
    fn new(source: &'a Source, resync: bool) -> Self {
        Self { source, resync, tree: Tree::default(), open: Vec::new(), problems: Vec::new() }
    }

    fn run(&mut self) {
        for token in tokens(self.source) {
            match token.kind {
                TokenKind::Comment => self.tree.comments.push(token.span),
                TokenKind::Word => self.push(Node { span: token.span, list: None }),
                TokenKind::Noise => {
                    self.problems.push(
                        Diagnostic::error("not-text", token.span, "this is not readable as text")
                            .help("rule sheets are plain text (UTF-8)"),
                    );
                    // Keeps the number of elements right for later checks.
                    self.push(Node { span: token.span, list: None });
                }
                TokenKind::Open => {
                    if self.resync && self.source.starts_line(token.span.start as usize) {
                        self.close_all(Some(token.span));
                    }
                    self.open.push((token.span, Vec::new()));
                    if self.open.len() > DEPTH_MAX {
                        let message = format!("brackets nested more than {DEPTH_MAX} deep");
                        self.problems.push(
                            Diagnostic::error("too-deep", token.span, message)
                                .label("parsing stops here"),
                        );
                        self.open.clear();
                        return;
                    }
                }
                TokenKind::Close => self.close(token.span),
            }
        }
    }

    fn push(&mut self, node: Node) {
        match self.open.last_mut() {
            Some((_, list)) => list.push(node),
            None => self.tree.nodes.push(node),
        }
    }

    fn close(&mut self, close: Span) {
        match self.open.pop() {
            Some((open, list)) => {
                let span = Span { start: open.start, end: close.end };
                self.push(Node { span, list: Some(list) });
            }
            None => self.problems.push(
                Diagnostic::error("unbalanced", close, "closing bracket without an opening one")
                    .label("nothing is open here"),
            ),
        }
    }

    /// Drops all open lists and reports the outermost. Their elements would
    /// only be misread.
    fn close_all(&mut self, next_rule: Option<Span>) {
        let Some(&(open, _)) = self.open.first() else { return };
        let missing = self.open.len();
        let message = match missing {
            1 => "this bracket is never closed".to_string(),
            n => format!("this bracket is never closed; {n} closing brackets are missing"),
        };
        let mut problem = Diagnostic::error("unbalanced", open, message).label("opens here");
        if let Some(next) = next_rule {
            problem = problem.note(next, "a new rule seems to begin here");
        }
        self.problems.push(problem);
        self.open.clear();
    }
}
