//! The common parts of text and SVG drawings.

use ludex_report::tree as drawn;
use ludex_report::tree::{Shape, Stress};

use super::Show;
use super::tree::{Kind, Node, Tree, number};

/// The tree to draw. `finish` sets the edges and cuts of each node, whose form differs between
/// text and pictures.
pub(super) fn tree(
    tree: &Tree,
    show: &Show,
    finish: &dyn Fn(&Node, drawn::Node) -> drawn::Node,
) -> drawn::Tree {
    let drawn = drawn::Tree::new(node(&tree.root, show, finish), tree.caption());
    if show.caption { drawn.caption() } else { drawn }
}

fn node(
    seen: &Node,
    show: &Show,
    finish: &dyn Fn(&Node, drawn::Node) -> drawn::Node,
) -> drawn::Node {
    let window = || format!("({}, {})", number(seen.window.alpha), number(seen.window.beta));
    let has_window = show.windows && !seen.is_pruned();
    let has_board = show.boards && seen.has_short_board();
    let drawn = drawn::Node {
        shape: shape(seen.kind),
        stress: stress(seen),
        label: seen.label(),
        above: if has_window { window() } else { String::new() },
        below: if has_board { seen.board.clone() } else { String::new() },
        children: seen.children.iter().map(|child| node(child, show, finish)).collect(),
        ..drawn::Node::default()
    };
    finish(seen, drawn)
}

fn shape(kind: Kind) -> Shape {
    match kind {
        Kind::Max => Shape::Up,
        Kind::Min => Shape::Down,
        Kind::Chance => Shape::Circle,
        Kind::Leaf => Shape::Box,
        Kind::Pruned => Shape::Dot,
    }
}

fn stress(node: &Node) -> Stress {
    match (node.is_pruned(), node.is_on_line) {
        (true, _) => Stress::Faint,
        (_, true) => Stress::Best,
        _ => Stress::Plain,
    }
}
