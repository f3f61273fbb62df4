//! Dots and Boxes with 3x3 boxes, counted by hand-written move generation.
//!
//! The lines drawn are a set in 24 bits: first those across, in 4 rows of 3, then
//! those upright, in 3 rows of 4.

const N_LINES: u32 = 24;

/// Number of turn sequences of exactly `depth` turns from the start. A turn goes
/// on as long as each line completes a box.
pub fn perft(depth: u32) -> u64 {
    if depth == 0 { 1 } else { count(0, depth) }
}

/// Counts from the set of lines drawn, in the middle or at the start of a turn.
fn count(drawn: u32, depth: u32) -> u64 {
    let mut total = 0;
    for next in (0..N_LINES).map(|n| drawn | 1 << n) {
        if next == drawn {
            continue;
        }
        let scores = n_boxes(next) > n_boxes(drawn);
        let is_over = next.count_ones() == N_LINES;
        total += match depth {
            _ if scores && !is_over => count(next, depth),
            1 => 1,
            _ => count(next, depth - 1),
        };
    }
    total
}

/// How many boxes have all four sides.
fn n_boxes(drawn: u32) -> usize {
    let across = |x: u32, y: u32| drawn & (1 << (3 * y + x)) != 0;
    let upright = |x: u32, y: u32| drawn & (1 << (12 + 4 * y + x)) != 0;
    (0..9)
        .map(|n| (n % 3, n / 3))
        .filter(|&(x, y)| across(x, y) && across(x, y + 1) && upright(x, y) && upright(x + 1, y))
        .count()
}
