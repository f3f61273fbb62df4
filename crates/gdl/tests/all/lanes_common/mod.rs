//! Hand-made circuits for tests and benchmarks of the lanes.

use ludex_gdl::circuit::{Builder, Circuit, Lit, Outputs};

/// Breakthrough on a board of `n` by `n`, both roles with a move "noop".
///
/// Bases: white's pieces, black's pieces, "white to move".
pub fn breakthrough(n: usize) -> Circuit {
    let n_cells = n * n;
    let mut moves = Vec::new();
    let mut role_starts = vec![0];
    for role in 0..2 {
        for from in 0..n_cells {
            let (x, y) = ((from % n) as isize, (from / n) as isize);
            let y_to = if role == 0 { y + 1 } else { y - 1 };
            for x_to in [x - 1, x, x + 1] {
                if (0..n as isize).contains(&x_to) && (0..n as isize).contains(&y_to) {
                    moves.push((role, from, (y_to * n as isize + x_to) as usize, x_to == x));
                }
            }
        }
        // The role that is not to move.
        moves.push((role, usize::MAX, usize::MAX, false));
        role_starts.push(moves.len());
    }
    let mut builder = Builder::new(2 * n_cells + 1, role_starts);
    let control = [builder.base(2 * n_cells), !builder.base(2 * n_cells)];
    let piece: Vec<[Lit; 2]> =
        (0..n_cells).map(|at| [builder.base(at), builder.base(n_cells + at)]).collect();
    let mut legal = Vec::new();
    let (mut from_any, mut to_any) =
        (vec![[vec![], vec![]]; n_cells], vec![[vec![], vec![]]; n_cells]);
    for (mv, &(role, from, to, straight)) in moves.iter().enumerate() {
        if from == usize::MAX {
            legal.push(!control[role]);
            continue;
        }
        let free = match straight {
            true => builder.and(&[!piece[to][0], !piece[to][1]]),
            false => !piece[to][role],
        };
        legal.push(builder.and(&[control[role], piece[from][role], free]));
        from_any[from][role].push(builder.mv(mv));
        to_any[to][role].push(builder.mv(mv));
    }
    let mut next = vec![Lit::FALSE; 2 * n_cells + 1];
    for at in 0..n_cells {
        for role in 0..2 {
            let gone = builder.or(&from_any[at][role]);
            let taken = builder.or(&to_any[at][1 - role]);
            let kept = builder.and(&[piece[at][role], !gone, !taken]);
            let come = builder.or(&to_any[at][role]);
            next[role * n_cells + at] = builder.or(&[kept, come]);
        }
    }
    next[2 * n_cells] = !control[0];
    let any = |builder: &mut Builder, role: usize, cells: std::ops::Range<usize>| {
        let lits: Vec<Lit> = cells.map(|at| piece[at][role]).collect();
        builder.or(&lits)
    };
    let (white_home, black_home) =
        (any(&mut builder, 0, n_cells - n..n_cells), any(&mut builder, 1, 0..n));
    let (some_white, some_black) =
        (any(&mut builder, 0, 0..n_cells), any(&mut builder, 1, 0..n_cells));
    let white_wins = builder.or(&[white_home, !some_black]);
    let black_wins = builder.or(&[black_home, !some_white]);
    let terminal = builder.or(&[white_wins, black_wins]);
    let mut initial = vec![false; 2 * n_cells + 1];
    initial[..2 * n].fill(true);
    initial[2 * n_cells - 2 * n..].fill(true);
    let goals =
        vec![vec![(0, !white_wins), (100, white_wins)], vec![(0, !black_wins), (100, black_wins)]];
    builder
        .finish(Outputs { initial, next, legal, terminal, goals, extras: vec![] })
        .expect("there is no recursion")
}
