//! A sweep over all commands: command lines generated from clap's own tree, valid and
//! bad ones, run in homes of their own under full disks, closed pipes and signals.
//!
//! Every line must end without a panic, with a documented exit code and one message,
//! with no partly written or temporary file left, and with earlier data unchanged. New
//! commands and options are included automatically: values follow from the types and
//! value names that clap knows ([`values`] has the table of names).
//!
//! `LUDEX_SWEEP_LINES=5000 LUDEX_SWEEP_SEED=7 cargo test --release -p ludex-cli --test sweep`
//! is a longer run; `LUDEX_SWEEP_ONLY=123` runs one line of it again, `LUDEX_SWEEP_PROGRAM`
//! another program.

mod fixture;
mod line;
mod trial;
mod values;
mod verdict;

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use fixture::Fixture;
use line::Sweep;

/// Number of random lines of an ordinary test run, beside one bad value for each
/// option.
const N_LINES: usize = 120;

fn variable<T: FromStr>(name: &str) -> Option<T> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn all_commands_keep_their_promises() {
    let fixture = Fixture::new();
    let seed = variable("LUDEX_SWEEP_SEED").unwrap_or(1);
    let sweep = Sweep::new(seed, variable("LUDEX_SWEEP_LINES").unwrap_or(N_LINES));
    let only: Option<usize> = variable("LUDEX_SWEEP_ONLY");
    let next = AtomicUsize::new(0);
    let (faults, endings) = (Mutex::new(Vec::new()), Mutex::new(BTreeMap::<String, usize>::new()));
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= sweep.len() {
                return;
            }
            if only.is_some_and(|only| only != number) {
                continue;
            }
            let line = sweep.line(number, &fixture);
            let outcome = trial::run(&fixture, &line);
            if only.is_some() {
                println!("{line}\n{outcome:?}");
            }
            *endings.lock().expect("not poisoned").entry(outcome.ending()).or_default() += 1;
            for fault in verdict::faults(&line, &outcome) {
                let said = format!("{number}: {line}\n    {fault}");
                eprintln!("{said}");
                faults.lock().expect("not poisoned").push(said);
            }
        }
    };
    std::thread::scope(|scope| {
        let n_threads = std::thread::available_parallelism().map_or(2, usize::from);
        (0..n_threads).for_each(|_| drop(scope.spawn(work)));
    });
    let (faults, endings) = (faults.into_inner().expect("not poisoned"), endings.into_inner());
    println!("{} lines with seed {seed}: {endings:?}", sweep.len());
    assert!(faults.is_empty(), "{} faults with seed {seed}:\n{}", faults.len(), faults.join("\n"));
}
