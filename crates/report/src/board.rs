//! Positions drawn as grids.

mod draw;
mod text;

use crate::{Colour, Svg};

/// A board: cells by column and row, with pieces on them.
///
/// Column 0 is at the left and row 0 at the top, as on paper; the
/// [labels](Board::labels) may say otherwise. Pieces outside the board are not
/// drawn.
///
/// ```
/// use ludex_report::{Board, Piece};
///
/// let mut board = Board::new(3, 3).labels(["a", "b", "c"], ["3", "2", "1"]);
/// board.put(1, 1, Piece::Letter('X')).put(0, 0, Piece::Letter('O'));
/// assert_eq!(board.to_text(), "\
/// 3 O · ·
/// 2 · X ·
/// 1 · · ·
///   a b c
/// ");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    n_columns: usize,
    n_rows: usize,
    title: String,
    columns: Vec<String>,
    rows: Vec<String>,
    ground: Ground,
    pieces: Vec<(Cell, Piece)>,
    marks: Vec<Cell>,
    arrows: Vec<(Cell, Cell)>,
}

/// Column and row.
type Cell = (usize, usize);

/// The content of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A disc of one of eight colours: 0 is the darkest, 1 the lightest, the
    /// others are blue, orange, green, purple, ochre and pink.
    Disc(u8),
    /// A disc with a letter on it: a king, a stack of four.
    Marked(u8, char),
    /// A disc of a named colour with a letter on it, which stands for the disc
    /// in text.
    Coloured(Colour, char),
    /// A letter or a symbol: `X`, `♞`.
    Letter(char),
    /// A number or a word; drawn small if it is long.
    Text(String),
    /// No cell: a wall, or a corner that the board lacks.
    Gap,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ground {
    Plain,
    Chequered,
    Hexagons,
}

impl Board {
    /// An empty board.
    ///
    /// ```
    /// assert_eq!(ludex_report::Board::new(3, 2).to_text(), "· · ·\n· · ·\n");
    /// ```
    pub fn new(n_columns: usize, n_rows: usize) -> Self {
        Self {
            n_columns,
            n_rows,
            title: "board".into(),
            columns: Vec::new(),
            rows: Vec::new(),
            ground: Ground::Plain,
            pieces: Vec::new(),
            marks: Vec::new(),
            arrows: Vec::new(),
        }
    }

    /// Sets the title, which screen readers announce.
    ///
    /// ```
    /// let board = ludex_report::Board::new(8, 8).title("After 12 plies");
    /// assert!(board.to_svg().to_string().contains("<title>After 12 plies</title>"));
    /// ```
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// Sets the names of columns and of rows, from the left and from the top.
    ///
    /// ```
    /// let board = ludex_report::Board::new(2, 1).labels(["a", "b"], ["1"]);
    /// assert_eq!(board.to_text(), "1 · ·\n  a b\n");
    /// ```
    pub fn labels(
        mut self,
        columns: impl IntoIterator<Item = impl ToString>,
        rows: impl IntoIterator<Item = impl ToString>,
    ) -> Self {
        self.columns = columns.into_iter().map(|name| name.to_string()).collect();
        self.rows = rows.into_iter().map(|name| name.to_string()).collect();
        self
    }

    /// Sets the labels of chess: letters, and numbers from below.
    ///
    /// ```
    /// assert_eq!(ludex_report::Board::new(2, 2).chess_labels().to_text(), "2 · ·\n1 · ·\n  a b\n");
    /// ```
    pub fn chess_labels(self) -> Self {
        let (n_columns, n_rows) = (self.n_columns, self.n_rows);
        // After z come numbers: a board that wide is not a chess board.
        let letter = |column: usize| match u8::try_from(column) {
            Ok(at @ 0..26) => char::from(b'a' + at).to_string(),
            _ => (column + 1).to_string(),
        };
        self.labels((0..n_columns).map(letter), (1..=n_rows).rev())
    }

    /// Alternates light and dark cells. The lower left one is dark.
    ///
    /// ```
    /// let board = ludex_report::Board::new(2, 2).chequered();
    /// assert_eq!(board.to_svg().to_string().matches("class=\"cell dark\"").count(), 2);
    /// ```
    pub fn chequered(mut self) -> Self {
        self.ground = Ground::Chequered;
        self
    }

    /// Draws hexagonal cells, each row half a cell further to the right than
    /// the one above.
    ///
    /// ```
    /// assert_eq!(ludex_report::Board::new(3, 2).hexagons().to_text(), "· · ·\n · · ·\n");
    /// ```
    pub fn hexagons(mut self) -> Self {
        self.ground = Ground::Hexagons;
        self
    }

    /// Puts a piece on a cell and replaces the one there.
    ///
    /// ```
    /// use ludex_report::{Board, Piece};
    ///
    /// let mut board = Board::new(2, 1);
    /// board.put(0, 0, Piece::Disc(0)).put(1, 0, Piece::Disc(1));
    /// assert_eq!(board.to_text(), "● ○\n");
    /// ```
    pub fn put(&mut self, column: usize, row: usize, piece: Piece) -> &mut Self {
        if column < self.n_columns && row < self.n_rows {
            self.pieces.retain(|(cell, _)| *cell != (column, row));
            self.pieces.push(((column, row), piece));
        }
        self
    }

    /// Highlights a cell, such as that of the last move. In text it has
    /// brackets.
    ///
    /// ```
    /// use ludex_report::{Board, Piece};
    ///
    /// let mut board = Board::new(3, 1);
    /// board.put(1, 0, Piece::Letter('X')).mark(1, 0);
    /// assert_eq!(board.to_text(), " ·[X]·\n");
    /// ```
    pub fn mark(&mut self, column: usize, row: usize) -> &mut Self {
        if column < self.n_columns && row < self.n_rows {
            self.marks.push((column, row));
        }
        self
    }

    /// Draws an arrow from a cell to another. Text highlights both cells.
    ///
    /// ```
    /// let mut board = ludex_report::Board::new(8, 8);
    /// board.arrow((4, 6), (4, 4));
    /// assert!(board.to_svg().to_string().contains("class=\"arrow\""));
    /// ```
    pub fn arrow(&mut self, from: (usize, usize), to: (usize, usize)) -> &mut Self {
        let is_inside = |cell: Cell| cell.0 < self.n_columns && cell.1 < self.n_rows;
        if is_inside(from) && is_inside(to) && from != to {
            self.arrows.push((from, to));
        }
        self
    }

    /// The board as text for a terminal of 80 columns. Cells have at most six
    /// letters each, fewer on boards of more than eleven columns.
    ///
    /// ```
    /// use ludex_report::{Board, Piece};
    ///
    /// let mut board = Board::new(3, 1);
    /// board.put(0, 0, Piece::Text("16".into())).put(2, 0, Piece::Gap);
    /// assert_eq!(board.to_text(), "16  ·\n");
    /// ```
    pub fn to_text(&self) -> String {
        text::draw(self)
    }

    /// The board as an SVG picture.
    ///
    /// ```
    /// use ludex_report::{Board, Piece};
    ///
    /// let mut board = Board::new(8, 8).chequered().chess_labels();
    /// board.put(4, 7, Piece::Letter('K')).mark(4, 7);
    /// assert!(board.to_svg().to_string().contains(">K</text>"));
    /// ```
    pub fn to_svg(&self) -> Svg {
        draw::draw(self)
    }

    fn piece(&self, column: usize, row: usize) -> Option<&Piece> {
        self.pieces.iter().find(|(cell, _)| *cell == (column, row)).map(|(_, piece)| piece)
    }
}
