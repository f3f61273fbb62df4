//! Boards of hexagons: cells of two coordinates with six neighbours.
//!
//! Rules of such boards have a relation of neighbours, as in `(touches ?x1 ?y1 ?x2
//! ?y2)`, in which two cells are next to each other along both axes and along one
//! of the two diagonals.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use ludex_gdl::{
    Atom, Limits, Reference, Sheet, SymbolId, Term, TermId, TermKind, TermStore, keyword,
};

use super::board::Board;

/// Relations with more arguments are skipped.
const N_ARGS_MAX: usize = 6;

/// Time limit for all pairs of a relation.
const TIME_MAX: Duration = Duration::from_secs(1);

/// A relation of the rules: its name and number of arguments.
type Relation = (SymbolId, usize);

/// Two places among the arguments of a relation.
type Pair = (usize, usize);

/// The links of a hexagonal board, as indices of its cells; `None` if no relation of the rules
/// implies one.
pub(super) fn links(sheet: &Sheet, terms: &TermStore, board: &Board) -> Option<Vec<Pair>> {
    if board.axes.len() != 2 || board.axes.iter().any(|axis| axis.ordinal.is_none()) {
        return None;
    }
    let candidates: Vec<(Relation, Vec<Pair>)> = relations(sheet)
        .into_iter()
        .filter(|&relation| is_static(sheet, relation, &mut Vec::new()))
        .map(|relation| (relation, pairs(sheet, relation)))
        .filter(|(_, pairs)| pairs.len() > 1)
        .collect();
    if candidates.is_empty() {
        return None;
    }
    let limits = Limits { time_max: TIME_MAX, ..Limits::default() };
    let reference = Reference::new(sheet, limits).ok()?;
    candidates.into_iter().find_map(|((name, n_args), pairs)| {
        let rows = reference.extension(sheet, sheet.symbols().name(name), n_args).ok()?;
        let read = |term: &TermId| terms.read(&reference.terms().show(*term).to_string()).ok();
        let rows: Option<Vec<Vec<TermId>>> =
            rows.iter().map(|row| row.iter().map(read).collect()).collect();
        of_relation(board, &rows?, &pairs)
    })
}

/// The relations that may name two cells, in the order of the sheet.
fn relations(sheet: &Sheet) -> Vec<Relation> {
    let mut found = Vec::new();
    for rule in sheet.rules() {
        let relation = (rule.head.name, rule.head.args.len());
        if (4..=N_ARGS_MAX).contains(&relation.1) && !found.contains(&relation) {
            found.push(relation);
        }
    }
    found
}

/// Whether a relation is independent of the state.
fn is_static(sheet: &Sheet, relation: Relation, seen: &mut Vec<Relation>) -> bool {
    if matches!(relation.0, keyword::TRUE | keyword::DOES) {
        return false;
    }
    if seen.contains(&relation) {
        return true;
    }
    seen.push(relation);
    let rules = sheet.rules().iter();
    let mut rules = rules.filter(|rule| (rule.head.name, rule.head.args.len()) == relation);
    rules.all(|rule| {
        let mut asked = Vec::new();
        for literal in &rule.body {
            literal.for_each_atom(&mut |atom, _| asked.push((atom.name, atom.args.len())));
        }
        asked.into_iter().all(|relation| is_static(sheet, relation, seen))
    })
}

/// Pairs of arguments of a relation that also occur together in another atom of the same rule:
/// the two coordinates of a cell. The most frequent ones come first.
fn pairs(sheet: &Sheet, (name, n_args): Relation) -> Vec<Pair> {
    let mut counts: BTreeMap<Pair, usize> = BTreeMap::new();
    for rule in sheet.rules() {
        let mut atoms: Vec<&Atom> = vec![&rule.head];
        for literal in &rule.body {
            literal.for_each_atom(&mut |atom, _| atoms.push(atom));
        }
        let is_asked = |&(at, atom): &(usize, &&Atom)| {
            at > 0 && atom.name == name && atom.args.len() == n_args
        };
        for (at, asked) in atoms.iter().enumerate().filter(is_asked) {
            for other in atoms.iter().enumerate().filter(|(other, _)| *other != at) {
                let names = variables(&other.1.args);
                let is_shared = |&arg: &usize| match &asked.args[arg].kind {
                    TermKind::Variable(name) => names.contains(name),
                    _ => false,
                };
                if let [one, two] = (0..n_args).filter(is_shared).collect::<Vec<_>>()[..] {
                    *counts.entry((one, two)).or_default() += 1;
                }
            }
        }
    }
    let mut pairs: Vec<Pair> = counts.keys().copied().collect();
    pairs.sort_by_key(|pair| std::cmp::Reverse(counts[pair]));
    pairs
}

fn variables(args: &[Term]) -> BTreeSet<SymbolId> {
    let mut names = BTreeSet::new();
    for arg in args {
        match &arg.kind {
            TermKind::Variable(name) => drop(names.insert(*name)),
            TermKind::Constant(_) => {}
            TermKind::Function(_, args) => names.extend(variables(args)),
        }
    }
    names
}

/// The links in a relation, if two pairs of its arguments are cells.
fn of_relation(board: &Board, rows: &[Vec<TermId>], pairs: &[Pair]) -> Option<Vec<Pair>> {
    let flipped = |&(one, two): &Pair| [(one, two), (two, one)];
    for (at, from) in pairs.iter().enumerate() {
        let apart = |to: &&Pair| ![to.0, to.1].iter().any(|arg| [from.0, from.1].contains(arg));
        for to in pairs[at + 1..].iter().filter(apart) {
            for from in flipped(from) {
                for to in flipped(to) {
                    if let Some(links) = neighbours(board, rows, from, to) {
                        return Some(links);
                    }
                }
            }
        }
    }
    None
}

/// The links of a relation, if these are all neighbours on a board of hexagons.
fn neighbours(board: &Board, rows: &[Vec<TermId>], from: Pair, to: Pair) -> Option<Vec<Pair>> {
    let place = |axis: usize, symbol: TermId| {
        board.axes[axis].symbols.iter().position(|&other| other == symbol)
    };
    let cell = |row: &[TermId], pair: Pair| -> Option<usize> {
        let places = vec![place(0, row[pair.0])?, place(1, row[pair.1])?];
        board.cells.binary_search(&places).ok()
    };
    let mut links = BTreeSet::new();
    for row in rows {
        // Rules may name neighbours of cells that the board does not have.
        let (Some(from), Some(to)) = (cell(row, from), cell(row, to)) else { continue };
        links.insert((from.min(to), from.max(to)));
    }
    let is_all = |diagonal: i64| links == hexagonal(board, diagonal);
    (!links.is_empty() && (is_all(1) || is_all(-1))).then(|| links.into_iter().collect())
}

/// The neighbours along both axes and along one diagonal.
fn hexagonal(board: &Board, diagonal: i64) -> BTreeSet<Pair> {
    let mut links = BTreeSet::new();
    for (from, cell) in board.cells.iter().enumerate() {
        for (dx, dy) in [(1, 0), (0, 1), (1, diagonal)] {
            let moved = |at: usize, by: i64| usize::try_from(cell[at] as i64 + by).ok();
            let (Some(x), Some(y)) = (moved(0, dx), moved(1, dy)) else { continue };
            if let Ok(to) = board.cells.binary_search(&vec![x, y]) {
                links.insert((from.min(to), from.max(to)));
            }
        }
    }
    links
}
