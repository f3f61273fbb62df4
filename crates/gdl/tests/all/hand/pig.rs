//! Pig to 30 points, counted by hand-written move generation.

#[derive(Clone, Copy)]
struct Position {
    scores: [u32; 2],
    /// The points thrown in this turn.
    total: u32,
    /// Turns that are over; even: it is red's turn.
    turns: usize,
}

/// Number of move sequences of exactly `depth` plies from the start; a throw is two plies, the
/// player's decision and the die's roll.
pub fn perft(depth: u32) -> u64 {
    let start = Position {
        scores: [0, 0],
        total: 0,
        turns: 0,
    };
    decide(start, depth)
}

fn decide(position: Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.scores.iter().any(|&score| score >= 30) || position.turns == 40 {
        return 0;
    }
    let player = position.turns % 2;
    let banked = position.scores[player] + position.total;
    let mut sum = 0;
    if banked < 30 {
        sum += roll(position, depth - 1);
    }
    if position.total > 0 {
        let mut after = next_turn(position);
        after.scores[player] = banked;
        sum += decide(after, depth - 1);
    }
    sum
}

fn roll(position: Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let good = (2..=6).map(|n| Position {
        total: position.total + n,
        ..position
    });
    good.chain([next_turn(position)])
        .map(|after| decide(after, depth - 1))
        .sum()
}

fn next_turn(position: Position) -> Position {
    Position {
        total: 0,
        turns: position.turns + 1,
        ..position
    }
}
