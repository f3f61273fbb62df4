//! Writes changed rules.

use std::fmt::Write;

use ludex_gdl::{Atom, Literal, LiteralKind, Sheet, SymbolId, Term, TermKind};

use super::scramble::{Names, Part, Recipes};

/// Writes a sheet with other names and other arguments of facts.
pub(super) struct Writer<'a> {
    pub sheet: &'a Sheet,
    pub recipes: Recipes,
    pub names: Names,
}

impl Writer<'_> {
    /// The whole sheet, a rule to a line.
    pub fn sheet(&self) -> String {
        let mut text = String::new();
        for rule in self.sheet.rules() {
            if rule.body.is_empty() {
                self.atom(&mut text, &rule.head);
            } else {
                text.push_str("(<= ");
                self.atom(&mut text, &rule.head);
                for literal in &rule.body {
                    text.push(' ');
                    self.literal(&mut text, literal);
                }
                text.push(')');
            }
            text.push('\n');
        }
        text
    }

    fn name(&self, id: SymbolId) -> &str {
        &self.names[&id]
    }

    fn literal(&self, text: &mut String, literal: &Literal) {
        match &literal.kind {
            LiteralKind::Atom(atom) => self.atom(text, atom),
            LiteralKind::Not(inner) => {
                text.push_str("(not ");
                self.literal(text, inner);
                text.push(')');
            }
            LiteralKind::Or(options) => {
                text.push_str("(or");
                for option in options {
                    text.push(' ');
                    self.literal(text, option);
                }
                text.push(')');
            }
            LiteralKind::Distinct(left, right) => {
                text.push_str("(distinct ");
                self.term(text, left);
                text.push(' ');
                self.term(text, right);
                text.push(')');
            }
        }
    }

    fn atom(&self, text: &mut String, atom: &Atom) {
        if !atom.bracketed {
            text.push_str(self.name(atom.name));
            return;
        }
        let _ = write!(text, "({}", self.name(atom.name));
        for arg in &atom.args {
            text.push(' ');
            self.term(text, arg);
        }
        text.push(')');
    }

    /// A term. Terms in the form of facts are changed everywhere: facts may be passed as terms,
    /// and a uniform change preserves the meaning.
    fn term(&self, text: &mut String, term: &Term) {
        let (name, args) = match &term.kind {
            TermKind::Variable(name) | TermKind::Constant(name) => {
                text.push_str(self.name(*name));
                return;
            }
            TermKind::Function(name, args) => (*name, args),
        };
        let _ = write!(text, "({}", self.name(name));
        let Some(parts) = self.recipes.get(&(name, args.len())) else {
            args.iter().for_each(|arg| {
                text.push(' ');
                self.term(text, arg);
            });
            text.push(')');
            return;
        };
        for part in parts {
            text.push(' ');
            match part {
                Part::Old(arg) => self.term(text, &args[arg - 1]),
                Part::Dummy => text.push_str(&self.fresh("dummy")),
                Part::Together(together) => {
                    let _ = write!(text, "({}", self.fresh("at"));
                    for arg in together {
                        text.push(' ');
                        self.term(text, &args[arg - 1]);
                    }
                    text.push(')');
                }
            }
        }
        text.push(')');
    }

    /// A name that does not occur in the sheet.
    fn fresh(&self, name: &str) -> String {
        let mut fresh = name.to_string();
        while self.names.values().any(|used| *used == fresh) {
            fresh.push('-');
        }
        fresh
    }
}
