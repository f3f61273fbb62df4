//! Boards for terminals.

use super::{Board, Cell, Ground, Piece};
use crate::words::{one_line, shorten};

/// Words with more letters are cut short.
const N_LETTERS_MAX: usize = 6;

/// Discs in the order of their colours, told apart without any.
const DISCS: [&str; 8] = ["●", "○", "◆", "◇", "■", "□", "▲", "△"];

pub(super) fn draw(board: &Board) -> String {
    let has_marks = !board.marks.is_empty() || !board.arrows.is_empty();
    let columns: Vec<String> =
        board.columns.iter().take(board.n_columns).map(|name| word(name)).collect();
    let rows: Vec<String> = board.rows.iter().take(board.n_rows).map(|name| word(name)).collect();
    let symbols: Vec<Vec<String>> = (0..board.n_rows)
        .map(|row| (0..board.n_columns).map(|column| symbol(board, (column, row))).collect())
        .collect();
    let width = widest(symbols.iter().flatten().chain(&columns));
    let margin = if rows.is_empty() { 0 } else { widest(&rows) + 1 };
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

/// One row; marks stand in the blanks between cells.
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
            // Marks of other rows need a blank at the very left.
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

fn symbol(board: &Board, (column, row): Cell) -> String {
    match board.piece(column, row) {
        None => "·".into(),
        Some(Piece::Gap) => " ".into(),
        Some(Piece::Disc(colour)) => DISCS[usize::from(*colour) % DISCS.len()].into(),
        Some(Piece::Letter(letter) | Piece::Marked(_, letter)) => word(&letter.to_string()),
        Some(Piece::Text(text)) => word(text),
    }
}

fn word(text: &str) -> String {
    shorten(&one_line(text), N_LETTERS_MAX)
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
}
