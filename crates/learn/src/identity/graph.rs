//! Rules as a coloured graph.

use std::collections::BTreeMap;

use ludex_gdl::{Atom, Literal, LiteralKind, Sheet, SymbolId, Term, TermKind, keyword};
use rustc_hash::FxHashMap;

/// A graph of the rules; nodes have colours.
pub(super) struct Graph {
    colours: Vec<u64>,
    /// Edges in both directions: the node, its neighbour, and the place of one in the other.
    edges: Vec<(usize, usize, u64)>,
    rules: Vec<usize>,
    /// All names except keywords.
    names: Vec<(SymbolId, usize)>,
    node_of_name: FxHashMap<SymbolId, usize>,
    /// The argument places of each name, by number of arguments.
    slots: BTreeMap<(SymbolId, usize), Vec<usize>>,
}

/// The initial colour of a node.
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
    Slot,
    Occurrence,
}

/// The place of a node in another one.
const ANYWHERE: u64 = 0;
const HEAD: u64 = 1;
const NAME: u64 = 2;
const SLOT: u64 = 3;
const TERM: u64 = 4;

/// Maximum number of refinements to distinguish names. Beyond it any name is chosen, and a
/// scrambled copy of such a symmetric game may not be recognised.
const N_REFINEMENTS_MAX: usize = 300;

impl Graph {
    /// The graph of a sheet, refined until every name and every argument place has a unique
    /// colour.
    pub fn of(sheet: &Sheet) -> Self {
        let mut graph = Self {
            colours: Vec::new(),
            edges: Vec::new(),
            rules: Vec::new(),
            names: Vec::new(),
            node_of_name: FxHashMap::default(),
            slots: BTreeMap::new(),
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
        graph.colours = graph.refined(graph.colours.clone());
        graph.tell_names_apart();
        graph
    }

    /// All names except keywords, sorted by colour.
    pub fn names(&self) -> Vec<SymbolId> {
        let mut names = self.names.clone();
        names.sort_by_key(|&(_, node)| self.colours[node]);
        names.into_iter().map(|(name, _)| name).collect()
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
            // Goal values keep their meaning in every copy.
            let value = goal_value(sheet, atom, at, arg);
            let child = match value {
                Some(value) => self.add(Label::GoalValue, value),
                None => self.term(sheet, arg, variables),
            };
            self.argument(sheet, node, (atom.name, atom.args.len()), at, child);
        }
        node
    }

    /// Links an argument of a name. Argument places are nodes of their own, since copies may
    /// have them in any order.
    fn argument(
        &mut self,
        sheet: &Sheet,
        whole: usize,
        (name, n_args): (SymbolId, usize),
        at: usize,
        term: usize,
    ) {
        if !self.slots.contains_key(&(name, n_args)) {
            let word = self.name(sheet, name);
            let is_ours = self.names.iter().all(|&(_, node)| node != word);
            let slot = |at: usize| if is_ours { 1 + at as u64 } else { 0 };
            let slots: Vec<usize> = (0..n_args).map(|at| self.add(Label::Slot, slot(at))).collect();
            slots.iter().for_each(|&slot| self.link(word, slot, SLOT));
            self.slots.insert((name, n_args), slots);
        }
        let slot = self.slots[&(name, n_args)][at];
        let node = self.add(Label::Occurrence, 0);
        self.link(whole, node, ANYWHERE);
        self.link(node, slot, SLOT);
        self.link(node, term, TERM);
    }

    /// The argument places of a name, sorted by colour.
    pub fn orders(&self, name: SymbolId) -> Vec<Vec<usize>> {
        let of_name = self.slots.range((name, 0)..=(name, usize::MAX));
        let order = |slots: &Vec<usize>| {
            let mut order: Vec<usize> = (0..slots.len()).collect();
            order.sort_by_key(|&at| self.colours[slots[at]]);
            order
        };
        of_name.map(|(_, slots)| order(slots)).collect()
    }

    fn term(&mut self, sheet: &Sheet, term: &Term, variables: &mut Variables) -> usize {
        match &term.kind {
            TermKind::Constant(name) => self.name(sheet, *name),
            TermKind::Variable(name) => {
                *variables.entry(*name).or_insert_with(|| self.add(Label::Variable, 0))
            }
            TermKind::Function(function, args) => {
                let node = self.add(Label::Function, args.len() as u64);
                let name = self.name(sheet, *function);
                self.link(node, name, NAME);
                for (at, arg) in args.iter().enumerate() {
                    let child = self.term(sheet, arg, variables);
                    self.argument(sheet, node, (*function, args.len()), at, child);
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

    /// Refines colours by those of the neighbours until their number is stable.
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

    /// Gives every name and every argument place a unique colour.
    fn tell_names_apart(&mut self) {
        let mut n_left = N_REFINEMENTS_MAX;
        while let Some(alike) = self.names_alike() {
            // Nodes that lead to the same colours are assumed to be symmetric, so that any of
            // them can be the first.
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

    /// The smallest group of names, or of argument places, with one colour.
    fn names_alike(&self) -> Option<Vec<usize>> {
        let mut groups: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        let slots = self.slots.values().flatten().copied();
        for node in self.names.iter().map(|&(_, node)| node).chain(slots) {
            groups.entry(self.colours[node]).or_default().push(node);
        }
        let groups = groups.into_iter().filter(|(_, nodes)| nodes.len() > 1);
        groups.min_by_key(|(colour, nodes)| (nodes.len(), *colour)).map(|(_, nodes)| nodes)
    }

    /// A text of 32 letters and digits.
    pub fn key(&self) -> String {
        let rules = self.rules.iter().map(|&rule| self.colours[rule]);
        let sum = rules.fold(0, |sum: u64, colour| sum.wrapping_add(mix(colour, 11)));
        format!("{:016x}{:016x}", mix(sum, self.rules.len() as u64), all(&self.colours))
    }
}

/// A hash of all colours, independent of their order.
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

/// The goal value of an argument of `goal`.
fn goal_value(sheet: &Sheet, atom: &Atom, at: usize, arg: &Term) -> Option<u64> {
    match &arg.kind {
        TermKind::Constant(name) if atom.name == keyword::GOAL && at == 1 => {
            sheet.symbols().name(*name).parse().ok()
        }
        _ => None,
    }
}

/// A hash of two numbers (from SplitMix64).
fn mix(one: u64, other: u64) -> u64 {
    let mut mixed = one ^ other.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
