//! Tron on 10x10, counted by hand-written simultaneous move generation.

const SIZE: i32 = 10;

type Square = (i32, i32);

/// Number of joint-move sequences of exactly `depth` steps from the start.
pub fn perft(depth: u32) -> u64 {
    let (red, blue) = ((3, 5), (8, 6));
    count(&mut vec![red, blue], red, blue, depth)
}

/// `trail` is every square that was ever visited.
fn count(trail: &mut Vec<Square>, red: Square, blue: Square, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    for red_to in moves(trail, red) {
        for blue_to in moves(trail, blue) {
            match (red_to, blue_to) {
                (Some(red), Some(blue)) if red != blue => {
                    trail.extend([red, blue]);
                    total += count(trail, red, blue, depth - 1);
                    trail.truncate(trail.len() - 2);
                }
                // A crash ends the game after this step.
                _ => total += u64::from(depth == 1),
            }
        }
    }
    total
}

/// The free squares next to the rider, or the one move `None`, the crash.
fn moves(trail: &[Square], (x, y): Square) -> Vec<Option<Square>> {
    let free: Vec<Option<Square>> = [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)]
        .into_iter()
        .filter(|to| (1..=SIZE).contains(&to.0) && (1..=SIZE).contains(&to.1))
        .filter(|to| !trail.contains(to))
        .map(Some)
        .collect();
    if free.is_empty() { vec![None] } else { free }
}
