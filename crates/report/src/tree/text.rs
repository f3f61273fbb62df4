//! Trees for terminals.

use super::{Node, Shape, Stress, Tree};
use crate::words::one_line;

pub(super) fn draw(tree: &Tree) -> String {
    let mut text = String::new();
    write(&tree.root, "", "", &mut text);
    if tree.has_caption {
        text.push_str(&format!("{}\n", one_line(&tree.title)));
    }
    text
}

fn write(node: &Node, first: &str, rest: &str, text: &mut String) {
    text.push_str(first);
    text.push_str(&line(node, first.is_empty()));
    text.push('\n');
    let stem = if node.children.is_empty() { "   " } else { "│  " };
    for row in node.below.lines() {
        text.push_str(format!("{rest}{stem}{row}").trim_end());
        text.push('\n');
    }
    for (at, child) in node.children.iter().enumerate() {
        let is_last = at + 1 == node.children.len();
        let (branch, stem) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        write(child, &format!("{rest}{branch}"), &format!("{rest}{stem}"), text);
    }
}

fn line(node: &Node, is_root: bool) -> String {
    let stress = match node.stress {
        Stress::Faint => "✂",
        // The best line always starts at the root.
        Stress::Best if !is_root => "*",
        _ => "",
    };
    // Notes are separated by a blank.
    let note = if node.note.is_empty() { String::new() } else { format!(" {}", node.note) };
    let mut parts =
        vec![&node.edge[..], symbol(node.shape), &node.label, stress, &node.above, &note];
    parts.retain(|part| !part.is_empty());
    one_line(&parts.join(" "))
}

fn symbol(shape: Shape) -> &'static str {
    match shape {
        Shape::Up => "▲",
        Shape::Down => "▼",
        Shape::Circle => "●",
        Shape::Box | Shape::Dot => "",
    }
}
