//! The towers of Hanoi with five discs, counted by hand-written move generation.

/// Number of move sequences of exactly `depth` plies from the start.
pub fn perft(depth: u32) -> u64 {
    let pegs = [vec![5, 4, 3, 2, 1], vec![], vec![]];
    if depth > 50 { 0 } else { count(pegs, depth) }
}

/// Each peg lists its discs from the bottom up.
fn count(pegs: [Vec<u8>; 3], depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if pegs[2].len() == 5 {
        return 0;
    }
    let mut total = 0;
    for from in 0..3 {
        for to in 0..3 {
            let Some(&disc) = pegs[from].last() else {
                continue;
            };
            if pegs[to].last().is_none_or(|&below| below > disc) {
                let mut after = pegs.clone();
                after[from].pop();
                after[to].push(disc);
                total += count(after, depth - 1);
            }
        }
    }
    total
}
