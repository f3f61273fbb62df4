//! Helpers shared by the tests of structure.

use std::path::PathBuf;
use std::sync::Mutex;

use ludex_gdl::{Engine, Limits, Sheet, Source};
use ludex_learn::structure::{Budget, Structure};

/// The structure of a sheet, from fewer random games than usual: `n_facts_max` facts.
pub fn structure(source: Source, n_facts_max: usize) -> (Sheet, Structure) {
    let (sheet, problems) = Sheet::parse(source);
    assert!(problems.iter().all(|problem| !problem.is_error()), "{}", sheet.source().text());
    let loaded = Engine::load(&sheet, &Limits::default(), &Default::default())
        .unwrap_or_else(|error| panic!("{error}\n{}", sheet.source().text()));
    let budget = Budget { n_games_max: 300, n_facts_max, ..Budget::default() };
    let structure = Structure::find(&sheet, &loaded.engine, &budget);
    (sheet, structure)
}

/// A rule sheet of the public corpus, if it is available.
pub fn corpus(name: &str) -> Option<Source> {
    let folder = PathBuf::from(std::env::var_os("LUDEX_SHARED")?).join("ggp/games");
    let bytes = std::fs::read(folder.join(format!("{name}.kif"))).ok()?;
    Some(Source::from_bytes(name, &bytes))
}

/// Maps items in parallel on all cores.
pub fn each<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = Mutex::new(0..items.len());
    let results = Mutex::new(Vec::new());
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(|| {
                loop {
                    let at = next.lock().expect("no panic holds it").next();
                    let Some(at) = at else { return };
                    let result = work(&items[at]);
                    results.lock().expect("no panic holds it").push((at, result));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no panic holds it");
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}
