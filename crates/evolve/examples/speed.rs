//! How many nodes are computed in a second of one thread: the job of other
//! libraries' figures. 500 individuals, 20 generations, depth 8, 20 numbers in each
//! of 1,000 rows. As elsewhere, a tree of *n* nodes counts as *n* in each row.
//!
//! `cargo run --release -p ludex-evolve --example speed`

use std::cell::RefCell;
use std::sync::Mutex;
use std::time::Duration;

use cpu_time::ProcessTime;
use ludex_evolve::{
    BlockProgram, Breeding, Columns, Config, Evaluation, Forest, ForestPlan, Function, Genome,
    Limits, Params, Primitives, Problem, Program, Repeated, Run, Scratch, SelectionConfig, Shape,
    Stage, Terminal, TerminalId, Terminals, TreePlan, Type, grow,
};
use rand::Rng as _;

const N_ROWS: usize = 1_000;
const N_COLUMNS: usize = 20;

struct Regression {
    plan: ForestPlan,
    columns: Columns,
    wanted: Vec<f64>,
    rows: Vec<[f64; N_COLUMNS]>,
    one_at_a_time: bool,
    /// Time spent on evaluation, and nodes computed in it.
    spent: Mutex<(Duration, f64)>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

impl Regression {
    fn new(one_at_a_time: bool) -> Self {
        let terminals =
            (0..N_COLUMNS as u16).map(|id| Terminal::new(id, format!("x{id}"), Type::Float));
        let set = Primitives::builder(Type::Float)
            .functions([Function::Add, Function::Sub, Function::Mul, Function::If])
            .functions([Function::Greater, Function::And, Function::Or, Function::Not])
            .terminals(terminals)
            .ephemeral("number", -5.0..5.0);
        let limits = Limits { depth: 8, size: 2_000, ..Limits::default() };
        let plan = TreePlan::new("main", set, limits).expect("all types can be reached");
        let mut rng = ludex_evolve::rng(1, 0);
        let mut row = || std::array::from_fn(|_| rng.random_range(-5.0..5.0));
        let rows: Vec<[f64; N_COLUMNS]> = (0..N_ROWS).map(|_| row()).collect();
        let columns: Vec<Vec<f64>> =
            (0..N_COLUMNS).map(|at| rows.iter().map(|row| row[at]).collect()).collect();
        // Many terms, so that trees grow: each one found makes the error smaller.
        let wanted = |row: &[f64; N_COLUMNS]| {
            let sum = row[0] + row[1] - row[2] + row[3] + row[4] * row[5] / 2.0;
            sum + if row[6] > row[7] { row[8] } else { row[9] }
        };
        let raw: Vec<f64> = rows.iter().map(wanted).collect();
        let mean = raw.iter().sum::<f64>() / N_ROWS as f64;
        let variance = raw.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / N_ROWS as f64;
        Self {
            wanted: raw.iter().map(|value| (value - mean) / variance.sqrt()).collect(),
            columns: Columns::new(&columns),
            rows,
            plan: ForestPlan::new([plan]),
            one_at_a_time,
            spent: Mutex::default(),
        }
    }

    /// One less the square of the correlation: whoever has the right shape may have
    /// any scale, so that trees grow as they do elsewhere.
    fn error(&self, one: &Forest) -> f64 {
        let (tree, set) = (&one.trees()[0], &self.plan.trees()[0].primitives);
        let mut sums = [0.0; 3];
        let mut add = |value: f64, wanted: f64| {
            sums[0] += value;
            sums[1] += value * value;
            sums[2] += value * wanted;
        };
        if self.one_at_a_time {
            let mut program = Program::new(tree, set);
            for (row, wanted) in self.rows.iter().zip(&self.wanted) {
                add(program.evaluate(&mut Row(row)), *wanted);
            }
        } else {
            let program = BlockProgram::new(tree, set).expect("no action");
            SCRATCH.with_borrow_mut(|scratch| {
                program.for_each_block(&self.columns, scratch, |first, values| {
                    let wanted = &self.wanted[first..first + values.len()];
                    values.iter().zip(wanted).for_each(|(value, wanted)| add(*value, *wanted));
                });
            });
        }
        // What is wanted has mean 0 and variance 1.
        let n_rows = N_ROWS as f64;
        let variance = sums[1] / n_rows - (sums[0] / n_rows).powi(2);
        let error = 1.0 - (sums[2] / n_rows).powi(2) / variance;
        if variance > 1e-9 && error.is_finite() { error } else { 1.0 }
    }
}

struct Row<'a>(&'a [f64; N_COLUMNS]);

impl Terminals for Row<'_> {
    fn value(&mut self, terminal: TerminalId, _: Params) -> f64 {
        self.0[usize::from(terminal.0)]
    }
}

impl Problem for Regression {
    type Genome = Forest;
    type Rival = ();

    fn plan(&self) -> &ForestPlan {
        &self.plan
    }

    fn evaluate(&self, stage: &Stage<'_, Forest>) -> Evaluation {
        let begin = ProcessTime::now();
        let exam = |one: &Forest, _: usize, _: u64| -self.error(one);
        let evaluation = stage.evaluate(&[&Repeated { exam: &exam, times: 1 }]);
        let nodes: usize = stage.population.iter().map(|one| one.trees()[0].size()).sum();
        let mut spent = self.spent.lock().expect("nobody panics");
        spent.0 += begin.elapsed();
        spent.1 += (nodes * N_ROWS) as f64;
        evaluation
    }
}

fn main() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("the first pool");
    println!("million node evaluations per CPU second, one thread");
    println!(
        "{:<18} {:>9} {:>15} {:>10} {:>11}",
        "", "eval only", "with breeding", "mean size", "best error"
    );
    for one_at_a_time in [false, true] {
        measure_random(one_at_a_time);
        for seed in 1..=3 {
            measure(one_at_a_time, seed);
        }
    }
}

fn measure(one_at_a_time: bool, seed: u64) {
    let problem = Regression::new(one_at_a_time);
    let config = Config {
        seed,
        population: 500,
        generations: 20,
        selection: SelectionConfig { tournament: 3, ..SelectionConfig::default() },
        // As plain as elsewhere.
        breeding: Breeding {
            crossover: 0.9,
            mutation: 0.1,
            one_way: false,
            prefer_small: false,
            ..Breeding::default()
        },
        ..Config::default()
    };
    let begin = ProcessTime::now();
    let mut run = Run::new(&problem, config).expect("a sound config");
    run.finish(&mut ()).expect("nothing is kept");
    let total = begin.elapsed().as_secs_f64();
    let (evaluating, nodes) = *problem.spent.lock().expect("nobody panics");
    let rate = |seconds: f64| nodes / seconds / 1e6;
    let name = if one_at_a_time { "one at a time" } else { "blocks of rows" };
    let n_all = (500 * 20 * N_ROWS) as f64;
    let best = -run.history().last().expect("20 generations").best;
    println!(
        "{name} seed {seed} {:>9.0} {:>15.0} {:>10.1} {best:>11.3}",
        rate(evaluating.as_secs_f64()),
        rate(total),
        nodes / n_all
    );
}

/// The same without evolution: trees as they are grown, to the full depth.
fn measure_random(one_at_a_time: bool) {
    let problem = Regression::new(one_at_a_time);
    let (rng, set) = (&mut ludex_evolve::rng(1, 1), &problem.plan.trees()[0].primitives);
    let mut tree = |nth: usize| {
        let shape = if nth.is_multiple_of(2) { Shape::Full } else { Shape::Grow };
        Forest::new(vec![grow(rng, set, shape, 8, 2_000)])
    };
    let all: Vec<Forest> = (0..500).map(&mut tree).collect();
    let n_nodes: usize = all.iter().map(Genome::size).sum();
    let begin = ProcessTime::now();
    let errors: f64 = all.iter().map(|one| problem.error(one)).sum();
    let rate = (n_nodes * N_ROWS) as f64 / begin.elapsed().as_secs_f64() / 1e6;
    let name = if one_at_a_time { "one at a time" } else { "blocks of rows" };
    let (size, error) = (n_nodes as f64 / 500.0, errors / 500.0);
    println!("{name} random {rate:>9.0} {:>15} {size:>10.1} {error:>11.3}", "");
}
