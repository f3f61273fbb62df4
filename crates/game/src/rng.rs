//! The random generator, which every random function takes as a parameter.

use rand::SeedableRng;

/// The generator that Ludex uses throughout: small, fast and the same on
/// every machine.
pub type Rng = rand_xoshiro::Xoshiro256PlusPlus;

/// The generator of a stream of a seed.
///
/// Streams are independent of each other, so that work can be shared out by
/// stream number and gives the same result in any order.
///
/// ```
/// use rand::RngCore;
///
/// assert_eq!(ludex_game::rng(7, 0).next_u64(), ludex_game::rng(7, 0).next_u64());
/// assert_ne!(ludex_game::rng(7, 0).next_u64(), ludex_game::rng(7, 1).next_u64());
/// ```
pub fn rng(seed: u64, stream: u64) -> Rng {
    // SplitMix64's finaliser spreads neighbouring streams over all seeds;
    // `seed_from_u64` then fills the state from the mixed value.
    let mut z = seed ^ stream.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    Rng::seed_from_u64(z ^ (z >> 31))
}
