//! The query planner: orders the conditions of rules and chooses indexes.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::analysis::Analysis;
use super::clause::{Clause, Clauses, Expr, Goal, Query, RelationId, Slot};
use super::facts::Facts;
use super::program::{
    Build, Fluent, Instr, Mode, Pattern, PlanId, Program, QueryPlan, RuleCode, Scan, Table,
};
use crate::source::{Source, Span};
use crate::term::Shape;

/// A rule that cannot be evaluated: some variable is never bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unsafe {
    pub span: Span,
}

/// Typical facts of each shape, for selectivity estimates.
pub(crate) type Sample = FxHashMap<Shape, Facts>;

/// Compiles the plans of all requested queries and of those they depend on.
pub(crate) struct Planner<'a> {
    source: &'a Source,
    clauses: &'a Clauses,
    analysis: &'a Analysis,
    sample: &'a Sample,
    program: Program,
    ids: FxHashMap<(RelationId, Vec<Mode>), PlanId>,
    fluent_ids: FxHashMap<Option<Shape>, usize>,
    static_ids: FxHashMap<RelationId, usize>,
    todo: VecDeque<(RelationId, Vec<Mode>)>,
}

impl<'a> Planner<'a> {
    pub fn new(
        source: &'a Source,
        clauses: &'a Clauses,
        analysis: &'a Analysis,
        sample: &'a Sample,
    ) -> Self {
        Self {
            source,
            clauses,
            analysis,
            sample,
            program: Program::default(),
            ids: FxHashMap::default(),
            fluent_ids: FxHashMap::default(),
            static_ids: FxHashMap::default(),
            todo: VecDeque::new(),
        }
    }

    /// The plan of a query, to be compiled by [`finish`](Self::finish).
    pub fn plan(&mut self, relation: RelationId, modes: Vec<Mode>) -> PlanId {
        let next = self.ids.len();
        *self.ids.entry((relation, modes)).or_insert_with_key(|key| {
            self.todo.push_back(key.clone());
            next
        })
    }

    /// Compiles all requested plans and those that they depend on.
    pub fn finish(mut self) -> Result<Program, Unsafe> {
        while let Some((relation, modes)) = self.todo.pop_front() {
            let plan = self.compile(relation, &modes)?;
            self.program.plans.push(plan);
        }
        self.program.any_fluent = self.fluent_ids.get(&None).copied();
        for facts in &mut self.program.statics {
            facts.build_all();
        }
        Ok(self.program)
    }

    /// Adds a table that the caller fills.
    pub fn add_table(&mut self, n_columns: usize) -> usize {
        let template = Facts::new(n_columns);
        self.program.fluents.push(Fluent { shape: None, template });
        self.program.fluents.len() - 1
    }

    /// Compiles a single rule: its first `n_known` head arguments are given,
    /// the others wanted.
    pub fn lone_rule(&mut self, clause: &Clause, n_known: usize) -> Result<RuleCode, Unsafe> {
        let mut modes = vec![Mode::Wanted; clause.head.len()];
        modes[..n_known].fill(Mode::Known);
        self.rule(RelationId(usize::MAX), &modes, clause)
    }

    fn compile(&mut self, id: RelationId, modes: &[Mode]) -> Result<QueryPlan, Unsafe> {
        let relation = &self.clauses.relations[id.0];
        let mut rules = Vec::new();
        if !relation.facts.is_empty() {
            // Facts beside rules: a rule that reads them from a table.
            rules.push(self.rule(id, modes, &fact_clause(id, relation.arity, relation.span))?);
        }
        for clause in &relation.clauses {
            rules.push(self.rule(id, modes, clause)?);
        }
        let count = |wanted: Mode| modes.iter().filter(|&&mode| mode == wanted).count();
        Ok(QueryPlan {
            relation: relation.name,
            place: self.place(relation.span),
            n_known: count(Mode::Known),
            n_wanted: count(Mode::Wanted),
            level: self.analysis.level(id),
            recursive: self.analysis.is_recursive(id),
            rules,
        })
    }

    fn rule(
        &mut self,
        id: RelationId,
        modes: &[Mode],
        clause: &Clause,
    ) -> Result<RuleCode, Unsafe> {
        let mut writer = RuleWriter {
            planner: self,
            question: (id, modes),
            clause,
            bound: vec![false; clause.n_vars],
            code: Vec::new(),
            settled_at: None,
            wanted_vars: Vec::new(),
        };
        for (expr, _) in clause.head.iter().zip(modes).filter(|(_, mode)| **mode == Mode::Wanted) {
            expr.for_each_var(&mut |slot| writer.wanted_vars.push(slot));
        }
        let known = (clause.head.iter().zip(modes))
            .filter(|(_, mode)| **mode == Mode::Known)
            .map(|(expr, _)| writer.pattern(expr))
            .collect();
        writer.note_settled();
        writer.conjunction(&clause.body)?;
        if writer.wanted_vars.iter().any(|&slot| !writer.bound[slot]) {
            return Err(Unsafe { span: clause.span });
        }
        writer.code.push(Instr::Emit);
        let wanted = (clause.head.iter().zip(modes))
            .filter(|(_, mode)| **mode == Mode::Wanted)
            .map(|(expr, _)| build(expr))
            .collect();
        let settled_at = writer.settled_at.unwrap_or(writer.code.len());
        let code = writer.code;
        Ok(RuleCode { known, code, wanted, n_slots: clause.n_vars, settled_at })
    }

    fn place(&self, span: Span) -> String {
        let at = self.source.line_column(span.start as usize);
        format!("line {}, column {}", at.line, at.column)
    }

    /// The table of a relation's facts.
    fn static_table(&mut self, id: RelationId) -> usize {
        let relation = &self.clauses.relations[id.0];
        *self.static_ids.entry(id).or_insert_with(|| {
            let mut facts = Facts::new(relation.arity);
            for row in &relation.facts {
                facts.push(row);
            }
            self.program.statics.push(facts);
            self.program.statics.len() - 1
        })
    }

    fn fluent_table(&mut self, shape: Option<Shape>) -> usize {
        *self.fluent_ids.entry(shape).or_insert_with(|| {
            let n_columns = shape.map_or(1, |shape| shape.arity.unwrap_or(0) as usize);
            self.program.fluents.push(Fluent { shape, template: Facts::new(n_columns) });
            self.program.fluents.len() - 1
        })
    }
}

/// `(p ?1 ?2) <= facts of p`: a clause that reads the facts of a relation.
fn fact_clause(id: RelationId, arity: usize, span: Span) -> Clause {
    let args: Vec<Expr> = (0..arity).map(Expr::Var).collect();
    let body = vec![Goal::Positive(Query::Facts(id, args.clone()))];
    // Two uses each, head and body, so that no variable counts as ignored.
    Clause { span, head: args, body, n_vars: arity, uses: vec![2; arity] }
}

/// Compiles one rule, condition by condition.
struct RuleWriter<'p, 'a, 'c> {
    planner: &'p mut Planner<'a>,
    /// The query that the rule is compiled for.
    question: (RelationId, &'c [Mode]),
    clause: &'c Clause,
    /// Whether each variable is bound at this point.
    bound: Vec<bool>,
    code: Vec<Instr>,
    settled_at: Option<usize>,
    wanted_vars: Vec<Slot>,
}

impl RuleWriter<'_, '_, '_> {
    /// Repeatedly picks the most selective condition that is ready.
    fn conjunction(&mut self, goals: &[Goal]) -> Result<(), Unsafe> {
        let mut left: Vec<&Goal> = goals.iter().collect();
        while !left.is_empty() {
            let best = (0..left.len())
                .filter(|&at| self.is_ready(left[at], goals))
                .map(|at| (self.cost(left[at]), at))
                .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let Some((_, at)) = best else { return Err(Unsafe { span: self.clause.span }) };
            self.goal(left.remove(at))?;
        }
        Ok(())
    }

    /// Whether all variables that the condition cannot bind itself are bound.
    fn is_ready(&self, goal: &Goal, conjunction: &[Goal]) -> bool {
        match goal {
            Goal::Positive(_) => true,
            Goal::Distinct(left, right) => self.is_known(left) && self.is_known(right),
            Goal::Equal(left, right) => self.is_known(left) || self.is_known(right),
            // A variable that no condition binds means "for no value".
            Goal::Negative(query) => {
                let mut ready = true;
                query.for_each_var(&mut |slot| {
                    let waits = conjunction.iter().any(|other| other.may_bind(slot));
                    ready &= self.bound[slot] || !waits;
                });
                ready
            }
            Goal::Any(options) => {
                let own = goal.binds();
                let mut ready = true;
                goal.for_each_var(&mut |slot| {
                    let mut others = conjunction.iter().filter(|other| !std::ptr::eq(*other, goal));
                    let waits = !own.contains(&slot) && others.any(|other| other.may_bind(slot));
                    ready &= self.bound[slot] || !waits;
                });
                ready && options.iter().all(|option| self.is_option_ready(option))
            }
        }
    }

    /// Whether the comparisons in an option will have bound operands.
    fn is_option_ready(&self, option: &[Goal]) -> bool {
        let is_known = |expr: &Expr| {
            let mut known = true;
            expr.for_each_var(&mut |slot| {
                known &= self.bound[slot] || option.iter().any(|goal| goal.binds().contains(&slot));
            });
            known
        };
        option.iter().all(|goal| match goal {
            Goal::Distinct(left, right) => is_known(left) && is_known(right),
            Goal::Equal(left, right) => is_known(left) || is_known(right),
            _ => true,
        })
    }

    /// Expected number of solutions; below one for conditions that only test.
    fn cost(&self, goal: &Goal) -> f64 {
        match goal {
            Goal::Distinct(..) | Goal::Equal(..) => 0.01,
            Goal::Negative(Query::Relation(id, _)) if self.has_rules(*id) => 0.8,
            Goal::Negative(_) => 0.2,
            Goal::Positive(query) => self.query_cost(query),
            Goal::Any(options) => options
                .iter()
                .map(|option| option.iter().map(|goal| self.cost(goal)).fold(0.3, f64::max))
                .sum(),
        }
    }

    fn query_cost(&self, query: &Query) -> f64 {
        let exprs = query.exprs();
        let known: Vec<usize> = (0..exprs.len()).filter(|&at| self.is_known(exprs[at])).collect();
        let n_unknown = exprs.len() - known.len();
        let guess = if n_unknown == 0 { 0.1 } else { 4f64.powi(n_unknown.min(8) as i32) };
        match query {
            Query::Facts(id, _) => self.fact_cost(*id, &known),
            Query::Relation(id, _) if !self.has_rules(*id) => self.fact_cost(*id, &known),
            Query::Relation(..) if n_unknown == 0 => 0.7,
            // The query itself: its answers so far are read as they arrive.
            Query::Relation(id, args) if (*id, &self.modes(args)[..]) == self.question => 0.9,
            // Deriving costs more than a lookup.
            Query::Relation(..) => 2.0 * guess,
            Query::Table(..) => guess,
            Query::Does(..) => {
                if n_unknown == 0 {
                    0.1
                } else {
                    1.0
                }
            }
            Query::AnyFluent(_) => {
                if n_unknown == 0 {
                    0.1
                } else {
                    100.0
                }
            }
            Query::Fluent(shape, _) => match self.planner.sample.get(shape) {
                Some(facts) if facts.len() > 0 && n_unknown > 0 => facts.mean_matches(&known),
                _ => guess,
            },
        }
    }

    fn fact_cost(&self, id: RelationId, known: &[usize]) -> f64 {
        let relation = &self.planner.clauses.relations[id.0];
        if known.len() == relation.arity {
            return 0.1;
        }
        let mut keys: Vec<Vec<_>> =
            relation.facts.iter().map(|row| known.iter().map(|&at| row[at]).collect()).collect();
        keys.sort_unstable();
        keys.dedup();
        relation.facts.len() as f64 / keys.len().max(1) as f64
    }

    fn has_rules(&self, id: RelationId) -> bool {
        !self.planner.clauses.relations[id.0].clauses.is_empty()
    }

    fn goal(&mut self, goal: &Goal) -> Result<(), Unsafe> {
        match goal {
            Goal::Positive(query) => self.query(query),
            Goal::Negative(query) => {
                let at = self.code.len();
                self.code.push(Instr::Not { end: 0 });
                let bound = self.bound.clone();
                self.query(query);
                self.bound = bound;
                self.code.push(Instr::Found { start: at + 1 });
                self.code[at] = Instr::Not { end: self.code.len() };
            }
            Goal::Distinct(left, right) => {
                self.code.push(Instr::Distinct(build(left), build(right)));
            }
            Goal::Equal(left, right) => {
                let (given, other) =
                    if self.is_known(left) { (left, right) } else { (right, left) };
                let pattern = self.pattern(other);
                self.code.push(Instr::Equal(build(given), pattern));
            }
            Goal::Any(options) => self.any(options)?,
        }
        self.note_settled();
        Ok(())
    }

    fn any(&mut self, options: &[Vec<Goal>]) -> Result<(), Unsafe> {
        let at = self.code.len();
        self.code.push(Instr::Any { branches: Vec::new() });
        let before = self.bound.clone();
        let settled = self.settled_at;
        let mut after = vec![true; before.len()];
        let (mut branches, mut jumps) = (Vec::new(), Vec::new());
        for option in options {
            branches.push(self.code.len());
            self.bound.clone_from(&before);
            self.conjunction(option)?;
            jumps.push(self.code.len());
            self.code.push(Instr::Jump { to: 0 });
            for (all, this) in after.iter_mut().zip(&self.bound) {
                *all &= this;
            }
        }
        let to = self.code.len();
        for jump in jumps {
            self.code[jump] = Instr::Jump { to };
        }
        self.code[at] = Instr::Any { branches };
        self.bound = after;
        // Values settled within one branch are not settled for the others.
        self.settled_at = settled;
        Ok(())
    }

    fn query(&mut self, query: &Query) {
        let instr = match query {
            Query::Relation(id, args) if self.has_rules(*id) => self.call(*id, args),
            Query::Relation(id, args) | Query::Facts(id, args) => {
                let table = self.planner.static_table(*id);
                Instr::Scan(self.scan(Table::Static(table), args))
            }
            Query::Table(table, args) => Instr::Scan(self.scan(Table::Fluent(*table), args)),
            Query::Fluent(shape, args) => {
                let table = self.planner.fluent_table(Some(*shape));
                Instr::Scan(self.scan(Table::Fluent(table), args))
            }
            Query::AnyFluent(expr) => {
                let table = self.planner.fluent_table(None);
                Instr::Scan(self.scan(Table::Fluent(table), std::slice::from_ref(expr)))
            }
            Query::Does(role, mv) => Instr::Does { role: self.pattern(role), mv: self.pattern(mv) },
        };
        self.code.push(instr);
    }

    fn scan(&mut self, table: Table, args: &[Expr]) -> Scan {
        let known: Vec<usize> = (0..args.len()).filter(|&at| self.is_known(&args[at])).collect();
        let key: Vec<Build> = known.iter().map(|&at| build(&args[at])).collect();
        let facts = match table {
            Table::Static(at) => &mut self.planner.program.statics[at],
            Table::Fluent(at) => &mut self.planner.program.fluents[at].template,
        };
        let index = (!known.is_empty()).then(|| (facts.index_over(&known), key));
        let mut columns = Vec::new();
        for (at, arg) in args.iter().enumerate() {
            if !known.contains(&at) && !self.is_ignored(arg) {
                columns.push((at, self.pattern(arg)));
            }
        }
        Scan { table, index, columns }
    }

    fn call(&mut self, id: RelationId, args: &[Expr]) -> Instr {
        let modes = self.modes(args);
        let of_mode =
            |wanted: Mode| (0..args.len()).filter(|&at| modes[at] == wanted).collect::<Vec<_>>();
        let key = of_mode(Mode::Known).into_iter().map(|at| build(&args[at])).collect();
        let answer = of_mode(Mode::Wanted).into_iter().map(|at| self.pattern(&args[at])).collect();
        let plan = self.planner.plan(id, modes);
        Instr::Call { plan, key, answer }
    }

    /// The mode of each argument at this point.
    fn modes(&self, args: &[Expr]) -> Vec<Mode> {
        let mode = |arg| match (self.is_known(arg), self.is_ignored(arg)) {
            (true, _) => Mode::Known,
            (false, true) => Mode::Ignored,
            (false, false) => Mode::Wanted,
        };
        args.iter().map(mode).collect()
    }

    /// Whether an unknown argument is a variable that occurs nowhere else.
    fn is_ignored(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Var(slot) if self.clause.uses[*slot] == 1)
    }

    fn is_known(&self, expr: &Expr) -> bool {
        let mut known = true;
        expr.for_each_var(&mut |slot| known &= self.bound[slot]);
        known
    }

    /// The pattern of an expression; binds its variables.
    fn pattern(&mut self, expr: &Expr) -> Pattern {
        match expr {
            Expr::Ground(term) => Pattern::Ground(*term),
            Expr::Var(slot) if self.bound[*slot] => Pattern::Bound(*slot),
            Expr::Var(slot) if self.clause.uses[*slot] == 1 => Pattern::Anything,
            Expr::Var(slot) => {
                self.bound[*slot] = true;
                Pattern::Bind(*slot)
            }
            Expr::Function(name, args) => {
                Pattern::Function(*name, args.iter().map(|arg| self.pattern(arg)).collect())
            }
        }
    }

    fn note_settled(&mut self) {
        if self.settled_at.is_none() && self.wanted_vars.iter().all(|&slot| self.bound[slot]) {
            self.settled_at = Some(self.code.len());
        }
    }
}

fn build(expr: &Expr) -> Build {
    match expr {
        Expr::Ground(term) => Build::Ground(*term),
        Expr::Var(slot) => Build::Slot(*slot),
        Expr::Function(name, args) => Build::Function(*name, args.iter().map(build).collect()),
    }
}
