//! Results of many players against each other.

use super::Sample;

/// Scores of players, who are numbered from 0, against each other.
///
/// ```
/// use ludex_arena::stats::Crosstable;
///
/// let mut table = Crosstable::new(3);
/// table.add(0, 1, 1.0);
/// table.add(2, 0, 0.5);
/// assert_eq!(table.sample(1, 0).mean(), Some(0.0));
/// assert_eq!(table.sample(0, 2).mean(), Some(0.5));
/// assert_eq!(table.sample(1, 2).mean(), None);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Crosstable {
    /// `samples[a][b]`: the scores of a against b, for a < b only.
    samples: Vec<Vec<Sample>>,
}

impl Crosstable {
    /// A table without results.
    ///
    /// ```
    /// assert_eq!(ludex_arena::stats::Crosstable::new(4).n_players(), 4);
    /// ```
    pub fn new(n_players: usize) -> Crosstable {
        Crosstable { samples: vec![vec![Sample::new(); n_players]; n_players] }
    }

    /// Number of players, including those without results.
    ///
    /// ```
    /// assert_eq!(ludex_arena::stats::Crosstable::new(0).n_players(), 0);
    /// ```
    pub fn n_players(&self) -> usize {
        self.samples.len()
    }

    /// Counts one unit in which `a` scored `score`, from 0 to 1, against `b`, another player.
    ///
    /// ```
    /// let mut table = ludex_arena::stats::Crosstable::new(2);
    /// table.add(1, 0, 0.75);
    /// assert_eq!(table.sample(0, 1).mean(), Some(0.25));
    /// ```
    pub fn add(&mut self, a: usize, b: usize, score: f64) {
        self.add_sample(a, b, &[score].into_iter().collect());
    }

    /// Adds a sample of scores of `a` against `b`, another player.
    ///
    /// ```
    /// use ludex_arena::stats::{Crosstable, Tally};
    ///
    /// let mut table = Crosstable::new(2);
    /// table.add_sample(0, 1, &Tally { wins: 3, draws: 1, losses: 0 }.into());
    /// assert_eq!(table.sample(0, 1).n(), 4);
    /// ```
    pub fn add_sample(&mut self, a: usize, b: usize, sample: &Sample) {
        assert_ne!(a, b, "a player does not play against itself");
        if a < b {
            self.samples[a][b].merge(sample);
        } else {
            self.samples[b][a].merge(&sample.reversed());
        }
    }

    /// The scores of `a` against `b`.
    ///
    /// ```
    /// assert_eq!(ludex_arena::stats::Crosstable::new(2).sample(1, 0).n(), 0);
    /// ```
    pub fn sample(&self, a: usize, b: usize) -> Sample {
        if a < b { self.samples[a][b].clone() } else { self.samples[b][a].reversed() }
    }

    /// The scores of `a` against all others.
    ///
    /// ```
    /// let mut table = ludex_arena::stats::Crosstable::new(3);
    /// table.add(0, 1, 1.0);
    /// table.add(2, 0, 0.5);
    /// assert_eq!(table.total(0).counts(), [(0.5, 1), (1.0, 1)]);
    /// ```
    pub fn total(&self, a: usize) -> Sample {
        let mut total = Sample::new();
        for b in (0..self.n_players()).filter(|&b| b != a) {
            total.merge(&self.sample(a, b));
        }
        total
    }

    /// All pairs a < b, with the scores of a against b.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize, &Sample)> {
        let of = |a: usize| {
            self.samples[a].iter().enumerate().skip(a + 1).map(move |(b, sample)| (a, b, sample))
        };
        (0..self.n_players()).flat_map(of)
    }
}
