//! Nine Men's Morris, counted by hand-written move generation.
//!
//! The points are numbered ring by ring, from the outer to the inner square,
//! each clockwise from a corner: even numbers are corners, odd ones middles.
//! The draw for lack of progress is left out: it is far beyond any depth that
//! can be counted.

#[derive(Clone)]
struct Position {
    /// The side of the man on each point, 0 or 1.
    men: [Option<usize>; 24],
    hand: [u32; 2],
    side: usize,
    removing: bool,
}

/// Number of ply sequences of exactly `depth` plies from the start. Taking a man
/// is a ply of its own.
pub fn perft(depth: u32) -> u64 {
    let start = Position { men: [None; 24], hand: [9; 2], side: 0, removing: false };
    count(&start, depth)
}

fn count(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if (0..2).any(|side| position.n_left(side) < 3) {
        return 0;
    }
    let successors = if position.removing { removals(position) } else { moves(position) };
    successors.iter().map(|next| count(next, depth - 1)).sum()
}

fn removals(position: &Position) -> Vec<Position> {
    let enemy = 1 - position.side;
    let all = position.points_of(Some(enemy));
    let exposed: Vec<usize> =
        all.iter().copied().filter(|&point| !position.in_mill(point)).collect();
    let targets = if exposed.is_empty() { all } else { exposed };
    let take = |point: usize| {
        let mut next = position.clone();
        next.men[point] = None;
        next.removing = false;
        next.side = enemy;
        next
    };
    targets.into_iter().map(take).collect()
}

/// The positions after each placement or move; none for a side that is stuck.
fn moves(position: &Position) -> Vec<Position> {
    let side = position.side;
    let mut positions = Vec::new();
    for to in position.points_of(None) {
        if position.hand[side] > 0 {
            positions.push(position.after(None, to));
            continue;
        }
        let flies = position.n_left(side) == 3;
        for from in position.points_of(Some(side)) {
            if flies || is_adjacent(from, to) {
                positions.push(position.after(Some(from), to));
            }
        }
    }
    positions
}

impl Position {
    fn points_of(&self, owner: Option<usize>) -> Vec<usize> {
        (0..24).filter(|&p| self.men[p] == owner).collect()
    }

    fn n_left(&self, side: usize) -> u32 {
        self.hand[side] + self.points_of(Some(side)).len() as u32
    }

    /// The position after a man is moved to `to`, from the hand or another
    /// point.
    fn after(&self, from: Option<usize>, to: usize) -> Position {
        let mut next = self.clone();
        match from {
            Some(from) => next.men[from] = None,
            None => next.hand[self.side] -= 1,
        }
        next.men[to] = Some(self.side);
        next.removing = next.in_mill(to);
        if !next.removing {
            next.side = 1 - self.side;
        }
        next
    }

    fn in_mill(&self, point: usize) -> bool {
        lines()
            .filter(|line| line.contains(&point))
            .any(|line| line.iter().all(|&p| self.men[p] == self.men[point]))
    }
}

/// The sides of the rings, and the lines across the rings at the middles.
fn lines() -> impl Iterator<Item = [usize; 3]> {
    let sides = (0..24).step_by(2).map(|p| [p, p + 1, p / 8 * 8 + (p + 2) % 8]);
    let across = [1, 3, 5, 7].map(|p| [p, p + 8, p + 16]);
    sides.chain(across)
}

fn is_adjacent(a: usize, b: usize) -> bool {
    lines().any(|[p, q, r]| [(p, q), (q, p), (q, r), (r, q)].contains(&(a, b)))
}
