//! Ratings of many players from their results against each other.
//!
//! Bradley and Terry (1952): each player has a strength, and the expected score between two is
//! the logistic function of the difference. The maximum-likelihood strengths are found by
//! Newton's method; a draw is half a win. Their covariance is the inverse of the Fisher
//! information, scaled by the observed dispersion of scores: draws and rounds vary less than wins
//! and losses (quasi-likelihood, Wedderburn 1974).

use super::quantile::two_sided_normal;
use super::{Crosstable, EloDifference};

/// Elo ratings with mean 0, and their uncertainty.
///
/// ```
/// use ludex_arena::stats::{Crosstable, Tally};
///
/// let mut table = Crosstable::new(3);
/// table.add_sample(0, 1, &Tally { wins: 60, draws: 20, losses: 20 }.into());
/// table.add_sample(1, 2, &Tally { wins: 50, draws: 30, losses: 20 }.into());
/// let ratings = table.ratings();
/// assert_eq!(ratings.ranking(), [0, 1, 2]);
/// assert_eq!(ratings.rating(1, 0.95).to_string(), "-13 [-42, +16]");
/// assert_eq!(ratings.difference(0, 1, 0.95).to_string(), "+145 [+83, +208]");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    elo: Vec<f64>,
    covariance: Matrix,
}

type Matrix = Vec<Vec<f64>>;

/// Elo points per unit of strength: scores are 1 / (1 + e^−d) in strengths, 1 / (1 + 10^(−D/400)) in Elo.
const ELO_PER_STRENGTH: f64 = 400.0 / std::f64::consts::LN_10;

/// Number of prior units of each player, half won and half lost, shared among all others.
///
/// The prior keeps ratings finite after wins alone, and comparable when two groups of players
/// never met.
const PRIOR: f64 = 1.0;

impl Crosstable {
    /// The maximum-likelihood ratings.
    ///
    /// Each player is given one more unit, half won and half lost, shared among all others, so
    /// that ratings stay finite. For two players the difference is that of their score with this
    /// unit.
    ///
    /// ```
    /// use ludex_arena::stats::{Crosstable, Tally, elo_of};
    ///
    /// let mut table = Crosstable::new(2);
    /// table.add_sample(0, 1, &Tally { wins: 9, draws: 0, losses: 0 }.into());
    /// let elo = table.ratings().difference(0, 1, 0.95).elo;
    /// assert!((elo - elo_of(9.5 / 10.0)).abs() < 1e-6);
    /// ```
    pub fn ratings(&self) -> Ratings {
        let pairs = Pair::all(self);
        let mut strengths = vec![0.0; self.n_players()];
        // Far more than needed: even a million wins in a row take some twenty iterations.
        for _ in 0..200 {
            let step =
                times(&inverse(information(&pairs, &strengths)), &gradient(&pairs, &strengths));
            // Newton's method overshoots where the likelihood is flat, so no step is longer than 1.
            let longest = step.iter().fold(0.0, |longest: f64, step| longest.max(step.abs()));
            for (strength, step) in strengths.iter_mut().zip(&step) {
                *strength += step / longest.max(1.0);
            }
            if longest < 1e-10 {
                break;
            }
        }
        Ratings::new(&pairs, &strengths)
    }
}

impl Ratings {
    fn new(pairs: &[Pair], strengths: &[f64]) -> Ratings {
        let n_players = strengths.len() as f64;
        let scale = scatter(pairs, strengths) * ELO_PER_STRENGTH.powi(2);
        let mut covariance = inverse(information(pairs, strengths));
        // Removes the direction in which all strengths move together.
        covariance
            .iter_mut()
            .flatten()
            .for_each(|entry| *entry = (*entry - 1.0 / n_players) * scale);
        let mean = strengths.iter().sum::<f64>() / n_players;
        Ratings {
            elo: strengths.iter().map(|strength| (strength - mean) * ELO_PER_STRENGTH).collect(),
            covariance,
        }
    }

    /// A player's rating relative to the mean of all.
    ///
    /// ```
    /// let ratings = ludex_arena::stats::Crosstable::new(2).ratings();
    /// assert_eq!(ratings.rating(0, 0.95).elo, 0.0);
    /// ```
    pub fn rating(&self, player: usize, confidence: f64) -> EloDifference {
        around(self.elo[player], self.covariance[player][player], confidence)
    }

    /// The Elo difference by which `a` is stronger than `b`.
    ///
    /// Its interval is narrower than the difference of two ratings implies, since ratings also
    /// depend on all other players.
    ///
    /// ```
    /// let mut table = ludex_arena::stats::Crosstable::new(2);
    /// table.add(0, 1, 1.0);
    /// let ratings = table.ratings();
    /// assert_eq!(ratings.difference(0, 1, 0.95).elo, -ratings.difference(1, 0, 0.95).elo);
    /// ```
    pub fn difference(&self, a: usize, b: usize, confidence: f64) -> EloDifference {
        let variance = self.covariance[a][a] + self.covariance[b][b] - 2.0 * self.covariance[a][b];
        around(self.elo[a] - self.elo[b], variance, confidence)
    }

    /// The players, best first; equals in order of their numbers.
    ///
    /// ```
    /// let mut table = ludex_arena::stats::Crosstable::new(3);
    /// table.add(2, 0, 1.0);
    /// assert_eq!(table.ratings().ranking(), [2, 1, 0]);
    /// ```
    pub fn ranking(&self) -> Vec<usize> {
        let mut players: Vec<usize> = (0..self.elo.len()).collect();
        players.sort_by(|&a, &b| self.elo[b].total_cmp(&self.elo[a]));
        players
    }
}

fn around(elo: f64, variance: f64, confidence: f64) -> EloDifference {
    let reach = two_sided_normal(confidence) * variance.max(0.0).sqrt();
    EloDifference { elo, low: elo - reach, high: elo + reach }
}

/// The sufficient statistics of the units between two players, including the prior.
struct Pair {
    a: usize,
    b: usize,
    n: f64,
    /// The sum of a's scores.
    sum: f64,
    /// The sum of the squares of a's scores.
    squares: f64,
}

impl Pair {
    fn all(table: &Crosstable) -> Vec<Pair> {
        let prior = PRIOR / (table.n_players() as f64 - 1.0);
        let of = |(a, b, sample): (_, _, &super::Sample)| {
            let start = Pair { a, b, n: prior, sum: prior / 2.0, squares: prior / 2.0 };
            sample.counts().iter().fold(start, |pair, &(score, n)| Pair {
                n: pair.n + n as f64,
                sum: pair.sum + n as f64 * score,
                squares: pair.squares + n as f64 * score * score,
                ..pair
            })
        };
        table.pairs().map(of).collect()
    }

    /// The expected score of a.
    fn expected(&self, strengths: &[f64]) -> f64 {
        1.0 / (1.0 + (strengths[self.b] - strengths[self.a]).exp())
    }
}

/// The gradient of the log-likelihood by each strength.
fn gradient(pairs: &[Pair], strengths: &[f64]) -> Vec<f64> {
    let mut gradient = vec![0.0; strengths.len()];
    for pair in pairs {
        let surplus = pair.sum - pair.n * pair.expected(strengths);
        gradient[pair.a] += surplus;
        gradient[pair.b] -= surplus;
    }
    gradient
}

/// The Fisher information, plus 1/n everywhere: results do not determine the common level of all
/// strengths, so the matrix would be singular; the addition changes nothing else.
fn information(pairs: &[Pair], strengths: &[f64]) -> Matrix {
    let n_players = strengths.len();
    let mut information = vec![vec![1.0 / n_players as f64; n_players]; n_players];
    for pair in pairs {
        let expected = pair.expected(strengths);
        let weight = pair.n * expected * (1.0 - expected);
        information[pair.a][pair.a] += weight;
        information[pair.b][pair.b] += weight;
        information[pair.a][pair.b] -= weight;
        information[pair.b][pair.a] -= weight;
    }
    information
}

/// The dispersion of scores about their expectation, relative to that of wins and losses.
fn scatter(pairs: &[Pair], strengths: &[f64]) -> f64 {
    let (mut observed, mut binomial) = (0.0, 0.0);
    for pair in pairs {
        let expected = pair.expected(strengths);
        observed += pair.squares - 2.0 * expected * pair.sum + pair.n * expected * expected;
        binomial += pair.n * expected * (1.0 - expected);
    }
    if binomial > 0.0 { observed / binomial } else { 1.0 }
}

/// The inverse of a positive definite matrix, by Gauss and Jordan; such a matrix needs no exchange of rows.
fn inverse(mut matrix: Matrix) -> Matrix {
    let n = matrix.len();
    for pivot in 0..n {
        let scale = 1.0 / matrix[pivot][pivot];
        matrix[pivot][pivot] = 1.0;
        matrix[pivot].iter_mut().for_each(|entry| *entry *= scale);
        let pivot_row = matrix[pivot].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|&(idx, _)| idx != pivot) {
            let factor = std::mem::replace(&mut row[pivot], 0.0);
            row.iter_mut().zip(&pivot_row).for_each(|(entry, above)| *entry -= factor * above);
        }
    }
    matrix
}

fn times(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Sample, Tally, elo_of};

    fn two(tally: Tally) -> EloDifference {
        let mut table = Crosstable::new(2);
        table.add_sample(0, 1, &tally.into());
        table.ratings().difference(0, 1, 0.95)
    }

    #[test]
    fn two_players_agree_with_the_closed_form() {
        for (wins, draws, losses) in
            [(5, 0, 5), (60, 20, 20), (1_000_000, 0, 0), (0, 3, 40), (0, 0, 0)]
        {
            let n = (wins + draws + losses) as f64;
            let score = (wins as f64 + draws as f64 / 2.0 + PRIOR / 2.0) / (n + PRIOR);
            let elo = two(Tally { wins, draws, losses }).elo;
            assert!((elo - elo_of(score)).abs() < 1e-6, "{elo} against {}", elo_of(score));
        }
    }

    /// The delta method: the standard error of the score, divided by the slope of the expected score.
    #[test]
    fn two_players_have_the_error_of_the_delta_method() {
        let tally = Tally { wins: 450, draws: 300, losses: 250 };
        let (sample, difference) = (Sample::from(tally), two(tally));
        let score = sample.mean().unwrap();
        let error = (sample.variance().unwrap() / 1000.0).sqrt() / (score * (1.0 - score))
            * ELO_PER_STRENGTH;
        let reach = (difference.high - difference.low) / 2.0;
        assert!((reach / (1.96 * error) - 1.0).abs() < 0.005, "{reach} against {}", 1.96 * error);
    }

    #[test]
    fn ratings_have_mean_zero_and_groups_that_never_met_stay_finite() {
        let mut table = Crosstable::new(4);
        table.add_sample(0, 1, &Tally { wins: 30, draws: 0, losses: 0 }.into());
        table.add_sample(2, 3, &Tally { wins: 3, draws: 20, losses: 7 }.into());
        let ratings = table.ratings();
        assert!(ratings.elo.iter().sum::<f64>().abs() < 1e-6);
        assert!(ratings.difference(0, 2, 0.95).interval().width() > 500.0);
        assert!(ratings.difference(2, 3, 0.95).interval().width() < 250.0);
    }

    #[test]
    fn lone_players_and_none_are_rated() {
        assert_eq!(Crosstable::new(1).ratings().rating(0, 0.95).elo, 0.0);
        assert!(Crosstable::new(0).ratings().ranking().is_empty());
    }
}
