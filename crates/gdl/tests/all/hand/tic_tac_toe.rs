//! Tic-tac-toe, counted by hand-written move generation.
//!
//! The marks of each side are a set of squares in nine bits.

const LINES: [u32; 8] = [
    0o700, 0o070, 0o007, // rows
    0o444, 0o222, 0o111, // columns
    0o421, 0o124, // diagonals
];

/// Number of move sequences of exactly `depth` plies from the start.
pub fn perft(depth: u32) -> u64 {
    count(0, 0, depth)
}

/// Counts for the side on turn with marks `own`; `other` has just moved.
fn count(own: u32, other: u32, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if LINES.iter().any(|line| other & line == *line) {
        return 0;
    }
    (0..9)
        .map(|square| 1 << square)
        .filter(|mark| (own | other) & mark == 0)
        .map(|mark| count(other, own | mark, depth - 1))
        .sum()
}
