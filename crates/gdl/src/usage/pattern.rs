//! Terms by what they look like: a name, perhaps with one argument fixed.

use std::collections::BTreeMap;

use crate::sheet::{Atom, Literal, LiteralKind, Sheet, Term, TermKind};
use crate::source::Position;
use crate::symbol::{SymbolId, keyword};
use crate::term::{TermId, TermStore};

/// All terms of a name and number of arguments, or those of them with a certain
/// word in a certain place: `(cell _ _ queen)`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern {
    /// The name.
    pub name: String,
    /// How many arguments.
    pub n_args: usize,
    /// The place that is fixed, from 0, and the word there.
    pub fixed: Option<(usize, String)>,
}

impl std::fmt::Display for Pattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.n_args == 0 {
            return f.write_str(&self.name);
        }
        write!(f, "({}", self.name)?;
        for at in 0..self.n_args {
            match &self.fixed {
                Some((place, word)) if *place == at => write!(f, " {word}")?,
                _ => f.write_str(" _")?,
            }
        }
        f.write_str(")")
    }
}

/// How much of what a pattern allows was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternUse {
    /// The pattern.
    pub pattern: Pattern,
    /// Ground terms that grounding does not rule out; with none, it is proven
    /// that there never is one.
    pub n_possible: usize,
    /// Those that were seen: facts that were true, moves that were legal.
    pub n_seen: usize,
    /// Where the sheet speaks of it first.
    pub place: Option<Position>,
}

impl PatternUse {
    /// Whether nothing like it was ever seen.
    pub fn is_unused(&self) -> bool {
        self.n_seen == 0
    }

    /// Whether nothing like it can ever be.
    pub fn is_proven(&self) -> bool {
        self.n_possible == 0
    }
}

/// How many terms of each pattern are possible, and how many were seen.
type Counts = BTreeMap<Pattern, (usize, usize)>;

/// Counts terms by pattern.
pub(super) fn count(terms: &TermStore, of: impl Iterator<Item = (TermId, bool)>) -> Counts {
    let mut counts = Counts::new();
    for (term, is_seen) in of {
        for pattern in ground_patterns(terms, term) {
            let count = counts.entry(pattern).or_default();
            count.0 += 1;
            count.1 += usize::from(is_seen);
        }
    }
    counts
}

/// Adds patterns of terms that need not be possible.
pub(super) fn declare(terms: &TermStore, counts: &mut Counts, declared: &[TermId]) {
    for pattern in declared.iter().flat_map(|&term| ground_patterns(terms, term)) {
        counts.entry(pattern).or_default();
    }
}

/// The name of a term, and that name with each of the words among its arguments.
fn ground_patterns(terms: &TermStore, term: TermId) -> Vec<Pattern> {
    let name = |term: TermId| terms.symbols().name(terms.name(term)).to_string();
    let args = terms.args(term);
    let pattern = |fixed| Pattern { name: name(term), n_args: args.len(), fixed };
    let words = args.iter().enumerate().filter(|(_, arg)| terms.args(**arg).is_empty());
    let fixed = words.map(|(at, &arg)| pattern(Some((at, name(arg)))));
    std::iter::once(pattern(None)).chain(fixed).collect()
}

/// Adds what the sheet speaks of but grounding rules out, and where it speaks of
/// everything.
pub(super) fn uses(
    mut counts: Counts,
    sheet: &Sheet,
    is_spoken_of: impl Fn(&Atom) -> Option<&Term>,
) -> Vec<PatternUse> {
    let mut places: BTreeMap<Pattern, Position> = BTreeMap::new();
    for_each_atom(sheet, &mut |atom| {
        let Some(term) = is_spoken_of(atom) else { return };
        for (pattern, start) in patterns(sheet, term) {
            let place = sheet.source().position(start as usize);
            counts.entry(pattern.clone()).or_default();
            places.entry(pattern).or_insert(place);
        }
    });
    let words = words(sheet);
    let place_of = |pattern: &Pattern| {
        let word = pattern.fixed.as_ref().map(|(_, word)| word);
        places.get(pattern).or_else(|| words.get(word?)).copied()
    };
    let uses = counts.into_iter().map(|(pattern, (n_possible, n_seen))| {
        let place = place_of(&pattern);
        PatternUse { pattern, n_possible, n_seen, place }
    });
    uses.collect()
}

/// The fact that an atom speaks of: `(true F)`, `(next F)`, `(init F)`.
pub(super) fn fact_of(atom: &Atom) -> Option<&Term> {
    let is_fact = [keyword::TRUE, keyword::NEXT, keyword::INIT].contains(&atom.name);
    atom.args.first().filter(|_| is_fact)
}

/// The move that an atom speaks of: `(does R M)`, `(legal R M)`.
pub(super) fn move_of(atom: &Atom) -> Option<&Term> {
    let is_move = [keyword::DOES, keyword::LEGAL].contains(&atom.name);
    atom.args.get(1).filter(|_| is_move)
}

fn patterns(sheet: &Sheet, term: &Term) -> Vec<(Pattern, u32)> {
    let text = |name: SymbolId| sheet.symbols().name(name).to_string();
    match &term.kind {
        TermKind::Variable(_) => Vec::new(),
        TermKind::Constant(name) => {
            vec![(Pattern { name: text(*name), n_args: 0, fixed: None }, term.span.start)]
        }
        TermKind::Function(name, args) => {
            let pattern = |fixed| Pattern { name: text(*name), n_args: args.len(), fixed };
            let mut patterns = vec![(pattern(None), term.span.start)];
            for (at, arg) in args.iter().enumerate() {
                if let TermKind::Constant(word) = &arg.kind {
                    patterns.push((pattern(Some((at, text(*word)))), arg.span.start));
                }
            }
            patterns
        }
    }
}

/// Where each word first stands among the arguments of a rule's atoms.
fn words(sheet: &Sheet) -> BTreeMap<String, Position> {
    fn walk(sheet: &Sheet, term: &Term, words: &mut BTreeMap<String, Position>) {
        match &term.kind {
            TermKind::Variable(_) => {}
            TermKind::Constant(name) => {
                let place = sheet.source().position(term.span.start as usize);
                words.entry(sheet.symbols().name(*name).into()).or_insert(place);
            }
            TermKind::Function(_, args) => args.iter().for_each(|arg| walk(sheet, arg, words)),
        }
    }
    let mut words = BTreeMap::new();
    for_each_atom(sheet, &mut |atom| {
        atom.args.iter().for_each(|arg| walk(sheet, arg, &mut words));
    });
    words
}

/// All atoms of the rules, heads first. Declarations of what facts and moves
/// look like do not count: they promise nothing.
fn for_each_atom<'a>(sheet: &'a Sheet, visit: &mut dyn FnMut(&'a Atom)) {
    for rule in sheet.rules() {
        if [keyword::BASE, keyword::INPUT].contains(&rule.head.name) {
            continue;
        }
        visit(&rule.head);
        for literal in &rule.body {
            visit_literal(literal, visit);
        }
    }
}

fn visit_literal<'a>(literal: &'a Literal, visit: &mut dyn FnMut(&'a Atom)) {
    match &literal.kind {
        LiteralKind::Atom(atom) => visit(atom),
        LiteralKind::Not(inner) => visit_literal(inner, visit),
        LiteralKind::Or(options) => options.iter().for_each(|one| visit_literal(one, visit)),
        LiteralKind::Distinct(..) => {}
    }
}
