//! Boards for terminals.

use super::{Board, Cell, Ground, Piece};
use crate::words::{one_line, shorten};

/// Maximum number of letters of a word, fewer on a wide board.
const N_LETTERS_MAX: usize = 6;

/// Width of the terminal in columns.
const WIDTH: usize = 80;

/// Discs in the order of their colours, distinguishable without colour.
const DISCS: [&str; 8] = ["●", "○", "◆", "◇", "■", "□", "▲", "△"];

pub(super) fn draw(board: &Board) -> String {
    let has_marks = !board.marks.is_empty() || !board.arrows.is_empty();
    let words = |names: &[String], n: usize, n_letters: usize| -> Vec<String> {
        names.iter().take(n).map(|name| word(name, n_letters)).collect()
    };
    let rows = words(&board.rows, board.n_rows, N_LETTERS_MAX);
    let margin = if rows.is_empty() { 0 } else { widest(&rows) + 1 };
    // Hexagons extend half a board further to the right.
    let n_across = match board.ground {
        Ground::Hexagons => board.n_columns + board.n_rows / 2,
        _ => board.n_columns,
    };
    let each = WIDTH.saturating_sub(margin) / n_across.max(1);
    let n_letters = each.saturating_sub(1).clamp(1, N_LETTERS_MAX);
    let columns = words(&board.columns, board.n_columns, n_letters);
    let line = |row: usize| (0..board.n_columns).map(move |column| (column, row));
    let symbols: Vec<Vec<String>> = (0..board.n_rows)
        .map(|row| line(row).map(|cell| symbol(board, cell, n_letters)).collect())
        .collect();
    let width = widest(symbols.iter().flatten().chain(&columns));
    let shift = |row: usize| match board.ground {
        Ground::Hexagons => " ".repeat((width + 1) * row / 2),
        _ => String::new(),
    };
    let mut lines = Vec::new();
    for (row, symbols) in symbols.iter().enumerate() {
        let name = rows.get(row).map_or(String::new(), |name| format!("{name:>0$} ", margin - 1));
        let is_marked = |column: usize| is_marked(board, (column, row));
        lines.push(format!(
            "{name:<margin$}{}{}",
            shift(row),
            cells(symbols, width, has_marks, is_marked)
        ));
    }
    if !columns.is_empty() {
        let shift = shift(board.n_rows.saturating_sub(1));
        lines.push(format!(
            "{:margin$}{shift}{}",
            "",
            cells(&columns, width, has_marks, |_| false)
        ));
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// One row; highlights use the blanks between cells.
fn cells(
    symbols: &[String],
    width: usize,
    has_marks: bool,
    is_marked: impl Fn(usize) -> bool,
) -> String {
    let mut text = String::new();
    for (column, symbol) in symbols.iter().enumerate() {
        let was_marked = column > 0 && is_marked(column - 1);
        match (was_marked, is_marked(column)) {
            (true, true) => text.push('|'),
            (true, false) => text.push(']'),
            (false, true) => text.push('['),
            // Highlights in other rows need a blank at the very left.
            (false, false) if column > 0 || has_marks => text.push(' '),
            (false, false) => {}
        }
        text.push_str(&format!("{symbol:>width$}"));
    }
    if symbols.len().checked_sub(1).is_some_and(is_marked) {
        text.push(']');
    }
    text
}

fn is_marked(board: &Board, cell: Cell) -> bool {
    let mut arrows = board.arrows.iter();
    board.marks.contains(&cell) || arrows.any(|&(from, to)| cell == from || cell == to)
}

fn symbol(board: &Board, (column, row): Cell, n_letters: usize) -> String {
    match board.piece(column, row) {
        None => "·".into(),
        Some(Piece::Gap) => " ".into(),
        Some(Piece::Disc(colour)) => DISCS[usize::from(*colour) % DISCS.len()].into(),
        Some(Piece::Letter(letter) | Piece::Marked(_, letter) | Piece::Coloured(_, letter)) => {
            letter_of(*letter)
        }
        Some(Piece::Text(text)) => word(text, n_letters),
    }
}

fn letter_of(letter: char) -> String {
    one_line(&letter.to_string())
}

fn word(text: &str, n_letters: usize) -> String {
    shorten(&one_line(text), n_letters)
}

fn widest<'a>(words: impl IntoIterator<Item = &'a String>) -> usize {
    words.into_iter().map(|word| word.chars().count()).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_share_their_marks() {
        let mut board = Board::new(3, 2).chess_labels();
        board.mark(1, 0).mark(2, 0).mark(0, 1);
        assert_eq!(board.to_text(), "2  ·[·|·]\n1 [·]· ·\n   a b c\n");
    }

    #[test]
    fn wide_boards_fit_the_page() {
        for n_columns in [3, 11, 16, 30] {
            let mut board =
                Board::new(n_columns, 1).labels((0..n_columns).map(|_| "column"), ["row"]);
            board.put(1, 0, Piece::Text("elephant".into()));
            assert!(board.to_text().lines().all(|line| line.chars().count() <= WIDTH));
        }
    }
}
