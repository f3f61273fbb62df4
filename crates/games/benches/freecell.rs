//! FreeCell deals: CPU time, positions and cards moved.
//!
//! `cargo bench -p ludex-games --bench freecell -- 1 2000`

use cpu_time::ThreadTime;
use ludex_game::{OwnSolver, SolverLimits, SolverVerdict};
use ludex_games::freecell::FreeCell;

fn main() {
    let words: Vec<u32> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let (first, last) = match words[..] {
        [first, last] => (first, last),
        _ => (1, 200),
    };
    let game = FreeCell::default();
    let limits = SolverLimits { nodes_max: u64::MAX, memory_bytes_max: 1 << 30, is_due: &|| false };
    let (mut n_nodes, mut n_moves, mut n_steps, mut unsolved) = (0, 0, 0, Vec::new());
    let mut times = Vec::new();
    for number in first..=last {
        let started = ThreadTime::now();
        let outcome = game.solve(&game.deal(number), &limits);
        times.push((started.elapsed(), number, outcome.nodes));
        n_nodes += outcome.nodes;
        match outcome.verdict {
            SolverVerdict::Solved { n_moves: n, n_steps: m, .. } => {
                n_moves += u64::from(n);
                n_steps += u64::from(m);
            }
            verdict => unsolved.push(format!("{number}: {verdict:?} ({} nodes)", outcome.nodes)),
        }
    }
    times.sort_by_key(|&time| std::cmp::Reverse(time));
    let total: f64 = times.iter().map(|(time, ..)| time.as_secs_f64()).sum();
    let n_deals = times.len() as f64;
    let n_solved = n_deals - unsolved.len() as f64;
    println!(
        "{n_deals} deals, {n_solved} solved, {:.4} ms a deal, {:.1} nodes, {:.1} moves, {:.1} steps",
        1e3 * total / n_deals,
        n_nodes as f64 / n_deals,
        n_moves as f64 / n_solved,
        n_steps as f64 / n_solved,
    );
    for (time, number, nodes) in times.iter().take(5) {
        println!("  deal {number}: {:.2} ms, {nodes} nodes", 1e3 * time.as_secs_f64());
    }
    unsolved.iter().take(20).for_each(|line| println!("  {line}"));
}
