//! Which game a rule sheet describes, whatever its words and their order.
//!
//! The rules become a graph: rules, conditions, terms, variables and names are
//! nodes, and an edge says where one occurs in another. Colours of nodes are
//! refined by those of their neighbours until nothing changes. Names that are
//! still alike are told apart one by one, as in programs for isomorphism of
//! graphs. What comes out is the same for scrambled and reordered copies.

use gdl::{Atom, Literal, LiteralKind, Sheet, SymbolId, Term, TermKind, keyword};
use rustc_hash::FxHashMap;

/// What a game is called among all games, and its names in an order that does
/// not depend on what they are.
///
/// ```
/// use gdl::{Sheet, Source};
/// use learn::Identity;
///
/// let read = |text: &str| Identity::of(&Sheet::parse(Source::new("x.kif", text)).0);
/// let one = read("(role me) (init (at left)) (<= (next (at ?x)) (does me (go ?x)))");
/// let two = read("(<= (next (ib ?q)) (does oz (mi ?q))) (role oz) (init (ib ka))");
/// assert_eq!(one.key(), two.key());
/// let words = one.translation(&two).unwrap();
/// assert_eq!(words["left"], "ka");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    key: String,
    names: Vec<String>,
}

impl Identity {
    /// Finds out which game the rules describe.
    pub fn of(sheet: &Sheet) -> Self {
        let mut graph = Graph::of(sheet);
        graph.colours = graph.refined(graph.colours.clone());
        graph.tell_names_apart();
        let mut names: Vec<(u64, SymbolId)> =
            graph.names.iter().map(|&(name, node)| (graph.colours[node], name)).collect();
        names.sort_by_key(|&(colour, _)| colour);
        let names = names.iter().map(|&(_, name)| sheet.symbols().name(name).to_string());
        Self { key: graph.key(), names: names.collect() }
    }

    /// A text of 32 letters and digits; equal for equal games.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The names of relations, functions and constants.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Rebuilds what [`key`](Self::key) and [`names`](Self::names) told.
    pub fn new(key: String, names: Vec<String>) -> Self {
        Self { key, names }
    }

    /// How another sheet of the same game says what this one says; `None` if it
    /// is another game.
    pub fn translation<'a>(&'a self, other: &'a Self) -> Option<FxHashMap<&'a str, &'a str>> {
        let is_same = self.key == other.key && self.names.len() == other.names.len();
        let pairs = self.names.iter().zip(&other.names);
        is_same.then(|| pairs.map(|(one, other)| (one.as_str(), other.as_str())).collect())
    }
}

/// The rules as a graph whose nodes have colours.
struct Graph {
    colours: Vec<u64>,
    /// Both ways: the node and in which place of it, or it of the node.
    edges: Vec<(usize, usize, u64)>,
    rules: Vec<usize>,
    /// All names but the words that have a meaning of their own.
    names: Vec<(SymbolId, usize)>,
    node_of_name: FxHashMap<SymbolId, usize>,
}

/// What a node is, before anything else is known of it.
#[derive(Clone, Copy)]
enum Label {
    Rule = 1,
    Atom,
    Not,
    Or,
    Distinct,
    Function,
    Variable,
    Name,
    Keyword,
    GoalValue,
}

/// Where something stands in something else; arguments count from the last.
const ANYWHERE: u64 = 0;
const HEAD: u64 = 1;
const NAME: u64 = 2;
const FIRST_ARG: u64 = 3;

/// Refinements that may be spent on telling names apart. Beyond them any name
/// is taken, and a scrambled copy of so symmetric a game may not be recognised.
const N_REFINEMENTS_MAX: usize = 300;

impl Graph {
    fn of(sheet: &Sheet) -> Self {
        let mut graph = Self {
            colours: Vec::new(),
            edges: Vec::new(),
            rules: Vec::new(),
            names: Vec::new(),
            node_of_name: FxHashMap::default(),
        };
        for rule in sheet.rules() {
            let node = graph.add(Label::Rule, 0);
            graph.rules.push(node);
            let mut variables = FxHashMap::default();
            let head = graph.atom(sheet, &rule.head, &mut variables);
            graph.link(node, head, HEAD);
            for literal in &rule.body {
                let child = graph.literal(sheet, literal, &mut variables);
                graph.link(node, child, ANYWHERE);
            }
        }
        graph
    }

    fn add(&mut self, label: Label, detail: u64) -> usize {
        self.colours.push(mix(label as u64, detail));
        self.colours.len() - 1
    }

    fn link(&mut self, whole: usize, part: usize, place: u64) {
        self.edges.push((whole, part, 2 * place));
        self.edges.push((part, whole, 2 * place + 1));
    }

    fn literal(&mut self, sheet: &Sheet, literal: &Literal, variables: &mut Variables) -> usize {
        match &literal.kind {
            LiteralKind::Atom(atom) => self.atom(sheet, atom, variables),
            LiteralKind::Not(inner) => {
                let node = self.add(Label::Not, 0);
                let child = self.literal(sheet, inner, variables);
                self.link(node, child, ANYWHERE);
                node
            }
            LiteralKind::Or(options) => {
                let node = self.add(Label::Or, 0);
                for option in options {
                    let child = self.literal(sheet, option, variables);
                    self.link(node, child, ANYWHERE);
                }
                node
            }
            LiteralKind::Distinct(one, other) => {
                let node = self.add(Label::Distinct, 0);
                for term in [one, other] {
                    let child = self.term(sheet, term, variables);
                    self.link(node, child, ANYWHERE);
                }
                node
            }
        }
    }

    fn atom(&mut self, sheet: &Sheet, atom: &Atom, variables: &mut Variables) -> usize {
        let node = self.add(Label::Atom, atom.args.len() as u64);
        let name = self.name(sheet, atom.name);
        self.link(node, name, NAME);
        for (at, arg) in atom.args.iter().enumerate() {
            // Points mean what they say.
            let value = goal_value(sheet, atom, at, arg);
            let child = match value {
                Some(value) => self.add(Label::GoalValue, value),
                None => self.term(sheet, arg, variables),
            };
            self.link(node, child, FIRST_ARG + at as u64);
        }
        node
    }

    fn term(&mut self, sheet: &Sheet, term: &Term, variables: &mut Variables) -> usize {
        match &term.kind {
            TermKind::Constant(name) => self.name(sheet, *name),
            TermKind::Variable(name) => {
                *variables.entry(*name).or_insert_with(|| self.add(Label::Variable, 0))
            }
            TermKind::Function(name, args) => {
                let node = self.add(Label::Function, args.len() as u64);
                let name = self.name(sheet, *name);
                self.link(node, name, NAME);
                for (at, arg) in args.iter().enumerate() {
                    let child = self.term(sheet, arg, variables);
                    self.link(node, child, FIRST_ARG + at as u64);
                }
                node
            }
        }
    }

    fn name(&mut self, sheet: &Sheet, name: SymbolId) -> usize {
        if let Some(&node) = self.node_of_name.get(&name) {
            return node;
        }
        let text = sheet.symbols().name(name);
        let word = keyword::ALL.iter().position(|&word| word == text);
        let node = match word {
            Some(at) => self.add(Label::Keyword, at as u64),
            None => {
                let node = self.add(Label::Name, 0);
                self.names.push((name, node));
                node
            }
        };
        self.node_of_name.insert(name, node);
        node
    }

    /// Colours nodes by their neighbours until no more can be told apart.
    fn refined(&self, mut colours: Vec<u64>) -> Vec<u64> {
        let mut n_colours = n_distinct(&colours);
        loop {
            // The sum does not depend on the order of neighbours.
            let mut sums = vec![0u64; colours.len()];
            for &(at, neighbour, place) in &self.edges {
                sums[at] = sums[at].wrapping_add(mix(colours[neighbour], place));
            }
            colours.iter_mut().zip(sums).for_each(|(colour, sum)| *colour = mix(*colour, sum));
            let n_now = n_distinct(&colours);
            if n_now == n_colours {
                return colours;
            }
            n_colours = n_now;
        }
    }

    /// Gives every name a colour of its own.
    fn tell_names_apart(&mut self) {
        let mut n_left = N_REFINEMENTS_MAX;
        while let Some(alike) = self.names_alike() {
            // Those that lead to the same colours are taken to be mirror images
            // of each other, and then it does not matter which is the first.
            let n_tried = alike.len().min(n_left.max(1));
            n_left = n_left.saturating_sub(n_tried);
            let ways = alike[..n_tried].iter().map(|&node| {
                let mut colours = self.colours.clone();
                colours[node] = mix(colours[node], 1);
                self.refined(colours)
            });
            let Some(best) = ways.min_by_key(|colours| all(colours)) else { return };
            self.colours = best;
        }
    }

    /// The smallest group of names with one colour.
    fn names_alike(&self) -> Option<Vec<usize>> {
        let mut groups: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        for &(_, node) in &self.names {
            groups.entry(self.colours[node]).or_default().push(node);
        }
        let groups = groups.into_iter().filter(|(_, nodes)| nodes.len() > 1);
        groups.min_by_key(|(colour, nodes)| (nodes.len(), *colour)).map(|(_, nodes)| nodes)
    }

    fn key(&self) -> String {
        let rules = self.rules.iter().map(|&rule| self.colours[rule]);
        let sum = rules.fold(0, |sum: u64, colour| sum.wrapping_add(mix(colour, 11)));
        format!("{:016x}{:016x}", mix(sum, self.rules.len() as u64), all(&self.colours))
    }
}

/// All colours as one number, whatever their order.
fn all(colours: &[u64]) -> u64 {
    colours.iter().fold(0, |sum, &colour| sum.wrapping_add(mix(colour, 7)))
}

fn n_distinct(colours: &[u64]) -> usize {
    let mut colours = colours.to_vec();
    colours.sort_unstable();
    colours.dedup();
    colours.len()
}

type Variables = FxHashMap<SymbolId, usize>;

/// The points that an argument of `goal` stands for.
fn goal_value(sheet: &Sheet, atom: &Atom, at: usize, arg: &Term) -> Option<u64> {
    match &arg.kind {
        TermKind::Constant(name) if atom.name == keyword::GOAL && at == 1 => {
            sheet.symbols().name(*name).parse().ok()
        }
        _ => None,
    }
}

/// Two numbers as one that tells little of either (from SplitMix64).
fn mix(one: u64, other: u64) -> u64 {
    let mut mixed = one ^ other.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl::Source;

    fn identity(text: &str) -> Identity {
        let (sheet, problems) = Sheet::parse(Source::new("x.kif", text));
        assert!(problems.is_empty());
        Identity::of(&sheet)
    }

    #[test]
    fn points_and_places_matter() {
        let one = identity("(role a) (<= (goal a 100) (true (p x y)))");
        assert_ne!(one.key(), identity("(role a) (<= (goal a 90) (true (p x y)))").key());
        assert_ne!(one.key(), identity("(role a) (<= (goal a 100) (true (p x x)))").key());
    }
}
