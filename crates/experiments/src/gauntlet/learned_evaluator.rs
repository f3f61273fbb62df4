//! The evaluator that alpha-beta has in the gauntlet: learned from self-play, and kept in a file
//! beside the store.

use std::path::{Path, PathBuf};

use ludex_arena::RunError;
use ludex_gdl::Engine;
use ludex_learn::structure::{Budget, Structure};
use ludex_learn::{GameToLearn, Identity, Knowledge, Part, Pipeline};
use ludex_search::evaluate::{self, LinearEvaluator};
use ludex_support::atomic_file;

use crate::rules::Rules;
use crate::{ExperimentContext, Size};

/// The games of self-play that it is learned from, for each [`Size`].
const N_GAMES: [u32; 3] = [20, 200, 1000];

/// The value of the option `eval` in a game. The goal values of the rules, if nothing better
/// was learned.
pub(super) fn eval(
    rules: &Rules,
    size: Size,
    context: &ExperimentContext<'_>,
) -> Result<String, RunError> {
    let path = place(rules, size, context);
    let known = std::fs::read_to_string(&path).ok().filter(|_| !context.is_fresh);
    if known.is_none_or(|text| LinearEvaluator::parse(&text).is_err()) {
        let Some(evaluator) = learn(rules, size, context) else { return Ok("goal".into()) };
        let written = atomic_file::write(&path, evaluator.to_string());
        written.map_err(|error| RunError::Other(Box::new(error)))?;
    }
    Ok(evaluate::file(&path))
}

/// The expected value of `eval`, for an estimate: without learning.
pub(super) fn expected(rules: &Rules, size: Size, context: &ExperimentContext<'_>) -> String {
    let path = place(rules, size, context);
    if path.exists() { evaluate::file(&path) } else { "mobility".into() }
}

fn learn(rules: &Rules, size: Size, context: &ExperimentContext<'_>) -> Option<LinearEvaluator> {
    let engine = Engine::Circuit(rules.circuit.clone());
    let structure = Structure::find(&rules.sheet, &engine, &Budget::default());
    let pipeline = Pipeline {
        skip: vec![Part::Terms, Part::Features],
        n_games: Some(size.of(N_GAMES)),
        n_threads: context.n_threads,
        seed: context.seed,
        ..Pipeline::default()
    };
    let subject = GameToLearn { name: &rules.name, game: &rules.circuit, structure: &structure };
    let mut knowledge = Knowledge::new(Identity::of(&rules.sheet));
    pipeline.run(&subject, &mut knowledge);
    knowledge.evaluator
}

/// The file of the evaluator, beside the store.
fn place(rules: &Rules, size: Size, context: &ExperimentContext<'_>) -> PathBuf {
    let folder = context.store.as_deref().and_then(Path::parent);
    let folder = folder.map_or_else(std::env::temp_dir, Path::to_path_buf);
    let game = Path::new(&rules.name).file_stem().unwrap_or_default().to_string_lossy();
    folder.join(format!("gauntlet-{game}-{size}-{}.txt", context.seed))
}
