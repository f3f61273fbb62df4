//! Peg solitaire on the English board, counted by hand-written move generation.

#[derive(Clone, Copy, PartialEq)]
enum Hole {
    Outside,
    Empty,
    Peg,
}

/// The board of 7x7 with a margin of two: a jump never leaves the array.
type Board = [[Hole; 11]; 11];

/// Number of move sequences of exactly `depth` plies from the start.
pub fn perft(depth: u32) -> u64 {
    let mut board = [[Hole::Outside; 11]; 11];
    let cross = (2..9).flat_map(|i| (4..7).flat_map(move |j| [(i, j), (j, i)]));
    for (x, y) in cross {
        board[x][y] = Hole::Peg;
    }
    board[5][5] = Hole::Empty;
    count(&mut board, depth)
}

fn count(board: &mut Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    for x in 2..9 {
        for y in 2..9 {
            let jumps = [
                [(x, y), (x + 1, y), (x + 2, y)],
                [(x, y), (x - 1, y), (x - 2, y)],
                [(x, y), (x, y + 1), (x, y + 2)],
                [(x, y), (x, y - 1), (x, y - 2)],
            ];
            for jump in jumps {
                if jump.map(|(x, y)| board[x][y]) == [Hole::Peg, Hole::Peg, Hole::Empty] {
                    set(board, jump, [Hole::Empty, Hole::Empty, Hole::Peg]);
                    total += count(board, depth - 1);
                    set(board, jump, [Hole::Peg, Hole::Peg, Hole::Empty]);
                }
            }
        }
    }
    total
}

fn set(board: &mut Board, places: [(usize, usize); 3], holes: [Hole; 3]) {
    for ((x, y), hole) in places.into_iter().zip(holes) {
        board[x][y] = hole;
    }
}
