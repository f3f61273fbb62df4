//! Pawn Whopping, counted by hand-written move generation.
//!
//! Each side is a set of squares in 64 bits, square 8 * y + x.

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const RANK_2: u64 = 0xff << 8;
const RANK_3: u64 = 0xff << 16;
const RANK_8: u64 = 0xff << 56;

/// Number of move sequences of exactly `depth` plies from the start.
pub fn perft(depth: u32) -> u64 {
    count(RANK_2, RANK_2.swap_bytes(), depth)
}

/// Counts for the side with pawns `own`, which plays upwards.
fn count(own: u64, enemy: u64, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    // Only the side that has just moved can have arrived.
    if enemy.swap_bytes() & RANK_8 != 0 {
        return 0;
    }
    let moves = pawn_moves(own, enemy);
    if moves.is_empty() {
        let enemy_is_stuck = pawn_moves(enemy.swap_bytes(), own.swap_bytes()).is_empty();
        return if enemy_is_stuck {
            0
        } else {
            count(enemy.swap_bytes(), own.swap_bytes(), depth - 1)
        };
    }
    moves
        .iter()
        .map(|(from, to)| {
            let moved = (own & !from) | to;
            // Turn the board over, so that the other side plays upwards too.
            count((enemy & !to).swap_bytes(), moved.swap_bytes(), depth - 1)
        })
        .sum()
}

/// All moves of `own`, as (from, to) with one square in each set.
fn pawn_moves(own: u64, enemy: u64) -> Vec<(u64, u64)> {
    let empty = !(own | enemy);
    let one = (own << 8) & empty;
    let two = ((one & RANK_3) << 8) & empty;
    let left = ((own & !FILE_A) << 7) & enemy;
    let right = ((own & !FILE_H) << 9) & enemy;
    [(one, 8), (two, 16), (left, 7), (right, 9)]
        .iter()
        .flat_map(|&(targets, shift)| squares(targets).map(move |to: u64| (to >> shift, to)))
        .collect()
}

/// The squares of a set, one by one.
fn squares(set: u64) -> impl Iterator<Item = u64> {
    (0..64).map(|n| 1 << n).filter(move |square| set & square != 0)
}
