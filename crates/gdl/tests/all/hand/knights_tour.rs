//! The knight's tour on 5x5 from a corner, counted by hand-written move generation.

/// Number of move sequences of exactly `depth` plies from the start.
pub fn perft(depth: u32) -> u64 {
    let mut visited = [[false; 5]; 5];
    visited[0][0] = true;
    count(&mut visited, (0, 0), depth)
}

fn count(visited: &mut [[bool; 5]; 5], knight: (usize, usize), depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    for x in 0..5 {
        for y in 0..5 {
            let apart = (knight.0.abs_diff(x), knight.1.abs_diff(y));
            if matches!(apart, (1, 2) | (2, 1)) && !visited[x][y] {
                visited[x][y] = true;
                total += count(visited, (x, y), depth - 1);
                visited[x][y] = false;
            }
        }
    }
    total
}
