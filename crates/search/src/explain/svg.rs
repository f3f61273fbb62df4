//! Trees as pictures.

use ludex_report::tree as drawn;

use super::tree::{Kind, Node, Tree, number};
use super::{Show, view};

/// Draws a tree as an SVG picture for slides: MAX nodes are triangles that point up, MIN nodes
/// point down, chance nodes are circles. The line of best play is thick; pruned nodes are grey,
/// with cut edges.
///
/// Colours follow the reader's preference for light or dark.
///
/// ```
/// use ludex_game::Game;
/// use ludex_search::explain::{Recorder, Settings, svg};
/// use ludex_search::{LeafValue, TreeGame};
///
/// let game: TreeGame = "(max 1 2)".parse().unwrap();
/// let mut leaf = LeafValue;
/// let mut recorder = Recorder::new(&game, &mut leaf, TreeGame::MAX, Settings::default());
/// let picture = svg::draw(&recorder.record(&game.initial()).unwrap(), &Default::default());
/// assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
/// ```
pub fn draw(tree: &Tree, show: &Show) -> String {
    let drawn = view::tree(tree, show, &node).rows(row_names(&tree.root));
    drawn.to_svg().to_string()
}

fn node(node: &Node, drawn: drawn::Node) -> drawn::Node {
    let label = match node.kind {
        // A leaf that was not searched shows the value that it would have had.
        Kind::Leaf if node.is_pruned() => number(node.bounds.0),
        _ => drawn.label,
    };
    let note = node.cut.map(|cut| cut.label()).unwrap_or_default();
    drawn::Node { label, note, edge: edge_label(node), ..drawn }
}

fn edge_label(node: &Node) -> String {
    // The brackets of a GDL move are dropped to save space.
    let edge = node.edge.strip_prefix('(').and_then(|edge| edge.strip_suffix(')'));
    let edge = edge.filter(|edge| !edge.contains(['(', ')'])).unwrap_or(&node.edge);
    match (node.probability_label(), edge) {
        (Some(probability), "") => probability,
        (Some(probability), edge) => format!("{edge} ({probability})"),
        (None, edge) => edge.to_string(),
    }
}

/// The rows in which the same side decides everywhere, by its name.
fn row_names(root: &Node) -> Vec<&'static str> {
    let (mut names, mut row) = (Vec::new(), vec![root]);
    while !row.is_empty() {
        let mut kinds = row
            .iter()
            .map(|node| node.kind)
            .filter(|&kind| kind != Kind::Leaf && kind != Kind::Pruned);
        let first = kinds.next();
        names.push(match first {
            Some(kind) if kinds.all(|other| other == kind) => match kind {
                Kind::Max => "MAX",
                Kind::Min => "MIN",
                _ => "CHANCE",
            },
            _ => "",
        });
        row = row.into_iter().flat_map(|node| &node.children).collect();
    }
    names
}
