//! Drawings of positions by the structure alone.

use std::collections::{BTreeMap, BTreeSet};

use ludex_gdl::TermId;
use ludex_report::{Colour, Piece as Glyph};

use super::{Board, Structure};

/// Draws the boards of a position. Empty cells are blank, missing cells are gaps, and a content
/// is a letter of its name: upper case for the first role, lower case for the second, as in
/// chess. A content named after a colour, or of a role named after one, has that colour.
///
/// ```
/// use ludex_gdl::{Engine, Limits, Sheet, library};
/// use ludex_learn::structure::{Budget, Structure, draw};
///
/// let (sheet, _) = Sheet::parse(library::find("breakthrough").unwrap().source());
/// let loaded = Engine::load(&sheet, &Limits::default(), &Default::default()).unwrap();
/// let budget = Budget { n_games_max: 50, ..Budget::default() };
/// let structure = Structure::find(&sheet, &loaded.engine, &budget);
/// let boards = draw(&structure, &structure.initial);
/// assert!(boards[0].to_text().starts_with("8 b b b b b b b b\n7 b b"));
/// assert_eq!(boards[0].to_svg().to_string().matches("class=\"disc white\"").count(), 16);
/// ```
pub fn draw(structure: &Structure, facts: &[TermId]) -> Vec<ludex_report::Board> {
    let glyphs = glyphs(structure);
    let boards = structure.boards.iter().enumerate();
    boards.map(|(number, board)| one(structure, number, board, facts, &glyphs)).collect()
}

/// The letters of drawings, in the order of the pieces: the letter, and the content or its
/// owner.
pub fn legend(structure: &Structure) -> Vec<(String, String)> {
    let glyphs = glyphs(structure);
    let name = |(symbol, owner): &Key| {
        let owner = owner.map_or(String::new(), |owner| structure.show(owner) + " ");
        owner + &symbol.map_or("there".into(), |symbol| structure.show(symbol))
    };
    let mut legend: Vec<(String, String)> = Vec::new();
    for (board, key) in keys(structure) {
        let glyph = &glyphs[&(board, key)];
        let item = (glyph.clone(), name(&key));
        if !item.0.eq_ignore_ascii_case(&item.1) && !legend.contains(&item) {
            legend.push(item);
        }
    }
    legend
}

/// Names of at most this length are drawn unchanged.
const NAME_MAX: usize = 4;

/// A content and its owner.
type Key = (Option<TermId>, Option<TermId>);

/// All contents that are drawn, with their boards.
fn keys(structure: &Structure) -> Vec<(usize, Key)> {
    let pieces = structure.pieces.iter().map(|piece| (piece.board, (piece.symbol, piece.owner)));
    let fixed = structure.boards.iter().enumerate().flat_map(|(number, board)| {
        board.fixed.iter().map(move |&symbol| (number, (Some(symbol), None)))
    });
    pieces.chain(fixed).collect()
}

/// The letters of each content: the shortest part of its name that is unique.
fn glyphs(structure: &Structure) -> BTreeMap<(usize, Key), String> {
    let mut glyphs = BTreeMap::new();
    for number in 0..structure.boards.len() {
        let keys: Vec<Key> = keys(structure)
            .into_iter()
            .filter(|(board, _)| *board == number)
            .map(|(_, key)| key)
            .collect();
        let role = |key: &Key| {
            let mut pieces = structure.pieces.iter();
            let piece =
                pieces.find(|piece| piece.board == number && (piece.symbol, piece.owner) == *key);
            piece.and_then(|piece| piece.role)
        };
        let name = |key: &Key| key.0.map_or("•".into(), |symbol| structure.show(symbol));
        let all: Vec<Vec<String>> =
            keys.iter().map(|key| options(&name(key), role(key), structure.roles.len())).collect();
        let first: BTreeSet<&String> = all.iter().filter_map(|options| options.first()).collect();
        // Where first letters are not unique, short names are clearer than other letters.
        let is_short = |key: &Key| name(key).chars().count() <= NAME_MAX;
        let by_name = first.len() < all.len() && keys.iter().all(is_short);
        let mut used: Vec<String> = Vec::new();
        for (key, options) in keys.iter().zip(&all) {
            let mut options = options.iter().filter(|glyph| !by_name && !used.contains(glyph));
            let glyph = options.next().cloned().unwrap_or_else(|| name(key));
            used.push(glyph.clone());
            glyphs.insert((number, *key), glyph);
        }
    }
    glyphs
}

/// Abbreviations of a name, best first.
fn options(name: &str, role: Option<usize>, n_roles: usize) -> Vec<String> {
    let cased = |text: &str| match role {
        Some(0) if n_roles > 1 => text.to_uppercase(),
        Some(_) if n_roles > 1 => text.to_lowercase(),
        _ => text.to_string(),
    };
    let letters: Vec<char> = name.chars().filter(|letter| letter.is_alphanumeric()).collect();
    let mut options = Vec::new();
    if name.chars().count() <= 2 {
        options.push(if name.chars().count() == 1 { cased(name) } else { name.to_string() });
    }
    let words: Vec<&str> = name.split(['-', '_', ' ']).filter(|word| !word.is_empty()).collect();
    // In a name of several words, the last is the kind of piece, the first the owner.
    if let (true, Some(last)) = (words.len() > 1, words.last()) {
        options.extend(last.chars().next().map(|letter| cased(&letter.to_string())));
    }
    options.extend(letters.iter().map(|letter| cased(&letter.to_string())));
    options.extend(letters.iter().map(|letter| letter.to_string()));
    options.push(letters.iter().take(2).collect());
    options.push(letters.iter().take(3).collect());
    options
}

fn one(
    structure: &Structure,
    number: usize,
    board: &Board,
    facts: &[TermId],
    glyphs: &BTreeMap<(usize, Key), String>,
) -> ludex_report::Board {
    let grid = Grid::new(board);
    let title = format!("{}, {} cells", structure.name(board.relation), board.cells.len());
    let (columns, rows) = grid.labels(structure);
    let mut drawing = ludex_report::Board::new(grid.n_columns, grid.n_rows).title(title);
    if !columns.is_empty() {
        drawing = drawing.labels(columns, rows);
    }
    let mut is_cell = vec![false; grid.n_columns * grid.n_rows];
    for cell in &board.cells {
        let (column, row) = grid.place(cell);
        is_cell[row * grid.n_columns + column] = true;
    }
    for (at, _) in is_cell.iter().enumerate().filter(|(_, is_cell)| !**is_cell) {
        drawing.put(at % grid.n_columns, at / grid.n_columns, Glyph::Gap);
    }
    for &fact in facts {
        let Some((cell, content)) = board.read(&structure.terms, fact) else { continue };
        if content.is_some() && content == board.blank {
            continue;
        }
        let owner = board.owner_of(&structure.terms, fact);
        let known = [(content, owner), (content, None)]
            .into_iter()
            .find_map(|key| Some((key, glyphs.get(&(number, key))?.clone())));
        let (key, glyph) = known.unwrap_or_else(|| {
            let name = content.map_or("•".into(), |content| structure.show(content));
            ((content, owner), name)
        });
        let (column, row) = grid.place(&board.cells[cell]);
        let mut letters = glyph.chars();
        let piece = match (letters.next(), letters.next()) {
            (Some(letter), None) => match colour(structure, number, key) {
                Some(colour) => Glyph::Coloured(colour, letter),
                None => Glyph::Letter(letter),
            },
            _ => Glyph::Text(glyph),
        };
        drawing.put(column, row, piece);
    }
    drawing
}

/// The colour in the name of a content, of its owner, or of the role that moves it.
fn colour(structure: &Structure, board: usize, key: Key) -> Option<Colour> {
    let names = [key.0, key.1].into_iter().flatten().map(|name| structure.show(name));
    let mut pieces = structure.pieces.iter();
    let piece = pieces.find(|piece| piece.board == board && (piece.symbol, piece.owner) == key);
    let role = piece.and_then(|piece| structure.roles.get(piece.role?));
    names.chain(role.map(|role| role.name.clone())).find_map(|name| Colour::named(&name))
}

/// The positions of cells in a drawing.
struct Grid<'a> {
    board: &'a Board,
    n_columns: usize,
    n_rows: usize,
    /// Number of rows or columns of a layer, including the space between layers.
    width: usize,
    height: usize,
}

/// Maximum row length for cells without an order.
const ROW_MAX: usize = 10;

impl<'a> Grid<'a> {
    fn new(board: &'a Board) -> Self {
        let (mut width, mut height) =
            (board.extent(&board.plane.across), board.extent(&board.plane.up));
        if let Some(given) = &board.coordinates {
            (width, height) = (given.n_columns, given.n_rows);
        } else if board.plane.up.is_empty() && width > ROW_MAX {
            height = width.div_ceil(ROW_MAX);
            width = width.div_ceil(height);
        }
        let n_layers = board.extent(&board.plane.layers);
        Self { board, n_columns: (width + 1) * n_layers - 1, n_rows: height, width, height }
    }

    /// The column and the row of a cell. Rows are counted from the top.
    fn place(&self, cell: &[usize]) -> (usize, usize) {
        if let Some(given) = &self.board.coordinates {
            let (column, row) = given.places[cell[self.board.plane.across[0]]];
            return (column, self.height - 1 - row);
        }
        let along = |axes: &[usize]| {
            let step =
                |at: usize, &axis: &usize| at * self.board.axes[axis].symbols.len() + cell[axis];
            axes.iter().fold(0, step)
        };
        let plane = &self.board.plane;
        let (x, y, layer) = (along(&plane.across), along(&plane.up), along(&plane.layers));
        match plane.up.is_empty() {
            true => (x % self.width, x / self.width),
            false => (layer * (self.width + 1) + x, self.height - 1 - y),
        }
    }

    /// The names of columns and rows, where an axis defines them or the names of cells consist
    /// of both, as `a1`.
    fn labels(&self, structure: &Structure) -> (Vec<String>, Vec<String>) {
        let plane = &self.board.plane;
        if self.board.coordinates.is_some() {
            return self.parts(structure).unwrap_or_default();
        }
        let ([x], [y]) = (&plane.across[..], &plane.up[..]) else {
            return (Vec::new(), Vec::new());
        };
        let names = |axis: usize| -> Vec<String> {
            self.board.axes[axis].symbols.iter().map(|&symbol| structure.show(symbol)).collect()
        };
        let (columns, mut rows) = (names(*x), names(*y));
        let n_layers = self.board.extent(&plane.layers);
        rows.reverse();
        (vec![columns; n_layers].join(&String::new()), rows)
    }

    /// The prefixes of cell names by column and their suffixes by row, if every name consists
    /// of these two.
    fn parts(&self, structure: &Structure) -> Option<(Vec<String>, Vec<String>)> {
        let mut columns = vec![None; self.n_columns];
        let mut rows = vec![None; self.n_rows];
        for cell in &self.board.cells {
            let (column, row) = self.place(cell);
            let axis = self.board.plane.across[0];
            let name = structure.show(self.board.axes[axis].symbols[cell[axis]]);
            let digits = name.find(|letter: char| letter.is_ascii_digit())?;
            let (letters, digits) = name.split_at(digits);
            let column: &mut Option<String> = &mut columns[column];
            let row: &mut Option<String> = &mut rows[row];
            if column.get_or_insert_with(|| letters.into()) != letters
                || row.get_or_insert_with(|| digits.into()) != digits
                || letters.is_empty()
            {
                return None;
            }
        }
        let named = |parts: Vec<Option<String>>| parts.into_iter().map(Option::unwrap_or_default);
        Some((named(columns).collect(), named(rows).collect()))
    }
}
