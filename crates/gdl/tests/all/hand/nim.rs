//! Nim with heaps of 3, 4 and 5, counted by hand-written move generation.

/// Number of move sequences of exactly `depth` plies from the start.
pub fn perft(depth: u32) -> u64 {
    count([3, 4, 5], depth)
}

fn count(heaps: [u8; 3], depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    for heap in 0..heaps.len() {
        for left in 0..heaps[heap] {
            let mut after = heaps;
            after[heap] = left;
            total += count(after, depth - 1);
        }
    }
    total
}
