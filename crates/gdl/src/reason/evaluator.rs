//! The evaluator: answers queries about one state at a time.
//!
//! Evaluation is top-down with tabling: every intermediate query is answered
//! once and its answers are stored. A query that recurs while it is being
//! answered is a recursion: it reads the answers found so far, and the leader
//! of such a strongly connected component is evaluated again until no member
//! gains an answer, which is the least fixpoint. Under `not`, only completely
//! answered queries are read.

use std::cell::Cell;
use std::time::Instant;

use hashbrown::HashTable;
use smallvec::SmallVec;

use super::facts::Facts;
use super::limits::{Fault, Limits};
use super::program::{Build, Instr, Level, Pattern, PlanId, Program, RuleCode, Scan, Table};
use super::tuples::Tuples;
use crate::symbol::SymbolId;
use crate::term::{TermId, TermStore};

/// One thread's evaluator.
pub(crate) struct Evaluator {
    /// The facts of the state, by shape.
    fluents: Vec<Facts>,
    /// For each term seen as a state fact, its table plus one; zero if unknown.
    fluent_of: Vec<u32>,
    does: Vec<(TermId, TermId)>,
    tables: Vec<AnswerTable>,
    /// Plans with answers that are valid for the state or for the joint move.
    used: [Vec<PlanId>; 2],
    registers: Vec<TermId>,
    /// Solutions of a single rule.
    solutions: Vec<TermId>,
    n_solutions: usize,
    /// Terms that this thread has seen, found without a lock.
    known_terms: HashTable<TermId>,
    /// Number of nested recursive queries being answered.
    depth: usize,
    /// Number of the next recursive query. Numbers grow from the bottom of the
    /// stack of unanswered queries to its top.
    next_number: usize,
    /// The lowest number of an unanswered query that recurred.
    low: usize,
    /// Partly answered queries that wait for one with a lower number.
    waiting: Vec<(PlanId, usize)>,
    /// Number of new answers to recursive queries.
    n_gained: u64,
    n_steps: u64,
    n_steps_max: u64,
    n_bytes: usize,
    started: Option<Instant>,
    limits: Limits,
    /// The plan being evaluated, for messages.
    current: Cell<PlanId>,
}

/// All queries to one plan, with their answers.
#[derive(Default)]
struct AnswerTable {
    queries: Tuples,
    entries: Vec<Entry>,
}

#[derive(Default)]
struct Entry {
    status: Status,
    answers: Tuples,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Status {
    /// Not answered yet, though some answers may be known.
    #[default]
    Open,
    /// Being answered, or partly answered until a query with a lower number is
    /// complete. Holds its own number.
    Unanswered(usize),
    Complete,
}

/// Where a search for solutions continues: loops at instructions before this
/// one continue, those at or after it stop.
type Resume = usize;

/// Continues all loops.
const GO_ON: Resume = usize::MAX;

type Key = SmallVec<[TermId; 8]>;

impl Evaluator {
    pub fn new(program: &Program, limits: Limits) -> Self {
        Self {
            fluents: program.fluents.iter().map(|fluent| fluent.template.clone()).collect(),
            fluent_of: Vec::new(),
            does: Vec::new(),
            tables: program
                .plans
                .iter()
                .map(|plan| AnswerTable { queries: Tuples::new(plan.n_known), entries: Vec::new() })
                .collect(),
            used: [Vec::new(), Vec::new()],
            registers: Vec::new(),
            solutions: Vec::new(),
            n_solutions: 0,
            known_terms: HashTable::new(),
            depth: 0,
            next_number: 0,
            low: usize::MAX,
            waiting: Vec::new(),
            n_gained: 0,
            n_steps: 0,
            n_steps_max: u64::MAX,
            n_bytes: 0,
            started: None,
            limits,
            current: Cell::new(0),
        }
    }

    /// Sets the maximum number of steps of a query.
    pub fn limit_steps(&mut self, n_steps_max: u64) {
        self.n_steps_max = n_steps_max;
    }

    /// Number of steps of the last query.
    pub fn n_steps(&self) -> u64 {
        self.n_steps
    }

    /// Sets the state.
    pub fn set_state(&mut self, program: &Program, terms: &TermStore, facts: &[TermId]) {
        self.forget(Level::Action);
        self.forget(Level::State);
        self.fluents.iter_mut().for_each(Facts::clear);
        for &fact in facts {
            if let Some(table) = self.fluent_table(program, terms, fact) {
                self.fluents[table].push(terms.args(fact));
            }
            if let Some(table) = program.any_fluent {
                self.fluents[table].push(&[fact]);
            }
        }
    }

    /// The table for facts of this shape, if any rule reads them.
    fn fluent_table(
        &mut self,
        program: &Program,
        terms: &TermStore,
        fact: TermId,
    ) -> Option<usize> {
        let at = fact.0 as usize;
        if at >= self.fluent_of.len() {
            self.fluent_of.resize(at + 1, 0);
        }
        if self.fluent_of[at] == 0 {
            let shape = Some(terms.shape(fact));
            let table = program.fluents.iter().position(|fluent| fluent.shape == shape);
            self.fluent_of[at] = table.map_or(u32::MAX, |table| table as u32 + 1);
        }
        match self.fluent_of[at] {
            u32::MAX => None,
            table => Some(table as usize - 1),
        }
    }

    /// Sets the joint move, as pairs of role and move.
    pub fn set_does(&mut self, does: impl Iterator<Item = (TermId, TermId)>) {
        self.forget(Level::Action);
        self.does.clear();
        self.does.extend(does);
    }

    fn forget(&mut self, level: Level) {
        for plan in self.used[level as usize - 1].drain(..) {
            self.tables[plan].queries.clear();
        }
        self.n_bytes = 0;
    }

    /// All answers to a query, as tuples of the wanted arguments.
    pub fn ask(
        &mut self,
        program: &Program,
        terms: &TermStore,
        plan: PlanId,
        known: &[TermId],
    ) -> Result<&Tuples, Fault> {
        self.n_steps = 0;
        self.started = None;
        let mut run = Run { evaluator: self, program, terms };
        match run.call(plan, known) {
            Ok(entry) => Ok(&self.tables[plan].entries[entry].answers),
            Err(stop) => {
                let fault = self.fault(program, terms, stop);
                self.reset(program);
                Err(fault)
            }
        }
    }

    /// Adds a fact to a table that the caller fills.
    pub fn add_row(&mut self, table: usize, row: &[TermId]) {
        self.fluents[table].push_indexed(row);
    }

    /// Number of solutions of the last single rule.
    pub fn n_solutions(&self) -> usize {
        self.n_solutions
    }

    /// All solutions of a single rule, as concatenated tuples of its wanted
    /// values.
    pub fn solve(
        &mut self,
        program: &Program,
        terms: &TermStore,
        rule: &RuleCode,
        known: &[TermId],
    ) -> Result<&[TermId], Fault> {
        self.n_steps = 0;
        self.started = None;
        self.solutions.clear();
        self.n_solutions = 0;
        let base = self.registers.len();
        self.registers.resize(base + rule.n_slots, TermId(0));
        let mut run = Run { evaluator: self, program, terms };
        let fits =
            rule.known.iter().zip(known).all(|(pattern, &value)| run.matches(base, pattern, value));
        let result = match fits {
            true => Frame { rule, base, plan: LONE, entry: 0 }.run(&mut run, 0).map(|_| ()),
            false => Ok(()),
        };
        self.registers.truncate(base);
        match result {
            Ok(()) => Ok(&self.solutions),
            Err(stop) => Err(self.fault(program, terms, stop)),
        }
    }

    /// Drops all unfinished queries.
    fn reset(&mut self, program: &Program) {
        let (n_steps, n_steps_max) = (self.n_steps, self.n_steps_max);
        *self = Evaluator { n_steps, n_steps_max, ..Evaluator::new(program, self.limits.clone()) };
    }

    fn fault(&self, program: &Program, terms: &TermStore, stop: Stop) -> Fault {
        let plan = program.plans.get(self.current.get());
        let relation =
            plan.map_or("a rule", |plan| terms.symbols().name(plan.relation)).to_string();
        let place = plan.map_or_else(String::new, |plan| plan.place.clone());
        match stop {
            Stop::Time => Fault::Time { relation, place, seconds: self.limits.time_max.as_secs() },
            Stop::Memory => {
                Fault::Memory { relation, place, megabytes: self.limits.memory_bytes_max >> 20 }
            }
            Stop::Depth => Fault::Depth { relation, place, depth: self.limits.term_depth_max },
            Stop::Unstratified => Fault::Unstratified { relation, place },
        }
    }
}

/// Stands for the plan of a single rule.
const LONE: PlanId = usize::MAX;

/// Why an evaluation was stopped.
#[derive(Clone, Copy, Debug)]
enum Stop {
    Time,
    Memory,
    Depth,
    Unstratified,
}

/// Number of steps between two checks of the clock.
const STEPS_PER_CHECK: u64 = 1 << 14;

/// Stack to keep in reserve for one level of evaluation, and to add when it
/// runs out: rules may recurse as deep as memory allows.
const STACK_RESERVE: usize = 128 << 10;
const STACK_GROWTH: usize = 4 << 20;

/// Rough cost of one level of evaluation, counted against the memory limit.
const BYTES_PER_LEVEL: usize = 2 << 10;

/// An evaluation in progress: the evaluator with the program and terms it reads.
struct Run<'a> {
    evaluator: &'a mut Evaluator,
    program: &'a Program,
    terms: &'a TermStore,
}

impl Run<'_> {
    /// Answers a query unless it is already being answered; returns its entry.
    fn call(&mut self, plan: PlanId, known: &[TermId]) -> Result<usize, Stop> {
        let evaluator = &mut *self.evaluator;
        let table = &mut evaluator.tables[plan];
        let (entry, is_new) = table.queries.insert(known);
        if is_new {
            self.open(plan, entry);
        }
        let evaluator = &mut *self.evaluator;
        match evaluator.tables[plan].entries[entry].status {
            Status::Complete => {}
            Status::Unanswered(number) => evaluator.low = evaluator.low.min(number),
            Status::Open => stacker::maybe_grow(STACK_RESERVE, STACK_GROWTH, || {
                let caller = self.evaluator.current.replace(plan);
                self.answer(plan, entry, known)?;
                self.evaluator.current.set(caller);
                Ok(())
            })?,
        }
        Ok(entry)
    }

    /// Creates an empty answer set for a new query.
    fn open(&mut self, plan: PlanId, entry: usize) {
        let code = &self.program.plans[plan];
        let evaluator = &mut *self.evaluator;
        if entry == 0 && code.level != Level::Static {
            evaluator.used[code.level as usize - 1].push(plan);
        }
        let table = &mut evaluator.tables[plan];
        match table.entries.get_mut(entry) {
            // Left over from an earlier state: only its memory is reused.
            Some(old) => {
                old.status = Status::Open;
                old.answers.clear();
            }
            None => table
                .entries
                .push(Entry { status: Status::Open, answers: Tuples::new(code.n_wanted) }),
        }
    }

    fn answer(&mut self, plan: PlanId, entry: usize, known: &[TermId]) -> Result<(), Stop> {
        if !self.program.plans[plan].recursive {
            self.run_rules(plan, entry, known)?;
            self.entry(plan, entry).status = Status::Complete;
            return Ok(());
        }
        if self.evaluator.depth * BYTES_PER_LEVEL > self.evaluator.limits.memory_bytes_max {
            return Err(Stop::Memory);
        }
        let number = self.evaluator.next_number;
        let n_waiting = self.evaluator.waiting.len();
        let low_outside = std::mem::replace(&mut self.evaluator.low, usize::MAX);
        self.evaluator.depth += 1;
        self.entry(plan, entry).status = Status::Unanswered(number);
        loop {
            self.evaluator.next_number = number + 1;
            let n_gained = self.evaluator.n_gained;
            self.run_rules(plan, entry, known)?;
            let low = self.evaluator.low;
            let is_settled = self.is_settled(plan, entry);
            if low < number && !is_settled {
                // A member of a component whose leader has a lower number.
                self.evaluator.waiting.push((plan, entry));
                break;
            }
            let is_fixpoint = low == usize::MAX || self.evaluator.n_gained == n_gained;
            self.release(n_waiting, is_fixpoint && low >= number);
            self.evaluator.low = usize::MAX;
            if is_fixpoint || is_settled {
                self.entry(plan, entry).status = Status::Complete;
                self.evaluator.next_number = number;
                break;
            }
        }
        self.evaluator.depth -= 1;
        self.evaluator.low = self.evaluator.low.min(low_outside);
        Ok(())
    }

    /// Whether a yes-or-no query already has an answer.
    fn is_settled(&mut self, plan: PlanId, entry: usize) -> bool {
        self.program.plans[plan].n_wanted == 0 && !self.entry(plan, entry).answers.is_empty()
    }

    /// Releases the queries after the first `n_waiting`: they are complete
    /// along with the leader of their component, or else are evaluated again,
    /// keeping the answers found.
    fn release(&mut self, n_waiting: usize, complete: bool) {
        let status = if complete { Status::Complete } else { Status::Open };
        for (plan, entry) in self.evaluator.waiting.split_off(n_waiting) {
            self.entry(plan, entry).status = status;
        }
    }

    fn entry(&mut self, plan: PlanId, entry: usize) -> &mut Entry {
        &mut self.evaluator.tables[plan].entries[entry]
    }

    fn run_rules(&mut self, plan: PlanId, entry: usize, known: &[TermId]) -> Result<(), Stop> {
        let code = &self.program.plans[plan];
        for rule in &code.rules {
            let base = self.evaluator.registers.len();
            self.evaluator.registers.resize(base + rule.n_slots, TermId(0));
            let fits = rule
                .known
                .iter()
                .zip(known)
                .all(|(pattern, &value)| self.matches(base, pattern, value));
            let resume = if fits { Frame { rule, base, plan, entry }.run(self, 0)? } else { GO_ON };
            self.evaluator.registers.truncate(base);
            if resume == 0 && code.n_wanted == 0 {
                break;
            }
        }
        Ok(())
    }

    fn matches(&mut self, base: usize, pattern: &Pattern, value: TermId) -> bool {
        match pattern {
            Pattern::Anything => true,
            Pattern::Ground(term) => *term == value,
            Pattern::Bound(slot) => self.evaluator.registers[base + slot] == value,
            Pattern::Bind(slot) => {
                self.evaluator.registers[base + slot] = value;
                true
            }
            Pattern::Function(name, args) => {
                let shape = self.terms.shape(value);
                shape.name == *name && shape.arity == Some(args.len() as u32) && {
                    let terms = self.terms;
                    let values = terms.args(value);
                    args.iter().zip(values).all(|(arg, &value)| self.matches(base, arg, value))
                }
            }
        }
    }

    fn build(&mut self, base: usize, build: &Build) -> Result<TermId, Stop> {
        match build {
            Build::Ground(term) => Ok(*term),
            Build::Slot(slot) => Ok(self.evaluator.registers[base + slot]),
            Build::Function(name, args) => {
                let args = self.build_all(base, args)?;
                self.function(*name, &args)
            }
        }
    }

    fn build_all(&mut self, base: usize, builds: &[Build]) -> Result<Key, Stop> {
        builds.iter().map(|build| self.build(base, build)).collect()
    }

    fn function(&mut self, name: SymbolId, args: &[TermId]) -> Result<TermId, Stop> {
        let terms = self.terms;
        let hash = terms.hash_of(name, Some(args));
        let known = &mut self.evaluator.known_terms;
        if let Some(&id) = known.find(hash, |&id| terms.is(id, name, Some(args))) {
            return Ok(id);
        }
        let id = terms.intern(name, Some(args), hash);
        known.insert_unique(hash, id, |&id| terms.hash(id));
        if terms.depth(id) > self.evaluator.limits.term_depth_max {
            return Err(Stop::Depth);
        }
        if terms.n_bytes() > self.evaluator.limits.memory_bytes_max {
            return Err(Stop::Memory);
        }
        Ok(id)
    }

    fn add_answer(&mut self, plan: PlanId, entry: usize, answer: &[TermId]) -> Result<(), Stop> {
        let (_, is_new) = self.entry(plan, entry).answers.insert(answer);
        if !is_new {
            return Ok(());
        }
        self.evaluator.n_gained += u64::from(self.program.plans[plan].recursive);
        self.evaluator.n_bytes += 16 + 4 * answer.len();
        if self.evaluator.n_bytes > self.evaluator.limits.memory_bytes_max {
            return Err(Stop::Memory);
        }
        Ok(())
    }

    /// Counts one step and periodically checks the clock.
    fn step(&mut self) -> Result<(), Stop> {
        self.evaluator.n_steps += 1;
        if self.evaluator.n_steps.is_multiple_of(STEPS_PER_CHECK) {
            let started = *self.evaluator.started.get_or_insert_with(Instant::now);
            if started.elapsed() > self.evaluator.limits.time_max {
                return Err(Stop::Time);
            }
        }
        if self.evaluator.n_steps > self.evaluator.n_steps_max {
            return Err(Stop::Time);
        }
        Ok(())
    }
}

/// One rule being evaluated for one query.
#[derive(Clone, Copy)]
struct Frame<'a> {
    rule: &'a RuleCode,
    base: usize,
    plan: PlanId,
    entry: usize,
}

impl Frame<'_> {
    /// Finds all solutions from an instruction on.
    fn run(self, run: &mut Run<'_>, mut at: usize) -> Result<Resume, Stop> {
        loop {
            run.step()?;
            match &self.rule.code[at] {
                Instr::Distinct(left, right) => {
                    if run.build(self.base, left)? == run.build(self.base, right)? {
                        return Ok(GO_ON);
                    }
                    at += 1;
                }
                Instr::Equal(given, pattern) => {
                    let value = run.build(self.base, given)?;
                    if !run.matches(self.base, pattern, value) {
                        return Ok(GO_ON);
                    }
                    at += 1;
                }
                Instr::Not { end } => {
                    if self.finds(run, at + 1)? {
                        return Ok(GO_ON);
                    }
                    at = *end;
                }
                Instr::Jump { to } => at = *to,
                Instr::Found { start } => return Ok(*start),
                Instr::Any { branches } => {
                    for &branch in branches {
                        let resume = self.run(run, branch)?;
                        if resume <= at {
                            return Ok(resume);
                        }
                    }
                    return Ok(GO_ON);
                }
                Instr::Scan(scan) => return self.scan(run, at, scan),
                Instr::Call { plan, key, answer } => return self.call(run, at, *plan, key, answer),
                Instr::Does { role, mv } => return self.does(run, at, role, mv),
                Instr::Emit => {
                    let answer = run.build_all(self.base, &self.rule.wanted)?;
                    match self.plan {
                        LONE => {
                            run.evaluator.solutions.extend_from_slice(&answer);
                            run.evaluator.n_solutions += 1;
                        }
                        plan => run.add_answer(plan, self.entry, &answer)?,
                    }
                    return Ok(self.rule.settled_at);
                }
            }
        }
    }

    /// Whether the instructions under a `not` have a solution.
    fn finds(self, run: &mut Run<'_>, start: usize) -> Result<bool, Stop> {
        let low = std::mem::replace(&mut run.evaluator.low, usize::MAX);
        let found = self.run(run, start)? == start;
        if !found && run.evaluator.low != usize::MAX {
            // A negative answer from a query that depends on this very rule.
            run.evaluator.current.set(self.plan);
            return Err(Stop::Unstratified);
        }
        run.evaluator.low = low;
        Ok(found)
    }

    fn scan(self, run: &mut Run<'_>, at: usize, scan: &Scan) -> Result<Resume, Stop> {
        let Some((index, key)) = &scan.index else {
            let n_rows = run.facts(scan.table).len();
            for row in 0..n_rows {
                let resume = self.row(run, at, scan, row)?;
                if resume <= at {
                    return Ok(resume);
                }
            }
            return Ok(GO_ON);
        };
        let key = run.build_all(self.base, key)?;
        if let Table::Fluent(table) = scan.table {
            run.evaluator.fluents[table].build(*index);
        }
        let mut next = run.facts(scan.table).first(*index, &key);
        while let Some(row) = next {
            let resume = self.row(run, at, scan, row)?;
            if resume <= at {
                return Ok(resume);
            }
            if scan.columns.is_empty() {
                // No column is bound: one row is enough.
                break;
            }
            next = run.facts(scan.table).following(*index, row, &key);
        }
        Ok(GO_ON)
    }

    fn row(self, run: &mut Run<'_>, at: usize, scan: &Scan, row: usize) -> Result<Resume, Stop> {
        for (column, pattern) in &scan.columns {
            let value = run.facts(scan.table).row(row)[*column];
            if !run.matches(self.base, pattern, value) {
                return Ok(GO_ON);
            }
        }
        self.run(run, at + 1)
    }

    fn call(
        self,
        run: &mut Run<'_>,
        at: usize,
        plan: PlanId,
        key: &[Build],
        patterns: &[Pattern],
    ) -> Result<Resume, Stop> {
        let key = run.build_all(self.base, key)?;
        let entry = run.call(plan, &key)?;
        // Answers may be added while they are read: a rule that recurses into
        // its own query reads the answers it adds.
        let mut next = 0;
        while next < run.entry(plan, entry).answers.len() {
            let fits = patterns.iter().enumerate().all(|(column, pattern)| {
                let value = run.entry(plan, entry).answers.get(next)[column];
                run.matches(self.base, pattern, value)
            });
            if fits {
                let resume = self.run(run, at + 1)?;
                if resume <= at {
                    return Ok(resume);
                }
            }
            next += 1;
        }
        Ok(GO_ON)
    }

    fn does(
        self,
        run: &mut Run<'_>,
        at: usize,
        role: &Pattern,
        mv: &Pattern,
    ) -> Result<Resume, Stop> {
        for which in 0..run.evaluator.does.len() {
            let (who, what) = run.evaluator.does[which];
            if run.matches(self.base, role, who) && run.matches(self.base, mv, what) {
                let resume = self.run(run, at + 1)?;
                if resume <= at {
                    return Ok(resume);
                }
            }
        }
        Ok(GO_ON)
    }
}

impl Run<'_> {
    fn facts(&self, table: Table) -> &Facts {
        match table {
            Table::Static(at) => &self.program.statics[at],
            Table::Fluent(at) => &self.evaluator.fluents[at],
        }
    }
}
