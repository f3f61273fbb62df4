//! A search as a tree.

pub use ludex_report::number::short as number;

use crate::Assumption;

/// Everything that a search has looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// Where it began.
    pub root: Node,
    /// What searched: `minimax` or `alpha-beta`.
    pub algorithm: &'static str,
    /// What its values presuppose of the others.
    pub assumption: Option<Assumption>,
}

/// One position, or one side's part of a joint decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Who decides.
    pub kind: Kind,
    /// The move that leads here; empty at the root.
    pub edge: String,
    /// The weight of the chance moves that lead here, and of all chance moves.
    pub probability: Option<(usize, usize)>,
    /// With what it was searched.
    pub window: Window,
    /// What the search returned; none if it never looked.
    pub value: Option<f64>,
    /// The least and the greatest value that the node can have, by what the
    /// search has seen.
    pub bounds: (f64, f64),
    /// Why some of its moves were left out.
    pub cut: Option<Cut>,
    /// Whether best play leads here.
    pub is_on_line: bool,
    /// The position as text.
    pub board: String,
    /// What may follow, in the order of search.
    pub children: Vec<Node>,
}

/// Who decides at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The role that asks.
    Max,
    /// The others.
    Min,
    /// Nature.
    Chance,
    /// None: the game is over, or the search goes no deeper.
    Leaf,
    /// Not known: the search never came here.
    Pruned,
}

/// Values that matter: those outside change nothing at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// What the role that asks has for certain.
    pub alpha: f64,
    /// What the others can hold it to.
    pub beta: f64,
}

impl Window {
    /// Everything matters.
    pub const FULL: Self = Self { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };
}

/// Where alpha-beta stopped looking at a node's moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    /// The value that was enough.
    pub value: f64,
    /// The bound that it reached: beta at a MAX node, alpha at a MIN node.
    pub bound: f64,
    /// Whether the bound is beta.
    pub is_beta: bool,
}

impl Node {
    /// Whether the search left it out.
    pub fn is_pruned(&self) -> bool {
        self.value.is_none()
    }

    /// The value as it is written: `3`, or `≤2` where only a bound is known.
    pub fn label(&self) -> String {
        let Some(value) = self.value else { return String::new() };
        let (low, high) = self.bounds;
        let sign = match () {
            () if low == high => "",
            () if value == low => "≥",
            () if value == high => "≤",
            () => "≈",
        };
        format!("{sign}{}", number(value))
    }

    /// The probability as it is written: `0.9` or `1/36`.
    pub fn probability_label(&self) -> Option<String> {
        let (n, of) = self.probability?;
        Some(match (100 * n).is_multiple_of(of) {
            true => number(n as f64 / of as f64),
            false => {
                let shared = gcd(n, of);
                format!("{}/{}", n / shared, of / shared)
            }
        })
    }

    /// Whether the position's text is short enough to stand beside others.
    pub fn has_short_board(&self) -> bool {
        let mut rows = self.board.lines();
        let n_rows = rows.clone().count();
        (1..=12).contains(&n_rows) && rows.all(|row| row.chars().count() <= 30)
    }

    /// This node and all below, parents before children.
    pub fn nodes(&self) -> Vec<&Node> {
        let mut nodes = vec![self];
        let mut at = 0;
        while at < nodes.len() {
            let node = nodes[at];
            nodes.extend(&node.children);
            at += 1;
        }
        nodes
    }
}

impl Cut {
    /// The reason in symbols: `2 ≤ α = 3`.
    pub fn label(&self) -> String {
        let (value, bound) = (number(self.value), number(self.bound));
        if self.is_beta {
            format!("{value} ≥ β = {bound}")
        } else {
            format!("{value} ≤ α = {bound}")
        }
    }
}

impl Tree {
    /// How many leaves were valued.
    pub fn n_leaves(&self) -> usize {
        self.root.nodes().iter().filter(|node| node.kind == Kind::Leaf && !node.is_pruned()).count()
    }

    /// How many times moves were left out.
    pub fn n_cuts(&self) -> usize {
        self.root.nodes().iter().filter(|node| node.cut.is_some()).count()
    }

    /// The tree in a sentence.
    pub fn caption(&self) -> String {
        let plural = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
        let leaves = match self.n_leaves() {
            1 => "1 leaf".to_string(),
            n => format!("{n} leaves"),
        };
        let value = match self.assumption {
            None => self.root.label(),
            Some(assumption) => format!("{} {assumption}", self.root.label()),
        };
        match self.n_cuts() {
            0 => format!("{}: value {value}, {leaves} valued", self.algorithm),
            n => {
                format!("{}: value {value}, {leaves} valued, {}", self.algorithm, plural(n, "cut"))
            }
        }
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
