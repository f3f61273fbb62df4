//! Speed of playouts: breakthrough 8x8, at each width.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ludex_gdl::lanes::{Feed, Isa, Job, LaneOptions, Lanes, Outcome, Start};

#[path = "../tests/all/lanes_common/mod.rs"]
mod lanes_common;

/// An infinite feed that counts the playouts that have ended.
#[derive(Default)]
struct Endless {
    n_started: u64,
    n_ended: u64,
}

impl Feed for Endless {
    fn start(&mut self) -> Option<Start<'_>> {
        self.n_started += 1;
        Some(Start { playout: self.n_started, count: 1, state: None })
    }

    fn end(&mut self, _outcome: Outcome) {
        self.n_ended += 1;
    }
}

fn breakthrough(criterion: &mut Criterion) {
    let circuit = lanes_common::breakthrough(8);
    let mut group = criterion.benchmark_group("breakthrough");
    group.sample_size(10).measurement_time(std::time::Duration::from_secs(1));
    group.warm_up_time(std::time::Duration::from_millis(300));
    for (isa, exact) in Isa::available().into_iter().flat_map(|isa| [(isa, true), (isa, false)]) {
        for n_lanes in [64, 512] {
            let options = LaneOptions { n_lanes: Some(n_lanes), isa: Some(isa), exact };
            let mut lanes = Lanes::new(&circuit, options);
            let mut feed = Endless::default();
            lanes.begin(Job::default());
            // Counted in states: one per lane and step.
            group.throughput(Throughput::Elements(100 * n_lanes as u64));
            group.bench_function(
                format!("{isa:?}/{n_lanes}/{}", if exact { "exact" } else { "phases" }),
                |bencher| {
                    bencher.iter(|| lanes.advance(100, &mut feed));
                },
            );
        }
    }
}

criterion_group!(benches, breakthrough);
criterion_main!(benches);
