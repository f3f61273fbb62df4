//! The single-state engine: compiling a game, random playouts, and jumps.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ludex_game::{Rng, RoleId};
use ludex_gdl::circuit::{Budget, Grounded};
use ludex_gdl::single::{BitState, MoveId, Program, Single};
use ludex_gdl::{Limits, Reference, Sheet, library};
use rand::{Rng as _, SeedableRng};

const GAMES: &[&str] = &["tic-tac-toe", "connect-four", "breakthrough", "reversi", "checkers"];

fn single(criterion: &mut Criterion) {
    for name in GAMES {
        let grounded = grounded(name);
        let mut group = criterion.benchmark_group(*name);
        group.sample_size(10).warm_up_time(Duration::from_millis(200));
        group.measurement_time(Duration::from_secs(1));
        group.bench_function("prepare", |bencher| {
            bencher.iter(|| Program::new(grounded.clone()));
        });

        let program = Arc::new(Program::new(grounded.clone()));
        let mut single = Single::new(&program);
        let states = playout(&mut Rng::seed_from_u64(1), &program, &mut single);
        group.throughput(Throughput::Elements(states.len() as u64));
        group.bench_function("playout", |bencher| {
            bencher.iter(|| playout(&mut Rng::seed_from_u64(1), &program, &mut single).len());
        });
        // Every other state, and back: consecutive states are not neighbours.
        group.bench_function("jumps", |bencher| {
            bencher.iter(|| {
                for state in states.iter().step_by(2).chain(states.iter().skip(1).step_by(2).rev())
                {
                    single.turn_to(state);
                    black_box(single.is_terminal());
                }
            });
        });
    }
}

/// The states of a random game.
fn playout(rng: &mut Rng, program: &Program, single: &mut Single) -> Vec<BitState> {
    let n_roles = program.grounded().roles.len();
    let mut joint = vec![MoveId(0); n_roles];
    single.turn_to(program.initial());
    let mut states = vec![single.state().clone()];
    while !single.is_terminal() {
        for (role, mv) in joint.iter_mut().enumerate() {
            let role = RoleId::new(role);
            *mv = single.nth_legal(role, rng.random_range(0..single.count_legal(role)));
        }
        single.play(&joint);
        states.push(single.state().clone());
    }
    black_box(single.goal(RoleId(0)));
    states
}

fn grounded(name: &str) -> Arc<Grounded> {
    let (sheet, _) = Sheet::parse(library::find(name).expect("a bundled game").source());
    let reference = Reference::new(&sheet, Limits::default()).expect("rules that load");
    Arc::new(Grounded::new(&sheet, &reference, &Budget::default()).expect("rules that ground"))
}

criterion_group!(benches, single);
criterion_main!(benches);
