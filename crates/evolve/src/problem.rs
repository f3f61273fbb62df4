//! Problems: the one trait that a user of evolution implements.

use crate::schemes::{EvaluationContext, Exam, Scheme};
use crate::{Genome, Record};

/// A problem for evolution: the individuals, and how they are scored.
///
/// ```
/// use ludex_evolve::{Evaluation, Genome, Problem, RealVector, Repeated, Stage, VectorPlan};
///
/// /// Weights whose sum is as near to 1 as can be.
/// struct SumToOne(VectorPlan<f64>);
///
/// impl Problem for SumToOne {
///     type Genome = RealVector;
///     type Rival = ();
///
///     fn plan(&self) -> &VectorPlan<f64> { &self.0 }
///
///     fn evaluate(&self, stage: &Stage<'_, RealVector, ()>) -> Evaluation {
///         let exam = |one: &RealVector, _: usize, _: u64| -(one.iter().sum::<f64>() - 1.0).abs();
///         stage.evaluate(&[&Repeated { exam: &exam, times: 1 }])
///     }
/// }
///
/// let config = ludex_evolve::Config { population: 50, generations: 20, ..Default::default() };
/// let problem = SumToOne(VectorPlan::new(5, 0.0..1.0));
/// let mut run = ludex_evolve::Run::new(&problem, config)?;
/// run.finish(&mut ())?;
/// assert!(run.history().last().unwrap().best > -0.01);
/// # Ok::<(), ludex_evolve::RunError>(())
/// ```
pub trait Problem: Sync {
    /// The type of individuals.
    type Genome: Genome;

    /// The type of rivals, a second population; `()` without one.
    type Rival: Genome;

    /// The plan of individuals.
    fn plan(&self) -> &<Self::Genome as Genome>::Plan;

    /// The plan of rivals, if there are any.
    fn rivals(&self) -> Option<&<Self::Rival as Genome>::Plan> {
        None
    }

    /// Scores a population. The result must depend on nothing but the stage.
    fn evaluate(&self, stage: &Stage<'_, Self::Genome, Self::Rival>) -> Evaluation;

    /// Whether this generation is scored differently from those before. Former scores are
    /// dropped then.
    fn begins_anew(&self, generation: usize) -> bool {
        let _ = generation;
        false
    }

    /// The test by which the best individual of a run is chosen, one game at a time.
    fn benchmark(&self) -> Option<&dyn Exam<Self::Genome>> {
        None
    }

    /// The name and digest of everything besides the parameters that scores depend on, such as
    /// the contents of files. A run is resumed only if all of them are the same.
    fn digests(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The error of an evaluation or test, if one failed. The run checks it after each, and
    /// ends without keeping the generation.
    fn fault(&self) -> Option<String> {
        None
    }
}

/// A generation of an island, to be evaluated.
pub struct Stage<'a, G, R = ()> {
    /// The individuals.
    pub population: &'a [G],
    /// The rivals, if there are any.
    pub rivals: &'a [R],
    /// The former scores of the first individuals, the elite, if scores are averaged.
    pub records: &'a [Record],
    /// The number of the generation, from 0.
    pub generation: usize,
    /// Seeds, counters and the executor.
    pub context: EvaluationContext<'a>,
}

impl<G, R> Stage<'_, G, R> {
    /// Scores by schemes that follow each other, each adding its points.
    pub fn evaluate(&self, schemes: &[&dyn Scheme<G>]) -> Evaluation {
        let mut scores = vec![0.0; self.population.len()];
        for (nth, scheme) in schemes.iter().enumerate() {
            scheme.add_points(self.population, &self.context.part(nth as u64), &mut scores);
        }
        Evaluation { scores, ..Evaluation::default() }
    }
}

/// The scores of a generation; higher ones are better.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// The score of each individual.
    pub scores: Vec<f64>,
    /// The number of games of which each score is the mean; empty if all scores have the same
    /// weight.
    pub weights: Vec<f64>,
    /// The score of each rival.
    pub rival_scores: Vec<f64>,
}
