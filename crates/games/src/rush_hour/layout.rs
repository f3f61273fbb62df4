//! What stays the same on a board: its size, walls, and the line that each vehicle keeps to.

use std::collections::BTreeMap;

use super::Starts;

/// The fixed part of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The number of rows.
    pub n_rows: usize,
    /// The number of columns.
    pub n_columns: usize,
    /// The cells, row by row, that nothing can stand on.
    pub walls: Vec<bool>,
    /// The vehicles, ordered by their lines and by their order in them.
    pub vehicles: Vec<Vehicle>,
    /// The place of the red car among the vehicles.
    pub red: usize,
}

/// A vehicle: its name, and the row or column that it moves along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vehicle {
    /// A letter or digit.
    pub name: char,
    /// Whether it moves along a row.
    pub is_horizontal: bool,
    /// The row or column.
    pub line: usize,
    /// The number of its cells.
    pub length: usize,
}

/// The name of the red car.
pub const RED: char = 'X';
const EMPTY: char = '.';
const WALL: char = '#';

/// The largest number of rows, and of columns.
const SIZE_MAX: usize = 64;

impl Layout {
    /// The layout of a board in one line of text, and where its vehicles begin.
    ///
    /// The cells are those of rows from the top, joined by `/`; a square board may leave the
    /// slashes out. Letters and digits are vehicles, `X` is the red car, `#` a wall.
    pub(super) fn read(text: &str) -> Result<(Self, Starts), String> {
        let rows = rows(text)?;
        let n_columns = rows[0].len();
        let mut cells: BTreeMap<char, Vec<(usize, usize)>> = BTreeMap::new();
        let mut walls = vec![false; rows.len() * n_columns];
        for (row, line) in rows.iter().enumerate() {
            for (column, &cell) in line.iter().enumerate() {
                match cell {
                    EMPTY => {}
                    WALL => walls[row * n_columns + column] = true,
                    name if name.is_ascii_alphanumeric() => {
                        cells.entry(name).or_default().push((row, column));
                    }
                    other => {
                        let at = place(row, column);
                        return Err(format!(
                            "{at}: `{other}` is neither a letter, a digit, `{EMPTY}` nor `{WALL}`"
                        ));
                    }
                }
            }
        }
        if cells.is_empty() {
            return Err("there is no vehicle on the board".into());
        }
        let mut placed = cells
            .into_iter()
            .map(|(name, cells)| vehicle(name, &cells))
            .collect::<Result<Vec<(Vehicle, usize)>, String>>()?;
        placed.sort_by_key(|(vehicle, start)| (!vehicle.is_horizontal, vehicle.line, *start));
        let red = placed.iter().position(|(vehicle, _)| vehicle.name == RED);
        let red = red.ok_or_else(|| format!("there is no red car, `{RED}`"))?;
        if !placed[red].0.is_horizontal {
            let column = placed[red].0.line + 1;
            return Err(format!(
                "the red car, `{RED}`, stands upright in column {column}; the exit is on the right"
            ));
        }
        let starts = placed.iter().map(|&(_, start)| start as u8).collect();
        let vehicles = placed.into_iter().map(|(vehicle, _)| vehicle).collect();
        Ok((Self { n_rows: rows.len(), n_columns, walls, vehicles, red }, starts))
    }

    /// The board in one line of text.
    pub(super) fn line(&self, starts: &[u8]) -> String {
        let cells = self.letters(starts);
        let rows: Vec<String> = cells.chunks(self.n_columns).map(String::from_iter).collect();
        rows.join(if (self.n_rows, self.n_columns) == (6, 6) { "" } else { "/" })
    }

    /// The letter of each cell, row by row.
    pub fn letters(&self, starts: &[u8]) -> Vec<char> {
        let letter = |&is_wall: &bool| if is_wall { WALL } else { EMPTY };
        let mut letters: Vec<char> = self.walls.iter().map(letter).collect();
        for (vehicle, &start) in self.vehicles.iter().zip(starts) {
            for at in 0..vehicle.length {
                letters[self.cell(vehicle, usize::from(start) + at)] = vehicle.name;
            }
        }
        letters
    }

    /// The number of the cell at a place along the line of a vehicle.
    pub fn cell(&self, vehicle: &Vehicle, at: usize) -> usize {
        match vehicle.is_horizontal {
            true => vehicle.line * self.n_columns + at,
            false => at * self.n_columns + vehicle.line,
        }
    }

    /// The number of cells of the line of a vehicle.
    pub fn length_of_line(&self, vehicle: &Vehicle) -> usize {
        if vehicle.is_horizontal { self.n_columns } else { self.n_rows }
    }

    /// Where the red car starts when it has reached the exit.
    pub fn exit(&self) -> usize {
        self.n_columns - self.vehicles[self.red].length
    }
}

/// The cells of each row.
fn rows(text: &str) -> Result<Vec<Vec<char>>, String> {
    let cells: Vec<char> = text.chars().collect();
    let rows: Vec<Vec<char>> = match text.contains('/') {
        true => text.split('/').map(|row| row.chars().collect()).collect(),
        false => {
            let n = cells.len().isqrt();
            if n == 0 || n * n != cells.len() {
                return Err(format!(
                    "{} cells are not a square board; join the rows of others by `/`",
                    cells.len()
                ));
            }
            cells.chunks(n).map(<[char]>::to_vec).collect()
        }
    };
    let n_columns = rows[0].len();
    for (row, line) in rows.iter().enumerate() {
        if line.len() != n_columns {
            let (row, n) = (row + 1, line.len());
            return Err(format!("row {row} has {n} cells, row 1 has {n_columns}"));
        }
    }
    if n_columns == 0 || n_columns.max(rows.len()) > SIZE_MAX {
        return Err(format!("a board has 1 to {SIZE_MAX} rows and columns"));
    }
    Ok(rows)
}

/// The vehicle on some cells, which are in the order of rows, and where it starts.
fn vehicle(name: char, cells: &[(usize, usize)]) -> Result<(Vehicle, usize), String> {
    let (row, column) = cells[0];
    let length = cells.len();
    if length == 1 {
        let at = place(row, column);
        return Err(format!("{at}: vehicle `{name}` has one cell; it needs two or more"));
    }
    let is_horizontal = cells[1].0 == row;
    for (at, &found) in cells.iter().enumerate() {
        let expected = if is_horizontal { (row, column + at) } else { (row + at, column) };
        if found != expected {
            let (at, first) = (place(found.0, found.1), place(row, column));
            return Err(format!(
                "{at}: this part of vehicle `{name}` is not in line with the rest, from {first}"
            ));
        }
    }
    let (line, start) = if is_horizontal { (row, column) } else { (column, row) };
    Ok((Vehicle { name, is_horizontal, line, length }, start))
}

fn place(row: usize, column: usize) -> String {
    format!("row {}, column {}", row + 1, column + 1)
}
