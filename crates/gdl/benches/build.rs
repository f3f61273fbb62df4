//! Time to load rules and to compile them into a circuit.

use criterion::{Criterion, criterion_group, criterion_main};
use ludex_gdl::circuit::{Budget, Grounded};
use ludex_gdl::{Limits, Reference, Sheet, library};

fn build(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("build");
    group.sample_size(10);
    for name in ["tic-tac-toe", "breakthrough", "reversi", "chess"] {
        let source = library::find(name).expect("bundled").source();
        let (sheet, _) = Sheet::parse(source.clone());
        group.bench_function(format!("{name}/parse"), |bencher| {
            bencher.iter(|| Sheet::parse(source.clone()));
        });
        group.bench_function(format!("{name}/reference"), |bencher| {
            bencher.iter(|| Reference::new(&sheet, Limits::default()).expect("it loads"));
        });
        let reference = Reference::new(&sheet, Limits::default()).expect("it loads");
        group.bench_function(format!("{name}/circuit"), |bencher| {
            bencher.iter(|| {
                Grounded::new(&sheet, &reference, &Budget::default()).expect("it grounds")
            });
        });
    }
    group.finish();
}

criterion_group!(benches, build);
criterion_main!(benches);
