//! Boards as SVG.

use super::{Board, Cell, Ground, Piece};
use crate::svg::{Style, Svg, circle, polygon, polyline, rect, text};

/// The side of a square cell, or the distance of hexagons.
const CELL: f64 = 40.0;
/// Space around the board, and space for the labels on two sides.
const MARGIN: f64 = 8.0;
const LABELS: f64 = 20.0;
/// Half the height of a hexagon, and the distance between rows of them.
const HEXAGON: f64 = CELL / 1.732;
const HEXAGON_ROW: f64 = 1.5 * HEXAGON;

/// In dark mode the board is only dimmed: white pieces stay white, black ones
/// black.
const STYLE: Style = Style {
    name: "board",
    rules: "\
text { font: 12px Helvetica, Arial, sans-serif; fill: #555566; text-anchor: middle; }
.ground { fill: #ffffff; }
.cell { fill: #f6f3ec; stroke: #b9b3a4; } .cell.dark { fill: #d9cdb4; } .mark { fill: #f5d76e; fill-opacity: .75; }
.frame { fill: none; stroke: #8a8474; stroke-width: 2; }
.letter { font-size: 26px; fill: #1c1c28; } .white { fill: #ffffff; stroke: #1c1c28; stroke-width: 2; paint-order: stroke; } .word { font-size: 16px; fill: #1c1c28; } .small { font-size: 10px; fill: #1c1c28; }
.disc { stroke: #33333f; stroke-width: 1.2; }
.p0 { fill: #26262e; } .p1 { fill: #ffffff; } .p2 { fill: #2f7fe0; } .p3 { fill: #e2662c; }
.p4 { fill: #2a9d63; } .p5 { fill: #9b59b6; } .p6 { fill: #d9a520; } .p7 { fill: #e0407b; }
.disc.red { fill: #d4282e; } .disc.orange { fill: #ec8a1c; } .disc.yellow { fill: #f5cf2e; } .disc.green { fill: #1e8a3c; }
.disc.blue { fill: #1f5fd0; } .disc.cyan { fill: #3cc4d6; } .disc.purple { fill: #8436b0; } .disc.pink { fill: #f07cb4; }
.disc.brown { fill: #85512a; } .disc.grey { fill: #a0a0ac; } .disc.black { fill: #26262e; } .disc.white { fill: #ffffff; stroke-width: 1.2; }
text.on { font-size: 18px; font-weight: bold; fill: #ffffff; } text.on1, text.on6 { fill: #1c1c28; }
.arrow { fill: none; stroke: #c0392b; stroke-width: 4; stroke-opacity: .8; stroke-linecap: round; } .tip { fill: #c0392b; }
@media (prefers-color-scheme: dark) {
text { fill: #a9a9b8; } .ground { fill: #17171f; }
.cell { fill: #b9b2a2; stroke: #857e6e; } .cell.dark { fill: #948a74; } .mark { fill: #e0b93c; }
.frame { stroke: #6b6558; } .arrow { stroke: #a32216; } .tip { fill: #a32216; }
}
",
};

pub(super) fn draw(board: &Board) -> Svg {
    let grid = Grid::new(board);
    let mut svg = Svg::new(&STYLE, grid.size(), &board.title);
    for cell in grid.cells() {
        if board.piece(cell.0, cell.1) != Some(&Piece::Gap) {
            grid.draw_cell(cell, &mut svg);
        }
    }
    if board.ground != Ground::Hexagons {
        let (width, height) = (CELL * board.n_columns as f64, CELL * board.n_rows as f64);
        svg.add(rect("frame", grid.left, MARGIN, width, height));
    }
    for (cell, piece) in &board.pieces {
        grid.draw_piece(*cell, piece, &mut svg);
    }
    for &(from, to) in &board.arrows {
        grid.draw_arrow(from, to, &mut svg);
    }
    grid.draw_labels(&mut svg);
    svg
}

struct Grid<'a> {
    board: &'a Board,
    left: f64,
}

impl<'a> Grid<'a> {
    fn new(board: &'a Board) -> Self {
        let left = if board.rows.is_empty() { MARGIN } else { LABELS + 4.0 };
        Self { board, left }
    }

    fn cells(&self) -> impl Iterator<Item = Cell> {
        let n_columns = self.board.n_columns;
        (0..self.board.n_rows).flat_map(move |row| (0..n_columns).map(move |column| (column, row)))
    }

    fn size(&self) -> (f64, f64) {
        let (n_columns, n_rows) = (self.board.n_columns as f64, self.board.n_rows as f64);
        let below = if self.board.columns.is_empty() { MARGIN } else { LABELS };
        let (width, height) = match self.board.ground {
            Ground::Hexagons => (
                CELL * (n_columns + (n_rows - 1.0).max(0.0) / 2.0),
                HEXAGON_ROW * (n_rows - 1.0).max(0.0) + 2.0 * HEXAGON,
            ),
            _ => (CELL * n_columns, CELL * n_rows),
        };
        (self.left + width + MARGIN, MARGIN + height + below)
    }

    /// The centre of a cell.
    fn middle(&self, (column, row): Cell) -> (f64, f64) {
        let (column, row) = (column as f64, row as f64);
        match self.board.ground {
            Ground::Hexagons => (
                self.left + CELL * (column + 0.5 + row / 2.0),
                MARGIN + HEXAGON + HEXAGON_ROW * row,
            ),
            _ => (self.left + CELL * (column + 0.5), MARGIN + CELL * (row + 0.5)),
        }
    }

    fn draw_cell(&self, cell: Cell, svg: &mut Svg) {
        let (x, y) = self.middle(cell);
        let from_below = self.board.n_rows - 1 - cell.1;
        let is_dark =
            self.board.ground == Ground::Chequered && (cell.0 + from_below).is_multiple_of(2);
        let class = if is_dark { "cell dark" } else { "cell" };
        let is_marked = self.board.marks.contains(&cell);
        for class in [Some(class), is_marked.then_some("mark")].into_iter().flatten() {
            svg.add(match self.board.ground {
                Ground::Hexagons => polygon(class, &hexagon(x, y)),
                _ => rect(class, x - CELL / 2.0, y - CELL / 2.0, CELL, CELL),
            });
        }
    }

    fn draw_piece(&self, cell: Cell, piece: &Piece, svg: &mut Svg) {
        let (x, y) = self.middle(cell);
        let disc = |colour: u8| circle(&format!("disc p{}", colour % 8), x, y, 0.38 * CELL);
        match piece {
            Piece::Gap => {}
            Piece::Disc(colour) => {
                svg.add(disc(*colour));
            }
            Piece::Marked(colour, letter) => {
                let class = format!("on on{}", colour % 8);
                svg.add(disc(*colour)).add(text(&class, x, y + 6.5, &letter.to_string()));
            }
            Piece::Coloured(colour, letter) => {
                let class = if colour.is_light() { "on on1" } else { "on" };
                svg.add(circle(&format!("disc {}", colour.class()), x, y, 0.38 * CELL));
                svg.add(text(class, x, y + 6.5, &letter.to_string()));
            }
            Piece::Letter(letter) => {
                let (class, glyph) = glyph(*letter);
                svg.add(text(class, x, y + 9.0, &glyph));
            }
            Piece::Text(word) => {
                let (class, down) = match word.chars().count() {
                    0..2 => ("letter", 9.0),
                    2..4 => ("word", 5.5),
                    _ => ("small", 3.5),
                };
                svg.add(text(class, x, y + down, &crate::words::shorten(word, 7)));
            }
        }
    }

    /// An arrow from near the centre of one cell to near that of another.
    fn draw_arrow(&self, from: Cell, to: Cell, svg: &mut Svg) {
        let ((x1, y1), (x2, y2)) = (self.middle(from), self.middle(to));
        let length = (x2 - x1).hypot(y2 - y1);
        let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
        let at = |x: f64, y: f64, share: f64| (x + share * dx, y + share * dy);
        // The tip ends where it would begin to hide a piece.
        let (start, neck, tip) = (at(x1, y1, 6.0), at(x2, y2, -20.0), at(x2, y2, -7.0));
        svg.add(polyline("arrow", &[start, neck]));
        let side = |sign: f64| (neck.0 - sign * 7.0 * dy, neck.1 + sign * 7.0 * dx);
        svg.add(polygon("tip", &[side(1.0), tip, side(-1.0)]));
    }

    fn draw_labels(&self, svg: &mut Svg) {
        let last = self.board.n_rows.saturating_sub(1);
        for (column, name) in self.board.columns.iter().enumerate().take(self.board.n_columns) {
            let (x, _) = self.middle((column, last));
            svg.add(text("", x, self.size().1 - 6.0, name));
        }
        for (row, name) in self.board.rows.iter().enumerate().take(self.board.n_rows) {
            let (x, y) = self.middle((0, row));
            svg.add(text("", x - CELL / 2.0 - LABELS / 2.0 - 2.0, y + 4.0, name));
        }
    }
}

/// A letter as it is drawn. White chessmen are the black glyphs filled with
/// white: their own glyphs are outlines, through which the board shows.
fn glyph(letter: char) -> (&'static str, String) {
    // Requests the text glyph, where phones would choose an emoji.
    const AS_TEXT: char = '\u{fe0e}';
    match letter {
        '♔'..='♙' => {
            let black = char::from_u32(u32::from(letter) + 6).unwrap_or(letter);
            ("letter white", format!("{black}{AS_TEXT}"))
        }
        '♚'..='♟' => ("letter", format!("{letter}{AS_TEXT}")),
        letter => ("letter", letter.to_string()),
    }
}

/// The corners of a hexagon that stands on one of them.
fn hexagon(x: f64, y: f64) -> [(f64, f64); 6] {
    let (half, side) = (CELL / 2.0, HEXAGON / 2.0);
    [
        (x, y - HEXAGON),
        (x + half, y - side),
        (x + half, y + side),
        (x, y + HEXAGON),
        (x - half, y + side),
        (x - half, y - side),
    ]
}
