//! Evolution of problems of any kind.

use std::ops::ControlFlow;

use ludex_evolve::GenerationStats;
use ludex_problems::{EvolutionOptions, Keep, ProblemConfig, Story, kind_of};
use ludex_report::{Page, Plot, numbered};

use super::{EvolveOptions, RunFile};
use crate::error::{Context, invalid};
use crate::{Error, Progress, Result, Step};

/// Whether the problem of some options is one of players: [`evolve`](super::evolve) then
/// tests the best against a benchmark.
pub fn is_about_players(options: &EvolveOptions) -> Result<bool> {
    let kind = kind_of(&options.config).with_context(|| options.name.clone())?;
    Ok(kind.name() == ProblemConfig::default().kind)
}

/// Evolves solutions of a problem that needs no game, whatever its kind.
///
/// ```
/// use ludex::evolve::{EvolveOptions, solve_problem};
///
/// let mut options = EvolveOptions::of("regression")?;
/// (options.config.population, options.config.generations) = (20, 2);
/// let story = solve_problem(&options, &mut ())?;
/// assert_eq!(story.history.len(), 2);
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn solve_problem(options: &EvolveOptions, progress: &mut dyn Progress) -> Result<Story> {
    let kind = kind_of(&options.config).with_context(|| options.name.clone())?;
    let problem = |error: ludex_problems::ProblemError| invalid!("{error}");
    let evolution =
        kind.open(&options.config, &()).map_err(problem).with_context(|| options.name.clone())?;
    let config = options.config.clone();
    let source = options.source.clone().unwrap_or_else(|| config.clone());
    let n_all = config.generations as u64;
    progress.step(&Step { what: "generations".into(), n_done: 0, n_all });
    let keep = match &options.file {
        RunFile::None => Keep::Nowhere,
        RunFile::New(path) => Keep::New(path.clone()),
        RunFile::Replace(path) => Keep::Replace(path.clone()),
        RunFile::Resume(path) => Keep::Resume(path.clone()),
    };
    let n_tests = options.n_test_games as usize;
    let options = EvolutionOptions { config, source, keep, n_tests };
    let story = evolution.evolve(options, &mut |stats: &GenerationStats| {
        progress.generation(stats);
        ControlFlow::Continue(())
    });
    story.map_err(|error| match error {
        ludex_problems::ProblemError::Run(error) => Error::from(error),
        error => problem(error),
    })
}

/// A story as a page: the curves and the best individual.
pub fn story_page(story: &Story) -> Page {
    let mut page = Page::new(format!("Ludex: evolution of {}", story.title));
    page.lead(format!("{}: the best scores {:.4} ({}).", story.title, story.score(), story.test));
    let curve = |of: &dyn Fn(&GenerationStats) -> f64| {
        numbered(story.history.iter().map(of)).collect::<Vec<_>>()
    };
    let mut fitness = Plot::new("Fitness").labels("generation", "score");
    fitness.line("best", curve(&|stats| stats.best)).line("mean", curve(&|stats| stats.mean));
    page.section("Generations").figure(&fitness.to_svg(), "");
    let formulas = story.solution.formulas.iter();
    let formulas = formulas.map(|(name, formula)| format!("{name} = {formula}\n"));
    page.section("The best").preformatted(&formulas.collect::<String>());
    page
}
