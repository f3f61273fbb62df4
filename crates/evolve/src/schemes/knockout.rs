//! A single-elimination tournament.

use rand::seq::SliceRandom;

use super::co_play::play_all;
use super::{Contest, EvaluationContext, Scheme};
use crate::seeds::Use;

/// A single-elimination tournament: pairs play short matches, the losers of a
/// round of *n* score 1/*n*, the winners play on, and the champion scores 1.
/// After chapter 7 of Sipper (2011), *Evolved to Win*.
///
/// In a round with an odd number, the last individual advances without a match. After a drawn
/// match, the first of the pair advances.
pub struct Knockout<'a, G> {
    /// Plays a game.
    pub contest: &'a dyn Contest<G>,
    /// The number of games of a match; colours alternate.
    pub n_games: usize,
}

impl<G: Sync> Scheme<G> for Knockout<'_, G> {
    fn add_points(&self, population: &[G], context: &EvaluationContext<'_>, scores: &mut [f64]) {
        let mut left: Vec<usize> = (0..population.len()).collect();
        left.shuffle(&mut context.seeds.rng(Use::Pair));
        let mut round = 0;
        while left.len() > 1 {
            let matches: Vec<&[usize]> = left.chunks_exact(2).collect();
            let pairs: Vec<(usize, usize)> = matches
                .iter()
                .flat_map(|pair| {
                    let (a, b) = (pair[0], pair[1]);
                    (0..self.n_games)
                        .map(move |game| if game.is_multiple_of(2) { (a, b) } else { (b, a) })
                })
                .collect();
            let outcomes = play_all(self.contest, population, &pairs, &context.part(round));
            let lost = 1.0 / left.len() as f64;
            let mut next = Vec::with_capacity(left.len().div_ceil(2));
            for (nth, pair) in matches.iter().enumerate() {
                let games = nth * self.n_games..(nth + 1) * self.n_games;
                let lead: f64 = pairs[games.clone()]
                    .iter()
                    .zip(&outcomes[games])
                    .map(|(who, outcome)| {
                        let lead = outcome.first - outcome.second;
                        if who.0 == pair[0] { lead } else { -lead }
                    })
                    .sum();
                let (winner, loser) =
                    if lead >= 0.0 { (pair[0], pair[1]) } else { (pair[1], pair[0]) };
                scores[loser] += lost;
                next.push(winner);
            }
            next.extend(left.chunks_exact(2).remainder());
            left = next;
            round += 1;
        }
        if let Some(&champion) = left.first() {
            scores[champion] += 1.0;
        }
    }
}
