//! A crash sweep: commands killed at every system call that writes, and at random
//! times. Earlier data stays readable and complete, and the resumed run equals the
//! uninterrupted one, byte for byte except for times.
//!
//! Workloads without an end, or with a late one, are stopped after some seconds, and
//! compared as far as both runs have come.
//!
//! `LUDEX_CRASH_KILLS=1000 LUDEX_CRASH_SEED=7 cargo test --release -p ludex-cli --test crash`
//! is a longer run. Without `strace`, all kills are at random times.

#[allow(dead_code, reason = "the sweep over all commands uses the rest of it")]
#[path = "../sweep/fixture.rs"]
mod fixture;
mod kill;
mod store;
mod workload;

use std::str::FromStr;
use std::time::Instant;

use fixture::{Fixture, contents};
use kill::Points;
use ludex_game::Rng;
use rand::SeedableRng;
use workload::{WORKLOADS, Workload};

/// Number of kills of an ordinary test run.
const N_KILLS: usize = 48;

fn variable<T: FromStr>(name: &str) -> Option<T> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn nothing_is_lost_by_kills() {
    let fixture = Fixture::new();
    let n_kills: usize = variable("LUDEX_CRASH_KILLS").unwrap_or(N_KILLS);
    let n_shares: usize = WORKLOADS.iter().map(Workload::share).sum();
    let seed = variable("LUDEX_CRASH_SEED").unwrap_or(1);
    let only: Option<String> = variable("LUDEX_CRASH_ONLY");
    let chosen = WORKLOADS.iter().filter(|one| only.as_ref().is_none_or(|only| only == one.name));
    let faults: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = chosen
            .map(|workload| {
                let (fixture, n) = (&fixture, (n_kills * workload.share()).div_ceil(n_shares));
                scope.spawn(move || kill_often(fixture, workload, n, seed))
            })
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("it ends")).collect()
    });
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Kills a workload `n_kills` times, each in a home of its own; returns the faults.
fn kill_often(fixture: &Fixture, workload: &Workload, n_kills: usize, seed: u64) -> Vec<String> {
    // Step 1. The uninterrupted run: its duration, its system calls, its result.
    let whole = fixture.copy();
    let started = Instant::now();
    let expected = workload.run(fixture, whole.path(), false).expect("it comes to its end");
    assert!(!expected.is_empty(), "nothing comes out of {}", workload.name);
    let time = started.elapsed();
    let points = Points::find(fixture, workload, time);
    // Step 2. Kills, spread over all points.
    let mut rng = Rng::seed_from_u64(seed);
    let mut faults = Vec::new();
    let (mut n_killed, mut n_tried) = (0, 0);
    while n_killed < n_kills && n_tried < 3 * n_kills {
        let kill = points.draw(&mut rng, n_tried, n_kills);
        n_tried += 1;
        let home = fixture.copy();
        let before = contents(home.path());
        if !kill.strike(fixture, workload, home.path()) {
            continue;
        }
        n_killed += 1;
        // Step 3. Earlier data is intact, and the resumed run has the same result.
        let checked = (workload.check)(fixture, home.path(), &before).and_then(|()| {
            let result = workload.run(fixture, home.path(), true)?;
            match workload.agrees(&expected, &result) {
                true => Ok(()),
                false => Err(format!("goes on to\n{result:?}\ninstead of\n{expected:?}")),
            }
        });
        if let Err(what) = checked {
            let what: String = what.chars().take(2000).collect();
            eprintln!("{}, {kill:?}: {what}", workload.name);
            faults.push(format!("{}, {kill:?}: {what}", workload.name));
        }
    }
    println!(
        "{}: {n_killed} kills ({} places that write, {time:.1?} uninterrupted), {} faults",
        workload.name,
        points.n_places(),
        faults.len()
    );
    faults
}
