//! Perft of every native game, in leaves a second.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ludex_game::Visitor;
use ludex_game::{Playable, perft};

/// Games with depths that take tens of milliseconds.
const DEPTHS: &[(&str, u32)] = &[
    ("tic-tac-toe", 8),
    ("connect-four", 7),
    ("connect-four-4x4", 10),
    ("checkers", 8),
    ("lose-checkers", 8),
    ("checkers-10x10", 6),
    ("reversi", 8),
    ("chinese-checkers", 4),
    ("chinese-checkers-star", 4),
    ("chess", 4),
];

/// Counts to a depth.
struct Bench<'a>(&'a mut Criterion, &'static str, u32);

impl Visitor for Bench<'_> {
    type Output = ();

    fn visit<G: Playable>(self, game: Arc<G>) {
        let Bench(criterion, name, depth) = self;
        let state = game.initial();
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10).warm_up_time(Duration::from_millis(200));
        group.measurement_time(Duration::from_secs(1));
        group.throughput(Throughput::Elements(perft(&*game, &state, depth)));
        group.bench_function(format!("perft {depth}"), |bencher| {
            bencher.iter(|| perft(&*game, black_box(&state), depth));
        });
        group.finish();
    }
}

fn all(criterion: &mut Criterion) {
    for &(name, depth) in DEPTHS {
        ludex_games::visit(name, Bench(criterion, name, depth)).expect("it is in the list");
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
