//! Chinese checkers for two on a rhombus of 9x9 holes, counted by hand-written move
//! generation.

const SIZE: i32 = 9;
const DIRECTIONS: [(i32, i32); 6] = [(1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1)];

/// The player in each hole: 0, 1 or none.
type Board = [[Option<usize>; SIZE as usize]; SIZE as usize];
type Hole = (i32, i32);

/// Number of move sequences of exactly `depth` plies from the start.
pub fn perft(depth: u32) -> u64 {
    let mut board = Board::default();
    for (x, y) in holes() {
        let corner = [corner_distance((x, y), 0), corner_distance((x, y), 1)];
        board[x as usize][y as usize] = corner.iter().position(|&distance| distance < 4);
    }
    count(&board, 0, depth)
}

fn count(board: &Board, player: usize, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if has_won(board, 0) || has_won(board, 1) {
        return 0;
    }
    let mut total = 0;
    for from in holes().filter(|&hole| man(board, hole) == Some(Some(player))) {
        for to in targets(board, from) {
            let mut child = *board;
            child[from.0 as usize][from.1 as usize] = None;
            child[to.0 as usize][to.1 as usize] = Some(player);
            total += count(&child, 1 - player, depth - 1);
        }
    }
    total
}

/// The holes that the man on `from` can step or hop to, each once.
fn targets(board: &Board, from: Hole) -> Vec<Hole> {
    let mut board = *board;
    board[from.0 as usize][from.1 as usize] = None;
    let mut found = vec![from];
    let mut next = 0;
    while next < found.len() {
        let (x, y) = found[next];
        next += 1;
        for (dx, dy) in DIRECTIONS {
            let to = (x + 2 * dx, y + 2 * dy);
            let hops_over_man = matches!(man(&board, (x + dx, y + dy)), Some(Some(_)));
            if hops_over_man && man(&board, to) == Some(None) && !found.contains(&to) {
                found.push(to);
            }
        }
    }
    for (dx, dy) in DIRECTIONS {
        let to = (from.0 + dx, from.1 + dy);
        if man(&board, to) == Some(None) && !found.contains(&to) {
            found.push(to);
        }
    }
    found.split_off(1)
}

/// Whether the corner opposite to the player's is full, with a man of the player in it.
fn has_won(board: &Board, player: usize) -> bool {
    let men: Vec<Option<usize>> = holes()
        .filter(|&hole| corner_distance(hole, 1 - player) < 4)
        .filter_map(|hole| man(board, hole))
        .collect();
    men.contains(&Some(player)) && !men.contains(&None)
}

/// Rows between the hole and the tip of the player's corner.
fn corner_distance((x, y): Hole, player: usize) -> i32 {
    if player == 0 { x + y } else { 2 * (SIZE - 1) - x - y }
}

/// The content of a hole; `None` if there is no such hole.
fn man(board: &Board, (x, y): Hole) -> Option<Option<usize>> {
    let row = board.get(usize::try_from(x).ok()?)?;
    row.get(usize::try_from(y).ok()?).copied()
}

fn holes() -> impl Iterator<Item = Hole> {
    (0..SIZE).flat_map(|x| (0..SIZE).map(move |y| (x, y)))
}
