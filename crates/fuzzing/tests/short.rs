//! Every reader on mutations of valid inputs, from a fixed seed: the short
//! version of the targets in `fuzz/`. `LUDEX_FUZZ_TIMES=100` reads a hundred
//! times as many.

use std::panic::catch_unwind;
use std::time::{Duration, Instant};

use ludex_fuzzing::mutation::mutated;
use ludex_fuzzing::{READERS, Reader};
use ludex_game::Rng;
use rand::SeedableRng;

/// Far more than any input takes, even on a busy machine.
const TIME_MAX: Duration = Duration::from_secs(20);

fn n_times() -> usize {
    std::env::var("LUDEX_FUZZ_TIMES").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

fn read(reader: &Reader, bytes: &[u8]) -> bool {
    let started = Instant::now();
    let is_read = catch_unwind(|| (reader.check)(bytes)).unwrap_or_else(|_| {
        panic!("{} does not survive {:?}", reader.name, String::from_utf8_lossy(bytes))
    });
    assert!(started.elapsed() < TIME_MAX, "{} takes long for {bytes:?}", reader.name);
    is_read
}

#[test]
fn valid_inputs_are_read() {
    let mut refused = Vec::new();
    for reader in READERS {
        let seeds = (reader.seeds)().into_iter().filter(|seed| !read(reader, seed));
        let shown = |seed: Vec<u8>| format!("{}: {}", reader.name, String::from_utf8_lossy(&seed));
        refused.extend(seeds.map(shown));
    }
    assert!(refused.is_empty(), "{}", refused.join("\n\n"));
}

#[test]
fn any_bytes_are_survived() {
    let failures: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = READERS
            .iter()
            .map(|reader| (reader.name, scope.spawn(move || mutations(reader))))
            .collect();
        threads
            .into_iter()
            .filter_map(|(name, thread)| thread.join().err().map(|_| name.to_string()))
            .collect()
    });
    assert!(failures.is_empty(), "{failures:?}: see above");
}

fn mutations(reader: &Reader) {
    let mut rng = Rng::seed_from_u64(1);
    let seeds = (reader.seeds)();
    for _ in 0..reader.n_short * n_times() {
        read(reader, &mutated(&mut rng, &seeds, reader.words));
    }
}

#[test]
fn every_reader_has_a_fuzz_target() {
    let manifest = include_str!("../../../fuzz/Cargo.toml");
    for reader in READERS {
        let name = reader.name;
        assert!(
            manifest.contains(&format!("name = \"{name}\"")),
            "{name} is not in fuzz/Cargo.toml"
        );
    }
}
