//! Properties of facts read from the rules, without play.

use ludex_gdl::{Atom, Literal, LiteralKind, Rule, Sheet, SymbolId, Term, TermKind, keyword};

/// The facts in rules with conditions: those that `true` reads and `next` derives.
pub(super) struct Mentions<'a> {
    terms: Vec<&'a Term>,
}

impl<'a> Mentions<'a> {
    pub fn new(sheet: &'a Sheet) -> Self {
        let mut terms = Vec::new();
        for rule in sheet.rules().iter().filter(|rule| !rule.body.is_empty()) {
            let mut look = |atom: &'a Atom| {
                if [keyword::TRUE, keyword::NEXT].contains(&atom.name) {
                    terms.extend(atom.args.first());
                }
            };
            look(&rule.head);
            for literal in &rule.body {
                literal.for_each_atom(&mut |atom, _| look(atom));
            }
        }
        Self { terms }
    }

    /// The share of constants at this path of a relation, among all its occurrences in rules.
    /// Coordinates are mostly variables there, contents often constants. One half without
    /// occurrences.
    pub fn constant_share(&self, name: SymbolId, n_args: usize, path: &[usize]) -> f64 {
        let (mut n_constants, mut n) = (0, 0);
        for term in &self.terms {
            let TermKind::Function(relation, args) = &term.kind else { continue };
            if *relation != name || args.len() != n_args {
                continue;
            }
            match part(term, path).map(|part| &part.kind) {
                Some(TermKind::Constant(_)) => (n, n_constants) = (n + 1, n_constants + 1),
                Some(TermKind::Variable(_)) => n += 1,
                _ => {}
            }
        }
        if n == 0 { 0.5 } else { f64::from(n_constants) / f64::from(n) }
    }
}

fn part<'a>(term: &'a Term, path: &[usize]) -> Option<&'a Term> {
    let Some((first, rest)) = path.split_first() else { return Some(term) };
    match &term.kind {
        TermKind::Function(_, args) => part(args.get(first - 1)?, rest),
        _ => None,
    }
}

/// Facts that together are a condition of a goal or of the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The rule's head: a goal, `terminal`, or a relation that these depend on.
    pub head: String,
    /// The facts that must be true together, as written in the rules.
    pub facts: Vec<String>,
}

impl Pattern {
    /// The patterns of a sheet: rules with conditions on facts on which goals or the end
    /// depend.
    ///
    /// ```
    /// use ludex_gdl::{Sheet, Source};
    /// use ludex_learn::structure::Pattern;
    ///
    /// let (sheet, _) = Sheet::parse(Source::new("x.kif", "(role r)
    ///     (<= (line ?x) (true (cell 1 ?x)) (true (cell 2 ?x))) (<= terminal (line x))"));
    /// let patterns = Pattern::all(&sheet);
    /// assert_eq!(patterns[0].head, "(line ?x)");
    /// assert_eq!(patterns[0].facts, ["(cell 1 ?x)", "(cell 2 ?x)"]);
    /// ```
    pub fn all(sheet: &Sheet) -> Vec<Pattern> {
        let mut wanted = vec![(keyword::GOAL, 2), (keyword::TERMINAL, 0)];
        let mut patterns = Vec::new();
        let mut at = 0;
        while let Some(&(name, n_args)) = wanted.get(at) {
            at += 1;
            let is_asked = |rule: &&Rule| rule.head.name == name && rule.head.args.len() == n_args;
            for rule in sheet.rules().iter().filter(is_asked) {
                let mut facts = Vec::new();
                for literal in &rule.body {
                    literal.for_each_atom(&mut |atom, _| {
                        let relation = (atom.name, atom.args.len());
                        if !wanted.contains(&relation) && atom.name != keyword::TRUE {
                            wanted.push(relation);
                        }
                    });
                    facts.extend(asked(sheet, literal));
                }
                if !facts.is_empty() {
                    let head = squeeze(sheet.source().slice(rule.head.span));
                    patterns.push(Pattern { head, facts });
                }
            }
        }
        patterns
    }
}

/// The fact in a condition, if the condition is on a fact.
fn asked(sheet: &Sheet, literal: &Literal) -> Option<String> {
    match &literal.kind {
        LiteralKind::Atom(atom) if atom.name == keyword::TRUE => {
            Some(squeeze(sheet.source().slice(atom.args.first()?.span)))
        }
        _ => None,
    }
}

/// Rule text on one line, without comments.
fn squeeze(text: &str) -> String {
    let lines = text.lines().map(|line| line.split(';').next().unwrap_or(""));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    words.join(" ")
}
