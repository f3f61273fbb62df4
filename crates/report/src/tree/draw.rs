//! Trees as SVG.

use super::layout::{GAP, Place, tidy};
use super::{Node, Shape, Stress, Tree, layout};
use crate::svg::{Element, Style, Svg, circle, path, polyline, text};

/// Height of a node's symbol.
const SIZE: f64 = 40.0;
/// Space around the tree.
const MARGIN: f64 = 18.0;
/// Space for the names of rows.
const ROW_NAME: f64 = 56.0;
/// Line height of small text.
const LINE: f64 = 14.0;
/// Width of a letter of small text, and of a small monospaced one.
const LETTER: f64 = 6.6;
const FIXED_LETTER: f64 = 6.1;
/// Boxes start a little below the top of their row, and are less high.
const BOX_INSET: f64 = 4.0;

/// Plain colours come first, for programs without media queries.
const STYLE: Style = Style {
    name: "tree",
    rules: "\
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
",
};

pub(super) fn draw(tree: &Tree) -> Svg {
    let mut picture = Picture::new(tree);
    let (place, width) = tidy(&picture.shape(&tree.root));
    picture.node(&tree.root, &place, 0);
    let height = picture.tops.last().expect("there is a root");
    let caption = if tree.has_caption { 2.0 * LINE } else { 0.0 };
    let (width, height) = (picture.left + width + MARGIN, height + MARGIN + caption);
    let mut svg = Svg::new(&STYLE, (width, height), &tree.title);
    for (name, top) in tree.rows.iter().zip(&picture.tops).filter(|(name, _)| !name.is_empty()) {
        let y = top + SIZE / 2.0 + 4.0;
        svg.add(Element::new("text", "row").set("x", MARGIN).place("y", y).text(name));
    }
    // Nodes hide the ends of edges.
    picture.edges.into_iter().chain(picture.nodes).for_each(|element| {
        svg.add(element);
    });
    if tree.has_caption {
        svg.add(text("caption", width / 2.0, height - MARGIN, &tree.title));
    }
    svg
}

struct Picture {
    /// Top of each row, and bottom of the last one.
    tops: Vec<f64>,
    left: f64,
    /// Whether some node has text above it.
    has_above: bool,
    edges: Vec<Element>,
    nodes: Vec<Element>,
}

impl Picture {
    fn new(tree: &Tree) -> Self {
        let has_rows = tree.rows.iter().any(|name| !name.is_empty());
        let left = if has_rows { MARGIN + ROW_NAME } else { MARGIN };
        let has_above = has_above(&tree.root);
        let (edges, nodes) = (Vec::new(), Vec::new());
        let mut picture = Self { tops: vec![MARGIN], left, has_above, edges, nodes };
        let mut heights = Vec::new();
        measure(&tree.root, 0, &mut heights);
        for (at, height) in heights.iter().enumerate() {
            let gap = if at + 1 < heights.len() { picture.row_gap() } else { 0.0 };
            picture.tops.push(picture.tops[at] + height + gap);
        }
        picture
    }

    /// Space between rows, for the labels of edges and the text above nodes.
    fn row_gap(&self) -> f64 {
        if self.has_above { 74.0 } else { 58.0 }
    }

    /// Relative position of the label on an edge: close to its lower end, since
    /// edges of one node are close together at the upper end.
    fn label_share(&self) -> f64 {
        if self.has_above { 0.62 } else { 0.72 }
    }

    /// The width of each node, for the layout.
    fn shape(&self, node: &Node) -> layout::Shape {
        let symbol = match node.shape {
            Shape::Up | Shape::Down => 50.0,
            Shape::Circle => 42.0,
            Shape::Box => box_width(node),
            Shape::Dot => 12.0,
        };
        // At the height of edge labels, edges are closer together than nodes.
        let mut width = symbol.max(text_width(&node.edge) / self.label_share() - GAP);
        if !node.note.is_empty() {
            // The note is beside the symbol; equal space on the other side
            // centres it.
            width = width.max(36.0 + 2.0 * LETTER * node.note.chars().count() as f64);
        }
        if !node.above.is_empty() {
            width = width.max(text_width(&node.above) - GAP);
        }
        width = width.max(below_width(node));
        layout::Shape {
            width,
            children: node.children.iter().map(|child| self.shape(child)).collect(),
        }
    }

    fn node(&mut self, node: &Node, place: &Place, row: usize) {
        let (x, y) = (self.left + place.x, self.tops[row]);
        self.nodes.push(symbol(node, x, y));
        self.labels(node, x, y);
        let bottom = y + SIZE + below_height(node);
        for (child, place) in node.children.iter().zip(&place.children) {
            // Edges start at the tip of a triangle that points down, and at the
            // base of one that points up.
            let to = (self.left + place.x, self.tops[row + 1] + top_inset(child));
            self.edge(child, node.stress != Stress::Faint, (x, bottom), to);
            self.node(child, place, row + 1);
        }
    }

    fn labels(&mut self, node: &Node, x: f64, y: f64) {
        if !node.label.is_empty() {
            self.nodes.push(label(node, x, y));
        }
        if !node.note.is_empty() {
            let y = if node.shape == Shape::Up { y + 14.0 } else { y + SIZE - 4.0 };
            self.nodes.push(text("cut", x + 21.0, y, &node.note));
        }
        if !node.above.is_empty() {
            self.nodes.push(small_text("small", &node.above, x, y - 10.0 + top_inset(node)));
        }
        let left = x - below_width(node) / 2.0;
        for (at, row) in node.below.lines().enumerate() {
            let y = y + SIZE + 12.0 * (at + 1) as f64;
            let line = Element::new("text", "board").set("xml:space", "preserve");
            self.nodes.push(line.place("x", left).place("y", y).text(row));
        }
    }

    fn edge(&mut self, child: &Node, is_seen: bool, from: (f64, f64), to: (f64, f64)) {
        self.edges.push(polyline(&format!("edge{}", class(child)), &[from, to]));
        let at = |share: f64| (from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1));
        let is_cut_here = is_seen && child.stress == Stress::Faint;
        if is_cut_here {
            let (x, y) = at(0.38);
            let d = format!("M{:.1} {:.1}l12 -6m-12 11l12 -6", x - 6.0, y + 1.0);
            self.edges.push(path("slash", &d));
        }
        if !child.edge.is_empty() {
            let (x, y) = at(self.label_share());
            let class = if child.stress == Stress::Faint { "move pruned" } else { "move" };
            self.nodes.push(small_text(class, &child.edge, x, y));
        }
    }
}

fn symbol(node: &Node, x: f64, y: f64) -> Element {
    let class = |kind: &str| format!("{kind}{}", class(node));
    let (half, bottom, middle) = (25.0, y + SIZE, y + SIZE / 2.0);
    match node.shape {
        Shape::Up => {
            path(&class("max"), &format!("M{x:.1} {y:.1}l{half} {SIZE}h{:.1}z", -2.0 * half))
        }
        Shape::Down => {
            let d = format!("M{x:.1} {bottom:.1}l{half} {:.1}h{:.1}z", -SIZE, -2.0 * half);
            path(&class("min"), &d)
        }
        Shape::Circle => circle(&class("chance"), x, middle, SIZE / 2.0),
        Shape::Box => {
            let width = box_width(node);
            let element = Element::new("rect", &class("leaf")).place("x", x - width / 2.0);
            element.place("y", y + BOX_INSET).place("width", width).set("height", 26).set("rx", 5)
        }
        Shape::Dot => {
            let element = Element::new("circle", &class("leaf")).place("cx", x);
            element.place("cy", y + BOX_INSET + 4.0).set("r", 4)
        }
    }
}

fn label(node: &Node, x: f64, y: f64) -> Element {
    // The label of a triangle is placed where it is broad.
    let baseline = match node.shape {
        Shape::Up => y + SIZE - 8.0,
        Shape::Down => y + 19.0,
        Shape::Circle => y + SIZE / 2.0 + 5.0,
        Shape::Box | Shape::Dot => y + BOX_INSET + 18.0,
    };
    let class = if node.stress == Stress::Faint { "pruned" } else { "" };
    let is_tight = node.label.chars().count() > 4 && node.shape != Shape::Box;
    let element = Element::new("text", class);
    let element = if is_tight { element.set("style", "font-size:11px") } else { element };
    element.place("x", x).place("y", baseline).text(&node.label)
}

/// Small text around a point, with a background that keeps it readable on an
/// edge.
fn small_text(class: &str, words: &str, x: f64, y: f64) -> Element {
    let width = text_width(words);
    let halo = Element::new("rect", "halo").place("x", x - width / 2.0).place("y", y - 7.0);
    halo.place("width", width).set("height", LINE).below(text(class, x, y + 4.0, words))
}

/// Computes the height of each row.
fn measure(node: &Node, row: usize, heights: &mut Vec<f64>) {
    if heights.len() == row {
        heights.push(0.0);
    }
    heights[row] = heights[row].max(SIZE + below_height(node));
    node.children.iter().for_each(|child| measure(child, row + 1, heights));
}

fn has_above(node: &Node) -> bool {
    !node.above.is_empty() || node.children.iter().any(has_above)
}

fn top_inset(node: &Node) -> f64 {
    if matches!(node.shape, Shape::Box | Shape::Dot) { BOX_INSET } else { 0.0 }
}

fn class(node: &Node) -> &'static str {
    match node.stress {
        Stress::Faint => " pruned",
        Stress::Best => " line",
        Stress::Plain => "",
    }
}

fn box_width(node: &Node) -> f64 {
    (9.0 * node.label.chars().count() as f64 + 12.0).max(30.0)
}

fn text_width(text: &str) -> f64 {
    if text.is_empty() { 0.0 } else { LETTER * text.chars().count() as f64 + 4.0 }
}

fn below_width(node: &Node) -> f64 {
    FIXED_LETTER * node.below.lines().map(|row| row.chars().count()).max().unwrap_or(0) as f64
}

fn below_height(node: &Node) -> f64 {
    match node.below.lines().count() {
        0 => 0.0,
        n_lines => 12.0 * n_lines as f64 + 4.0,
    }
}
