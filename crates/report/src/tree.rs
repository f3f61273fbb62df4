//! Drawings of game trees, with a label on every node.

mod draw;
mod layout;
mod text;

use crate::Svg;

/// A tree to be drawn.
///
/// ```
/// use ludex_report::Tree;
/// use ludex_report::tree::{Node, Shape, Stress};
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

/// A node and its subtree. Empty texts are not drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// Its symbol.
    pub shape: Shape,
    /// Its emphasis.
    pub stress: Stress,
    /// The text in the symbol.
    pub label: String,
    /// The text on the edge from the parent.
    pub edge: String,
    /// A remark beside it.
    pub note: String,
    /// Small text above it.
    pub above: String,
    /// Lines of text below it, as a terminal would show them.
    pub below: String,
    /// The children.
    pub children: Vec<Node>,
}

/// The symbol of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// A triangle that points up, for the maximising player.
    Up,
    /// A triangle that points down, for the minimising player.
    Down,
    /// A circle, for chance.
    Circle,
    /// A box as wide as its label, for terminal nodes.
    #[default]
    Box,
    /// A small dot, for unknown values.
    Dot,
}

/// The emphasis of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stress {
    /// No emphasis.
    #[default]
    Plain,
    /// On the best line: thick, or `*` in text.
    Best,
    /// Pruned: grey, with the edge cut through, or `✂` in text.
    Faint,
}

impl Tree {
    /// A tree with a title, which screen readers announce.
    ///
    /// ```
    /// use ludex_report::tree::{Node, Tree};
    ///
    /// assert_eq!(Tree::new(Node { label: "7".into(), ..Node::default() }, "A leaf").to_text(), "7\n");
    /// ```
    pub fn new(root: Node, title: impl Into<String>) -> Self {
        Self { root, title: title.into(), has_caption: false, rows: Vec::new() }
    }

    /// Shows the title below the tree.
    ///
    /// ```
    /// use ludex_report::tree::{Node, Tree};
    ///
    /// let leaf = Node { label: "7".into(), ..Node::default() };
    /// assert_eq!(Tree::new(leaf, "A leaf").caption().to_text(), "7\nA leaf\n");
    /// ```
    pub fn caption(mut self) -> Self {
        self.has_caption = true;
        self
    }

    /// Sets the names of rows from the root down, at the left of the picture.
    /// Names may be empty.
    ///
    /// ```
    /// use ludex_report::tree::{Node, Tree};
    ///
    /// let tree = Tree::new(Node::default(), "A leaf").rows(["MAX"]);
    /// assert!(tree.to_svg().to_string().contains(">MAX</text>"));
    /// ```
    pub fn rows(mut self, names: impl IntoIterator<Item = impl ToString>) -> Self {
        self.rows = names.into_iter().map(|name| name.to_string()).collect();
        self
    }

    /// The tree as text for a terminal: a line per node.
    ///
    /// ```
    /// use ludex_report::tree::{Node, Stress, Tree};
    ///
    /// let cut = Node { edge: "b".into(), stress: Stress::Faint, ..Node::default() };
    /// let root = Node { label: "1".into(), children: vec![cut], ..Node::default() };
    /// assert_eq!(Tree::new(root, "").to_text(), "1\n└─ b ✂\n");
    /// ```
    pub fn to_text(&self) -> String {
        text::draw(self)
    }

    /// The tree as an SVG picture for slides.
    ///
    /// ```
    /// use ludex_report::tree::{Node, Shape, Tree};
    ///
    /// let root = Node { shape: Shape::Circle, label: "½".into(), ..Node::default() };
    /// assert!(Tree::new(root, "A coin").to_svg().to_string().contains("<circle class=\"chance\""));
    /// ```
    pub fn to_svg(&self) -> Svg {
        draw::draw(self)
    }
}
