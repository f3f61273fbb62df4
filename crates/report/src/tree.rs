//! Trees of decisions, with a label on every node.

mod draw;
mod layout;
mod text;

use crate::Svg;

/// A tree to be drawn.
///
/// ```
/// use report::Tree;
/// use report::tree::{Node, Shape, Stress};
///
/// let leaf = |edge: &str, label: &str, stress| Node {
///     edge: edge.into(), label: label.into(), stress, ..Node::default()
/// };
/// let children = vec![leaf("left", "3", Stress::Best), leaf("right", "2", Stress::Plain)];
/// let root = Node { shape: Shape::Up, label: "3".into(), children, ..Node::default() };
/// let tree = Tree::new(root, "Left is better");
/// assert_eq!(tree.to_text(), "\
/// ▲ 3
/// ├─ left 3 *
/// └─ right 2
/// ");
/// assert!(tree.to_svg().to_string().contains("<title>Left is better</title>"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    root: Node,
    title: String,
    has_caption: bool,
    rows: Vec<String>,
}

/// A node and all below it. What is empty is not drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// How it looks.
    pub shape: Shape,
    /// How much it matters.
    pub stress: Stress,
    /// What is written on it.
    pub label: String,
    /// What is written on the way to it.
    pub edge: String,
    /// A remark beside it.
    pub note: String,
    /// Small text above it.
    pub above: String,
    /// Lines of text below it, as a terminal would show them.
    pub below: String,
    /// What follows.
    pub children: Vec<Node>,
}

/// How a node looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// A triangle that points up, for who wants the most.
    Up,
    /// A triangle that points down, for who wants the least.
    Down,
    /// A circle, for chance.
    Circle,
    /// A box that is as wide as its label, for ends.
    #[default]
    Box,
    /// A small dot, for what nobody knows.
    Dot,
}

/// How much a node matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stress {
    /// As much as others.
    #[default]
    Plain,
    /// It is on the best line: thick, or `*` in a text.
    Best,
    /// It was left out: grey, the way to it cut through, or `✂` in a text.
    Faint,
}

impl Tree {
    /// A tree, with a title for those who cannot see it.
    ///
    /// ```
    /// use report::tree::{Node, Tree};
    ///
    /// assert_eq!(Tree::new(Node { label: "7".into(), ..Node::default() }, "A leaf").to_text(), "7\n");
    /// ```
    pub fn new(root: Node, title: impl Into<String>) -> Self {
        Self { root, title: title.into(), has_caption: false, rows: Vec::new() }
    }

    /// With the title written below.
    ///
    /// ```
    /// use report::tree::{Node, Tree};
    ///
    /// let leaf = Node { label: "7".into(), ..Node::default() };
    /// assert_eq!(Tree::new(leaf, "A leaf").caption().to_text(), "7\nA leaf\n");
    /// ```
    pub fn caption(mut self) -> Self {
        self.has_caption = true;
        self
    }

    /// With names of rows from the root down, at the left of a picture. Rows may
    /// have empty names.
    ///
    /// ```
    /// use report::tree::{Node, Tree};
    ///
    /// let tree = Tree::new(Node::default(), "A leaf").rows(["MAX"]);
    /// assert!(tree.to_svg().to_string().contains(">MAX</text>"));
    /// ```
    pub fn rows(mut self, names: impl IntoIterator<Item = impl ToString>) -> Self {
        self.rows = names.into_iter().map(|name| name.to_string()).collect();
        self
    }

    /// For a terminal: a line per node.
    ///
    /// ```
    /// use report::tree::{Node, Stress, Tree};
    ///
    /// let cut = Node { edge: "b".into(), stress: Stress::Faint, ..Node::default() };
    /// let root = Node { label: "1".into(), children: vec![cut], ..Node::default() };
    /// assert_eq!(Tree::new(root, "").to_text(), "1\n└─ b ✂\n");
    /// ```
    pub fn to_text(&self) -> String {
        text::draw(self)
    }

    /// As a picture, fit for a slide.
    ///
    /// ```
    /// use report::tree::{Node, Shape, Tree};
    ///
    /// let root = Node { shape: Shape::Circle, label: "½".into(), ..Node::default() };
    /// assert!(Tree::new(root, "A coin").to_svg().to_string().contains("<circle class=\"chance\""));
    /// ```
    pub fn to_svg(&self) -> Svg {
        draw::draw(self)
    }
}
