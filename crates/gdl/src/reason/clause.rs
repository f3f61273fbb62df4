//! Clauses: rules with names resolved to relations, variables numbered, and
//! negation pushed inwards.

use rustc_hash::FxHashMap;

use crate::sheet::{Atom, Literal, LiteralKind, Rule, Sheet, Term, TermKind};
use crate::source::Span;
use crate::symbol::{SymbolId, keyword};
use crate::term::{Shape, TermId, TermStore};

/// Index of a relation in [`Clauses`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct RelationId(pub usize);

/// Number of a variable within a clause.
pub(crate) type Slot = usize;

/// A term that may contain variables.
#[derive(Clone, Debug)]
pub(crate) enum Expr {
    Var(Slot),
    Ground(TermId),
    Function(SymbolId, Vec<Expr>),
}

/// One condition.
#[derive(Clone, Debug)]
pub(crate) enum Goal {
    /// Some tuple matches.
    Positive(Query),
    /// No tuple matches.
    Negative(Query),
    Distinct(Expr, Expr),
    Equal(Expr, Expr),
    /// At least one of the conjunctions holds.
    Any(Vec<Vec<Goal>>),
}

/// The table that a condition reads.
#[derive(Clone, Debug)]
pub(crate) enum Query {
    /// A relation that the rules define.
    Relation(RelationId, Vec<Expr>),
    /// The facts among the rules of a relation.
    Facts(RelationId, Vec<Expr>),
    /// A table that the grounder fills, see [`ground`](crate::circuit).
    Table(usize, Vec<Expr>),
    /// `(true ...)` of one shape of fact: the arguments of the fact.
    Fluent(Shape, Vec<Expr>),
    /// `(true ?x)`: any fact.
    AnyFluent(Expr),
    /// `(does role move)`.
    Does(Expr, Expr),
}

/// A rule with numbered variables.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub span: Span,
    pub head: Vec<Expr>,
    pub body: Vec<Goal>,
    pub n_vars: usize,
    /// Number of occurrences of each variable.
    pub uses: Vec<u32>,
}

/// All rules of one relation.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    pub name: SymbolId,
    pub arity: usize,
    /// Rules without conditions and variables.
    pub facts: Vec<Vec<TermId>>,
    pub clauses: Vec<Clause>,
    /// Span of its definition, or of its first use if it has none.
    pub span: Span,
}

/// A sheet as clauses.
#[derive(Clone)]
pub(crate) struct Clauses {
    pub relations: Vec<Relation>,
    ids: FxHashMap<(SymbolId, usize), RelationId>,
}

impl Clauses {
    pub fn new(sheet: &Sheet, terms: &TermStore) -> Self {
        let mut clauses = Self { relations: Vec::new(), ids: FxHashMap::default() };
        for rule in sheet.rules() {
            clauses.add(rule, terms);
        }
        clauses
    }

    /// The relation with a name and arity, if the sheet mentions it.
    pub fn find(&self, name: SymbolId, arity: usize) -> Option<RelationId> {
        self.ids.get(&(name, arity)).copied()
    }

    /// The relation with a name and arity, added without rules if it is new.
    pub fn relation(&mut self, name: SymbolId, arity: usize, span: Span) -> RelationId {
        *self.ids.entry((name, arity)).or_insert_with(|| {
            let relation = Relation { name, arity, facts: Vec::new(), clauses: Vec::new(), span };
            self.relations.push(relation);
            RelationId(self.relations.len() - 1)
        })
    }

    fn add(&mut self, rule: &Rule, terms: &TermStore) {
        let id = self.relation(rule.head.name, rule.head.args.len(), rule.head.span);
        let mut reader = ClauseReader { clauses: self, terms, vars: Vec::new(), uses: Vec::new() };
        let head: Vec<Expr> = rule.head.args.iter().map(|arg| reader.expr(arg)).collect();
        let body: Vec<Goal> =
            rule.body.iter().flat_map(|literal| reader.goals(literal, false)).collect();
        let (n_vars, uses) = (reader.vars.len(), reader.uses);
        let relation = &mut self.relations[id.0];
        if relation.facts.is_empty() && relation.clauses.is_empty() {
            // The relation was known from its uses only.
            relation.span = rule.head.span;
        }
        let ground: Option<Vec<TermId>> = head.iter().map(Expr::as_ground).collect();
        match ground {
            Some(row) if body.is_empty() => relation.facts.push(row),
            _ => relation.clauses.push(Clause { span: rule.span, head, body, n_vars, uses }),
        }
    }
}

struct ClauseReader<'a> {
    clauses: &'a mut Clauses,
    terms: &'a TermStore,
    vars: Vec<SymbolId>,
    uses: Vec<u32>,
}

impl ClauseReader<'_> {
    /// A literal as a conjunction of goals.
    fn goals(&mut self, literal: &Literal, negated: bool) -> Vec<Goal> {
        match &literal.kind {
            LiteralKind::Not(inner) => self.goals(inner, !negated),
            LiteralKind::Distinct(left, right) => {
                let (left, right) = (self.expr(left), self.expr(right));
                vec![if negated { Goal::Equal(left, right) } else { Goal::Distinct(left, right) }]
            }
            LiteralKind::Atom(atom) => {
                let query = self.query(atom);
                vec![if negated { Goal::Negative(query) } else { Goal::Positive(query) }]
            }
            // A negated `or`: all options must fail.
            LiteralKind::Or(options) if negated => {
                options.iter().flat_map(|option| self.goals(option, true)).collect()
            }
            LiteralKind::Or(options) => {
                vec![Goal::Any(options.iter().map(|option| self.goals(option, false)).collect())]
            }
        }
    }

    fn query(&mut self, atom: &Atom) -> Query {
        let mut args: Vec<Expr> = atom.args.iter().map(|arg| self.expr(arg)).collect();
        match (atom.name, args.len()) {
            (keyword::TRUE, 1) => match args.remove(0) {
                Expr::Var(slot) => Query::AnyFluent(Expr::Var(slot)),
                Expr::Ground(term) => {
                    let fact_args = self.terms.args(term).iter().map(|&arg| Expr::Ground(arg));
                    Query::Fluent(self.terms.shape(term), fact_args.collect())
                }
                Expr::Function(name, args) => {
                    Query::Fluent(Shape { name, arity: Some(args.len() as u32) }, args)
                }
            },
            (keyword::DOES, 2) => {
                let mv = args.remove(1);
                Query::Does(args.remove(0), mv)
            }
            (name, arity) => Query::Relation(self.clauses.relation(name, arity, atom.span), args),
        }
    }

    fn expr(&mut self, term: &Term) -> Expr {
        match &term.kind {
            TermKind::Variable(name) => {
                let slot = self.vars.iter().position(|var| var == name).unwrap_or_else(|| {
                    self.vars.push(*name);
                    self.uses.push(0);
                    self.vars.len() - 1
                });
                self.uses[slot] += 1;
                Expr::Var(slot)
            }
            TermKind::Constant(name) => Expr::Ground(self.terms.constant(*name)),
            TermKind::Function(name, args) => {
                let args: Vec<Expr> = args.iter().map(|arg| self.expr(arg)).collect();
                let ground: Option<Vec<TermId>> = args.iter().map(Expr::as_ground).collect();
                match ground {
                    Some(args) => Expr::Ground(self.terms.function(*name, &args)),
                    None => Expr::Function(*name, args),
                }
            }
        }
    }
}

impl Expr {
    pub fn as_ground(&self) -> Option<TermId> {
        match self {
            Expr::Ground(term) => Some(*term),
            _ => None,
        }
    }

    pub fn for_each_var(&self, visit: &mut dyn FnMut(Slot)) {
        match self {
            Expr::Var(slot) => visit(*slot),
            Expr::Ground(_) => {}
            Expr::Function(_, args) => args.iter().for_each(|arg| arg.for_each_var(visit)),
        }
    }
}

impl Query {
    pub fn exprs(&self) -> Vec<&Expr> {
        match self {
            Query::Relation(_, args)
            | Query::Facts(_, args)
            | Query::Table(_, args)
            | Query::Fluent(_, args) => args.iter().collect(),
            Query::AnyFluent(expr) => vec![expr],
            Query::Does(role, mv) => vec![role, mv],
        }
    }

    pub fn for_each_var(&self, visit: &mut dyn FnMut(Slot)) {
        self.exprs().into_iter().for_each(|expr| expr.for_each_var(visit));
    }
}

impl Goal {
    /// Visits the queries of this condition, with `true` for negated ones.
    pub fn for_each_query<'a>(&'a self, visit: &mut dyn FnMut(&'a Query, bool)) {
        match self {
            Goal::Positive(query) => visit(query, false),
            Goal::Negative(query) => visit(query, true),
            Goal::Distinct(..) | Goal::Equal(..) => {}
            Goal::Any(options) => {
                options.iter().flatten().for_each(|goal| goal.for_each_query(visit));
            }
        }
    }

    /// The variables that this condition binds, regardless of earlier bindings.
    /// (An equation binds only if one side is known.)
    pub fn binds(&self) -> Vec<Slot> {
        let mut slots = Vec::new();
        match self {
            Goal::Positive(query) => query.for_each_var(&mut |slot| slots.push(slot)),
            Goal::Negative(_) | Goal::Distinct(..) | Goal::Equal(..) => {}
            Goal::Any(options) => {
                let mut each = options
                    .iter()
                    .map(|option| option.iter().flat_map(Goal::binds).collect::<Vec<Slot>>());
                slots = each.next().unwrap_or_default();
                for other in each {
                    slots.retain(|slot| other.contains(slot));
                }
            }
        }
        slots
    }

    /// Whether this condition could bind the variable.
    pub fn may_bind(&self, slot: Slot) -> bool {
        match self {
            Goal::Positive(_) | Goal::Equal(..) => {
                let mut found = false;
                self.for_each_var(&mut |var| found |= var == slot);
                found
            }
            Goal::Negative(_) | Goal::Distinct(..) => false,
            Goal::Any(options) => options.iter().flatten().any(|goal| goal.may_bind(slot)),
        }
    }

    pub fn for_each_var(&self, visit: &mut dyn FnMut(Slot)) {
        match self {
            Goal::Positive(query) | Goal::Negative(query) => query.for_each_var(visit),
            Goal::Distinct(left, right) | Goal::Equal(left, right) => {
                left.for_each_var(visit);
                right.for_each_var(visit);
            }
            Goal::Any(options) => {
                options.iter().flatten().for_each(|goal| goal.for_each_var(visit));
            }
        }
    }
}
