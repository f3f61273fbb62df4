//! Tunes the weights of FreeCell's first search: hill climbing by the mean number of positions.
//!
//! `cargo run --release -p ludex-games --example tune_freecell -- SEED STEPS FIRST LAST CAP [N]`
//!
//! A deal that is not solved within CAP positions counts as three times CAP. With N, only deals
//! count that the first N searches of the solver do not solve: what remains for the next.

use ludex_game::draw::{below, draw};
use ludex_game::{SolverLimits, SolverVerdict};
use ludex_games::freecell::{FreeCell, STAGES, Stage, State, Weights, solve_in_stages};

fn main() {
    let words: Vec<u64> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let ([seed, n_steps, first, last, cap] | [seed, n_steps, first, last, cap, _]) = words[..]
    else {
        println!("needs SEED STEPS FIRST LAST CAP [N]");
        return;
    };
    let n_before = words.get(5).map_or(0, |&n| n as usize).min(STAGES.len());
    let game = FreeCell::default();
    let is_left = |deal: &State| {
        let mut before = STAGES[..n_before].iter();
        !before.any(|stage| is_solved(deal, &stage.weights, stage.nodes_max).0)
    };
    let deals = (first..=last).map(|number| game.deal(number as u32));
    let deals: Vec<State> = deals.filter(is_left).collect();
    println!("{} deals", deals.len());
    let mut best = values(&STAGES[n_before.saturating_sub(1)].weights);
    let mut least = cost(&deals, &weights(&best), cap, f64::INFINITY);
    println!("{least:.1} {best:?}");
    for step in 0..n_steps {
        let pick = |what: usize, n: usize| below(draw(seed, step, 0, what), n);
        let mut changed = best.clone();
        for change in 0..=pick(0, 3) {
            let at = pick(10 + change, changed.len());
            let size = 1 + changed[at].abs() / [2, 4, 8][pick(20 + change, 3)];
            changed[at] += if pick(30 + change, 2) == 0 { size } else { -size };
        }
        let found = cost(&deals, &weights(&changed), cap, least);
        if found < least {
            (least, best) = (found, changed);
            println!("{step}: {least:.1} {:?}", weights(&best));
        }
    }
}

fn values(weights: &Weights) -> Vec<i32> {
    let Weights { left, blocking, own, breaks, above, spread, room, empty, moved } = *weights;
    [vec![left, blocking, own, breaks, above, spread, empty, moved], room.to_vec()].concat()
}

fn weights(values: &[i32]) -> Weights {
    Weights {
        left: values[0],
        blocking: values[1],
        own: values[2],
        breaks: values[3],
        above: values[4],
        spread: values[5],
        empty: values[6],
        moved: values[7],
        room: [values[8], values[9], values[10], values[11], values[12]],
    }
}

/// The mean cost of the deals; some number above `most` if it is larger than that.
fn cost(deals: &[State], weights: &Weights, cap: u64, most: f64) -> f64 {
    let mut sum = 0;
    for (at, deal) in deals.iter().enumerate() {
        let (is_solved, n_nodes) = is_solved(deal, weights, cap);
        sum += if is_solved { n_nodes } else { 3 * cap };
        // A sample tells enough of weights that are much worse.
        if at == deals.len() / 8 && sum as f64 / at as f64 > 1.3 * most
            || sum as f64 > most * deals.len() as f64
        {
            return f64::INFINITY;
        }
    }
    sum as f64 / deals.len() as f64
}

/// Whether a deal is solved within some positions, and how many it took.
fn is_solved(deal: &State, weights: &Weights, cap: u64) -> (bool, u64) {
    let stages = [Stage { weights: *weights, nodes_max: cap, is_complete: false }];
    let limits = SolverLimits { nodes_max: cap, memory_bytes_max: 1 << 30, is_due: &|| false };
    let outcome = solve_in_stages(deal, &stages, &limits);
    (matches!(outcome.verdict, SolverVerdict::Solved { .. }), outcome.nodes)
}
