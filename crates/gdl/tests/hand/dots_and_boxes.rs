//! Dots and Boxes with 3x3 boxes, counted by hand-written move generation.
//!
//! Whose turn it is does not change which lines may be drawn, so the boxes do
//! not matter for a count of plies: any undrawn line may be next.

/// Lines across, in 4 rows of 3, and upright, in 3 rows of 4.
const LINES: u32 = 4 * 3 + 3 * 4;

/// Number of ply sequences of exactly `depth` plies from the start.
pub fn perft(depth: u32) -> u64 {
    count(0, depth)
}

/// Counts from the set of lines that are drawn.
fn count(drawn: u32, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    (0..LINES)
        .map(|line| 1 << line)
        .filter(|line| drawn & line == 0)
        .map(|line| count(drawn | line, depth - 1))
        .sum()
}
