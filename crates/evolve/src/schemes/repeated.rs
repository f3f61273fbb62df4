//! A test taken several times.

use super::{EvaluationContext, Exam, Scheme};

/// The mean score of a test that each individual takes several times, where chance plays a
/// part; once where it does not.
pub struct Repeated<'a, G> {
    /// The test.
    pub exam: &'a dyn Exam<G>,
    /// The number of times.
    pub times: usize,
}

impl<G: Sync> Scheme<G> for Repeated<'_, G> {
    fn add_points(&self, population: &[G], context: &EvaluationContext<'_>, scores: &mut [f64]) {
        let all: Vec<usize> = (0..population.len()).collect();
        let jobs = context.jobs(&all, 0..self.times);
        let results = context.test(self.exam, population, &jobs);
        for (at, score) in scores.iter_mut().enumerate() {
            let own = &results[at * self.times..(at + 1) * self.times];
            *score += own.iter().sum::<f64>() / self.times.max(1) as f64;
        }
    }
}
