//! Clauses: rules with `or` expanded and constants interned, ready for
//! grounding.

use rustc_hash::FxHashMap;

use super::term::{Functor, TermId, Terms};
use crate::symbol::keyword::{DOES, INIT, LEGAL, NEXT, TRUE};
use crate::{Atom, Literal, LiteralKind, Rule, Span, SymbolId, Term, TermKind};

/// One conjunction of conditions that makes a rule apply.
pub(super) struct Clause {
    pub rule: u32,
    pub head: Pattern,
    /// Conditions that must hold.
    pub positive: Vec<Condition>,
    /// Conditions that must not hold.
    pub negative: Vec<Condition>,
    /// Pairs of terms that must be equal (`true`) or different.
    pub comparisons: Vec<(bool, Pattern, Pattern)>,
    pub n_variables: usize,
}

pub(super) struct Condition {
    pub pattern: Pattern,
    pub span: Span,
    /// Whether it reads the state or the moves (`true` or `does`).
    pub is_given: bool,
}

/// A term with variables numbered from 0.
pub(super) enum Pattern {
    Variable(usize),
    Ground(TermId),
    Open(Functor, Vec<Pattern>),
}

/// The clauses of a rule; `None` if they are too many or too long.
///
/// State and moves are relaxed: `true` holds for every fact that some `init` or
/// `next` derives, `does` for every move that some `legal` derives.
pub(super) fn clauses(at: u32, rule: &Rule, terms: &mut Terms) -> Option<Vec<Clause>> {
    let expansions = expansions(rule.body.iter().map(|literal| (literal, false)))?;
    let clause = |way: &Vec<(&Literal, bool)>| {
        let mut compiler = Compiler { terms, variables: FxHashMap::default() };
        let head = compiler.atom(&rule.head);
        let (mut positive, mut negative, mut comparisons) = (Vec::new(), Vec::new(), Vec::new());
        for &(literal, negated) in way {
            match &literal.kind {
                LiteralKind::Distinct(left, right) => {
                    comparisons.push((negated, compiler.term(left), compiler.term(right)));
                }
                LiteralKind::Atom(atom) => {
                    let pattern = compiler.atom(atom);
                    let is_given = matches!(atom.name, TRUE | DOES);
                    let condition = Condition { pattern, span: literal.span, is_given };
                    if negated { negative.push(condition) } else { positive.push(condition) }
                }
                LiteralKind::Not(_) | LiteralKind::Or(_) => {}
            }
        }
        let n_variables = compiler.variables.len();
        Clause { rule: at, head, positive, negative, comparisons, n_variables }
    };
    Some(expansions.iter().map(clause).collect())
}

/// Atoms and comparisons, each with whether it is negated.
type Conjunction<'a> = Vec<(&'a Literal, bool)>;

/// Rules of the public sheets have at most 102 conditions, 12 expansions, and
/// 102 conditions over all expansions of a rule.
const CONDITIONS_MAX: usize = 300;
const EXPANSIONS_MAX: usize = 1_000;
const CONDITIONS_OVER_ALL_MAX: usize = 10_000;

/// The expansions of a conjunction of literals, each positive or negated.
fn expansions<'a>(
    conditions: impl Iterator<Item = (&'a Literal, bool)>,
) -> Option<Vec<Conjunction<'a>>> {
    let mut all = vec![Vec::new()];
    for (literal, negated) in conditions {
        let options = expand(literal, negated)?;
        if options.len() * all.len() > EXPANSIONS_MAX {
            return None;
        }
        all = all
            .iter()
            .flat_map(|way| options.iter().map(move |option| [way.as_slice(), option].concat()))
            .collect();
        let n_conditions: usize = all.iter().map(Vec::len).sum();
        let longest = all.iter().map(Vec::len).max().unwrap_or(0);
        if longest > CONDITIONS_MAX || n_conditions > CONDITIONS_OVER_ALL_MAX {
            return None;
        }
    }
    Some(all)
}

fn expand(literal: &Literal, negated: bool) -> Option<Vec<Conjunction<'_>>> {
    match &literal.kind {
        LiteralKind::Atom(_) | LiteralKind::Distinct(..) => Some(vec![vec![(literal, negated)]]),
        LiteralKind::Not(inner) => expand(inner, !negated),
        LiteralKind::Or(options) if negated => {
            expansions(options.iter().map(|option| (option, true)))
        }
        LiteralKind::Or(options) => {
            let mut all = Vec::new();
            for option in options {
                all.append(&mut expand(option, false)?);
                if all.len() > EXPANSIONS_MAX {
                    return None;
                }
            }
            Some(all)
        }
    }
}

struct Compiler<'t> {
    terms: &'t mut Terms,
    variables: FxHashMap<SymbolId, usize>,
}

impl Compiler<'_> {
    fn atom(&mut self, atom: &Atom) -> Pattern {
        // A `true` condition is derived by `init` and `next`.
        let relation = match atom.name {
            INIT | NEXT => TRUE,
            DOES => LEGAL,
            other => other,
        };
        self.application((relation, true), &atom.args)
    }

    fn term(&mut self, term: &Term) -> Pattern {
        match &term.kind {
            TermKind::Variable(name) => {
                let next = self.variables.len();
                Pattern::Variable(*self.variables.entry(*name).or_insert(next))
            }
            TermKind::Constant(name) => self.application((*name, false), &[]),
            TermKind::Function(name, args) => self.application((*name, true), args),
        }
    }

    fn application(&mut self, functor: Functor, args: &[Term]) -> Pattern {
        let args: Vec<_> = args.iter().map(|arg| self.term(arg)).collect();
        let ground: Option<Vec<TermId>> = args
            .iter()
            .map(|arg| if let Pattern::Ground(term) = arg { Some(*term) } else { None })
            .collect();
        match ground {
            Some(ground) => Pattern::Ground(self.terms.intern(functor, &ground)),
            None => Pattern::Open(functor, args),
        }
    }
}
