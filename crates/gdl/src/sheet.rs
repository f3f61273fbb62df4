//! The parser: reads rule text into rules.

use crate::diagnostic::Diagnostic;
use crate::source::{Source, Span};
use crate::symbol::{SymbolId, Symbols, keyword};
use crate::tree::{Node, Tree};

/// A rule sheet: the rules of one game, as written.
///
/// ```
/// use ludex_gdl::{Sheet, Source};
///
/// let (sheet, problems) = Sheet::parse(Source::new("x.kif", "(role robot) (<= terminal (true done))"));
/// assert_eq!(sheet.rules().len(), 2);
/// assert!(problems.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Sheet {
    source: Source,
    symbols: Symbols,
    rules: Vec<Rule>,
    is_complete: bool,
}

/// `(<= head body...)`, or a bare `head`.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The whole rule.
    pub span: Span,
    /// The atom that the rule derives.
    pub head: Atom,
    /// The conditions, all of which must hold.
    pub body: Vec<Literal>,
}

/// A relation applied to terms.
#[derive(Clone, Debug)]
pub struct Atom {
    /// The whole atom.
    pub span: Span,
    /// The relation's name alone.
    pub name_span: Span,
    /// The relation.
    pub name: SymbolId,
    /// Its arguments.
    pub args: Vec<Term>,
    /// Whether it was written in brackets; optional without arguments.
    pub bracketed: bool,
}

/// One condition in the body of a rule.
#[derive(Clone, Debug)]
pub struct Literal {
    /// The whole condition.
    pub span: Span,
    /// The kind of condition.
    pub kind: LiteralKind,
}

/// The kind of a condition.
#[derive(Clone, Debug)]
pub enum LiteralKind {
    /// The atom holds.
    Atom(Atom),
    /// The condition does not hold.
    Not(Box<Literal>),
    /// At least one of the conditions holds.
    Or(Vec<Literal>),
    /// The two terms differ.
    Distinct(Term, Term),
}

/// A term.
#[derive(Clone, Debug)]
pub struct Term {
    /// The whole term.
    pub span: Span,
    /// The kind of term.
    pub kind: TermKind,
}

/// The kind of a term.
#[derive(Clone, Debug)]
pub enum TermKind {
    /// `?x`
    Variable(SymbolId),
    /// `x`
    Constant(SymbolId),
    /// `(f x y)`; also `(f)`, which is not the constant `f`.
    Function(SymbolId, Vec<Term>),
}

impl Sheet {
    /// Parses rules from text. Skips and reports text that cannot be parsed.
    pub fn parse(source: Source) -> (Sheet, Vec<Diagnostic>) {
        let mut problems = Vec::new();
        let tree = Tree::parse(&source, &mut problems);
        let mut reader = Reader { source: &source, symbols: Symbols::default(), problems };
        let rules = tree.nodes.iter().filter_map(|node| reader.rule(node)).collect();
        let Reader { symbols, problems, .. } = reader;
        let is_complete = problems.is_empty();
        (Sheet { source, symbols, rules, is_complete }, problems)
    }

    /// The source text.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The names in the sheet.
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// Whether all of the text could be parsed.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The rules, in text order.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }
}

impl Atom {
    /// Visits the atom's variables, once per occurrence.
    pub fn for_each_variable(&self, visit: &mut dyn FnMut(SymbolId, Span)) {
        self.args.iter().for_each(|arg| arg.for_each_variable(visit));
    }
}

impl Term {
    /// Visits the term's variables, once per occurrence.
    pub fn for_each_variable(&self, visit: &mut dyn FnMut(SymbolId, Span)) {
        match &self.kind {
            TermKind::Variable(name) => visit(*name, self.span),
            TermKind::Constant(_) => {}
            TermKind::Function(_, args) => {
                args.iter().for_each(|arg| arg.for_each_variable(visit));
            }
        }
    }

    /// Whether the term has no variables.
    pub fn is_ground(&self) -> bool {
        match &self.kind {
            TermKind::Variable(_) => false,
            TermKind::Constant(_) => true,
            TermKind::Function(_, args) => args.iter().all(Term::is_ground),
        }
    }
}

impl Literal {
    /// Visits the literal's atoms, with `true` for those under `not`.
    pub fn for_each_atom<'a>(&'a self, visit: &mut dyn FnMut(&'a Atom, bool)) {
        self.walk_atoms(false, visit);
    }

    fn walk_atoms<'a>(&'a self, negated: bool, visit: &mut dyn FnMut(&'a Atom, bool)) {
        match &self.kind {
            LiteralKind::Atom(atom) => visit(atom, negated),
            LiteralKind::Not(inner) => inner.walk_atoms(!negated, visit),
            LiteralKind::Or(options) => {
                options.iter().for_each(|option| option.walk_atoms(negated, visit));
            }
            LiteralKind::Distinct(..) => {}
        }
    }

    /// Visits the literal's variables, once per occurrence.
    pub fn for_each_variable(&self, visit: &mut dyn FnMut(SymbolId, Span)) {
        match &self.kind {
            LiteralKind::Atom(atom) => atom.for_each_variable(visit),
            LiteralKind::Not(inner) => inner.for_each_variable(visit),
            LiteralKind::Or(options) => {
                options.iter().for_each(|option| option.for_each_variable(visit));
            }
            LiteralKind::Distinct(left, right) => {
                left.for_each_variable(visit);
                right.for_each_variable(visit);
            }
        }
    }
}

/// Turns nested lists into rules.
struct Reader<'a> {
    source: &'a Source,
    symbols: Symbols,
    problems: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn rule(&mut self, node: &Node) -> Option<Rule> {
        let Some(list) = &node.list else {
            let head = self.atom(node)?;
            return Some(Rule { span: node.span, head, body: Vec::new() });
        };
        if !list.first().is_some_and(|first| self.is_word(first, "<=")) {
            let head = self.atom(node)?;
            return Some(Rule { span: node.span, head, body: Vec::new() });
        }
        let Some(head) = list.get(1) else {
            self.error("no-head", node.span, "a rule without a head").help =
                Some("write `(<= head condition ...)`".into());
            return None;
        };
        let head = self.atom(head);
        // The body is parsed even if the head cannot be, to report all
        // problems.
        let body: Vec<_> = list[2..].iter().map(|node| self.literal(node)).collect();
        Some(Rule { span: node.span, head: head?, body: body.into_iter().collect::<Option<_>>()? })
    }

    fn literal(&mut self, node: &Node) -> Option<Literal> {
        let span = node.span;
        let args = node.list.as_deref().and_then(|list| list.get(1..)).unwrap_or_default();
        let connective = node.list.as_deref().and_then(|list| list.first()).and_then(|first| {
            ["not", "or", "distinct", "and"].into_iter().find(|word| self.is_word(first, word))
        });
        let kind = match (connective, args) {
            (Some("not"), [inner]) => LiteralKind::Not(Box::new(self.literal(inner)?)),
            (Some("not"), _) => return self.wrong_count(span, "not", "one condition", args.len()),
            (Some("distinct"), [left, right]) => {
                let (left, right) = (self.term(left), self.term(right));
                LiteralKind::Distinct(left?, right?)
            }
            (Some("distinct"), _) => {
                return self.wrong_count(span, "distinct", "two terms", args.len());
            }
            (Some("or"), []) => {
                return self.wrong_count(span, "or", "at least one condition", 0);
            }
            (Some("or"), _) => {
                let options: Vec<_> = args.iter().map(|option| self.literal(option)).collect();
                LiteralKind::Or(options.into_iter().collect::<Option<_>>()?)
            }
            (Some("and"), _) => {
                self.error("and", span, "there is no `and` in GDL").help =
                    Some("all conditions of a rule must hold; list them one after another, or name the conjunction in a rule of its own".into());
                return None;
            }
            _ => LiteralKind::Atom(self.atom(node)?),
        };
        Some(Literal { span, kind })
    }

    fn atom(&mut self, node: &Node) -> Option<Atom> {
        let span = node.span;
        let Some(list) = &node.list else {
            let name = self.name(node, "a relation")?;
            return Some(Atom { span, name_span: span, name, args: Vec::new(), bracketed: false });
        };
        let (name, args) = self.application(span, list, "a relation")?;
        Some(Atom { span, name_span: list[0].span, name, args, bracketed: true })
    }

    fn term(&mut self, node: &Node) -> Option<Term> {
        let span = node.span;
        let kind = match &node.list {
            Some(list) => {
                let (name, args) = self.application(span, list, "a function")?;
                TermKind::Function(name, args)
            }
            None if self.source.slice(span).starts_with('?') => {
                TermKind::Variable(self.symbols.intern(self.source.slice(span)))
            }
            None => TermKind::Constant(self.name(node, "a constant")?),
        };
        Some(Term { span, kind })
    }

    fn application(
        &mut self,
        span: Span,
        list: &[Node],
        what: &str,
    ) -> Option<(SymbolId, Vec<Term>)> {
        let Some(first) = list.first() else {
            self.error("empty", span, "empty brackets").label = format!("expected {what}");
            return None;
        };
        let name = self.name(first, what);
        let args: Vec<_> = list[1..].iter().map(|arg| self.term(arg)).collect();
        Some((name?, args.into_iter().collect::<Option<_>>()?))
    }

    /// The name of a relation, function or constant.
    fn name(&mut self, node: &Node, what: &str) -> Option<SymbolId> {
        let text = self.source.slice(node.span);
        if node.list.is_some() {
            self.error(
                "not-a-name",
                node.span,
                format!("the name of {what} is a word, not a list"),
            )
            .label = "expected a word".into();
            return None;
        }
        if text.starts_with('?') {
            let message = format!("a variable cannot be the name of {what}");
            self.error("variable-name", node.span, message).label = "a variable".into();
            return None;
        }
        if text == "<=" {
            self.error("misplaced-arrow", node.span, "`<=` stands only at the start of a rule");
            return None;
        }
        Some(self.symbols.intern(text))
    }

    fn wrong_count<T>(&mut self, span: Span, word: &str, wants: &str, has: usize) -> Option<T> {
        self.error("connective-arity", span, format!("`{word}` takes {wants}, not {has}"));
        None
    }

    fn is_word(&self, node: &Node, word: &str) -> bool {
        node.list.is_none() && self.source.slice(node.span).eq_ignore_ascii_case(word)
    }

    fn error(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.problems.push(Diagnostic::error(code, span, message));
        self.problems.last_mut().expect("just pushed")
    }
}

/// Whether a relation has a meaning fixed by GDL.
pub(crate) fn is_keyword(name: SymbolId) -> bool {
    name <= keyword::SEES && name != keyword::RANDOM
}
