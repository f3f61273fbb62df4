//! Problems of any kind behind one object-safe trait.

use std::ops::ControlFlow;
use std::path::PathBuf;

use ludex_evolve::{Champion, Config, GenerationStats, Genome, Problem, Run};
use schemars::JsonSchema;
use serde::Serialize;

use super::ProblemError;
use crate::ProblemConfigError;

/// A problem that is ready to evolve. Implemented for every [`KindProblem`].
pub trait Evolution {
    /// Evolves to the last generation, or until the observer breaks, and tests the best
    /// individual.
    fn evolve(
        &self,
        options: EvolutionOptions,
        observer: &mut dyn FnMut(&GenerationStats) -> ControlFlow<()>,
    ) -> Result<Story, ProblemError>;
}

/// What a kind adds to a [`Problem`]: how its best individual is tested and shown.
pub trait KindProblem: Problem {
    /// The subject, such as the name of the game.
    fn title(&self) -> String;

    /// The test of the best individual, such as the spec of its opponent.
    fn test_name(&self) -> String;

    /// The scores of an individual in tests of a seed.
    fn test(&self, one: &Self::Genome, n_tests: usize, seed: u64)
    -> Result<Vec<f64>, ProblemError>;

    /// An individual for people and for files. `score` is its mean in tests.
    fn solution(&self, one: &Self::Genome, score: f64) -> Solution;
}

/// How a problem is evolved.
#[derive(Clone, Debug, PartialEq)]
pub struct EvolutionOptions {
    /// All parameters.
    pub config: Config,
    /// The parameters as their file has them, before options changed some.
    pub source: Config,
    /// Where the run is kept.
    pub keep: Keep,
    /// The number of tests of the best individual.
    pub n_tests: usize,
}

/// Where a run is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Nowhere.
    Nowhere,
    /// In a new file.
    New(PathBuf),
    /// In a file, which is replaced after the first generation.
    Replace(PathBuf),
    /// In the file of the run that is resumed.
    Resume(PathBuf),
}

/// An individual for people and for files.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Solution {
    /// The names and formulas of its parts.
    pub formulas: Vec<(String, String)>,
    /// The number of nodes or genes.
    pub size: usize,
    /// The text of a file.
    pub text: String,
}

/// The result of an evolution.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Story {
    /// The subject, such as the name of the game.
    pub title: String,
    /// The test of the best individual.
    pub test: String,
    /// The seed of the run.
    pub seed: u64,
    /// The number of individuals of each island.
    pub population: usize,
    /// The generation of the best individual.
    pub generation: usize,
    /// Its mean score in re-tests.
    pub retest: Option<f64>,
    /// Its scores in the final tests.
    pub scores: Vec<f64>,
    /// The best individual.
    pub solution: Solution,
    /// The statistics of each generation.
    pub history: Vec<GenerationStats>,
    /// The terminals of the statistics.
    pub terminals: Vec<String>,
}

impl Story {
    /// The mean of the final tests.
    pub fn score(&self) -> f64 {
        mean(&self.scores)
    }

    /// A summary in a few lines.
    pub fn to_text(&self) -> String {
        let n_tests = self.history.iter().map(|stats| stats.games).sum::<u64>();
        let mut text = format!(
            "{}: {} generations, {n_tests} tests\n\nThe best individual is of generation {}. Its mean score \
             in {} tests ({}) is {:.4}.\n\n",
            self.title,
            self.history.len(),
            self.generation,
            self.scores.len(),
            self.test,
            self.score(),
        );
        for (name, formula) in &self.solution.formulas {
            text += &format!("{name} = {formula}\n");
        }
        text
    }
}

fn mean(scores: &[f64]) -> f64 {
    scores.iter().sum::<f64>() / scores.len().max(1) as f64
}

impl<P: KindProblem> Evolution for P {
    fn evolve(
        &self,
        options: EvolutionOptions,
        observer: &mut dyn FnMut(&GenerationStats) -> ControlFlow<()>,
    ) -> Result<Story, ProblemError> {
        let n_tests = options.n_tests;
        let mut run = start(self, options)?;
        run.finish(&mut |stats: &GenerationStats| observer(stats))?;
        let best = run.best().ok_or_else(|| ProblemConfigError("no generation was run".into()))?;
        // Other tests than those by which the best was chosen.
        let scores = self.test(&best.genome, n_tests, !run.config().seed)?;
        Ok(story(self, &run, best, scores))
    }
}

fn start<P: KindProblem>(
    problem: &P,
    options: EvolutionOptions,
) -> Result<Run<'_, P>, ProblemError> {
    let EvolutionOptions { config, source, keep, .. } = options;
    let generations = config.generations;
    let mut run = match &keep {
        Keep::Resume(path) => Run::resume(problem, path)?,
        _ => Run::new(problem, config)?,
    };
    match &keep {
        Keep::Nowhere => {}
        Keep::New(path) => run.keep_in(path)?,
        Keep::Replace(path) => run.keep_instead_of(path),
        Keep::Resume(_) => run.until(generations),
    }
    run.written_as(source);
    Ok(run)
}

fn story<P: KindProblem>(
    problem: &P,
    run: &Run<'_, P>,
    best: &Champion<P::Genome>,
    scores: Vec<f64>,
) -> Story {
    Story {
        title: problem.title(),
        test: problem.test_name(),
        seed: run.config().seed,
        population: run.config().population,
        generation: best.generation,
        retest: best.retest(),
        solution: problem.solution(&best.genome, mean(&scores)),
        scores,
        history: run.history().to_vec(),
        terminals: run.terminals().to_vec(),
    }
}

/// The formulas of a forest.
pub(super) fn formulas(
    one: &ludex_evolve::Forest,
    plan: &ludex_evolve::ForestPlan,
) -> (Vec<(String, String)>, usize) {
    let simple = one.simplify(plan);
    let trees = simple.trees().iter().zip(plan.trees());
    let formula = |(tree, plan): (&ludex_evolve::Tree, &ludex_evolve::TreePlan)| {
        (plan.name.clone(), tree.to_infix(&plan.primitives))
    };
    (trees.map(formula).collect(), simple.size())
}
