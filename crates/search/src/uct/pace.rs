//! How many playouts are made from one leaf, by the measured costs of both.
//!
//! A descent leads to a position that the rules have to compute, which can take ten times as
//! long as one playout in full lanes. Several playouts from its leaf then cost little
//! more than one, and tell more of it.

use std::time::Duration;

/// The costs of a search so far. Older ones count less.
#[derive(Clone, Debug, Default)]
pub(super) struct Pace {
    /// Seconds spent on selecting and applying, and the leaves.
    selecting: f64,
    n_leaves: f64,
    /// Seconds spent on playing, and the playouts.
    playing: f64,
    n_playouts: f64,
}

/// The time of the playouts from a leaf, in that of its descent: two thirds of the time
/// go into playouts.
const SHARE: f64 = 2.0;

/// What remains of earlier costs with each batch.
const DECAY: f64 = 0.9;

impl Pace {
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
    }

    /// The number of playouts from one leaf that the costs suggest; 1 if there are none.
    pub(super) fn repeats(&self) -> u32 {
        let descent = self.selecting / self.n_leaves.max(1.0);
        let playout = self.playing / self.n_playouts.max(1.0);
        if playout > 0.0 { (SHARE * descent / playout).round().clamp(1.0, 1e6) as u32 } else { 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dear_descents_have_more_playouts() {
        let mut pace = Pace::default();
        assert_eq!(pace.repeats(), 1);
        // Descents of 10 µs, playouts of 4 µs.
        let ms = Duration::from_millis;
        pace.add(ms(10), 1_000, ms(4), 1_000);
        assert_eq!(pace.repeats(), 5);
        // With five playouts from a leaf, the costs are the same.
        pace.add(ms(10), 1_000, ms(20), 5_000);
        assert_eq!(pace.repeats(), 5);
        // Fuller lanes make playouts cheaper.
        (0..100).for_each(|_| pace.add(ms(10), 1_000, ms(5), 5_000));
        assert_eq!(pace.repeats(), 20);
    }
}
