//! Grounding: all facts and moves that may ever be true or legal, and all rule
//! instances over them.
//!
//! Reachability is relaxed: a fact once possible stays possible, and negated
//! conditions are taken to hold. Each new fact is joined with earlier ones
//! through every condition it matches, so that every rule instance is found
//! when the last of its facts is derived. Static conditions are evaluated
//! during the join and do not appear in the instances.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use super::instances::{Absence, AtomId, Condition, Instances};
use crate::reason::{
    Analysis, Clause, Clauses, Evaluator, Expr, Fault, Goal, Level, Limits, Planner, Program,
    Query, RelationId, RuleCode, Sample, Unsafe,
};
use crate::sheet::Sheet;
use crate::symbol::keyword;
use crate::term::{Shape, TermId, TermStore};

/// Limits on the cost of grounding.
///
/// ```
/// let budget = ludex_gdl::circuit::Budget::default();
/// assert!(budget.n_rules_max > 1_000_000);
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    /// Maximum time.
    pub time_max: Duration,
    /// Maximum memory for rule instances, roughly.
    pub memory_bytes_max: usize,
    /// Maximum number of rule instances.
    pub n_rules_max: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            time_max: Duration::from_secs(20),
            memory_bytes_max: 1 << 30,
            n_rules_max: 20_000_000,
        }
    }
}

/// Why a sheet has no circuit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GroundError {
    /// Too many facts, moves or rule instances.
    #[error("grounding exceeds its budget: {0}")]
    Budget(String),
    /// Too many combinations of `or`.
    #[error("line {0}: too many combinations of `or`")]
    Or(usize),
    /// Some fact may depend on its own negation.
    #[error("some facts may depend on their own negation")]
    Unstratified,
    /// Some variable never gets a value.
    #[error("line {0}: a variable of this rule never gets a value")]
    Unsafe(usize),
    /// A static relation could not be evaluated.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The rules cannot be played at all.
    #[error(transparent)]
    Load(#[from] crate::reference::LoadError),
}

/// The contents of a table of atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TableKind {
    /// Tuples of a relation that depends on the state.
    Relation(RelationId),
    /// Arguments of the facts of one shape.
    Fluent(Shape),
    /// All facts.
    AnyFluent,
    /// Pairs of role and move.
    Does,
}

/// The result of grounding.
pub(crate) struct Ground {
    pub instances: Instances,
    pub tables: FxHashMap<TableKind, usize>,
    /// All facts, in order of derivation.
    pub facts: Vec<TermId>,
}

/// A rule compiled for joins.
struct GroundRule {
    head_table: usize,
    head: Vec<Expr>,
    conditions: Vec<RuleCondition>,
    /// The variables whose values identify an instance.
    wanted: Vec<usize>,
    n_vars: usize,
}

enum RuleCondition {
    Holds(usize, Vec<Expr>),
    Absent { table: usize, columns: Vec<usize>, key: Vec<Expr> },
}

/// A rule to evaluate when a table gains a tuple.
struct Trigger {
    rule: usize,
    code: RuleCode,
}

pub(crate) fn ground(
    sheet: &Sheet,
    clauses: &Clauses,
    terms: &TermStore,
    initial: &[TermId],
    roots: &[RelationId],
    budget: &Budget,
    limits: &Limits,
) -> Result<Ground, GroundError> {
    let analysis = Analysis::new(clauses);
    let sample = Sample::default();
    let mut planner = Planner::new(sheet.source(), clauses, &analysis, &sample);
    let mut preparer = Preparer {
        analysis: &analysis,
        planner: &mut planner,
        instances: Instances::default(),
        tables: FxHashMap::default(),
    };
    let line = |error: Unsafe| {
        GroundError::Unsafe(sheet.source().line_column(error.span.start as usize).line)
    };
    let (mut rules, mut triggers, mut lone) = (Vec::new(), Vec::new(), Vec::new());
    for id in analysis.dependencies_first(roots) {
        if analysis.level(id) == Level::Static && !is_output(clauses, id) {
            continue;
        }
        let relation = &clauses.relations[id.0];
        let table = preparer.table(TableKind::Relation(id), relation.arity);
        for row in &relation.facts {
            // A fact among the rules of a relation: a rule without conditions.
            let head = row.iter().map(|&term| Expr::Ground(term)).collect();
            let conditions = Vec::new();
            rules.push(GroundRule {
                head_table: table,
                head,
                conditions,
                wanted: Vec::new(),
                n_vars: 0,
            });
            lone.push((rules.len() - 1, None));
        }
        for clause in &relation.clauses {
            let at = rules.len();
            let prepared = preparer.rule(table, clause, at).map_err(line)?;
            rules.push(prepared.rule);
            triggers.extend(prepared.triggers);
            lone.extend(prepared.lone.map(|code| (at, Some(code))));
        }
    }
    let Preparer { instances, tables, .. } = preparer;
    let program = planner.finish().map_err(line)?;
    let mut by_table: Vec<Vec<Trigger>> = (0..instances.tables.len()).map(|_| Vec::new()).collect();
    for (table, trigger) in triggers {
        by_table[table].push(trigger);
    }
    let does_of = |table: usize| {
        let legal = clauses.find(keyword::LEGAL, 2)?;
        (tables.get(&TableKind::Relation(legal)) == Some(&table))
            .then(|| tables.get(&TableKind::Does).copied())
            .flatten()
    };
    let next_table =
        clauses.find(keyword::NEXT, 1).and_then(|id| tables.get(&TableKind::Relation(id)).copied());
    let n_tables = instances.tables.len();
    let mut grounder = Grounder {
        terms,
        evaluator: Evaluator::new(&program, limits.clone()),
        program,
        rules,
        instances,
        queue: VecDeque::new(),
        facts: Vec::new(),
        known_facts: Default::default(),
        next_table,
        does_of: (0..n_tables).map(does_of).collect(),
        absence_ids: FxHashMap::default(),
        tables,
        n_joins: 0,
        started: Instant::now(),
        budget,
    };
    for &fact in initial {
        grounder.add_fact(fact);
    }
    for (rule, code) in lone {
        grounder.run(rule, code.as_ref(), &[])?;
    }
    while let Some((table, row)) = grounder.queue.pop_front() {
        let tuple = grounder.instances.tables[table].tuples.get(row).to_vec();
        grounder.evaluator.add_row(table, &tuple);
        for trigger in &by_table[table] {
            grounder.run(trigger.rule, Some(&trigger.code), &tuple)?;
        }
    }
    Ok(Ground { instances: grounder.instances, tables: grounder.tables, facts: grounder.facts })
}

/// Whether a relation is an output of the circuit even if it is static.
fn is_output(clauses: &Clauses, id: RelationId) -> bool {
    matches!(
        clauses.relations[id.0].name,
        keyword::NEXT | keyword::LEGAL | keyword::GOAL | keyword::TERMINAL
    )
}

/// Creates tables and compiles rules.
struct Preparer<'p, 'a> {
    analysis: &'a Analysis,
    planner: &'p mut Planner<'a>,
    instances: Instances,
    tables: FxHashMap<TableKind, usize>,
}

struct Prepared {
    rule: GroundRule,
    triggers: Vec<(usize, Trigger)>,
    /// The code of a rule that no tuple can trigger.
    lone: Option<RuleCode>,
}

impl Preparer<'_, '_> {
    fn table(&mut self, kind: TableKind, n_columns: usize) -> usize {
        *self.tables.entry(kind).or_insert_with(|| {
            self.planner.add_table(n_columns);
            self.instances.add_table(n_columns)
        })
    }

    /// The table that a query reads, or `None` if the query is static.
    fn table_of(&mut self, query: &Query) -> Option<(usize, Vec<Expr>)> {
        let args: Vec<Expr> = query.exprs().into_iter().cloned().collect();
        let kind = match query {
            Query::Relation(id, _) if self.analysis.level(*id) == Level::Static => return None,
            Query::Relation(id, _) => TableKind::Relation(*id),
            Query::Facts(..) | Query::Table(..) => return None,
            Query::Fluent(shape, _) => TableKind::Fluent(*shape),
            Query::AnyFluent(_) => TableKind::AnyFluent,
            Query::Does(..) => TableKind::Does,
        };
        Some((self.table(kind, args.len()), args))
    }

    fn rule(&mut self, head_table: usize, clause: &Clause, at: usize) -> Result<Prepared, Unsafe> {
        let body = &clause.body;
        let (mut joined, mut conditions) = (Vec::new(), Vec::new());
        let mut is_wanted = vec![false; clause.n_vars];
        let mut want = |expr: &Expr| expr.for_each_var(&mut |slot| is_wanted[slot] = true);
        clause.head.iter().for_each(&mut want);
        for goal in body {
            match goal {
                Goal::Positive(query) => match self.table_of(query) {
                    Some((table, args)) => {
                        args.iter().for_each(&mut want);
                        joined.push(Goal::Positive(Query::Table(table, args.clone())));
                        conditions.push(RuleCondition::Holds(table, args));
                    }
                    None => joined.push(goal.clone()),
                },
                Goal::Negative(query) => match self.table_of(query) {
                    Some((table, args)) => {
                        // A variable that no condition binds is free: the
                        // negation holds for no value.
                        let is_free = |expr: &Expr| {
                            let mut free = false;
                            expr.for_each_var(&mut |slot| {
                                let bound = body.iter().any(|other| other.may_bind(slot));
                                free |= !bound;
                            });
                            free
                        };
                        let columns: Vec<usize> =
                            (0..args.len()).filter(|&column| !is_free(&args[column])).collect();
                        let key: Vec<Expr> =
                            columns.iter().map(|&column| args[column].clone()).collect();
                        if args.iter().any(|arg| is_free(arg) && !matches!(arg, Expr::Var(_))) {
                            // A free variable inside a term: rare, left to the
                            // reasoner.
                            return Err(Unsafe { span: clause.span });
                        }
                        key.iter().for_each(&mut want);
                        conditions.push(RuleCondition::Absent { table, columns, key });
                    }
                    None => joined.push(goal.clone()),
                },
                goal => joined.push(goal.clone()),
            }
        }
        let wanted: Vec<usize> = (0..clause.n_vars).filter(|&slot| is_wanted[slot]).collect();
        let (mut triggers, mut lone) = (Vec::new(), None);
        let compile = |planner: &mut Planner<'_>, known: &[Expr], rest: Vec<Goal>| {
            let head = known.iter().cloned().chain(wanted.iter().map(|&slot| Expr::Var(slot)));
            let clause = Clause {
                span: clause.span,
                head: head.collect(),
                body: rest,
                n_vars: clause.n_vars,
                // Wanted variables count as used elsewhere.
                uses: (0..clause.n_vars)
                    .map(|slot| if is_wanted[slot] { 2 } else { clause.uses[slot] })
                    .collect(),
            };
            planner.lone_rule(&clause, known.len())
        };
        for (place, goal) in joined.iter().enumerate() {
            if let Goal::Positive(Query::Table(table, args)) = goal {
                let mut rest = joined.clone();
                rest.remove(place);
                let code = compile(self.planner, args, rest)?;
                triggers.push((*table, Trigger { rule: at, code }));
            }
        }
        if triggers.is_empty() {
            lone = Some(compile(self.planner, &[], joined)?);
        }
        let rule = GroundRule {
            head_table,
            head: clause.head.clone(),
            conditions,
            wanted,
            n_vars: clause.n_vars,
        };
        Ok(Prepared { rule, triggers, lone })
    }
}

/// Joins new tuples until a fixpoint is reached.
struct Grounder<'a> {
    terms: &'a TermStore,
    program: Program,
    evaluator: Evaluator,
    rules: Vec<GroundRule>,
    instances: Instances,
    /// Tuples that were derived and not yet joined.
    queue: VecDeque<(usize, usize)>,
    facts: Vec<TermId>,
    known_facts: rustc_hash::FxHashSet<TermId>,
    next_table: Option<usize>,
    /// For the table of legal moves, the table of moves made.
    does_of: Vec<Option<usize>>,
    absence_ids: FxHashMap<Absence, u32>,
    tables: FxHashMap<TableKind, usize>,
    n_joins: u64,
    started: Instant,
    budget: &'a Budget,
}

impl Grounder<'_> {
    /// Finds the instances of a rule, given the tuple that triggers it.
    fn run(
        &mut self,
        rule: usize,
        code: Option<&RuleCode>,
        tuple: &[TermId],
    ) -> Result<(), GroundError> {
        let Some(code) = code else { return self.instance(rule, &[]) };
        self.n_joins += 1;
        if self.n_joins.is_multiple_of(64) {
            self.check_budget()?;
        }
        let solutions = self.evaluator.solve(&self.program, self.terms, code, tuple)?;
        let n_wanted = self.rules[rule].wanted.len();
        if n_wanted == 0 {
            let holds = self.evaluator.n_solutions() > 0;
            return if holds { self.instance(rule, &[]) } else { Ok(()) };
        }
        let solutions = solutions.to_vec();
        for values in solutions.chunks_exact(n_wanted) {
            self.instance(rule, values)?;
        }
        Ok(())
    }

    fn instance(&mut self, at: usize, values: &[TermId]) -> Result<(), GroundError> {
        let rule = &self.rules[at];
        let mut slots = vec![TermId(0); rule.n_vars];
        for (&slot, &value) in rule.wanted.iter().zip(values) {
            slots[slot] = value;
        }
        let make = |exprs: &[Expr]| -> Vec<TermId> {
            exprs.iter().map(|expr| instantiate(self.terms, expr, &slots)).collect()
        };
        let head = make(&rule.head);
        let start = self.instances.conditions.len();
        for condition in &rule.conditions {
            let condition = match condition {
                RuleCondition::Holds(table, args) => {
                    Condition::Holds(self.instances.atom(*table, &make(args)).0)
                }
                RuleCondition::Absent { table, columns, key } => {
                    let absence =
                        Absence { table: *table, columns: columns.clone(), key: make(key) };
                    let next = self.instances.absences.len() as u32;
                    let id = *self.absence_ids.entry(absence).or_insert_with_key(|absence| {
                        self.instances.absences.push(absence.clone());
                        next
                    });
                    Condition::Absent(id)
                }
            };
            self.instances.conditions.push(condition);
        }
        let head_table = rule.head_table;
        let head_atom = self.add_atom(head_table, &head);
        self.instances.heads.push(head_atom);
        self.instances.starts.push(start as u32);
        if self.instances.heads.len().is_multiple_of(1024) {
            self.check_budget()?;
        }
        Ok(())
    }

    fn add_atom(&mut self, table: usize, tuple: &[TermId]) -> AtomId {
        let (atom, is_new) = self.instances.atom(table, tuple);
        if is_new {
            let row = self.instances.tables[table].ids.len() - 1;
            self.queue.push_back((table, row));
            if self.next_table == Some(table) {
                self.add_fact(tuple[0]);
            }
            if let Some(does) = self.does_of[table] {
                self.add_atom(does, tuple);
            }
        }
        atom
    }

    /// Adds a fact that may be true in some state.
    fn add_fact(&mut self, fact: TermId) {
        if !self.known_facts.insert(fact) {
            return;
        }
        self.facts.push(fact);
        if let Some(&table) = self.tables.get(&TableKind::Fluent(self.terms.shape(fact))) {
            let terms = self.terms;
            self.add_atom(table, terms.args(fact));
        }
        if let Some(&table) = self.tables.get(&TableKind::AnyFluent) {
            self.add_atom(table, &[fact]);
        }
    }

    fn check_budget(&self) -> Result<(), GroundError> {
        let n_rules = self.instances.heads.len();
        if n_rules > self.budget.n_rules_max {
            return Err(GroundError::Budget(format!(
                "more than {} rule instances",
                self.budget.n_rules_max
            )));
        }
        if self.started.elapsed() > self.budget.time_max {
            let seconds = self.budget.time_max.as_secs();
            return Err(GroundError::Budget(format!("more than {seconds} s")));
        }
        if self.instances.n_bytes() + self.terms.n_bytes() > self.budget.memory_bytes_max {
            let megabytes = self.budget.memory_bytes_max >> 20;
            return Err(GroundError::Budget(format!("more than {megabytes} MB")));
        }
        Ok(())
    }
}

fn instantiate(terms: &TermStore, expr: &Expr, slots: &[TermId]) -> TermId {
    match expr {
        Expr::Ground(term) => *term,
        Expr::Var(slot) => slots[*slot],
        Expr::Function(name, args) => {
            let args: Vec<TermId> = args.iter().map(|arg| instantiate(terms, arg, slots)).collect();
            terms.function(*name, &args)
        }
    }
}
