//! Links from each condition to the rules whose heads it could match.
//!
//! Variables match anything. This is coarser than unification but linear, and
//! errs on one side only: a spurious link never makes a sound sheet look wrong.

use rustc_hash::FxHashMap;

use crate::symbol::keyword::{DOES, INIT, LEGAL, NEXT, TRUE};
use crate::{Atom, Literal, LiteralKind, Rule, SymbolId, Term, TermKind};

/// The atoms in the body of every rule, each with the heads that it could
/// match.
pub(super) struct Links<'a> {
    uses: Vec<Vec<BodyAtom<'a>>>,
    /// For each pattern, the rules whose heads match it.
    patterns: Vec<Vec<u32>>,
}

/// An atom in a body.
pub(super) struct BodyAtom<'a> {
    pub atom: &'a Atom,
    /// Whether it is negated. A double `not` is positive.
    pub negated: bool,
    /// Id of its pattern. Conditions equal up to the names of variables share
    /// one.
    pub pattern: usize,
}

impl<'a> Links<'a> {
    pub fn new(rules: &'a [Rule]) -> Self {
        let mut linker = Linker::new(rules);
        let uses = rules
            .iter()
            .map(|rule| {
                let mut uses = Vec::new();
                for literal in &rule.body {
                    linker.literal(literal, false, &mut uses);
                }
                uses
            })
            .collect();
        Self { uses, patterns: linker.patterns }
    }

    /// The atoms in the body of a rule, in text order.
    pub fn uses(&self, rule: u32) -> &[BodyAtom<'a>] {
        &self.uses[rule as usize]
    }

    /// The rules whose heads match a pattern. For `true` these are the rules
    /// for `init` and `next`, for `does` those for `legal`.
    pub fn heads(&self, pattern: usize) -> &[u32] {
        &self.patterns[pattern]
    }

    pub fn n_patterns(&self) -> usize {
        self.patterns.len()
    }

    /// The dependency graph: edges from rules to the patterns of their
    /// conditions, numbered after the rules, and from patterns to the rules
    /// that match. `true` and `does` have no outgoing edges.
    pub fn edges(&self) -> Vec<Vec<u32>> {
        let n_rules = self.uses.len();
        let mut edges: Vec<Vec<u32>> = vec![Vec::new(); n_rules + self.patterns.len()];
        for (rule, uses) in self.uses.iter().enumerate() {
            for used in uses.iter().filter(|used| !matches!(used.atom.name, TRUE | DOES)) {
                let pattern = n_rules + used.pattern;
                edges[rule].push(pattern as u32);
                if edges[pattern].is_empty() {
                    edges[pattern].extend(&self.patterns[used.pattern]);
                }
            }
        }
        edges
    }

    /// For each rule, whether it defines one of `relations` or the conditions
    /// of such a rule lead to it.
    pub fn reached_from(&self, rules: &[Rule], relations: &[SymbolId]) -> Vec<bool> {
        let mut reached: Vec<bool> =
            rules.iter().map(|rule| relations.contains(&rule.head.name)).collect();
        let mut seen = vec![false; self.patterns.len()];
        let mut open: Vec<u32> =
            (0..rules.len() as u32).filter(|&at| reached[at as usize]).collect();
        while let Some(rule) = open.pop() {
            for pattern in self.uses(rule).iter().map(|used| used.pattern) {
                if std::mem::replace(&mut seen[pattern], true) {
                    continue;
                }
                for &head in self.heads(pattern) {
                    if !std::mem::replace(&mut reached[head as usize], true) {
                        open.push(head);
                    }
                }
            }
        }
        reached
    }
}

/// The relations whose rules derive a condition's relation.
pub(super) fn answers(relation: &SymbolId) -> &[SymbolId] {
    match *relation {
        TRUE => &[INIT, NEXT],
        DOES => &[LEGAL],
        _ => std::slice::from_ref(relation),
    }
}

/// Whether two terms could be equal, with variables matching anything.
pub(super) fn could_match(left: &Term, right: &Term) -> bool {
    match (&left.kind, &right.kind) {
        (TermKind::Variable(_), _) | (_, TermKind::Variable(_)) => true,
        (TermKind::Constant(left), TermKind::Constant(right)) => left == right,
        (TermKind::Function(left, left_args), TermKind::Function(right, right_args)) => {
            left == right && could_match_all(left_args, right_args)
        }
        _ => false,
    }
}

pub(super) fn could_match_all(left: &[Term], right: &[Term]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(l, r)| could_match(l, r))
}

/// The outermost symbol of an argument: a constant, a function, or a variable.
type Shape = Option<(SymbolId, bool)>;

fn shape(term: &Term) -> Shape {
    match term.kind {
        TermKind::Variable(_) => None,
        TermKind::Constant(name) => Some((name, false)),
        TermKind::Function(name, _) => Some((name, true)),
    }
}

/// A path into an atom: an argument, and an argument of that argument counted from 1, or 0 for
/// none. Two levels suffice to distinguish the facts of games.
type ArgPath = (u32, u32);

fn arg_paths(args: &[Term]) -> impl Iterator<Item = (ArgPath, &Term)> {
    args.iter().zip(0..).flat_map(|(arg, at)| {
        let inner: &[Term] = match &arg.kind {
            TermKind::Function(_, inner) => inner,
            _ => &[],
        };
        let outer = std::iter::once(((at, 0), arg));
        outer.chain(inner.iter().zip(1..).map(move |(term, below)| ((at, below), term)))
    })
}

struct Linker<'a> {
    rules: &'a [Rule],
    all: FxHashMap<SymbolId, Vec<u32>>,
    /// Rules by relation, path, and symbol there.
    shaped: FxHashMap<(SymbolId, ArgPath, Shape), Vec<u32>>,
    patterns: Vec<Vec<u32>>,
    /// Pattern ids by encoded text, with 0 for every variable.
    ids: FxHashMap<Vec<u32>, usize>,
    steps_left: usize,
}

/// Beyond this number of steps, conditions are linked to all rules of their
/// relation. The public sheets need at most 47,000 steps.
const STEPS_MAX: usize = 5_000_000;

impl<'a> Linker<'a> {
    fn new(rules: &'a [Rule]) -> Self {
        let mut all: FxHashMap<_, Vec<u32>> = FxHashMap::default();
        let mut shaped: FxHashMap<_, Vec<u32>> = FxHashMap::default();
        for (rule, at) in rules.iter().zip(0..) {
            let relation = rule.head.name;
            all.entry(relation).or_default().push(at);
            for (place, term) in arg_paths(&rule.head.args) {
                shaped.entry((relation, place, shape(term))).or_default().push(at);
            }
        }
        let (patterns, ids) = Default::default();
        Self { rules, all, shaped, patterns, ids, steps_left: STEPS_MAX }
    }

    fn literal(&mut self, literal: &'a Literal, negated: bool, uses: &mut Vec<BodyAtom<'a>>) {
        match &literal.kind {
            LiteralKind::Atom(atom) => {
                uses.push(BodyAtom { atom, negated, pattern: self.pattern(atom) });
            }
            LiteralKind::Not(inner) => self.literal(inner, !negated, uses),
            LiteralKind::Or(options) => {
                options.iter().for_each(|option| self.literal(option, negated, uses));
            }
            LiteralKind::Distinct(..) => {}
        }
    }

    fn pattern(&mut self, atom: &Atom) -> usize {
        let mut key = vec![atom.name.0];
        if self.steps_left > 0 {
            encode(&atom.args, &mut key);
        }
        if let Some(&known) = self.ids.get(&key) {
            return known;
        }
        let is_exact = key.len() > 1;
        let mut heads = Vec::new();
        for &relation in answers(&atom.name) {
            if is_exact {
                self.matching(relation, &atom.args, &mut heads);
            } else {
                heads.extend(self.all.get(&relation).into_iter().flatten());
            }
        }
        heads.sort_unstable();
        self.patterns.push(heads);
        self.ids.insert(key, self.patterns.len() - 1);
        self.patterns.len() - 1
    }

    /// The rules of a relation whose heads match, from the most selective
    /// index.
    fn matching(&mut self, relation: SymbolId, args: &[Term], heads: &mut Vec<u32>) {
        let list = |place, shape| {
            self.shaped.get(&(relation, place, shape)).map_or(&[][..], Vec::as_slice)
        };
        let all = self.all.get(&relation).map_or(&[][..], Vec::as_slice);
        let fewest = arg_paths(args)
            .filter(|(_, term)| shape(term).is_some())
            .map(|((at, below), term)| {
                let outer = if below > 0 { list((at, 0), None) } else { &[] };
                [list((at, below), shape(term)), list((at, below), None), outer]
            })
            .chain([[all, &[], &[]]])
            .min_by_key(|lists| lists.iter().map(|list| list.len()).sum::<usize>())
            .expect("one at least");
        let mut n_steps = args.len() + 1;
        for &rule in fewest.iter().copied().flatten() {
            n_steps += args.len() + 1;
            if could_match_all(args, &self.rules[rule as usize].head.args) {
                heads.push(rule);
            }
        }
        self.steps_left = self.steps_left.saturating_sub(n_steps);
    }
}

/// Encodes terms as numbers: equal up to variable names means equal encoding.
fn encode(terms: &[Term], key: &mut Vec<u32>) {
    key.push(terms.len() as u32);
    for term in terms {
        match &term.kind {
            TermKind::Variable(_) => key.push(0),
            TermKind::Constant(name) => key.push(name.0 * 2 + 1),
            TermKind::Function(name, args) => {
                key.push(name.0 * 2 + 2);
                encode(args, key);
            }
        }
    }
}
