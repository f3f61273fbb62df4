//! Tables.

use crate::markup::prose;
use crate::words::{one_line, shorten};

/// A table: a head, rows of cells, a caption.
///
/// ```
/// use ludex_report::Table;
///
/// let mut table = Table::new(["game", "states"]).numbers_from(1);
/// table.row(["nim, of 3", "31"]).row(["tic-tac-toe", "5478"]);
/// assert_eq!(table.to_text(), "\
/// game         states
/// nim, of 3        31
/// tic-tac-toe    5478
/// ");
/// assert_eq!(table.to_csv(), "game,states\r\n\"nim, of 3\",31\r\ntic-tac-toe,5478\r\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
    aligns: Vec<Align>,
    numbers_from: Option<usize>,
    caption: String,
}

/// The alignment of a column's cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Align {
    /// For text.
    #[default]
    Left,
    /// For numbers.
    Right,
}

impl Table {
    /// A table with a head and no rows. All columns align to the left.
    ///
    /// ```
    /// assert_eq!(ludex_report::Table::new(["a", "b"]).to_text(), "a  b\n");
    /// ```
    pub fn new(head: impl IntoIterator<Item = impl ToString>) -> Self {
        Self { head: cells(head), ..Self::default() }
    }

    /// A table without a head, for names and their definitions.
    ///
    /// ```
    /// assert_eq!(ludex_report::Table::headless().row(["depth", "7"]).to_text(), "depth  7\n");
    /// ```
    pub fn headless() -> Self {
        Self::default()
    }

    /// Aligns all columns from `column` on to the right; the first is column 0.
    ///
    /// ```
    /// let mut table = ludex_report::Table::headless().numbers_from(1);
    /// table.row(["a", "10"]).row(["bcd", "9"]);
    /// assert_eq!(table.to_text(), "a    10\nbcd   9\n");
    /// ```
    pub fn numbers_from(mut self, column: usize) -> Self {
        self.numbers_from = Some(column);
        self
    }

    /// Sets the alignment of each column; further columns align to the left.
    ///
    /// ```
    /// use ludex_report::{Align, Table};
    ///
    /// let mut table = Table::headless().align([Align::Right, Align::Left]);
    /// table.row(["9", "a"]).row(["10", "b"]);
    /// assert_eq!(table.to_text(), " 9  a\n10  b\n");
    /// ```
    pub fn align(mut self, aligns: impl IntoIterator<Item = Align>) -> Self {
        self.aligns = aligns.into_iter().collect();
        self
    }

    /// Sets the caption.
    ///
    /// ```
    /// let table = ludex_report::Table::new(["a"]).caption("Letters");
    /// assert_eq!(table.to_text(), "Letters\na\n");
    /// ```
    pub fn caption(mut self, caption: impl Into<String>) -> Self {
        self.caption = caption.into();
        self
    }

    /// Adds a row. It may be shorter than others.
    ///
    /// ```
    /// let mut table = ludex_report::Table::new(["n", "n²"]);
    /// for n in 1..=3 {
    ///     table.row([n, n * n]);
    /// }
    /// assert_eq!(table.n_rows(), 3);
    /// ```
    pub fn row(&mut self, row: impl IntoIterator<Item = impl ToString>) -> &mut Self {
        self.rows.push(cells(row));
        self
    }

    /// Adds rows.
    ///
    /// ```
    /// let mut table = ludex_report::Table::headless();
    /// table.rows([["a", "b"], ["c", "d"]]);
    /// assert_eq!(table.to_text(), "a  b\nc  d\n");
    /// ```
    pub fn rows<R>(&mut self, rows: impl IntoIterator<Item = R>) -> &mut Self
    where
        R: IntoIterator,
        R::Item: ToString,
    {
        self.rows.extend(rows.into_iter().map(cells));
        self
    }

    /// Number of rows, without the head.
    ///
    /// ```
    /// assert_eq!(ludex_report::Table::new(["a"]).n_rows(), 0);
    /// ```
    pub fn n_rows(&self) -> usize {
        self.rows.len()
    }

    /// The table as text for a terminal: columns padded to equal width.
    ///
    /// ```
    /// let mut table = ludex_report::Table::new(["name", "n"]).numbers_from(1);
    /// assert_eq!(table.row(["x", "12"]).to_text(), "name   n\nx     12\n");
    /// ```
    pub fn to_text(&self) -> String {
        self.to_text_within(usize::MAX)
    }

    /// The table as text for a terminal of `width_max` columns. If the table is
    /// wider, the texts of its first column are shortened, as far as they stay
    /// recognisable.
    ///
    /// ```
    /// let mut table = ludex_report::Table::headless().numbers_from(1);
    /// table.row(["a player with many options", "71.5"]).row(["random", "28.5"]);
    /// assert_eq!(table.to_text_within(20), "a player with…  71.5\nrandom          28.5\n");
    /// ```
    pub fn to_text_within(&self, width_max: usize) -> String {
        let mut rows: Vec<Vec<String>> =
            self.lines().map(|row| row.iter().map(|cell| one_line(cell)).collect()).collect();
        let widths = self.widths(&rows);
        let excess = (widths.iter().sum::<usize>() + SPACE * widths.len().saturating_sub(1))
            .saturating_sub(width_max);
        if excess > 0 {
            let first = widths[0].saturating_sub(excess).max(FIRST_WIDTH_MIN.min(widths[0]));
            rows.iter_mut()
                .filter_map(|row| row.first_mut())
                .for_each(|cell| *cell = shorten(cell, first));
        }
        let widths = self.widths(&rows);
        let mut text = String::new();
        if !self.caption.is_empty() {
            text.push_str(&format!("{}\n", one_line(&self.caption)));
        }
        for row in &rows {
            text.push_str(&self.padded(row, &widths));
            text.push('\n');
        }
        text
    }

    /// The table as CSV by RFC 4180: lines end with CR LF, and cells with
    /// commas, quotes or line breaks are quoted. The caption is left out.
    ///
    /// ```
    /// let mut table = ludex_report::Table::new(["say", "what"]);
    /// assert_eq!(table.row(["\"hi\"", "a,b"]).to_csv(), "say,what\r\n\"\"\"hi\"\"\",\"a,b\"\r\n");
    /// ```
    pub fn to_csv(&self) -> String {
        let n_columns = self.n_columns();
        let mut text = String::new();
        for row in self.lines() {
            let mut cells: Vec<String> = row.iter().map(|cell| quoted(cell)).collect();
            // All lines must have the same number of cells.
            cells.resize(n_columns, String::new());
            if cells == [""] {
                // An empty line is not a row.
                cells[0] = "\"\"".into();
            }
            text.push_str(&cells.join(","));
            text.push_str("\r\n");
        }
        text
    }

    /// The table as an HTML `table`. Cells of columns that align to the right
    /// have the class `number`.
    ///
    /// ```
    /// let mut table = ludex_report::Table::new(["name", "n"]).numbers_from(1);
    /// assert_eq!(table.row(["<b>", "7"]).to_html(), "\
    /// <table>
    /// <thead><tr><th>name</th><th class=\"number\">n</th></tr></thead>
    /// <tbody>
    /// <tr><td>&lt;b&gt;</td><td class=\"number\">7</td></tr>
    /// </tbody>
    /// </table>
    /// ");
    /// ```
    pub fn to_html(&self) -> String {
        let mut text = String::from("<table>\n");
        if !self.caption.is_empty() {
            text.push_str(&format!("<caption>{}</caption>\n", prose(&self.caption)));
        }
        if !self.head.is_empty() {
            text.push_str(&format!("<thead>{}</thead>\n", self.html_row(&self.head, "th")));
        }
        text.push_str("<tbody>\n");
        for row in &self.rows {
            text.push_str(&format!("{}\n", self.html_row(row, "td")));
        }
        text.push_str("</tbody>\n</table>\n");
        text
    }

    fn html_row(&self, row: &[String], tag: &str) -> String {
        let cell = |column: usize| {
            let class = match self.alignment(column) {
                Align::Left => "",
                Align::Right => " class=\"number\"",
            };
            let text = row.get(column).map(|cell| prose(cell)).unwrap_or_default();
            format!("<{tag}{class}>{text}</{tag}>")
        };
        format!("<tr>{}</tr>", (0..self.n_columns()).map(cell).collect::<String>())
    }

    fn padded(&self, row: &[String], widths: &[usize]) -> String {
        let cells = row.iter().zip(widths).enumerate().map(|(column, (cell, &width))| {
            match self.alignment(column) {
                Align::Left => format!("{cell:<width$}"),
                Align::Right => format!("{cell:>width$}"),
            }
        });
        let line = cells.collect::<Vec<_>>().join(&" ".repeat(SPACE));
        line.trim_end().to_string()
    }

    /// All rows, with the head if there is one.
    fn lines(&self) -> impl Iterator<Item = &Vec<String>> {
        let head = Some(&self.head).filter(|head| !head.is_empty());
        head.into_iter().chain(&self.rows)
    }

    fn widths(&self, rows: &[Vec<String>]) -> Vec<usize> {
        let width = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        (0..self.n_columns()).map(width).collect()
    }

    fn n_columns(&self) -> usize {
        self.lines().map(Vec::len).max().unwrap_or(0)
    }

    fn alignment(&self, column: usize) -> Align {
        match self.numbers_from {
            Some(first) if column >= first => Align::Right,
            _ => self.aligns.get(column).copied().unwrap_or_default(),
        }
    }
}

/// Number of blanks between columns.
const SPACE: usize = 2;

/// Minimum width of the first column, in any terminal.
const FIRST_WIDTH_MIN: usize = 8;

fn cells(row: impl IntoIterator<Item = impl ToString>) -> Vec<String> {
    row.into_iter().map(|cell| cell.to_string()).collect()
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Reads CSV by RFC 4180.
    fn read_csv(text: &str) -> Vec<Vec<String>> {
        let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
        let (mut letters, mut is_quoted) = (text.chars().peekable(), false);
        while let Some(letter) = letters.next() {
            match letter {
                '"' if is_quoted && letters.next_if_eq(&'"').is_some() => cell.push('"'),
                '"' => is_quoted = !is_quoted,
                letter if is_quoted => cell.push(letter),
                ',' => row.push(std::mem::take(&mut cell)),
                '\r' => {
                    assert_eq!(letters.next(), Some('\n'));
                    row.push(std::mem::take(&mut cell));
                    rows.push(std::mem::take(&mut row));
                }
                letter => cell.push(letter),
            }
        }
        assert!(!is_quoted && row.is_empty() && cell.is_empty());
        rows
    }

    fn rows() -> impl Strategy<Value = Vec<Vec<String>>> {
        let cell = "[a-c,\"\r\n \u{e4}]{0,6}";
        (1..4usize).prop_flat_map(move |n| {
            proptest::collection::vec(proptest::collection::vec(cell, n), 0..5)
        })
    }

    proptest! {
        #[test]
        fn csv_can_be_read_back(rows in rows()) {
            let mut table = Table::headless();
            table.rows(&rows);
            prop_assert_eq!(read_csv(&table.to_csv()), rows);
        }

        #[test]
        fn texts_have_a_line_per_row_and_fit(rows in rows(), width in 0..40usize) {
            let mut table = Table::new(["a", "b"]).numbers_from(1);
            table.rows(&rows);
            let text = table.to_text_within(width);
            prop_assert_eq!(text.lines().count(), rows.len() + 1);
            // The first column may keep eight, two others have six at most.
            prop_assert!(text.lines().all(|line| line.chars().count() <= width.max(8 + 2 * 8)));
        }

        #[test]
        fn html_has_all_cells(rows in rows()) {
            let mut table = Table::new(["<head>"]);
            table.rows(&rows);
            let html = table.to_html();
            let n_columns = rows.first().map_or(1, Vec::len);
            prop_assert_eq!(html.matches("<td>").count(), n_columns * rows.len());
            prop_assert!(html.contains("&lt;head&gt;"));
        }
    }

    #[test]
    fn rows_may_be_short_and_tables_empty() {
        let mut table = Table::new(["a", "b", "c"]);
        table.row(["1"]).row(["1", "2", "3"]);
        assert_eq!(table.to_csv(), "a,b,c\r\n1,,\r\n1,2,3\r\n");
        assert_eq!(table.to_text(), "a  b  c\n1\n1  2  3\n");
        assert_eq!(Table::headless().to_text(), "");
        assert_eq!(Table::headless().to_csv(), "");
    }
}
