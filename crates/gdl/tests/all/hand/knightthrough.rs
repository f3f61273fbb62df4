//! Knightthrough on 8x8, counted by hand-written move generation.
//!
//! Each side is a set of squares in 64 bits, square 8 * y + x.

/// White's two home ranks; black's are the same, mirrored.
const HOME: u64 = 0xffff;

/// The far rank of the side to move, which always plays upwards.
const FAR_RANK: u64 = 0xff << 56;

/// The leaps towards the enemy side, as (files, ranks).
const LEAPS: [(i32, i32); 4] = [(-2, 1), (-1, 2), (1, 2), (2, 1)];

/// Number of move sequences of exactly `depth` plies from the start.
pub fn perft(depth: u32) -> u64 {
    count(HOME, HOME.swap_bytes(), depth)
}

/// Counts for the side with knights `own`, which plays upwards.
fn count(own: u64, enemy: u64, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    // Only the side that has just moved can have won: by arriving, or by taking all.
    let arrived = enemy.swap_bytes() & FAR_RANK != 0;
    if arrived || own == 0 {
        return 0;
    }
    let mut total = 0;
    for from in 0..64 {
        if own & (1 << from) == 0 {
            continue;
        }
        for to in LEAPS.iter().filter_map(|&leap| leap_from(from, leap)) {
            if own & to == 0 {
                let moved = (own & !(1 << from)) | to;
                // Turn the board over, so that the other side plays upwards too.
                total += count((enemy & !to).swap_bytes(), moved.swap_bytes(), depth - 1);
            }
        }
    }
    total
}

/// The square that a leap leads to, as a set, if it is on the board.
fn leap_from(from: i32, (dx, dy): (i32, i32)) -> Option<u64> {
    let (x, y) = (from % 8 + dx, from / 8 + dy);
    ((0..8).contains(&x) && (0..8).contains(&y)).then(|| 1 << (8 * y + x))
}
