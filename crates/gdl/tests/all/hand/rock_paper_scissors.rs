//! Rock paper scissors, first to 3 points or 10 rounds, counted by hand.

/// Number of joint-move sequences of exactly `depth` rounds from the start.
pub fn perft(depth: u32) -> u64 {
    if depth > 10 { 0 } else { count(0, 0, depth) }
}

fn count(left: u32, right: u32, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if left == 3 || right == 3 {
        return 0;
    }
    let mut total = 0;
    for mine in 0..3 {
        for yours in 0..3 {
            // 0 rock, 1 paper, 2 scissors: each beats the one before it.
            total += match (mine + 3 - yours) % 3 {
                0 => count(left, right, depth - 1),
                1 => count(left + 1, right, depth - 1),
                _ => count(left, right + 1, depth - 1),
            };
        }
    }
    total
}
