//! Trees as pictures.

use std::fmt::Write as _;

use super::Show;
use super::layout::{GAP, Place, Shape, tidy};
use super::tree::{Kind, Node, Tree, number};

/// Draws a tree as an SVG picture, fit for a slide: MAX nodes are triangles that
/// point up, MIN nodes point down, chance nodes are circles. The line of best
/// play is thick; what was pruned is grey, its edges cut through.
///
/// Colours follow the reader's preference for light or dark.
///
/// ```
/// use game::Game;
/// use search::explain::{Recorder, Settings, svg};
/// use search::{LeafValue, TreeGame};
///
/// let game: TreeGame = "(max 1 2)".parse().unwrap();
/// let mut leaf = LeafValue;
/// let mut recorder = Recorder::new(&game, &mut leaf, TreeGame::MAX, Settings::default());
/// let picture = svg::draw(&recorder.record(&game.initial()).unwrap(), &Default::default());
/// assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
/// ```
pub fn draw(tree: &Tree, show: &Show) -> String {
    let shape = shape(&tree.root, show);
    let (place, width) = tidy(&shape);
    let mut rows = Vec::new();
    measure(&tree.root, show, 0, &mut rows);
    let names = row_names(&tree.root);
    let margin = if names.iter().any(Option::is_some) { MARGIN + ROW_NAME } else { MARGIN };
    let mut picture = Picture {
        show,
        tops: tops(&rows, show),
        left: margin,
        edges: String::new(),
        nodes: String::new(),
    };
    picture.node(&tree.root, &place, 0);
    let height = picture.tops.last().expect("there is a root");
    let caption = if show.caption { 2.0 * LINE } else { 0.0 };
    let (width, height) = (margin + width + MARGIN, height + MARGIN + caption);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">\n<title>{}</title>\n\
         <style>\n{STYLE}</style>\n<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n",
        escape(&tree.caption())
    );
    for (row, name) in names.iter().enumerate() {
        if let Some(name) = name {
            let y = picture.tops[row] + SIZE / 2.0 + 4.0;
            let _ = writeln!(text, "<text class=\"row\" x=\"{MARGIN}\" y=\"{y:.1}\">{name}</text>");
        }
    }
    text.push_str(&picture.edges);
    text.push_str(&picture.nodes);
    if show.caption {
        let (x, y) = (width / 2.0, height - MARGIN);
        let caption = escape(&tree.caption());
        let _ =
            writeln!(text, "<text class=\"caption\" x=\"{x:.1}\" y=\"{y:.1}\">{caption}</text>");
    }
    text.push_str("</svg>\n");
    text
}

/// The height of a node's symbol.
const SIZE: f64 = 40.0;
/// Space around everything.
const MARGIN: f64 = 18.0;
/// Space for the names of rows.
const ROW_NAME: f64 = 56.0;
/// The height of a line of small text.
const LINE: f64 = 14.0;
/// The width of a letter of small text, and of a small one of fixed width.
const LETTER: f64 = 6.6;
const BOARD_LETTER: f64 = 6.1;

/// Plain colours come first, for programs that know no others.
const STYLE: &str = "\
text { font: 15px Helvetica, Arial, sans-serif; fill: #1c1c28; text-anchor: middle; }
.small, .move, .row, .cut, .caption { font-size: 12px; fill: #555566; }
.row { text-anchor: start; font-weight: bold; letter-spacing: 1px; }
.cut { fill: #c0392b; text-anchor: start; }
.board { font: 10px Menlo, Consolas, 'DejaVu Sans Mono', monospace; white-space: pre; text-anchor: start; }
.ground { fill: #ffffff; }
.halo { fill: #ffffff; }
.edge { stroke: #8a8a99; stroke-width: 1.5; fill: none; }
.max, .min, .chance, .leaf { stroke: #44445a; stroke-width: 1.5; }
.max { fill: #dcebfa; } .min { fill: #fbe3dc; } .chance { fill: #e9e3f6; } .leaf { fill: #f1f1f4; }
.line.edge { stroke: #1f6fd0; stroke-width: 4; }
.line.max, .line.min, .line.chance, .line.leaf { stroke: #1f6fd0; stroke-width: 3; }
.pruned { fill: #fafafa; stroke: #c4c4cc; stroke-dasharray: 4 3; }
.pruned.edge { fill: none; } text.pruned { fill: #b0b0ba; stroke: none; }
.slash { stroke: #c0392b; stroke-width: 2; }
@media (prefers-color-scheme: dark) {
text { fill: #ececf4; } .small, .move, .row, .caption { fill: #a9a9b8; } .cut { fill: #ff8a7a; }
.ground, .halo { fill: #17171f; } .edge { stroke: #77778a; }
.max, .min, .chance, .leaf { stroke: #b8b8cc; }
.max { fill: #1d3a57; } .min { fill: #54302a; } .chance { fill: #3b3257; } .leaf { fill: #2a2a36; }
.line.edge, .line.max, .line.min, .line.chance, .line.leaf { stroke: #5aa7ff; }
.pruned { fill: #1d1d26; stroke: #4a4a58; } text.pruned { fill: #6a6a78; } .slash { stroke: #ff8a7a; }
}
";

/// How much room each node needs.
fn shape(node: &Node, show: &Show) -> Shape {
    let symbol = match node.kind {
        Kind::Max | Kind::Min => 50.0,
        Kind::Chance => 42.0,
        Kind::Leaf => leaf_width(node),
        Kind::Pruned => 12.0,
    };
    // Beside the symbol, and as much on the other side: it stays in the middle.
    let beside = |text: &str| 50.0 + 2.0 * LETTER * text.chars().count() as f64;
    // Where the name of the move is written, edges are closer than nodes.
    let mut width = symbol.max(text_width(&edge_label(node)) / label_share(show) - GAP);
    if let Some(cut) = node.cut {
        width = width.max(beside(&cut.label()) - 14.0);
    }
    if has_window(node, show) {
        width = width.max(text_width(&window_label(node)) - GAP);
    }
    if has_board(node, show) {
        width = width.max(board_width(node));
    }
    Shape { width, children: node.children.iter().map(|child| self::shape(child, show)).collect() }
}

/// The height of each row.
fn measure(node: &Node, show: &Show, row: usize, rows: &mut Vec<f64>) {
    if rows.len() == row {
        rows.push(0.0);
    }
    rows[row] = rows[row].max(SIZE + board_height(node, show));
    node.children.iter().for_each(|child| measure(child, show, row + 1, rows));
}

/// Where each row begins, and where the last one ends.
fn tops(rows: &[f64], show: &Show) -> Vec<f64> {
    let mut tops = vec![MARGIN];
    for (at, height) in rows.iter().enumerate() {
        let gap = if at + 1 < rows.len() { row_gap(show) } else { 0.0 };
        tops.push(tops[at] + height + gap);
    }
    tops
}

/// The rows in which the same side decides everywhere, by its name.
fn row_names(root: &Node) -> Vec<Option<&'static str>> {
    let (mut names, mut row) = (Vec::new(), vec![root]);
    while !row.is_empty() {
        let mut kinds = row
            .iter()
            .map(|node| node.kind)
            .filter(|&kind| kind != Kind::Leaf && kind != Kind::Pruned);
        let first = kinds.next();
        names.push(match first {
            Some(kind) if kinds.all(|other| other == kind) => match kind {
                Kind::Max => Some("MAX"),
                Kind::Min => Some("MIN"),
                _ => Some("CHANCE"),
            },
            _ => None,
        });
        row = row.into_iter().flat_map(|node| &node.children).collect();
    }
    names
}

/// Space between rows, in which moves and windows are written.
fn row_gap(show: &Show) -> f64 {
    if show.windows { 74.0 } else { 58.0 }
}

/// How far down its edge the name of a move is written: close to where it
/// leads, since edges of one node are close together where they begin.
fn label_share(show: &Show) -> f64 {
    if show.windows { 0.62 } else { 0.72 }
}

struct Picture<'a> {
    show: &'a Show,
    tops: Vec<f64>,
    left: f64,
    edges: String,
    nodes: String,
}

impl Picture<'_> {
    fn node(&mut self, node: &Node, place: &Place, row: usize) {
        let (x, y) = (self.left + place.x, self.tops[row]);
        self.symbol(node, x, y);
        self.labels(node, x, y);
        let bottom = y + SIZE + board_height(node, self.show);
        for (child, place) in node.children.iter().zip(&place.children) {
            // Edges start at the tip of a triangle that points down, and at
            // the base of one that points up.
            let to = (self.left + place.x, self.tops[row + 1] + top_inset(child));
            self.edge(child, !node.is_pruned(), (x, bottom), to);
            self.node(child, place, row + 1);
        }
    }

    fn symbol(&mut self, node: &Node, x: f64, y: f64) {
        let class = class(node);
        let (half, bottom, middle) = (25.0, y + SIZE, y + SIZE / 2.0);
        let out = &mut self.nodes;
        let _ = match node.kind {
            Kind::Max => writeln!(
                out,
                "<path class=\"max{class}\" d=\"M{x:.1} {y:.1}l{half} {SIZE}h{:.1}z\"/>",
                -2.0 * half
            ),
            Kind::Min => writeln!(
                out,
                "<path class=\"min{class}\" d=\"M{x:.1} {bottom:.1}l{half} {:.1}h{:.1}z\"/>",
                -SIZE,
                -2.0 * half
            ),
            Kind::Chance => writeln!(
                out,
                "<circle class=\"chance{class}\" cx=\"{x:.1}\" cy=\"{middle:.1}\" r=\"{:.1}\"/>",
                SIZE / 2.0
            ),
            Kind::Leaf => {
                let width = leaf_width(node);
                writeln!(
                    out,
                    "<rect class=\"leaf{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"26\" rx=\"5\"/>",
                    x - width / 2.0,
                    y + LEAF_INSET
                )
            }
            Kind::Pruned => writeln!(
                out,
                "<circle class=\"leaf{class}\" cx=\"{x:.1}\" cy=\"{:.1}\" r=\"4\"/>",
                y + LEAF_INSET + 4.0
            ),
        };
    }

    fn labels(&mut self, node: &Node, x: f64, y: f64) {
        // A triangle has its room where it is broad.
        let baseline = match node.kind {
            Kind::Max => y + SIZE - 8.0,
            Kind::Min => y + 19.0,
            Kind::Chance => y + SIZE / 2.0 + 5.0,
            Kind::Leaf | Kind::Pruned => y + LEAF_INSET + 18.0,
        };
        let label = value_label(node);
        if !label.is_empty() {
            let size = if label.chars().count() > 4 && node.kind != Kind::Leaf {
                "font-size:11px"
            } else {
                ""
            };
            let style = if size.is_empty() { String::new() } else { format!(" style=\"{size}\"") };
            let class = if node.is_pruned() { " class=\"pruned\"" } else { "" };
            let _ = writeln!(
                self.nodes,
                "<text{class}{style} x=\"{x:.1}\" y=\"{baseline:.1}\">{label}</text>"
            );
        }
        if let Some(cut) = node.cut {
            let label = escape(&cut.label());
            let (x, y) = (x + 21.0, if node.kind == Kind::Max { y + 14.0 } else { y + SIZE - 4.0 });
            let _ = writeln!(
                self.nodes,
                "<text class=\"cut\" x=\"{x:.1}\" y=\"{y:.1}\">{label}</text>"
            );
        }
        if has_window(node, self.show) {
            let y = y - 10.0 + top_inset(node);
            self.small_text("small", &window_label(node), x, y);
        }
        if has_board(node, self.show) {
            let left = x - board_width(node) / 2.0;
            for (at, row) in node.board.lines().enumerate() {
                let y = y + SIZE + 12.0 * (at + 1) as f64;
                let row = escape(row);
                let _ = writeln!(
                    self.nodes,
                    "<text class=\"board\" xml:space=\"preserve\" x=\"{left:.1}\" y=\"{y:.1}\">{row}</text>"
                );
            }
        }
    }

    fn edge(&mut self, child: &Node, is_seen: bool, from: (f64, f64), to: (f64, f64)) {
        let class = class(child);
        let ((x1, y1), (x2, y2)) = (from, to);
        let _ = writeln!(
            self.edges,
            "<path class=\"edge{class}\" d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\"/>"
        );
        let at = |share: f64| (x1 + share * (x2 - x1), y1 + share * (y2 - y1));
        let is_cut_here = is_seen && child.is_pruned();
        if is_cut_here {
            let (x, y) = at(0.38);
            let _ = writeln!(
                self.edges,
                "<path class=\"slash\" d=\"M{:.1} {:.1}l12 -6m-12 11l12 -6\"/>",
                x - 6.0,
                y + 1.0
            );
        }
        let label = edge_label(child);
        if !label.is_empty() {
            let (x, y) = at(label_share(self.show));
            let class = if child.is_pruned() { "move pruned" } else { "move" };
            self.small_text(class, &label, x, y);
        }
    }

    /// Small text around a point, with a ground of its own that keeps it
    /// readable on an edge.
    fn small_text(&mut self, class: &str, text: &str, x: f64, y: f64) {
        let (width, text) = (text_width(text), escape(text));
        let _ = writeln!(
            self.nodes,
            "<rect class=\"halo\" x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"14\"/>\
             <text class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\">{text}</text>",
            x - width / 2.0,
            y - 7.0,
            y + 4.0
        );
    }
}

/// Leaves hang a little lower than their row begins, and are not as high.
const LEAF_INSET: f64 = 4.0;

fn top_inset(node: &Node) -> f64 {
    if matches!(node.kind, Kind::Leaf | Kind::Pruned) { LEAF_INSET } else { 0.0 }
}

fn class(node: &Node) -> &'static str {
    match (node.is_pruned(), node.is_on_line) {
        (true, _) => " pruned",
        (_, true) => " line",
        _ => "",
    }
}

/// The value; at a leaf that the search never saw, what it would have seen.
fn value_label(node: &Node) -> String {
    match node.kind {
        Kind::Leaf if node.is_pruned() => number(node.bounds.0),
        _ => node.label(),
    }
}

fn leaf_width(node: &Node) -> f64 {
    (9.0 * value_label(node).chars().count() as f64 + 12.0).max(30.0)
}

fn edge_label(node: &Node) -> String {
    // The brackets of a move in GDL only take room.
    let edge = node.edge.strip_prefix('(').and_then(|edge| edge.strip_suffix(')'));
    let edge = edge.filter(|edge| !edge.contains(['(', ')'])).unwrap_or(&node.edge);
    match (node.probability_label(), edge) {
        (Some(probability), "") => probability,
        (Some(probability), edge) => format!("{edge} ({probability})"),
        (None, edge) => edge.to_string(),
    }
}

fn text_width(text: &str) -> f64 {
    if text.is_empty() { 0.0 } else { LETTER * text.chars().count() as f64 + 4.0 }
}

fn has_window(node: &Node, show: &Show) -> bool {
    show.windows && !node.is_pruned()
}

fn window_label(node: &Node) -> String {
    format!("({}, {})", number(node.window.alpha), number(node.window.beta))
}

fn has_board(node: &Node, show: &Show) -> bool {
    show.boards && node.has_short_board()
}

fn board_width(node: &Node) -> f64 {
    BOARD_LETTER * node.board.lines().map(|row| row.chars().count()).max().unwrap_or(0) as f64
}

fn board_height(node: &Node, show: &Show) -> f64 {
    if has_board(node, show) { 12.0 * node.board.lines().count() as f64 + 4.0 } else { 0.0 }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
