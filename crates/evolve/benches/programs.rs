//! How fast trees are computed, compiled and crossed.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ludex_evolve::operators::{Crossover, SubtreeCrossover};
use ludex_evolve::{
    BlockProgram, Columns, Forest, ForestPlan, Function, Genome, Limits, Params, Primitives,
    Program, Scratch, Terminal, TerminalId, Terminals, TreePlan, Type,
};

const N_ROWS: usize = 1_000;
const N_COLUMNS: u16 = 20;

struct Row<'a>(&'a Columns, usize);

impl Terminals for Row<'_> {
    fn value(&mut self, terminal: TerminalId, _: Params) -> f64 {
        self.0.value(terminal, self.1)
    }
}

fn programs(criterion: &mut Criterion) {
    let set = Primitives::builder(Type::Float)
        .functions([Function::Add, Function::Sub, Function::Mul, Function::If])
        .functions([Function::Greater, Function::And, Function::Or, Function::Not])
        .terminals((0..N_COLUMNS).map(|id| Terminal::new(id, format!("x{id}"), Type::Float)))
        .ephemeral("number", -5.0..5.0);
    let limits = Limits { depth: 8, start_depth_min: 8, start_depth_max: 8, ..Limits::default() };
    let plan = TreePlan::new("main", set, limits).expect("all types can be reached");
    let plan = ForestPlan::new([plan]);
    let set = &plan.trees()[0].primitives;
    let rng = &mut ludex_evolve::rng(1, 0);
    let all: Vec<Forest> = (0..50).map(|nth| Forest::random(rng, &plan, nth)).collect();
    let column = |at: u16| (0..N_ROWS).map(|row| (row as f64 + f64::from(at)).sin()).collect();
    let columns = Columns::new(&(0..N_COLUMNS).map(column).collect::<Vec<Vec<f64>>>());
    let n_nodes: usize = all.iter().map(Genome::size).sum();

    let mut group = criterion.benchmark_group("programs");
    group.throughput(Throughput::Elements((n_nodes * N_ROWS) as u64));
    let blocks: Vec<_> =
        all.iter().map(|one| BlockProgram::new(&one.trees()[0], set).expect("no action")).collect();
    let mut scratch = Scratch::default();
    group.bench_function("blocks of rows", |bencher| {
        bencher.iter(|| {
            for program in &blocks {
                program.for_each_block(&columns, &mut scratch, |_, values| {
                    black_box(values);
                });
            }
        });
    });
    let mut singles: Vec<_> = all.iter().map(|one| Program::new(&one.trees()[0], set)).collect();
    group.bench_function("one at a time", |bencher| {
        bencher.iter(|| {
            for program in &mut singles {
                for row in 0..N_ROWS {
                    black_box(program.evaluate(&mut Row(&columns, row)));
                }
            }
        });
    });
    group.throughput(Throughput::Elements(n_nodes as u64));
    group.bench_function("compiling", |bencher| {
        bencher.iter(|| {
            all.iter().for_each(|one| drop(black_box(Program::new(&one.trees()[0], set))))
        });
    });
    group.bench_function("crossover", |bencher| {
        bencher.iter(|| {
            for pair in all.chunks_exact(2) {
                let (mut a, mut b) = (pair[0].clone(), pair[1].clone());
                SubtreeCrossover.exchange(rng, &plan, &mut a, &mut b);
                black_box((a, b));
            }
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10).measurement_time(std::time::Duration::from_secs(2));
    targets = programs
}
criterion_main!(benches);
