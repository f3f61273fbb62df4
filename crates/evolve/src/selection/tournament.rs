//! Tournament selection.

use rand::Rng as _;

use super::{Selection, SelectionConfig, Standings, Wheel};
use crate::Rng;

/// Selects the fittest of `size` individuals drawn at random, all different if there are enough
/// of them.
///
/// ```
/// use ludex_evolve::{Selection, Standings, Tournament};
///
/// let standings = Standings::new(vec![1.0, 5.0, 3.0]);
/// let draw = Tournament { size: 3 }.prepare(&standings);
/// assert_eq!(draw(&mut ludex_evolve::rng(1, 0)), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tournament {
    /// The number of individuals; 1 is random selection.
    pub size: usize,
}

pub(super) fn make(config: &SelectionConfig) -> Result<Box<dyn Selection>, String> {
    match config.tournament {
        0 => Err("a tournament of 0 has no winner".into()),
        size => Ok(Box::new(Tournament { size })),
    }
}

impl Selection for Tournament {
    fn prepare<'a>(&self, standings: &'a Standings) -> Wheel<'a> {
        let n_all = standings.scores().len();
        let size = self.size.min(n_all);
        Box::new(move |rng: &mut Rng| {
            let drawn = rand::seq::index::sample(rng, n_all, size);
            let best = drawn.iter().reduce(|best, other| match standings.compare(other, best) {
                std::cmp::Ordering::Greater => other,
                _ => best,
            });
            best.unwrap_or_else(|| rng.random_range(0..n_all))
        })
    }
}
