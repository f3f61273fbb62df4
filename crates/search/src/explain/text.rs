//! Trees as text.

use super::Show;
use super::tree::{Kind, Node, Tree, number};

/// Draws a tree with a line per node: ▲ is MAX, ▼ is MIN, ● is chance, ✂ was
/// left out, and `*` is on the line of best play.
pub fn draw(tree: &Tree, show: &Show) -> String {
    let mut text = String::new();
    write(&tree.root, show, "", "", &mut text);
    if show.caption {
        text.push_str(&format!("{}\n", tree.caption()));
    }
    text
}

fn write(node: &Node, show: &Show, first: &str, rest: &str, text: &mut String) {
    text.push_str(first);
    text.push_str(&line(node, show, first.is_empty()));
    text.push('\n');
    if show.boards && node.has_short_board() {
        let stem = if node.children.is_empty() { "   " } else { "│  " };
        for row in node.board.lines() {
            text.push_str(format!("{rest}{stem}{row}").trim_end());
            text.push('\n');
        }
    }
    for (at, child) in node.children.iter().enumerate() {
        let is_last = at + 1 == node.children.len();
        let (branch, stem) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        write(child, show, &format!("{rest}{branch}"), &format!("{rest}{stem}"), text);
    }
}

fn line(node: &Node, show: &Show, is_root: bool) -> String {
    let mut parts = vec![node.edge.clone()];
    parts.extend(node.probability_label().map(|probability| format!("[{probability}]")));
    parts.push(symbol(node.kind).into());
    parts.push(node.label());
    if node.is_pruned() {
        parts.push("✂".into());
    }
    if node.is_on_line && !is_root {
        parts.push("*".into());
    }
    if show.windows && !node.is_pruned() {
        parts.push(format!("({}, {})", number(node.window.alpha), number(node.window.beta)));
    }
    parts.extend(node.cut.map(|cut| format!(" cut: {}", cut.label())));
    parts.retain(|part| !part.is_empty());
    parts.join(" ")
}

fn symbol(kind: Kind) -> &'static str {
    match kind {
        Kind::Max => "▲",
        Kind::Min => "▼",
        Kind::Chance => "●",
        Kind::Leaf | Kind::Pruned => "",
    }
}
