//! Lets a player solve Connect Four: `solve WIDTH HEIGHT [SPEC] [MOVES]`.
//!
//! Prints the value to red, how many positions were looked at and how long it
//! took. Moves are columns from 1, as in `444444`. With `proof:nodes=1G` instead
//! of alpha-beta, proof numbers do it.
//!
//! The empty board of 7x6 is won by the first player, in the middle column: 485
//! million positions, 3 minutes of CPU time. A table of gigabytes is faster on
//! huge pages, which glibc uses if `GLIBC_TUNABLES=glibc.malloc.hugetlb=1`.

use std::sync::Arc;
use std::time::Instant;

use game::{Game, RoleId};
use games::connect_four::{ConnectFour, Move};
use search::{Context, Spec, Stop};

const SPEC: &str = "alphabeta:depth=255,deepening=no,mtd,table=2GB";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [width, height] = [(0, 7), (1, 6)]
        .map(|(at, size)| args.get(at).map_or(size, |arg| arg.parse().expect("a size")));
    let game = Arc::new(ConnectFour::new(width, height, 4));
    let mut state = game.initial();
    for (ply, column) in args.get(3).iter().flat_map(|moves| moves.bytes()).enumerate() {
        let mut joint = [Move::Noop; 2];
        joint[ply % 2] = Move::Drop(column - b'1');
        game.apply(&mut state, &joint);
    }
    let spec = Spec::parse(args.get(2).map_or(SPEC, |spec| spec)).expect("a spec");
    let mut seat = spec.seat(&game, &Context::default()).expect("a player");
    let start = Instant::now();
    let report = seat.player.choose(&state, RoleId(0), &Stop::never());
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{width}x{height}: value {:?}, move {}, {} positions, {seconds:.2} s, {:.2} M/s",
        report.value,
        game.move_name(report.mv),
        report.nodes,
        report.nodes as f64 / seconds / 1e6,
    );
}
