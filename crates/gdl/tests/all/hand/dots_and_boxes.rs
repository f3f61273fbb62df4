//! Dots and boxes with 3x3 boxes, counted by hand-written move generation.

/// The lines across are numbered row by row, three a row, from 0; the lines up, four a row, from 12.
const LINES: u32 = 24;

/// Number of move sequences of exactly `depth` turns from the start: a player who completes a box
/// draws again in the same turn.
pub fn perft(depth: u32) -> u64 {
    count(0, depth)
}

/// `drawn` has one bit for each line.
fn count(drawn: u32, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    for line in (0..LINES).map(|i| 1 << i).filter(|line| drawn & line == 0) {
        let after = drawn | line;
        let over = after.count_ones() == LINES;
        let again = boxes(after) > boxes(drawn) && !over;
        total += count(after, if again { depth } else { depth - 1 });
    }
    total
}

/// Number of boxes with four sides.
fn boxes(drawn: u32) -> usize {
    let has = |line: u32| drawn & (1 << line) != 0;
    (0..9)
        .map(|i| (i % 3, i / 3))
        .filter(|(x, y)| {
            let (across, up) = (3 * y + x, 12 + 4 * y + x);
            has(across) && has(across + 3) && has(up) && has(up + 1)
        })
        .count()
}
