//! Lights out on 5x5, counted by hand-written move generation.

/// Number of move sequences of exactly `depth` plies from the start.
pub fn perft(depth: u32) -> u64 {
    let start = [[true; 5], [false; 5], [true; 5], [false; 5], [true; 5]];
    if depth > 20 { 0 } else { count(start, depth) }
}

fn count(lit: [[bool; 5]; 5], depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if lit == [[false; 5]; 5] {
        return 0;
    }
    let mut total = 0;
    for row in 0..5 {
        for column in 0..5 {
            total += count(press(lit, row, column), depth - 1);
        }
    }
    total
}

fn press(mut lit: [[bool; 5]; 5], row: usize, column: usize) -> [[bool; 5]; 5] {
    for (y, lights) in lit.iter_mut().enumerate() {
        for (x, light) in lights.iter_mut().enumerate() {
            *light ^= x.abs_diff(column) + y.abs_diff(row) <= 1;
        }
    }
    lit
}
