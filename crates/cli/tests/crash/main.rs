//! A crash sweep: commands killed at every system call that writes, and at random
//! moments. What was there before is still readable and not less, and what goes on
//! equals the run that was never interrupted, byte for byte but for times.
//!
//! What has no end, or a late one, is stopped after some seconds, and compared as far as
//! both have come.
//!
//! `LUDEX_CRASH_KILLS=1000 LUDEX_CRASH_SEED=7 cargo test --release -p ludex --test crash`
//! is a longer run. Without `strace`, all kills are at random moments.

#[allow(dead_code, reason = "the sweep over all commands uses the rest of it")]
#[path = "../sweep/fixture.rs"]
mod fixture;
mod kill;
mod store;
mod workload;

use std::str::FromStr;
use std::time::Instant;

use fixture::{Fixture, contents};
use game::Rng;
use kill::Points;
use rand::SeedableRng;
use workload::{WORKLOADS, Workload};

/// Kills of a usual test run.
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

/// Kills a workload so many times, each in a home of its own; what is wrong.
fn kill_often(fixture: &Fixture, workload: &Workload, n_kills: usize, seed: u64) -> Vec<String> {
    // Step 1. The uninterrupted run: how long it takes, where it writes, what comes out.
    let whole = fixture.copy();
    let started = Instant::now();
    let expected = workload.run(fixture, whole.path(), false).expect("it comes to its end");
    assert!(!expected.is_empty(), "nothing comes out of {}", workload.name);
    let time = started.elapsed();
    let points = Points::find(fixture, workload, time);
    // Step 2. Kills, spread over all places.
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
        // Step 3. What was there is there, and what goes on comes to the same end.
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
