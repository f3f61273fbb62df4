//! What is to be evolved: the one trait that another crate implements.

use crate::schemes::{Exam, Progress, Scheme};
use crate::{Genome, Record, Seeds};

/// What is to be evolved, and how it is told who is fitter.
///
/// ```
/// use evolve::{Evaluation, Genome, Problem, RealVector, Repeated, Stage, VectorPlan};
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
/// let config = evolve::Config { population: 50, generations: 20, ..Default::default() };
/// let problem = SumToOne(VectorPlan::new(5, 0.0..1.0));
/// let mut run = evolve::Run::new(&problem, config)?;
/// run.finish(&mut ())?;
/// assert!(run.history().last().unwrap().best > -0.01);
/// # Ok::<(), evolve::RunError>(())
/// ```
pub trait Problem: Sync {
    /// What evolves.
    type Genome: Genome;

    /// What evolves against it; `()` if nothing does.
    type Rival: Genome;

    /// What individuals are made of.
    fn plan(&self) -> &<Self::Genome as Genome>::Plan;

    /// What rivals are made of, if there are any.
    fn rivals(&self) -> Option<&<Self::Rival as Genome>::Plan> {
        None
    }

    /// How fit everyone is. The result must depend on nothing but the stage.
    fn evaluate(&self, stage: &Stage<'_, Self::Genome, Self::Rival>) -> Evaluation;

    /// Whether what was scored before this generation tells nothing of it, because it is
    /// scored in another way. Nothing is remembered then.
    fn begins_anew(&self, generation: usize) -> bool {
        let _ = generation;
        false
    }

    /// The test by which the best of a run is chosen, one game at a time.
    fn benchmark(&self) -> Option<&dyn Exam<Self::Genome>> {
        None
    }

    /// What scores depend on besides the parameters, such as the contents of files: the
    /// name and a digest of each. A run is resumed only where all of them are the same.
    fn digests(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Why scores mean nothing, if an evaluation or a test failed. The run asks after
    /// each, and ends without keeping the generation.
    fn fault(&self) -> Option<String> {
        None
    }
}

/// A generation of an island, to be evaluated.
pub struct Stage<'a, G, R = ()> {
    /// The individuals.
    pub population: &'a [G],
    /// Their rivals, if there are any.
    pub rivals: &'a [R],
    /// What the first individuals, who were kept, scored so far, if that is remembered.
    pub records: &'a [Record],
    /// Which generation it is, from 0.
    pub generation: usize,
    /// Where chance comes from.
    pub seeds: Seeds,
    /// Where games are counted.
    pub progress: &'a Progress,
}

impl<G, R> Stage<'_, G, R> {
    /// Scores by schemes that follow each other, each adding its points.
    pub fn evaluate(&self, schemes: &[&dyn Scheme<G>]) -> Evaluation {
        let mut scores = vec![0.0; self.population.len()];
        for (nth, scheme) in schemes.iter().enumerate() {
            scheme.add_points(
                self.population,
                self.seeds.part(nth as u64),
                self.progress,
                &mut scores,
            );
        }
        Evaluation { scores, ..Evaluation::default() }
    }
}

/// How fit everyone is: more is better.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// The score of each individual.
    pub scores: Vec<f64>,
    /// How many games each score is the mean of, where it is one; empty if all scores
    /// are worth the same.
    pub weights: Vec<f64>,
    /// The score of each rival.
    pub rival_scores: Vec<f64>,
}
