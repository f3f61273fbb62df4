//! Eight queens, placed column by column, counted by hand-written move generation.

/// Number of move sequences of exactly `depth` plies from the start.
pub fn perft(depth: u32) -> u64 {
    if depth > 8 {
        0
    } else {
        count(&mut Vec::new(), depth)
    }
}

/// `rows` holds the row of the queen in each column so far.
fn count(rows: &mut Vec<i32>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    for row in 0..8 {
        let attacked = rows.iter().rev().zip(1..).any(|(&other, columns)| {
            other == row || other - row == columns || row - other == columns
        });
        if !attacked {
            rows.push(row);
            total += count(rows, depth - 1);
            rows.pop();
        }
    }
    total
}
