//! Patterns of terms: a name, optionally with one argument fixed.

use std::collections::BTreeMap;

use crate::sheet::{Atom, Literal, LiteralKind, Sheet, Term, TermKind};
use crate::source::LineColumn;
use crate::symbol::{SymbolId, keyword};
use crate::term::{TermId, TermStore};

/// All terms with a name and number of arguments, or those of them with a given
/// word as one argument: `(cell _ _ queen)`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern {
    /// The name.
    pub name: String,
    /// Number of arguments.
    pub n_args: usize,
    /// Index of the fixed argument, from 0, and its word.
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

/// Coverage of one pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternUse {
    /// The pattern.
    pub pattern: Pattern,
    /// Number of ground terms that grounding does not rule out; 0 proves that
    /// the pattern never occurs.
    pub n_possible: usize,
    /// Number of those that were seen: facts that were true, moves that were
    /// legal.
    pub n_seen: usize,
    /// Position of its first mention in the sheet.
    pub place: Option<LineColumn>,
}

impl PatternUse {
    /// Whether no term of the pattern was ever seen.
    pub fn is_unused(&self) -> bool {
        self.n_seen == 0
    }

    /// Whether no term of the pattern can ever occur.
    pub fn is_proven(&self) -> bool {
        self.n_possible == 0
    }
}

/// For each pattern, the number of possible terms and of seen ones.
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

/// Adds patterns of declared terms, which need not be possible.
pub(super) fn declare(terms: &TermStore, counts: &mut Counts, declared: &[TermId]) {
    for pattern in declared.iter().flat_map(|&term| ground_patterns(terms, term)) {
        counts.entry(pattern).or_default();
    }
}

/// The pattern of a term's name, and that pattern with each word among its
/// arguments fixed.
fn ground_patterns(terms: &TermStore, term: TermId) -> Vec<Pattern> {
    let name = |term: TermId| terms.symbols().name(terms.name(term)).to_string();
    let args = terms.args(term);
    let pattern = |fixed| Pattern { name: name(term), n_args: args.len(), fixed };
    let words = args.iter().enumerate().filter(|(_, arg)| terms.args(**arg).is_empty());
    let fixed = words.map(|(at, &arg)| pattern(Some((at, name(arg)))));
    std::iter::once(pattern(None)).chain(fixed).collect()
}

/// Adds patterns that the sheet mentions but grounding rules out, and the
/// position of each pattern's first mention.
pub(super) fn uses(
    mut counts: Counts,
    sheet: &Sheet,
    is_spoken_of: impl Fn(&Atom) -> Option<&Term>,
) -> Vec<PatternUse> {
    let mut places: BTreeMap<Pattern, LineColumn> = BTreeMap::new();
    for_each_atom(sheet, &mut |atom| {
        let Some(term) = is_spoken_of(atom) else { return };
        for (pattern, start) in patterns(sheet, term) {
            let place = sheet.source().line_column(start as usize);
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

/// The fact of an atom: `F` of `(true F)`, `(next F)`, `(init F)`.
pub(super) fn fact_of(atom: &Atom) -> Option<&Term> {
    let is_fact = [keyword::TRUE, keyword::NEXT, keyword::INIT].contains(&atom.name);
    atom.args.first().filter(|_| is_fact)
}

/// The move of an atom: `M` of `(does R M)`, `(legal R M)`.
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

/// Position of the first occurrence of each word as an argument in the rules.
fn words(sheet: &Sheet) -> BTreeMap<String, LineColumn> {
    fn walk(sheet: &Sheet, term: &Term, words: &mut BTreeMap<String, LineColumn>) {
        match &term.kind {
            TermKind::Variable(_) => {}
            TermKind::Constant(name) => {
                let place = sheet.source().line_column(term.span.start as usize);
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

/// Visits all atoms of the rules, heads first. `base` and `input` declarations
/// do not count: they do not make a fact or move possible.
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
