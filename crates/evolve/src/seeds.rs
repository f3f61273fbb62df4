//! Seeds of random numbers: functions of the address of a game, not of the order of games.

use crate::Rng;

/// The seeds of one generation of one island.
///
/// Each game has a seed of its own, made of the run's seed, the island, the
/// generation, the individual and the number of the game. So results do not depend on the
/// order of games, nor on the number of threads.
///
/// ```
/// use ludex_evolve::Seeds;
///
/// let seeds = Seeds::new(7, 0, 3);
/// assert_eq!(seeds.game(5, 2), Seeds::new(7, 0, 3).game(5, 2));
/// assert_ne!(seeds.game(5, 2), seeds.game(2, 5));
/// assert_ne!(seeds.game(5, 2), Seeds::new(7, 0, 4).game(5, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeds {
    base: u64,
}

/// The purpose of a stream of random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Start = 1,
    Breed,
    BreedRivals,
    Migrate,
    Pair,
    Games,
    Retest,
}

impl Seeds {
    /// The seeds of a generation of an island in the run of a seed.
    pub fn new(run: u64, island: u64, generation: u64) -> Self {
        Self { base: mix(mix(mix(run) ^ island) ^ generation) }
    }

    /// The seeds of another part of an evaluation, such as the second scheme.
    pub fn part(self, number: u64) -> Self {
        Self { base: mix(self.base ^ 0x5eed ^ number.rotate_left(17)) }
    }

    /// The seed of a game of an individual.
    pub fn game(self, individual: usize, game: usize) -> u64 {
        mix(mix(self.of(Use::Games) ^ individual as u64) ^ game as u64)
    }

    pub(crate) fn rng(self, what: Use) -> Rng {
        ludex_game::rng(self.of(what), 0)
    }

    /// The seeds of a re-test: the same games for all individuals.
    pub(crate) fn retest(self, game: usize) -> u64 {
        mix(self.of(Use::Retest) ^ game as u64)
    }

    fn of(self, what: Use) -> u64 {
        mix(self.base ^ ((what as u64) << 56))
    }
}

/// SplitMix64.
fn mix(z: u64) -> u64 {
    let z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
