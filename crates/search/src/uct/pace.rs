//! The sizes of batches, by the measured costs of descents and playouts.
//!
//! A descent leads to a position that the rules have to compute, which can take ten times as
//! long as one playout in full lanes. Several playouts from its leaf then cost little
//! more than one, and tell more of it.
//!
//! How many? Let a descent cost *d* and a playout *p*, let games from one leaf have the
//! variance *s²*, and the values of leaves *t²*. The mean of many leaves with *r* playouts each
//! has a variance of *t² + s²/r* for each, at a cost of *d + rp*. The product of both is the
//! variance that is left after a given time. It is least at *r = s/t √(d/p)*.
//!
//! Playouts in lanes that are mostly empty take as long as in full ones. So the first batches
//! cost a multiple of what they bring, and should be few if they take long.

use std::time::Duration;

/// The costs of a search so far. Older ones count less.
#[derive(Clone, Debug, Default)]
pub(super) struct Pace {
    /// The deviation of games from one leaf, in that of the values of leaves; 0 for one playout
    /// from a leaf.
    deviation: f64,
    /// The time of the whole search, if it is known.
    time_max: Option<Duration>,
    /// Seconds spent on selecting and applying, and the leaves.
    selecting: f64,
    n_leaves: f64,
    /// Seconds spent on playing, and the playouts.
    playing: f64,
    n_playouts: f64,
    /// Seconds spent on small batches, and their number.
    small: f64,
    n_small: f64,
}

/// What remains of earlier costs with each batch.
const DECAY: f64 = 0.9;

/// Batches up to this size cost about the same: their lanes are mostly empty.
const N_SMALL: u32 = 64;

/// The share of the time until batches fill the lanes, and the logarithm of what they grow by.
const SHARE_TO_FILL: f64 = 0.2;
const GROWTH: f64 = 7.0;

impl Pace {
    /// The costs of a search that has not begun. Games from one leaf are taken to deviate
    /// `deviation` times as much as the values of leaves.
    pub(super) fn new(deviation: f64, time_max: Option<Duration>) -> Self {
        Self { deviation, time_max, ..Self::default() }
    }

    /// Adds the costs of a batch.
    pub(super) fn add(
        &mut self,
        selecting: Duration,
        n_leaves: usize,
        playing: Duration,
        n_playouts: u32,
    ) {
        self.selecting = DECAY * self.selecting + selecting.as_secs_f64();
        self.n_leaves = DECAY * self.n_leaves + n_leaves as f64;
        self.playing = DECAY * self.playing + playing.as_secs_f64();
        self.n_playouts = DECAY * self.n_playouts + f64::from(n_playouts);
        if n_playouts <= N_SMALL {
            self.small = DECAY * self.small + (selecting + playing).as_secs_f64();
            self.n_small = DECAY * self.n_small + 1.0;
        }
    }

    /// The number of playouts from one leaf that the costs suggest; 1 if there are none.
    pub(super) fn repeats(&self) -> u32 {
        let descent = self.selecting / self.n_leaves.max(1.0);
        let playout = self.playing / self.n_playouts.max(1.0);
        let repeats = self.deviation * (descent / playout).sqrt();
        if playout > 0.0 { repeats.round().clamp(1.0, 1e6) as u32 } else { 1 }
    }

    /// Until lanes are full, a batch is at most one in this many visits: `usual`, or fewer
    /// if small batches take long.
    ///
    /// With one in *s*, filling the lanes takes about *s* ln *n* batches.
    pub(super) fn share_to_fill(&self, usual: u32) -> u32 {
        let Some(time_max) = self.time_max.filter(|_| self.small > 0.0) else { return usual };
        let n_batches = SHARE_TO_FILL * time_max.as_secs_f64() / (self.small / self.n_small);
        ((n_batches / GROWTH) as u32).clamp(2.min(usual), usual)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dear_descents_have_more_playouts() {
        let mut pace = Pace::new(2.0, None);
        assert_eq!(pace.repeats(), 1);
        // Descents of 9 µs, playouts of 4 µs.
        let ms = Duration::from_millis;
        pace.add(ms(9), 1_000, ms(4), 1_000);
        assert_eq!(pace.repeats(), 3);
        // With five playouts from a leaf, the costs are the same.
        pace.add(ms(9), 1_000, ms(20), 5_000);
        assert_eq!(pace.repeats(), 3);
        // Fuller lanes make playouts cheaper.
        (0..100).for_each(|_| pace.add(ms(9), 1_000, ms(5), 5_000));
        assert_eq!(pace.repeats(), 6);
    }

    #[test]
    fn slow_games_fill_the_lanes_sooner() {
        let ms = Duration::from_millis;
        let share = |time_max, batch: Duration| {
            let mut pace = Pace::new(2.0, time_max);
            pace.add(batch / 10, 1, batch * 9 / 10, 1);
            pace.share_to_fill(16)
        };
        assert_eq!(share(Some(ms(1_000)), ms(1)), 16);
        assert_eq!(share(Some(ms(1_000)), ms(4)), 7);
        assert_eq!(share(Some(ms(1_000)), ms(50)), 2);
        // Without a known end, nothing can be planned.
        assert_eq!(share(None, ms(50)), 16);
    }
}
