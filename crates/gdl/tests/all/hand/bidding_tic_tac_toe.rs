//! Bidding tic-tac-toe with 8 coins each, counted by hand-written move generation.

const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

#[derive(Clone, Copy)]
struct Position {
    /// The marks of each player, one bit per square.
    marks: [u16; 2],
    coins: [u32; 2],
    /// The player with the token.
    token: usize,
}

/// Number of joint-move sequences of exactly `depth` steps; a bid and a mark are one step each.
pub fn perft(depth: u32) -> u64 {
    let start = Position {
        marks: [0, 0],
        coins: [8, 8],
        token: 0,
    };
    bid(start, depth)
}

fn bid(position: Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let [x, o] = position.marks;
    if x | o == 0b111_111_111 || LINES.iter().any(|&l| x & l == l || o & l == l) {
        return 0;
    }
    let mut total = 0;
    for x in 0..=position.coins[0] {
        for o in 0..=position.coins[1] {
            let mut after = position;
            let winner = if x == o {
                after.token = 1 - position.token;
                position.token
            } else {
                usize::from(o > x)
            };
            after.coins[winner] -= x.max(o);
            after.coins[1 - winner] += x.max(o);
            total += mark(after, winner, depth - 1);
        }
    }
    total
}

fn mark(position: Position, player: usize, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    for square in (0..9).map(|i| 1 << i) {
        if (position.marks[0] | position.marks[1]) & square == 0 {
            let mut after = position;
            after.marks[player] |= square;
            total += bid(after, depth - 1);
        }
    }
    total
}
