//! A small bottom-up grounder for the checks.
//!
//! It derives facts from earlier facts, with every `not` taken to hold and the
//! state relaxed to every fact that could ever be true. A fact that is not
//! derived can never hold. Of the wanted rules it keeps every instance. A step
//! budget bounds it, since games can be far too large.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::clause::{Clause, Pattern, clauses};
use super::survey::Survey;
use super::term::{Functor, TermId, Terms};

pub(super) struct Grounding<'a> {
    survey: &'a Survey<'a>,
    pub terms: Terms,
    pub clauses: Vec<Clause>,
    /// Instances of the wanted rules: clause and values of its variables.
    pub instances: Vec<(u32, Box<[TermId]>)>,
    /// Whether all instances were found within the budget.
    pub is_complete: bool,
    facts: Facts,
    steps_left: usize,
}

/// About a second and 200 MB. The negations of all public sheets are settled
/// without grounding.
const STEPS_MAX: usize = 1_000_000;
const INSTANCES_MAX: usize = 200_000;

/// Recursion that builds terms with more names than this is taken to be
/// infinite.
const SIZE_MAX: usize = 500;

/// The value of an unbound variable.
const UNBOUND: TermId = TermId::MAX;

impl<'a> Grounding<'a> {
    /// Grounds the `wanted` rules.
    pub fn new(survey: &'a Survey<'a>, wanted: &[u32]) -> Self {
        let mut grounding = Self {
            survey,
            terms: Terms::default(),
            clauses: Vec::new(),
            instances: Vec::new(),
            is_complete: true,
            facts: Facts::default(),
            steps_left: STEPS_MAX,
        };
        for rule in needed(survey, wanted) {
            match clauses(rule, &survey.rules[rule as usize], &mut grounding.terms) {
                Some(mut clauses) => grounding.clauses.append(&mut clauses),
                None => grounding.is_complete = false,
            }
        }
        grounding.run(wanted);
        grounding
    }

    /// The term in the notation of rule sheets.
    pub fn text(&self, term: TermId) -> String {
        let text = self.terms.text(term, self.survey.sheet.symbols());
        // Relations without arguments are usually written without brackets.
        if self.terms.args(term).is_empty() { text.replace(['(', ')'], "") } else { text }
    }

    fn run(&mut self, wanted: &[u32]) {
        let clauses = std::mem::take(&mut self.clauses);
        let wanted: FxHashSet<u32> = wanted.iter().copied().collect();
        let mut triggers: FxHashMap<Functor, Vec<(u32, usize)>> = FxHashMap::default();
        for (clause, at) in clauses.iter().zip(0..) {
            for (condition, position) in clause.positive.iter().zip(0..) {
                let functor = self.functor(&condition.pattern);
                triggers.entry(functor).or_default().push((at, position));
            }
        }
        let mut join = Join { grounding: self, wanted, queue: VecDeque::new() };
        for (clause, at) in clauses.iter().zip(0..).filter(|(clause, _)| clause.positive.is_empty())
        {
            join.finish(clause, at, &mut vec![UNBOUND; clause.n_variables]);
        }
        while let Some(fact) = join.queue.pop_front() {
            join.grounding.facts.add(fact, &join.grounding.terms);
            let functor = join.grounding.terms.functor(fact);
            if join.is_spent() {
                join.grounding.is_complete = false;
                break;
            }
            for &(at, position) in triggers.get(&functor).into_iter().flatten() {
                join.trigger(&clauses[at as usize], at, position, fact);
            }
        }
        self.clauses = clauses;
    }

    fn functor(&self, pattern: &Pattern) -> Functor {
        match pattern {
            Pattern::Ground(term) => self.terms.functor(*term),
            Pattern::Open(functor, _) => *functor,
            Pattern::Variable(_) => unreachable!("an atom has a name"),
        }
    }

    /// The ground term of a pattern; `None` if a variable is unbound or the
    /// term is too large.
    pub fn build(&mut self, pattern: &Pattern, values: &[TermId]) -> Option<TermId> {
        match pattern {
            Pattern::Variable(at) => Some(values[*at]).filter(|&term| term != UNBOUND),
            Pattern::Ground(term) => Some(*term),
            Pattern::Open(functor, args) => {
                let args: Option<Vec<_>> = args.iter().map(|arg| self.build(arg, values)).collect();
                let args = args?;
                if args.iter().any(|&arg| self.terms.size(arg) > SIZE_MAX) {
                    self.is_complete = false;
                    return None;
                }
                Some(self.terms.intern(*functor, &args))
            }
        }
    }

    /// Matches a pattern with a term. Bindings are added even if the match
    /// fails.
    pub fn matches(&self, pattern: &Pattern, term: TermId, values: &mut [TermId]) -> bool {
        match pattern {
            Pattern::Ground(own) => *own == term,
            Pattern::Variable(at) if values[*at] == UNBOUND => {
                values[*at] = term;
                true
            }
            Pattern::Variable(at) => values[*at] == term,
            Pattern::Open(functor, args) => {
                let found = self.terms.args(term);
                self.terms.functor(term) == *functor
                    && found.len() == args.len()
                    && args.iter().zip(found).all(|(arg, &term)| self.matches(arg, term, values))
            }
        }
    }

    /// The ground term of a pattern or, with unbound variables, all facts that
    /// match.
    pub fn all_matching(&mut self, pattern: &Pattern, values: &[TermId]) -> Vec<TermId> {
        if let Some(term) = self.build(pattern, values) {
            return vec![term];
        }
        let candidates = self.candidates(pattern, values).to_vec();
        self.steps_left = self.steps_left.saturating_sub(candidates.len());
        if self.steps_left == 0 {
            self.is_complete = false;
            return Vec::new();
        }
        let fits = |&fact: &TermId| self.matches(pattern, fact, &mut values.to_vec());
        candidates.into_iter().filter(fits).collect()
    }

    /// The facts that a pattern could match, from the most selective index.
    pub fn candidates(&self, pattern: &Pattern, values: &[TermId]) -> &[TermId] {
        let all = self.facts.all.get(&self.functor(pattern)).map_or(&[][..], Vec::as_slice);
        let Pattern::Open(functor, args) = pattern else { return all };
        let value = |pattern: &Pattern| match pattern {
            Pattern::Variable(at) => Some(values[*at]).filter(|&term| term != UNBOUND),
            Pattern::Ground(term) => Some(*term),
            Pattern::Open(..) => None,
        };
        let mut fewest = all;
        let mut consider = |place, pattern| {
            if let Some(term) = value(pattern) {
                let key = (*functor, place, term);
                let some = self.facts.placed.get(&key).map_or(&[][..], Vec::as_slice);
                if some.len() < fewest.len() {
                    fewest = some;
                }
            }
        };
        for (arg, at) in args.iter().zip(0..) {
            consider((at, 0), arg);
            if let Pattern::Open(_, inner) = arg {
                inner.iter().zip(1..).for_each(|(term, below)| consider((at, below), term));
            }
        }
        fewest
    }
}

/// The wanted rules and all rules that their conditions depend on.
fn needed(survey: &Survey<'_>, wanted: &[u32]) -> Vec<u32> {
    let mut seen = vec![false; survey.rules.len()];
    let mut open = wanted.to_vec();
    let mut patterns = vec![false; survey.links.n_patterns()];
    while let Some(rule) = open.pop() {
        if std::mem::replace(&mut seen[rule as usize], true) {
            continue;
        }
        for used in survey.links.uses(rule).iter().filter(|used| !used.negated) {
            if !std::mem::replace(&mut patterns[used.pattern], true) {
                open.extend(survey.links.heads(used.pattern));
            }
        }
    }
    (0..seen.len() as u32).filter(|&rule| seen[rule as usize]).collect()
}

/// An argument, and an argument of that argument counted from 1, or 0 for none.
type ArgPath = (u32, u32);

#[derive(Default)]
struct Facts {
    all: FxHashMap<Functor, Vec<TermId>>,
    placed: FxHashMap<(Functor, ArgPath, TermId), Vec<TermId>>,
    known: FxHashSet<TermId>,
}

impl Facts {
    fn add(&mut self, fact: TermId, terms: &Terms) {
        let functor = terms.functor(fact);
        self.all.entry(functor).or_default().push(fact);
        for (&arg, at) in terms.args(fact).iter().zip(0..) {
            self.placed.entry((functor, (at, 0), arg)).or_default().push(fact);
            for (&inner, below) in terms.args(arg).iter().zip(1..) {
                self.placed.entry((functor, (at, below), inner)).or_default().push(fact);
            }
        }
    }
}

struct Join<'g, 'a> {
    grounding: &'g mut Grounding<'a>,
    wanted: FxHashSet<u32>,
    /// Facts that were derived but not yet joined with the rules.
    queue: VecDeque<TermId>,
}

impl Join<'_, '_> {
    fn is_spent(&self) -> bool {
        self.grounding.steps_left == 0 || self.grounding.instances.len() >= INSTANCES_MAX
    }

    /// All instances in which one condition is met by a new fact and the others
    /// by facts up to it.
    fn trigger(&mut self, clause: &Clause, at: u32, position: usize, fact: TermId) {
        let mut values = vec![UNBOUND; clause.n_variables];
        self.grounding.steps_left = self.grounding.steps_left.saturating_sub(1);
        if self.grounding.matches(&clause.positive[position].pattern, fact, &mut values) {
            let rest = (0..clause.positive.len()).filter(|&other| other != position).collect();
            self.join(clause, at, rest, &mut values);
        }
    }

    fn join(&mut self, clause: &Clause, at: u32, mut rest: Vec<usize>, values: &mut [TermId]) {
        let fewest = (0..rest.len()).min_by_key(|&at| {
            self.grounding.candidates(&clause.positive[rest[at]].pattern, values).len()
        });
        let Some(fewest) = fewest else { return self.finish(clause, at, values) };
        self.grounding.steps_left = self.grounding.steps_left.saturating_sub(rest.len());
        let pattern = &clause.positive[rest.swap_remove(fewest)].pattern;
        let candidates = self.grounding.candidates(pattern, values).to_vec();
        for fact in candidates {
            if self.is_spent() {
                self.grounding.is_complete = false;
                return;
            }
            self.grounding.steps_left = self.grounding.steps_left.saturating_sub(1);
            let mut values = values.to_vec();
            if self.grounding.matches(pattern, fact, &mut values) {
                self.join(clause, at, rest.clone(), &mut values);
            }
        }
    }

    /// All conditions are bound: evaluates comparisons, derives the head, and
    /// stores the instance if it is wanted.
    fn finish(&mut self, clause: &Clause, at: u32, values: &mut [TermId]) {
        for (equal, left, right) in &clause.comparisons {
            let found = (self.grounding.build(left, values), self.grounding.build(right, values));
            let fits = match (found, equal) {
                ((Some(left), Some(right)), _) => (left == right) == *equal,
                ((Some(left), None), true) => self.grounding.matches(right, left, values),
                ((None, Some(right)), true) => self.grounding.matches(left, right, values),
                _ => true,
            };
            if !fits {
                return;
            }
        }
        let Some(head) = self.grounding.build(&clause.head, values) else { return };
        self.grounding.steps_left = self.grounding.steps_left.saturating_sub(1);
        if self.grounding.facts.known.insert(head) {
            self.queue.push_back(head);
        }
        if self.wanted.contains(&clause.rule) {
            self.grounding.instances.push((at, values.into()));
        }
    }
}
