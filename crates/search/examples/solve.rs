//! Solves Connect Four on a board: `solve WIDTH HEIGHT [TABLE_MB] [MOVES]`.
//!
//! Prints the value to red, how many positions were looked at and how long it
//! took. Moves are columns from 1, as in `444444`.

use std::sync::Arc;
use std::time::Instant;

use game::{Game, RoleId};
use games::connect_four::{ConnectFour, Move};
use search::evaluate::GoalValue;
use search::{AlphaBeta, Limits, Settings};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default| args.get(at).map_or(default, |arg| arg.parse().unwrap());
    let (width, height) = (number(0, 7), number(1, 6));
    let game = Arc::new(ConnectFour::new(width, height, 4));
    let mut state = game.initial();
    for (ply, column) in args.get(3).iter().flat_map(|moves| moves.bytes()).enumerate() {
        let mut joint = [Move::Noop; 2];
        joint[ply % 2] = Move::Drop(column - b'1');
        game.apply(&mut state, &joint);
    }
    let deepening = std::env::var("DEEPENING").is_ok();
    let table_bytes = (number(2, 1024) as usize) << 20;
    let is_on = |name| std::env::var(name).is_ok();
    let settings = Settings {
        table_bytes,
        deepening,
        mtd: !is_on("NOMTD"),
        foresight: !is_on("NOFORE"),
        killers: !is_on("NOKILL"),
        history: !is_on("NOHIST"),
        ..Settings::default()
    };
    let mut search = AlphaBeta::new(game.clone(), Box::new(GoalValue), settings);
    let start = Instant::now();
    let report = search.search(&state, RoleId(0), &Limits::default());
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{width}x{height}: value {:?}, {} nodes, {seconds:.2} s, {:.2} M nodes/s",
        report.value,
        report.nodes,
        report.nodes as f64 / seconds / 1e6,
    );
}
