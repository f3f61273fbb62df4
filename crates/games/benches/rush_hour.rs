//! Optimal solutions of hard Rush Hour boards: boards a second of one core.
//!
//! `cargo bench -p ludex-games --bench rush_hour -- FILE` with a line `name board length`
//! for each board.

use cpu_time::ThreadTime;
use ludex_game::{OwnSolver, PositionText, SolverLimits, SolverVerdict};
use ludex_games::rush_hour::{Metric, RushHour};

fn main() {
    let Some(path) = std::env::args().skip(1).find(|word| !word.starts_with("--")) else {
        println!("rush_hour: needs a file of boards");
        return;
    };
    let text = std::fs::read_to_string(&path).expect("the file can be read");
    for metric in [Metric::Moves, Metric::Steps] {
        let game = RushHour::new(metric);
        let boards = text.lines().filter(|line| !line.starts_with('#'));
        let states: Vec<_> =
            boards.map(|line| game.read_position(line).expect("it is a board")).collect();
        let limits =
            SolverLimits { nodes_max: u64::MAX, memory_bytes_max: 1 << 28, is_due: &|| false };
        for _ in 0..3 {
            let started = ThreadTime::now();
            let (mut n_nodes, mut cost) = (0, 0);
            for state in &states {
                let outcome = game.solve(state, &limits);
                n_nodes += outcome.nodes;
                if let SolverVerdict::Solved { moves, .. } = outcome.verdict {
                    cost += moves
                        .iter()
                        .map(|mv| match metric {
                            Metric::Moves => 1,
                            Metric::Steps => u64::from(mv.by.unsigned_abs()),
                        })
                        .sum::<u64>();
                }
            }
            let seconds = started.elapsed().as_secs_f64();
            println!(
                "{metric:?}: {} boards, cost {cost}, {n_nodes} nodes, {seconds:.3} s, {:.0} boards/s, {:.1} ns a node",
                states.len(),
                states.len() as f64 / seconds,
                1e9 * seconds / n_nodes as f64,
            );
        }
    }
}
