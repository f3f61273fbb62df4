//! Circuit and lanes against the reference reasoner, on states of random games
//! and on states with facts removed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use ludex_gdl::circuit::{Budget, Grounded};
use ludex_gdl::{Limits, Reference, Sheet, Source, agreement, check, library};

#[test]
fn engines_agree_on_every_bundled_game() {
    for game in library::games() {
        let (sheet, _) = Sheet::parse(game.source());
        let n_states = compare(game.name(), &sheet, &Budget::default(), 60).expect("it grounds");
        assert!(n_states >= 60, "{}: only {n_states} states", game.name());
    }
}

#[test]
fn engines_agree_on_a_sample_of_public_games() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/ggp/games");
    let Ok(entries) = std::fs::read_dir(folder) else {
        eprintln!("no public games here; nothing to compare");
        return;
    };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let budget =
        Budget { time_max: Duration::from_secs(2), n_rules_max: 300_000, ..Budget::default() };
    let mut n_circuits = 0;
    for file in files.iter().step_by(11) {
        let name = file.display().to_string();
        let bytes = std::fs::read(file).expect("readable");
        let (sheet, problems) = Sheet::parse(Source::from_bytes(name.as_str(), &bytes));
        let mut all = problems.into_iter().chain(check::check(&sheet));
        if !all.any(|problem| problem.is_error()) {
            n_circuits += usize::from(compare(&name, &sheet, &budget, 20).is_some());
        }
    }
    assert!(n_circuits > 25, "only {n_circuits} games have a circuit");
}

/// Number of states compared; `None` if the game has no circuit.
fn compare(name: &str, sheet: &Sheet, budget: &Budget, n_states: usize) -> Option<usize> {
    let reference = Reference::new(sheet, Limits::default()).expect("it loads");
    let grounded = Grounded::new(sheet, &reference, budget).ok()?;
    let compared = agreement::compare(&reference, Arc::new(grounded), 1, n_states);
    Some(compared.unwrap_or_else(|disagreement| panic!("{name}: {disagreement}")))
}
