//! A counter-based random generator: a number depends on the seed, the playout, the
//! ply and the role, and on nothing else.
//!
//! All engines therefore make the same playouts, one at a time or hundreds side by
//! side, with any number of threads and in any order.

/// The number that a role draws at a ply of a playout: 32 random bits.
///
/// ```
/// use ludex_game::draw::draw;
///
/// let (seed, playout, ply, role) = (1, 0, 5, 0);
/// assert_eq!(draw(seed, playout, ply, role), draw(seed, playout, ply, role));
/// assert_ne!(draw(seed, playout, ply, role), draw(seed, playout, ply + 1, role));
/// ```
pub fn draw(seed: u64, playout: u64, ply: u32, role: usize) -> u32 {
    let counter = key(seed, playout).wrapping_add(PLY.wrapping_mul(u64::from(ply)));
    half(mix(counter.wrapping_add(pair_offset(role))), role) as u32
}

/// A number below `n` from 32 random bits. With up to thousands of choices, the
/// bias is less than one in a million.
///
/// ```
/// use ludex_game::draw::below;
///
/// assert_eq!(below(0, 6), 0);
/// assert_eq!(below(u32::MAX, 6), 5);
/// ```
pub fn below(random: u32, n: usize) -> usize {
    ((u64::from(random) * n as u64) >> 32) as usize
}

/// The step of the counter at each ply.
pub const PLY: u64 = 0x9e37_79b9_7f4a_7c15;

/// The first value of a playout's counter.
pub fn key(seed: u64, playout: u64) -> u64 {
    mix(mix(seed).wrapping_add(playout.wrapping_mul(PLY)))
}

/// Two roles share a number of 64 bits.
pub fn pair_offset(role: usize) -> u64 {
    (role as u64 / 2).wrapping_mul(0xd1b5_4a32_d192_ed03)
}

/// A role's half of its pair's number.
#[inline(always)]
pub fn half(random: u64, role: usize) -> u64 {
    if role.is_multiple_of(2) { random >> 32 } else { random & 0xffff_ffff }
}

/// SplitMix64's finaliser, after Stafford: every input bit reaches every
/// output bit.
#[inline(always)]
pub fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
