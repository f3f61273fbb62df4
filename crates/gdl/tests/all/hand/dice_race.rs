//! Dice race, three men a side on a lane of 12 points, counted by hand-written move generation.

/// Distance that each man of a side has moved: 0 is the bar, 13 and more is
/// off.
type Men = [u32; 3];

/// Number of move sequences of exactly `depth` plies from the start; a roll and a move are one ply
/// each. The limit of 40 rounds is out of reach here.
pub fn perft(depth: u32) -> u64 {
    roll([1, 2, 3], [1, 2, 3], depth)
}

fn roll(mover: Men, other: Men, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if other.iter().all(|&man| man >= 13) {
        return 0;
    }
    (1..=6).map(|die| play(mover, other, die, depth - 1)).sum()
}

fn play(mover: Men, other: Men, die: u32, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = 0;
    let mut total = 0;
    for (i, &from) in mover.iter().enumerate() {
        let twin = mover[..i].contains(&from);
        let waits = from > 0 && mover.contains(&0);
        let to = from + die;
        // The other side counts the same point from the other end.
        let theirs = |man: u32| man > 0 && man + to == 13;
        let blocked = other.iter().filter(|&&man| theirs(man)).count() > 1;
        if from >= 13 || twin || waits || blocked {
            continue;
        }
        let mut after = mover;
        after[i] = to;
        moves += 1;
        total += roll(
            other.map(|man| if theirs(man) { 0 } else { man }),
            after,
            depth - 1,
        );
    }
    if moves == 0 {
        roll(other, mover, depth - 1)
    } else {
        total
    }
}
