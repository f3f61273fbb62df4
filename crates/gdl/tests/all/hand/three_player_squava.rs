//! Three-player squava on 6x6, counted by hand-written move generation.

const SIZE: usize = 6;

struct Board {
    stones: [[Option<usize>; SIZE]; SIZE],
    out: [bool; 3],
}

/// Number of move sequences of exactly `depth` plies from the start.
pub fn perft(depth: u32) -> u64 {
    let mut board = Board {
        stones: [[None; SIZE]; SIZE],
        out: [false; 3],
    };
    board.count(0, depth)
}

impl Board {
    fn count(&mut self, player: usize, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut total = 0;
        for x in 0..SIZE {
            for y in 0..SIZE {
                if self.stones[x][y].is_some() {
                    continue;
                }
                self.stones[x][y] = Some(player);
                let row = self.longest_row(x, y, player);
                self.out[player] = row == 3;
                let mut next = (player + 1) % 3;
                while self.out[next] {
                    next = (next + 1) % 3;
                }
                let alone = self.out.iter().filter(|&&out| out).count() == 2;
                total += match row {
                    _ if depth == 1 => 1,
                    1..=3 if !alone => self.count(next, depth - 1),
                    _ => 0,
                };
                self.out[player] = false;
                self.stones[x][y] = None;
            }
        }
        total
    }

    /// The length of the longest row of the player's stones through a square.
    fn longest_row(&self, x: usize, y: usize, player: usize) -> usize {
        let reach = |dx: isize, dy: isize| {
            (1..)
                .take_while(|&i| {
                    let at = |from: usize, step: isize| from.checked_add_signed(step * i);
                    let square = at(x, dx).zip(at(y, dy));
                    square.and_then(|(x, y)| *self.stones.get(x)?.get(y)?) == Some(player)
                })
                .count()
        };
        let rows = [(1, 0), (0, 1), (1, 1), (1, -1)];
        let lengths = rows.map(|(dx, dy)| 1 + reach(dx, dy) + reach(-dx, -dy));
        lengths.into_iter().max().unwrap_or(1)
    }
}
