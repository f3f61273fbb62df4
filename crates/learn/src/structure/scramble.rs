//! Scrambled copies of a game: the same rules in other words.
//!
//! The meaning of a rule sheet is independent of its names, of the order of the arguments of
//! its facts, of idle arguments, and of whether two coordinates are two arguments or one term
//! (Figure 3 of Kaiser's paper). Learning must be independent of them as well; scrambled sheets
//! test that.

use std::collections::{BTreeMap, BTreeSet};

use ludex_game::{Rng, rng};
use ludex_gdl::{Atom, Sheet, Source, SymbolId, Term, TermKind, keyword};
use rand::Rng as _;
use rand::seq::SliceRandom;

use super::Structure;
use super::writer::Writer;

/// The changes to make.
///
/// ```
/// use ludex_gdl::{Sheet, library};
/// use ludex_learn::structure::Scramble;
///
/// let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").unwrap().source());
/// let text = Scramble { reorder: true, ..Scramble::default() }.text(&sheet);
/// assert!(text.contains("cell") && !text.contains("(cell ?x ?y x)"));
/// let text = Scramble { symbols: true, ..Scramble::default() }.text(&sheet);
/// assert!(!text.contains("cell") && text.contains("(role "));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scramble {
    /// The random seed.
    pub seed: u64,
    /// Whether every name is replaced.
    pub symbols: bool,
    /// Whether the arguments of facts are reordered.
    pub reorder: bool,
    /// Whether facts get a constant argument.
    pub dummy: bool,
    /// Arguments of facts that are combined into one term: the relation, its number of
    /// arguments, and the arguments to combine, from 1, as in [`Board`](super::Board).
    pub combine: Vec<(SymbolId, usize, Vec<usize>)>,
}

/// The coordinates of all boards, for [`Scramble::combine`]: those with several arguments.
pub fn locations(structure: &Structure) -> Vec<(SymbolId, usize, Vec<usize>)> {
    let several = structure.boards.iter().filter(|board| board.location_args().len() > 1);
    several.map(|board| (board.relation, board.n_args, board.location_args())).collect()
}

/// One argument of a changed fact.
#[derive(Clone, Debug)]
pub(super) enum Part {
    Old(usize),
    Dummy,
    Together(Vec<usize>),
}

/// The new arguments of facts, by relation and number of arguments.
pub(super) type Recipes = BTreeMap<(SymbolId, usize), Vec<Part>>;

/// The new name of each symbol.
pub(super) type Names = BTreeMap<SymbolId, String>;

impl Scramble {
    /// The changed sheet, formatted and without comments.
    pub fn text(&self, sheet: &Sheet) -> String {
        let mut rng = rng(self.seed, 0);
        let recipes = self.recipes(&mut rng, sheet);
        let names = self.names(&mut rng, sheet);
        let writer = Writer { sheet, recipes, names };
        let text = writer.sheet();
        ludex_gdl::format(&Source::new("scrambled.kif", text.as_str())).unwrap_or(text)
    }

    /// The new position of each argument of a relation's facts, from 1: `places[0]` is that of
    /// the first one. For the comparison of results before and after.
    pub fn places(&self, sheet: &Sheet, relation: SymbolId, n_args: usize) -> Vec<usize> {
        let recipes = self.recipes(&mut rng(self.seed, 0), sheet);
        let Some(parts) = recipes.get(&(relation, n_args)) else {
            return (1..=n_args).collect();
        };
        let has = |part: &Part, arg: usize| match part {
            Part::Old(old) => *old == arg,
            Part::Dummy => false,
            Part::Together(args) => args.contains(&arg),
        };
        let place = |arg| parts.iter().position(|part| has(part, arg)).map_or(0, |at| at + 1);
        (1..=n_args).map(place).collect()
    }

    fn recipes(&self, rng: &mut Rng, sheet: &Sheet) -> Recipes {
        let mut recipes = Recipes::new();
        for (name, n_args) in state_relations(sheet) {
            let mut parts: Vec<Part> = (1..=n_args).map(Part::Old).collect();
            let key = |(relation, n, _): &&(SymbolId, usize, Vec<usize>)| {
                *relation == name && *n == n_args
            };
            if let Some((.., args)) = self.combine.iter().find(key)
                && args.len() > 1
            {
                parts.retain(|part| !matches!(part, Part::Old(arg) if args.contains(arg)));
                parts.insert(0, Part::Together(args.clone()));
            }
            if self.reorder && parts.len() > 1 {
                // Any order but the original: shuffled, then rotated if it is unchanged.
                let before = format!("{parts:?}");
                parts.shuffle(rng);
                if format!("{parts:?}") == before {
                    parts.rotate_left(1);
                }
            }
            if self.dummy && n_args > 0 {
                parts.insert(rng.random_range(0..=parts.len()), Part::Dummy);
            }
            recipes.insert((name, n_args), parts);
        }
        recipes
    }

    /// The new name of each symbol.
    fn names(&self, rng: &mut Rng, sheet: &Sheet) -> Names {
        let kept = if self.symbols { kept(sheet) } else { Vec::new() };
        let mut used: BTreeSet<String> = keyword::ALL.iter().map(|word| word.to_string()).collect();
        used.extend(kept.iter().cloned());
        let mut names = Names::new();
        for name in sheet.symbols().names() {
            let id = sheet.symbols().find(name).expect("it is a name of the sheet");
            let stays = !self.symbols || kept.iter().any(|one| one == name);
            let mut new = name.to_string();
            if !stays && !keyword::ALL.contains(&name) {
                new = word(rng);
                while !used.insert(new.clone()) {
                    new = word(rng);
                }
                if name.starts_with('?') {
                    new.insert(0, '?');
                }
            }
            names.insert(id, new);
        }
        names
    }
}

/// The relations of facts, with their numbers of arguments.
fn state_relations(sheet: &Sheet) -> Vec<(SymbolId, usize)> {
    let mut found = Vec::new();
    let mut look = |atom: &Atom| {
        let of_state = [keyword::INIT, keyword::TRUE, keyword::NEXT, keyword::BASE];
        if !of_state.contains(&atom.name) {
            return;
        }
        if let Some(Term { kind: TermKind::Function(name, args), .. }) = atom.args.first()
            && !found.contains(&(*name, args.len()))
        {
            found.push((*name, args.len()));
        }
    };
    for rule in sheet.rules() {
        look(&rule.head);
        rule.body.iter().for_each(|literal| literal.for_each_atom(&mut |atom, _| look(atom)));
    }
    found
}

/// Names that must stay because goals are numbers.
fn kept(sheet: &Sheet) -> Vec<String> {
    let goals = || sheet.rules().iter().filter(|rule| rule.head.name == keyword::GOAL);
    let values = || goals().filter_map(|rule| rule.head.args.get(1));
    let is_open = values().any(|value| !value.is_ground());
    let constant = |value: &Term| match value.kind {
        TermKind::Constant(name) => Some(sheet.symbols().name(name).to_string()),
        _ => None,
    };
    let mut kept: Vec<String> = values().filter_map(constant).collect();
    if is_open {
        let is_goal = |name: &&str| name.parse().is_ok_and(|value: i64| (0..=100).contains(&value));
        kept.extend(sheet.symbols().names().filter(is_goal).map(str::to_string));
    }
    kept
}

/// A pronounceable random word.
fn word(rng: &mut Rng) -> String {
    let n_syllables = rng.random_range(2..=4);
    let mut word = String::new();
    for _ in 0..n_syllables {
        word.push(*b"bcdfghjklmnprstvwz".get(rng.random_range(0..18)).unwrap_or(&b'b') as char);
        word.push(*b"aeiou".get(rng.random_range(0..5)).unwrap_or(&b'a') as char);
    }
    word
}
