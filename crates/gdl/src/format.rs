//! Formatter for rule text.
//!
//! Only blanks and line breaks change. A rule that was written on one line and
//! fits stays on one line; any other rule has one condition per line. Terms are
//! filled up to the line width. Comments stay at the end of the line they
//! followed, or on lines of their own.

use crate::diagnostic::Diagnostic;
use crate::lexer::{Token, TokenKind, tokens};
use crate::source::{Source, Span};
use crate::tree::Tree;

/// Formats a rule sheet. The text need not be valid rules, but its brackets
/// must match.
///
/// ```
/// use ludex_gdl::{Source, format};
///
/// let source = Source::new("x.kif", "(<= (goal  robot 100)   ; done\n (true\n(door open)))");
/// assert_eq!(format(&source).unwrap(), "(<= (goal robot 100) ; done\n  (true (door open)))\n");
/// ```
pub fn format(source: &Source) -> Result<String, Vec<Diagnostic>> {
    let mut problems = Vec::new();
    Tree::parse(source, &mut problems);
    if !problems.is_empty() {
        return Err(problems);
    }
    let items = Reader { source, tokens: tokens(source).peekable(), end: 0 }.items(true);
    let mut printer = Printer { source, text: String::new(), column: 0 };
    printer.sheet(&items);
    Ok(printer.text)
}

/// Maximum line width.
const WIDTH: usize = 80;

/// Maximum indentation: without it, hostile nesting would make the output huge.
const INDENT_MAX: usize = 40;

/// A word, list or comment.
struct Item {
    span: Span,
    kind: ItemKind,
    /// Number of line breaks before it, at most 2.
    n_breaks: usize,
    /// Width in characters, if the item may be on one line.
    width: Option<usize>,
}

enum ItemKind {
    Word,
    Comment,
    List(Vec<Item>),
}

impl Item {
    fn is_word(&self, source: &Source, word: &str) -> bool {
        matches!(self.kind, ItemKind::Word) && source.slice(self.span).eq_ignore_ascii_case(word)
    }

    fn first(&self) -> Option<&Item> {
        match &self.kind {
            ItemKind::List(items) => items.first(),
            _ => None,
        }
    }

    /// Whether it is a list that begins with `word`.
    fn begins(&self, source: &Source, word: &str) -> bool {
        self.first().is_some_and(|first| first.is_word(source, word))
    }
}

/// Turns tokens into items.
struct Reader<'a, I: Iterator<Item = Token>> {
    source: &'a Source,
    tokens: std::iter::Peekable<I>,
    /// End of the last token.
    end: u32,
}

impl<I: Iterator<Item = Token>> Reader<'_, I> {
    /// The items up to the closing bracket or the end.
    fn items(&mut self, is_top: bool) -> Vec<Item> {
        let mut items = Vec::new();
        while let Some(token) = self.tokens.next_if(|token| token.kind != TokenKind::Close) {
            items.push(self.item(token, is_top));
        }
        items
    }

    fn item(&mut self, token: Token, is_top: bool) -> Item {
        let n_breaks = self.breaks(self.end, token.span.start);
        self.end = token.span.end;
        let n_chars = self.source.slice(token.span).chars().count();
        let (kind, width) = match token.kind {
            TokenKind::Comment => (ItemKind::Comment, None),
            TokenKind::Open => return self.list(token, n_breaks, is_top),
            _ => (ItemKind::Word, Some(n_chars)),
        };
        Item { span: token.span, kind, n_breaks, width }
    }

    fn list(&mut self, open: Token, n_breaks: usize, is_top: bool) -> Item {
        let items = self.items(false);
        if let Some(close) = self.tokens.next() {
            self.end = close.span.end;
        }
        let span = Span { start: open.span.start, end: self.end };
        let inner: Option<usize> = items.iter().map(|item| item.width).sum();
        let width = inner.map(|width| width + items.len().max(1) + 1);
        let n_items = items.len();
        let mut item = Item { span, kind: ItemKind::List(items), n_breaks, width };
        // Conditions stay on lines of their own if the author put them there.
        let is_rule = is_top && item.begins(self.source, "<=") && n_items > 2;
        let is_or = item.begins(self.source, "or") && n_items > 1;
        if (is_rule || is_or) && self.breaks(span.start, span.end) > 0 {
            item.width = None;
        }
        item
    }

    fn breaks(&self, start: u32, end: u32) -> usize {
        let line = |offset| self.source.lines_of(Span { start: offset, end: offset }).0;
        (line(end) - line(start)).min(2)
    }
}

struct Printer<'a> {
    source: &'a Source,
    text: String,
    /// Characters on the current line.
    column: usize,
}

impl Printer<'_> {
    fn sheet(&mut self, items: &[Item]) {
        let mut before: Option<&Item> = None;
        for item in items {
            match before {
                None => {}
                Some(before) if self.shares_line(before, item) => self.write(" "),
                Some(_) => {
                    if item.n_breaks > 1 {
                        self.text.push('\n');
                    }
                    self.line(0);
                }
            }
            self.item(item, 0);
            before = Some(item);
        }
        if !items.is_empty() {
            self.text.push('\n');
        }
    }

    /// Whether an item stays on the line of the item before it: a comment, or
    /// one of several facts in a row.
    fn shares_line(&self, before: &Item, item: &Item) -> bool {
        if item.n_breaks > 0 || matches!(before.kind, ItemKind::Comment) {
            return false;
        }
        let is_fact = |item: &Item| item.width.is_some() && !item.begins(self.source, "<=");
        let fits = item.width.is_some_and(|width| self.column + 1 + width <= WIDTH);
        matches!(item.kind, ItemKind::Comment) || (is_fact(before) && is_fact(item) && fits)
    }

    /// Prints an item at the current column, with `n_closing` brackets to
    /// follow.
    fn item(&mut self, item: &Item, n_closing: usize) {
        let fits = item.width.is_some_and(|width| self.column + width + n_closing <= WIDTH);
        match &item.kind {
            ItemKind::Comment => self.write(self.source.slice(item.span).trim_end()),
            ItemKind::Word => self.write(self.source.slice(item.span)),
            ItemKind::List(items) if fits => self.flat(items),
            ItemKind::List(items) => {
                let is_term = item.width.is_some()
                    && !["<=", "or", "not"].iter().any(|word| item.begins(self.source, word));
                match is_term {
                    true => self.filled(items, n_closing),
                    false => self.broken(items, n_closing),
                }
            }
        }
    }

    /// Prints items on one line.
    fn flat(&mut self, items: &[Item]) {
        self.write("(");
        for (item, at) in items.iter().zip(0..) {
            if at > 0 {
                self.write(" ");
            }
            match &item.kind {
                ItemKind::List(items) => self.flat(items),
                _ => self.item(item, 0),
            }
        }
        self.write(")");
    }

    /// Prints items filled up to the line width.
    fn filled(&mut self, items: &[Item], n_closing: usize) {
        let indent = self.column + 2;
        self.write("(");
        for (item, at) in items.iter().zip(1..) {
            let n_closing = if at == items.len() { n_closing + 1 } else { 0 };
            let fits = item.width.is_some_and(|width| self.column + 1 + width + n_closing <= WIDTH);
            match (at, fits) {
                (1, _) => {}
                (_, true) => self.write(" "),
                (_, false) => self.line(indent),
            }
            self.item(item, n_closing);
        }
        self.write(")");
    }

    /// Prints one item per line, except for the name and the head of a rule.
    fn broken(&mut self, items: &[Item], n_closing: usize) {
        let (start, indent) = (self.column, self.column + 2);
        self.write("(");
        let is_rule = items.first().is_some_and(|first| first.is_word(self.source, "<="));
        let mut after_comment = false;
        for (item, at) in items.iter().zip(1..) {
            let is_comment = matches!(item.kind, ItemKind::Comment);
            let stays =
                if is_comment { item.n_breaks == 0 } else { at == 1 || (at == 2 && is_rule) };
            match stays && !after_comment {
                true if at > 1 || is_comment => self.write(" "),
                true => {}
                false => self.line(indent),
            }
            self.item(item, if at == items.len() { n_closing + 1 } else { 0 });
            after_comment = is_comment;
        }
        if after_comment {
            self.line(start);
        }
        self.write(")");
    }

    fn write(&mut self, text: &str) {
        self.text.push_str(text);
        self.column += text.chars().count();
    }

    fn line(&mut self, indent: usize) {
        self.text.push('\n');
        self.column = indent.min(INDENT_MAX);
        self.text.extend(std::iter::repeat_n(' ', self.column));
    }
}
