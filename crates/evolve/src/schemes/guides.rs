//! Games against fixed players.

use super::{EvaluationContext, Exam, Scheme};

/// Rounds of games against guides. Individuals that trail the best score by more than the
/// cut-off before a round are left out of it. After algorithm 3.2 of Sipper (2011), *Evolved
/// to Win*.
pub struct Guides<'a, G> {
    /// The guides, in the order in which they are played.
    pub guides: Vec<Guide<'a, G>>,
    /// The number of points by which an individual may trail the best and still play.
    pub cutoff: f64,
}

/// A fixed player and the number of games against it.
pub struct Guide<'a, G> {
    /// Plays one game against an individual: 1 if the individual wins, 0.5 for a draw.
    pub exam: &'a dyn Exam<G>,
    /// The number of rounds.
    pub n_rounds: usize,
    /// The number of games of each individual in a round.
    pub n_games: usize,
    /// The points of a win.
    pub points: f64,
}

impl<G: Sync> Scheme<G> for Guides<'_, G> {
    fn add_points(&self, population: &[G], context: &EvaluationContext<'_>, scores: &mut [f64]) {
        for (nth, guide) in self.guides.iter().enumerate() {
            let context = context.part(nth as u64);
            for round in 0..guide.n_rounds {
                let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let is_out = |at: usize| best - scores[at] > self.cutoff;
                let players: Vec<usize> = (0..population.len()).filter(|&at| !is_out(at)).collect();
                let games = round * guide.n_games..(round + 1) * guide.n_games;
                let jobs = context.jobs(&players, games);
                let won = context.test(guide.exam, population, &jobs);
                for (job, won) in jobs.iter().zip(won) {
                    scores[job.genome] += guide.points * won;
                }
            }
        }
    }
}
