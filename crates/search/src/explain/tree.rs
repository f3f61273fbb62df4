//! The recorded tree of a search.

pub use ludex_report::number::short as number;

use crate::Assumption;

/// All nodes of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// The position at the root.
    pub root: Node,
    /// The algorithm: `minimax` or `alpha-beta`.
    pub algorithm: &'static str,
    /// The assumption about the other roles on which its values depend.
    pub assumption: Option<Assumption>,
}

/// A position, or one side's part of a joint decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The side that decides.
    pub kind: Kind,
    /// The move that leads here; empty at the root.
    pub edge: String,
    /// The weight of the chance moves that lead here, and of all chance moves.
    pub probability: Option<(usize, usize)>,
    /// The window of its search.
    pub window: Window,
    /// The value that the search returned; `None` if it was not searched.
    pub value: Option<f64>,
    /// The least and the greatest possible value of the node, given the nodes searched.
    pub bounds: (f64, f64),
    /// The cut that left out some of its moves.
    pub cut: Option<Cut>,
    /// Whether it is on the line of best play.
    pub is_on_line: bool,
    /// The position as text.
    pub board: String,
    /// The next nodes, in the order of search.
    pub children: Vec<Node>,
}

/// The side that decides at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The searching role.
    Max,
    /// The others.
    Min,
    /// Chance.
    Chance,
    /// None: a terminal position, or the depth limit.
    Leaf,
    /// Unknown: the search did not reach the node.
    Pruned,
}

/// A search window: values outside do not change the value of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// The value that the searching role has for certain.
    pub alpha: f64,
    /// The value to which the others can hold it.
    pub beta: f64,
}

impl Window {
    /// All values.
    pub const FULL: Self = Self { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };
}

/// A cut: the remaining moves of a node are not searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    /// The value that caused the cut.
    pub value: f64,
    /// The bound that it reached: beta at a MAX node, alpha at a MIN node.
    pub bound: f64,
    /// Whether the bound is beta.
    pub is_beta: bool,
}

impl Node {
    /// Whether the search left the node out.
    pub fn is_pruned(&self) -> bool {
        self.value.is_none()
    }

    /// The value as text: `3`, or `≤2` where only a bound is known.
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

    /// The probability as text: `0.9` or `1/36`.
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

    /// Whether the position's text is short enough for a drawing with several boards.
    pub fn has_short_board(&self) -> bool {
        let mut rows = self.board.lines();
        let n_rows = rows.clone().count();
        (1..=12).contains(&n_rows) && rows.all(|row| row.chars().count() <= 30)
    }

    /// This node and all nodes below, parents before children.
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
    /// The cut in symbols: `2 ≤ α = 3`.
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
    /// Number of valued leaves.
    pub fn n_leaves(&self) -> usize {
        self.root.nodes().iter().filter(|node| node.kind == Kind::Leaf && !node.is_pruned()).count()
    }

    /// Number of cuts.
    pub fn n_cuts(&self) -> usize {
        self.root.nodes().iter().filter(|node| node.cut.is_some()).count()
    }

    /// The summary of the tree in one sentence.
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
