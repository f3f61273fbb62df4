//! Check: a relation or function has one number of arguments.
//!
//! A word may name a relation, a function and a constant at once; these have
//! separate name spaces. A relation without arguments is written either bare or
//! in brackets throughout the sheet.

use rustc_hash::{FxHashMap, FxHashSet};

use super::report::Report;
use super::survey::Survey;
use crate::sheet::is_keyword;
use crate::symbol::keyword::TERMINAL;
use crate::{Atom, Diagnostic, LiteralKind, Rule, Span, SymbolId, Term, TermKind};

pub(super) fn check(survey: &Survey<'_>, report: &mut Report) {
    let uses = Occurrences::new(survey.rules);
    for (what, uses) in [("relation", &uses.relations), ("function", &uses.functions)] {
        let usual = usual_forms(uses);
        for used in uses {
            let (form, first) = usual[&used.name];
            if form.0 != used.form.0 {
                report.push(clash(survey, what, used, form.0, first));
            } else if form != used.form {
                report.push(two_forms(survey, used, first));
            }
        }
    }
}

/// Names of relations or functions used with several numbers of arguments.
pub(super) fn clashing(rules: &[Rule]) -> FxHashSet<SymbolId> {
    let uses = Occurrences::new(rules);
    let mut clashing = FxHashSet::default();
    for uses in [&uses.relations, &uses.functions] {
        let usual = usual_forms(uses);
        let odd = uses.iter().filter(|used| usual[&used.name].0.0 != used.form.0);
        clashing.extend(odd.map(|used| used.name));
    }
    clashing
}

/// The most frequent form of each name and its first use; ties go to the first
/// form. A single slip at the top of a sheet is then one problem, not many.
fn usual_forms(uses: &[Occurrence]) -> FxHashMap<SymbolId, (Form, Span)> {
    let mut counts: FxHashMap<(SymbolId, Form), (usize, Span)> = FxHashMap::default();
    for used in uses {
        counts.entry((used.name, used.form)).or_insert((0, used.span)).0 += 1;
    }
    let mut usual: FxHashMap<SymbolId, (Form, usize, Span)> = FxHashMap::default();
    for ((name, form), (count, span)) in counts {
        let entry = usual.entry(name).or_insert((form, count, span));
        if (count, entry.2) > (entry.1, span) {
            *entry = (form, count, span);
        }
    }
    usual.into_iter().map(|(name, (form, _, span))| (name, (form, span))).collect()
}

fn clash(
    survey: &Survey<'_>,
    what: &str,
    used: &Occurrence,
    usual: usize,
    first: Span,
) -> Diagnostic {
    let name = survey.name(used.name);
    let message =
        format!("{what} `{name}` has {} here, but {} elsewhere", count(used.form.0), count(usual));
    Diagnostic::error("arity", used.span, message)
        .label(count(used.form.0))
        .note(first, format!("first used with {} here", count(usual)))
}

fn two_forms(survey: &Survey<'_>, used: &Occurrence, first: Span) -> Diagnostic {
    let name = survey.name(used.name);
    let (here, there) = match used.form.1 {
        true => (format!("({name})"), name.to_string()),
        false => (name.to_string(), format!("({name})")),
    };
    let message = format!("`{here}` here, but `{there}` elsewhere");
    Diagnostic::error("two-forms", used.span, message)
        .note(first, format!("first written `{there}` here"))
        .help("players differ on whether these are the same; write one of them throughout")
}

pub(super) fn count(n_args: usize) -> String {
    match n_args {
        0 => "no arguments".into(),
        1 => "1 argument".into(),
        n => format!("{n} arguments"),
    }
}

/// Number of arguments, and whether there are brackets.
type Form = (usize, bool);

struct Occurrence {
    name: SymbolId,
    form: Form,
    span: Span,
}

/// All relations and functions of a sheet, in the order of the text.
#[derive(Default)]
struct Occurrences {
    relations: Vec<Occurrence>,
    functions: Vec<Occurrence>,
}

impl Occurrences {
    fn new(rules: &[Rule]) -> Self {
        let mut uses = Self::default();
        for rule in rules {
            uses.atom(&rule.head);
            rule.body.iter().for_each(|literal| uses.literal(&literal.kind));
        }
        uses
    }

    fn literal(&mut self, literal: &LiteralKind) {
        match literal {
            LiteralKind::Atom(atom) => self.atom(atom),
            LiteralKind::Not(inner) => self.literal(&inner.kind),
            LiteralKind::Or(options) => {
                options.iter().for_each(|option| self.literal(&option.kind));
            }
            LiteralKind::Distinct(left, right) => {
                self.term(left);
                self.term(right);
            }
        }
    }

    fn atom(&mut self, atom: &Atom) {
        // `keywords` checks the arity of the other keywords.
        if !is_keyword(atom.name) || (atom.name == TERMINAL && atom.args.is_empty()) {
            let form = (atom.args.len(), atom.bracketed);
            self.relations.push(Occurrence { name: atom.name, form, span: atom.span });
        }
        atom.args.iter().for_each(|arg| self.term(arg));
    }

    fn term(&mut self, term: &Term) {
        if let TermKind::Function(name, args) = &term.kind {
            let form = (args.len(), true);
            self.functions.push(Occurrence { name: *name, form, span: term.span });
            args.iter().for_each(|arg| self.term(arg));
        }
    }
}
