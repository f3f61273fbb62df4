//! Blocks world with six blocks, counted by hand-written move generation.

/// Number of move sequences of exactly `depth` plies from the start.
pub fn perft(depth: u32) -> u64 {
    let towers = ["fab", "edc", "", "", "", ""].map(String::from);
    if depth > 15 { 0 } else { count(towers, depth) }
}

/// Six places on the table are enough; each tower lists its blocks from the bottom up.
fn count(towers: [String; 6], depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if towers.iter().any(|tower| tower == "fedcba") {
        return 0;
    }
    let room = towers.iter().position(|tower| tower.is_empty());
    let mut total = 0;
    for from in 0..6 {
        for to in 0..6 {
            // An empty place is the table, and all empty places are the same.
            let table = towers[to].is_empty();
            if from == to || table && (towers[from].len() == 1 || room != Some(to)) {
                continue;
            }
            let mut after = towers.clone();
            if let Some(block) = after[from].pop() {
                after[to].push(block);
                total += count(after, depth - 1);
            }
        }
    }
    total
}
