//! Trees as text, written and parsed.
//!
//! ```text
//! (if (greater mobility 2.5) 1.2*(add kings men) (is_empty 3 4))
//! ```
//!
//! A function or a terminal with parameters is written in brackets; a number
//! before a `*` is the factor of the node behind it. Where a number is asked for, a
//! number is an ephemeral constant of the set, the first whose values include it, or
//! else a literal; `(name 2.5)` says which. `true` and `false` are known in any set.
//! Anything after a `;` is a remark.

use std::fmt;
use std::fmt::Write as _;

use thiserror::Error;

use ludex_support::suggestion;

use crate::primitives::{Draw, PrimitiveId, What};
use crate::{DEPTH_LIMIT, Function, LIMIT, Node, Primitives, SIZE_LIMIT, Tree, Type};

impl Tree {
    /// Parses a text such as [`to_text`](Self::to_text) writes.
    ///
    /// ```
    /// use ludex_program::{Function, Primitives, Terminal, Tree, Type};
    ///
    /// let set = Primitives::builder(Type::Float)
    ///     .functions([Function::Add])
    ///     .terminal(Terminal::new(0, "mobility", Type::Float))
    ///     .build(8)?;
    /// let tree = Tree::parse("(add mobility 2)", &set).unwrap();
    /// assert_eq!(tree.to_text(&set), "(add mobility 2)");
    /// let error = Tree::parse("(add mobilty 2)", &set).unwrap_err();
    /// assert_eq!(error.to_string(), "line 1: `mobilty` is not known; did you mean `mobility`?");
    /// # Ok::<(), ludex_program::PrimitivesError>(())
    /// ```
    pub fn parse(text: &str, set: &Primitives) -> Result<Self, TextError> {
        Self::parse_as(text, set, set.root())
    }

    /// Parses a part of a tree, whose type need not be that of whole trees. Errors are those of
    /// a whole tree.
    pub fn parse_part(text: &str, set: &Primitives) -> Result<Self, TextError> {
        let whole = Self::parse(text, set);
        let types = [Type::Float, Type::Bool].into_iter();
        let other = types.filter_map(|place| Self::parse_as(text, set, place).ok()).next();
        whole.or_else(|error| other.ok_or(error))
    }

    fn parse_as(text: &str, set: &Primitives, place: Type) -> Result<Self, TextError> {
        let mut parser = Parser { tokens: tokens(text), at: 0, set, nodes: Vec::new() };
        parser.read(place, 1)?;
        match parser.tokens.get(parser.at) {
            Some(token) => Err(token.error(format!("`{}` is left over", token.text))),
            None => Ok(Self::of(parser.nodes)),
        }
    }

    /// The tree as a text that [`parse`](Self::parse) reads.
    pub fn to_text(&self, set: &Primitives) -> String {
        let mut text = String::new();
        // The number of missing arguments of each open bracket.
        let mut open = Vec::new();
        for (node, place) in self.nodes().iter().zip(self.places(set)) {
            if !text.is_empty() {
                text.push(' ');
            }
            write_node(&mut text, node, place.slot, set, &mut open);
            while open.last() == Some(&0) {
                open.pop();
                text.push(')');
                if let Some(n_missing) = open.last_mut() {
                    *n_missing -= 1;
                }
            }
        }
        text
    }
}

/// Writes a node; one with arguments leaves its bracket open.
fn write_node(
    text: &mut String,
    node: &Node,
    place: Type,
    set: &Primitives,
    open: &mut Vec<usize>,
) {
    let primitive = set.of(node);
    let name = primitive.name();
    let closed = |open: &mut Vec<usize>| {
        if let Some(n_missing) = open.last_mut() {
            *n_missing -= 1;
        }
    };
    match primitive.what() {
        What::Literal | What::Ephemeral(_) => {
            let is_plain = number_node(set, place, node.number) == *node;
            let _ = match truth_word(set, place, node.number) {
                Some(word) if is_plain => write!(text, "{word}"),
                _ if is_plain => write!(text, "{}", node.number),
                _ => write!(text, "({name} {})", node.number),
            };
            closed(open);
        }
        What::Scaled(_) => {
            let _ = write!(text, "({name} {}", node.number);
            open.push(1);
        }
        what => {
            if node.number != 1.0 {
                let _ = write!(text, "{}*", node.number);
            }
            match what {
                What::Function(function) => {
                    let _ = write!(text, "({name}");
                    open.push(function.takes().len());
                }
                What::Action(action) if !action.takes().is_empty() => {
                    let _ = write!(text, "({name}");
                    open.push(action.takes().len());
                }
                What::Terminal(terminal) if !terminal.params().is_empty() => {
                    let _ = write!(text, "({name}");
                    for param in &node.params[..terminal.params().len()] {
                        let _ = write!(text, " {param}");
                    }
                    text.push(')');
                    closed(open);
                }
                _ => {
                    text.push_str(name);
                    closed(open);
                }
            }
        }
    }
}

/// The node of a bare number: in a place for a number, the first ephemeral constant that may
/// have the value.
pub(super) fn number_node(set: &Primitives, place: Type, number: f64) -> Node {
    let may_be = |draw: &Draw| match draw {
        Draw::Uniform(range) => range.contains(&number),
        Draw::OneOf(numbers) => numbers.contains(&number),
    };
    let at = set.list().iter().position(|primitive| match primitive.what() {
        What::Ephemeral(draw) => place == Type::Float && may_be(draw),
        _ => false,
    });
    Node { number, ..Node::new(PrimitiveId(at.unwrap_or(0) as u16)) }
}

/// The word for a literal in a place for a Boolean, unless the set defines that word.
fn truth_word(set: &Primitives, place: Type, number: f64) -> Option<&'static str> {
    let word = match number {
        1.0 => "true",
        0.0 => "false",
        _ => return None,
    };
    (place == Type::Bool && set.find(word).is_none()).then_some(word)
}

/// A syntax or type error of a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct TextError {
    /// The line, counted from 1.
    pub line: usize,
    /// The message.
    pub what: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

#[derive(Clone, Copy, Debug)]
struct Token<'a> {
    text: &'a str,
    line: usize,
}

impl Token<'_> {
    fn error(self, what: String) -> TextError {
        TextError { line: self.line, what }
    }
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let code = line.split(';').next().unwrap_or_default();
        let mut rest = code.trim_start();
        while let Some(first) = rest.chars().next() {
            // A factor ends with its star.
            let end = match first {
                '(' | ')' => 1,
                _ => match rest.find(|c: char| c.is_whitespace() || "()*".contains(c)) {
                    Some(end) if rest[end..].starts_with('*') => end + 1,
                    Some(end) => end,
                    None => rest.len(),
                },
            };
            tokens.push(Token { text: &rest[..end], line: at + 1 });
            rest = rest[end..].trim_start();
        }
    }
    tokens
}

struct Parser<'a> {
    tokens: Vec<Token<'a>>,
    at: usize,
    set: &'a Primitives,
    nodes: Vec<Node>,
}

impl<'a> Parser<'a> {
    fn next(&mut self, wanted: &str) -> Result<Token<'a>, TextError> {
        let last = self.tokens.last().map_or(1, |token| token.line);
        let token = self.tokens.get(self.at).copied();
        self.at += 1;
        token.ok_or_else(|| TextError { line: last, what: format!("{wanted} is missing") })
    }

    fn close(&mut self) -> Result<(), TextError> {
        match self.next("`)`")? {
            token if token.text == ")" => Ok(()),
            token => Err(token.error(format!("`)` is missing before `{}`", token.text))),
        }
    }

    /// Parses an expression for a place.
    fn read(&mut self, place: Type, depth: usize) -> Result<(), TextError> {
        let mut token = self.next("an expression")?;
        if depth > DEPTH_LIMIT || self.nodes.len() >= SIZE_LIMIT {
            let what = format!(
                "the tree is too large: at most {DEPTH_LIMIT} levels and {SIZE_LIMIT} nodes"
            );
            return Err(token.error(what));
        }
        let mut factor = 1.0;
        if let Some(number) = token.text.strip_suffix('*') {
            factor = read_number(number, token)?;
            token = self.next("an expression")?;
        }
        let in_brackets = token.text == "(";
        if in_brackets {
            token = self.next("a name")?;
        }
        let node = self.node(token, place, in_brackets)?;
        let primitive = self.set.of(&node);
        let is_alone = depth == 1 && primitive.takes().is_empty();
        if !place.accepts(primitive.gives()) && !is_alone {
            let what = format!("`{}` gives a {}, not a {place}", token.text, primitive.gives());
            return Err(token.error(what));
        }
        if factor != 1.0 && primitive.gives() == Type::Bool {
            return Err(token.error(format!("`{}` gives a Bool and has no factor", token.text)));
        }
        self.nodes.push(Node { number: node.number * factor, ..node });
        for &place in primitive.takes() {
            self.read(place, depth + 1)?;
        }
        if in_brackets { self.close() } else { Ok(()) }
    }

    /// Parses a node that begins with a word, with its numbers and parameters.
    fn node(
        &mut self,
        token: Token<'a>,
        place: Type,
        in_brackets: bool,
    ) -> Result<Node, TextError> {
        if !in_brackets && token.text.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c))
        {
            let number = read_number(token.text, token)?;
            return Ok(number_node(self.set, place, number));
        }
        if in_brackets && token.text == "literal" {
            let number = self.next("a number")?;
            return Ok(Node::literal(read_number(number.text, number)?));
        }
        let Some(primitive) = self.set.find(token.text) else {
            return match token.text {
                "true" => Ok(Node::literal(1.0)),
                "false" => Ok(Node::literal(0.0)),
                _ => Err(token.error(self.unknown(token.text))),
            };
        };
        let mut node = Node::new(primitive);
        match self.set.get(primitive).what() {
            What::Scaled(_) | What::Ephemeral(_) => {
                let number = self.next("a number")?;
                node.number = read_number(number.text, number)?;
            }
            What::Terminal(terminal) => {
                for (param, (name, range)) in node.params.iter_mut().zip(terminal.params()) {
                    let word = self.next(&format!("`{name}` of `{}`", token.text))?;
                    let value = word.text.parse().ok().filter(|value| range.contains(value));
                    *param = value.ok_or_else(|| {
                        let last = range.end - 1;
                        let (text, start) = (word.text, range.start);
                        word.error(format!("`{text}` is no {name}, which is {start} to {last}"))
                    })?;
                }
            }
            _ => {}
        }
        Ok(node)
    }

    fn unknown(&self, word: &str) -> String {
        let names = self.set.list().iter().map(|primitive| primitive.name());
        let hint = suggestion(word, names.chain(Some("true")).chain(Some("false")));
        let known = Function::named(word).map(|_| " in this set".to_string());
        format!("`{word}` is not known{}{hint}", known.unwrap_or_default())
    }
}

fn read_number(text: &str, token: Token<'_>) -> Result<f64, TextError> {
    let number = text.parse().ok().filter(|number: &f64| number.abs() <= LIMIT);
    number.ok_or_else(|| token.error(format!("`{text}` is no number")))
}
