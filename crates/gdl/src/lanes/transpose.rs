//! Bit-matrix transposition: from one word per fact to one word per lane.

use super::word::{Word, xor, zip};

/// Transposes the 8x8 bit blocks of eight words: bit `8 * b + i` of word `j`
/// swaps with bit `8 * b + j` of word `i`.
#[inline(always)]
pub(super) fn transpose8<const W: usize>(rows: &mut [Word<W>; 8]) {
    swap(rows, 4, 0x0f0f_0f0f_0f0f_0f0f);
    swap(rows, 2, 0x3333_3333_3333_3333);
    swap(rows, 1, 0x5555_5555_5555_5555);
}

/// Transposes 64x64 bits, in each of `W` columns: bit `i` of word `j` swaps
/// with bit `j` of word `i`.
#[inline(always)]
pub(super) fn transpose64<const W: usize>(rows: &mut [Word<W>; 64]) {
    swap(rows, 32, 0x0000_0000_ffff_ffff);
    swap(rows, 16, 0x0000_ffff_0000_ffff);
    swap(rows, 8, 0x00ff_00ff_00ff_00ff);
    swap(rows, 4, 0x0f0f_0f0f_0f0f_0f0f);
    swap(rows, 2, 0x3333_3333_3333_3333);
    swap(rows, 1, 0x5555_5555_5555_5555);
}

/// Swaps the upper bits of each row, in steps of `by`, with the lower bits of
/// the row `by` further on.
#[inline(always)]
fn swap<const W: usize, const N: usize>(rows: &mut [Word<W>; N], by: usize, mask: u64) {
    for block in (0..N).step_by(2 * by) {
        for at in block..block + by {
            let (low, high) = (rows[at], rows[at + by]);
            let differ = zip(low, high, |low, high| ((low >> by) ^ high) & mask);
            rows[at] = zip(low, differ, |low, differ| low ^ (differ << by));
            rows[at + by] = xor(high, differ);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_exchanges_rows_and_bits() {
        let mut rows: [Word<1>; 64] = std::array::from_fn(|at| [ludex_game::draw::mix(at as u64)]);
        let before = rows;
        transpose64(&mut rows);
        for (i, j) in (0..4096).map(|n| (n / 64, n % 64)) {
            assert_eq!(rows[i][0] >> j & 1, before[j][0] >> i & 1);
        }
    }

    #[test]
    fn small_blocks_are_transposed_side_by_side() {
        let mut rows: [Word<1>; 8] = std::array::from_fn(|at| [ludex_game::draw::mix(at as u64)]);
        let before = rows;
        transpose8(&mut rows);
        for (i, b, j) in (0..512).map(|n| (n / 64, n / 8 % 8, n % 8)) {
            assert_eq!(rows[i][0] >> (8 * b + j) & 1, before[j][0] >> (8 * b + i) & 1);
        }
    }
}
