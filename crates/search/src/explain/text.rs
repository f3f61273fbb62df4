//! Trees as text.

use ludex_report::tree as drawn;

use super::tree::{Node, Tree};
use super::{Show, view};

/// Draws a tree with a line per node: ▲ is MAX, ▼ is MIN, ● is chance, ✂ is pruned, and `*` is
/// on the line of best play.
pub fn draw(tree: &Tree, show: &Show) -> String {
    view::tree(tree, show, &node).to_text()
}

fn node(node: &Node, drawn: drawn::Node) -> drawn::Node {
    let edge = match (&node.edge[..], node.probability_label()) {
        (edge, None) => edge.to_string(),
        ("", Some(probability)) => format!("[{probability}]"),
        (edge, Some(probability)) => format!("{edge} [{probability}]"),
    };
    let note = node.cut.map(|cut| format!("cut: {}", cut.label())).unwrap_or_default();
    drawn::Node { edge, note, ..drawn }
}
