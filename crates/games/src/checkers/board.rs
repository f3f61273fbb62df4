//! The numbering of squares in a word.
//!
//! Dark square `(x, y)` has number `((SIZE + 1) * y + x) / 2`, after Samuel. So
//! each of the four diagonal steps adds the same number everywhere, and the
//! numbers that no square has, one every two rows, catch steps over the edge.

/// The geometry of a board of `SIZE` x `SIZE` with a dark lower left corner.
pub(super) struct Board<const SIZE: usize>;

/// Steps up, towards white's side: to the left and to the right. Steps down
/// are the same the other way.
#[inline(always)]
pub(super) const fn steps(size: usize) -> [u32; 2] {
    [size as u32 / 2, size as u32 / 2 + 1]
}

impl<const SIZE: usize> Board<SIZE> {
    /// All dark squares.
    pub const SQUARES: u64 = Self::rows(0, SIZE);

    const LAST_ROWS: [u64; 2] = [Self::rows(SIZE - 1, SIZE), Self::rows(0, 1)];

    /// The number of a dark square.
    pub const fn square(x: usize, y: usize) -> u8 {
        (((SIZE + 1) * y + x) / 2) as u8
    }

    /// The column and the row of a square.
    pub const fn coordinates(square: u8) -> (usize, usize) {
        // Two rows have `SIZE + 1` numbers, of which the lower has the first
        // half and one that no square has.
        let (pair, rest) = (square as usize / (SIZE + 1), square as usize % (SIZE + 1));
        if rest < SIZE / 2 {
            (2 * rest, 2 * pair)
        } else {
            (2 * (rest - SIZE / 2) - 1, 2 * pair + 1)
        }
    }

    /// The number of rows that a man of a role on a square has advanced.
    #[inline]
    pub const fn n_rows(role: u8, square: u8) -> i32 {
        let y = Self::coordinates(square).1 as i32;
        if role == 0 { y } else { SIZE as i32 - 1 - y }
    }

    /// The dark squares of some rows.
    pub const fn rows(from: usize, to: usize) -> u64 {
        assert!(SIZE.is_multiple_of(2) && SIZE <= 10, "the board must fit in a word");
        let mut squares = 0;
        let mut at = from * SIZE;
        while at < to * SIZE {
            let (x, y) = (at % SIZE, at / SIZE);
            if (x + y) % 2 == 0 {
                squares |= 1 << Self::square(x, y);
            }
            at += 1;
        }
        squares
    }

    /// The row in which the men of a role are crowned.
    #[inline(always)]
    pub const fn last_row(role: u8) -> u64 {
        Self::LAST_ROWS[role as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const SIZE: usize>() {
        let dark = (0..SIZE * SIZE).map(|at| (at % SIZE, at / SIZE));
        for (x, y) in dark.filter(|(x, y)| (x + y) % 2 == 0) {
            let square = Board::<SIZE>::square(x, y);
            assert_eq!(Board::<SIZE>::coordinates(square), (x, y));
            for (dx, step) in [(-1, steps(SIZE)[0]), (1, steps(SIZE)[1])] {
                let (to_x, to_y) = (x as i32 + dx, y as i32 + 1);
                let is_inside = (0..SIZE as i32).contains(&to_x) && to_y < SIZE as i32;
                let to = u32::from(square) + step;
                assert_eq!(Board::<SIZE>::SQUARES & (1 << to) != 0, is_inside);
                if is_inside {
                    let expected = Board::<SIZE>::square(to_x as usize, to_y as usize);
                    assert_eq!(u32::from(expected), to);
                }
            }
        }
    }

    #[test]
    fn steps_lead_to_neighbours_or_off_the_board() {
        check::<8>();
        check::<10>();
    }
}
