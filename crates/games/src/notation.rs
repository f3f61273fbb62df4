//! Positions as text: a drawing, and one line to read back.
//!
//! The line has the rows of the board from the top, separated by `/`, with a
//! letter for each piece and `.` for an empty place, and then words, of which
//! the first names the role to move: `x.o/.x./..o x`. A drawing ends with that
//! line, and reading uses the last line of a text, so that every drawing can be
//! read back.

use ludex_game::Role;

/// A line, split into rows and words.
pub(crate) struct Position<'a> {
    rows: Vec<&'a str>,
    words: Vec<&'a str>,
}

/// A piece of a position: its row from the top, its place in the row and the
/// place of its letter among all letters.
pub(crate) struct Placed {
    pub row: usize,
    pub column: usize,
    pub letter: usize,
}

impl<'a> Position<'a> {
    /// Splits the last line of a text. Rows must have these lengths.
    pub fn read(text: &'a str, lengths: &[usize]) -> Result<Self, String> {
        let line = text.trim_end().lines().next_back().ok_or("there is no position")?;
        let mut words = line.split_whitespace();
        let rows: Vec<&str> = words.next().ok_or("there is no position")?.split('/').collect();
        if rows.len() != lengths.len() {
            return Err(format!("there are {} rows instead of {}", rows.len(), lengths.len()));
        }
        for (at, (row, &length)) in rows.iter().zip(lengths).enumerate() {
            let found = row.chars().count();
            if found != length {
                return Err(format!("row {} has {found} places instead of {length}", at + 1));
            }
        }
        Ok(Self { rows, words: words.collect() })
    }

    /// The pieces, each named by one of the letters.
    pub fn pieces(&self, letters: &str) -> Result<Vec<Placed>, String> {
        let mut pieces = Vec::new();
        for (row, text) in self.rows.iter().enumerate() {
            for (column, found) in text.chars().enumerate().filter(|&(_, found)| found != '.') {
                let letter =
                    letters.chars().position(|letter| letter == found).ok_or_else(|| {
                        format!("row {}: `{found}` is neither `.` nor one of `{letters}`", row + 1)
                    })?;
                pieces.push(Placed { row, column, letter });
            }
        }
        Ok(pieces)
    }

    /// The role to move: the first word.
    pub fn turn(&self, roles: &[Role]) -> Result<u8, String> {
        let names = || roles.iter().map(|role| role.name.as_str()).collect::<Vec<_>>().join(" or ");
        let word = self.words.first().ok_or_else(|| format!("who moves next, {}?", names()))?;
        let turn = roles.iter().position(|role| role.name == *word);
        turn.map(|turn| turn as u8)
            .ok_or_else(|| format!("`{word}` cannot move next, only {} can", names()))
    }

    /// The number after the role to move; 0 if there is none.
    pub fn number(&self) -> Result<u16, String> {
        let Some(word) = self.words.get(1) else { return Ok(0) };
        word.parse().map_err(|_| format!("`{word}` is not a number of plies"))
    }
}

/// The rows as one line of text, from the top.
pub(crate) fn line(width: usize, height: usize, at: impl Fn(usize, usize) -> char) -> String {
    let row = |y| (0..width).map(|x| at(x, y)).collect::<String>();
    (0..height).rev().map(row).collect::<Vec<_>>().join("/")
}

/// The board with ranks on the left and files below.
pub(crate) fn board(width: usize, height: usize, at: impl Fn(usize, usize) -> char) -> String {
    let mut text = String::new();
    for y in (0..height).rev() {
        text += &format!("{:>2}", y + 1);
        text.extend((0..width).flat_map(|x| [' ', at(x, y)]));
        text.push('\n');
    }
    text += "  ";
    text.extend((0..width).flat_map(|x| [' ', file(x)]));
    text.push('\n');
    text
}

/// The board with the numbers of its columns below.
pub(crate) fn upright(width: usize, height: usize, at: impl Fn(usize, usize) -> char) -> String {
    let row = |y| (0..width).map(|x| at(x, y).to_string()).collect::<Vec<_>>().join(" ");
    let numbers: Vec<String> = (1..=width).map(|number| number.to_string()).collect();
    let rows: Vec<String> = (0..height).rev().map(row).chain([numbers.join(" ")]).collect();
    rows.join("\n") + "\n"
}

/// A square in the manner of chess: `a1` is the lower left corner.
pub(crate) fn square(x: usize, y: usize) -> String {
    format!("{}{}", file(x), y + 1)
}

fn file(x: usize) -> char {
    char::from(b'a' + x as u8)
}
