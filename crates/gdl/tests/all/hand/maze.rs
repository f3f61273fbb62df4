//! The maze with key, door and treasure, counted by hand-written move generation.

/// Top row first: `#` wall, `h` hero, `k` key, `d` door, `t` treasure, `e` exit.
const MAZE: [&[u8; 9]; 9] = [
    b"k....#...",
    b".###.#.#.",
    b".#.....#.",
    b".#.###.#e",
    b"...#t#.##",
    b".###d#...",
    b".#.....#.",
    b".#.###.#.",
    b"h#...#...",
];

/// Number of move sequences of exactly `depth` plies from the start.
pub fn perft(depth: u32) -> u64 {
    if depth > 60 {
        0
    } else {
        count(8, 0, false, depth)
    }
}

fn count(row: usize, column: usize, key: bool, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let here = MAZE[row][column];
    if here == b'e' {
        return 0;
    }
    let key = key || here == b'k';
    [(0, 1), (2, 1), (1, 0), (1, 2)]
        .into_iter()
        .filter_map(|(down, right)| {
            let row = (row + down).checked_sub(1)?;
            let column = (column + right).checked_sub(1)?;
            match MAZE.get(row)?.get(column)? {
                b'#' => None,
                b'd' if !key => None,
                _ => Some(count(row, column, key, depth - 1)),
            }
        })
        .sum()
}
