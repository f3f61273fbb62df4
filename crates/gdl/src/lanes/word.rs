//! Words of lanes: bit *i* of a word belongs to playout *i*.
//!
//! A word is a plain array, and each operation a plain loop over it. Compiled
//! for a given instruction set, such a loop is one or two vector instructions.

/// `64 * W` lanes.
pub(super) type Word<const W: usize> = [u64; W];

#[inline(always)]
pub(super) fn splat<const W: usize>(value: u64) -> Word<W> {
    [value; W]
}

#[inline(always)]
pub(super) fn map<const W: usize>(mut a: Word<W>, f: impl Fn(u64) -> u64) -> Word<W> {
    for part in &mut a {
        *part = f(*part);
    }
    a
}

#[inline(always)]
pub(super) fn zip<const W: usize>(
    mut a: Word<W>,
    b: Word<W>,
    f: impl Fn(u64, u64) -> u64,
) -> Word<W> {
    for i in 0..W {
        a[i] = f(a[i], b[i]);
    }
    a
}

#[inline(always)]
pub(super) fn and<const W: usize>(a: Word<W>, b: Word<W>) -> Word<W> {
    zip(a, b, |a, b| a & b)
}

#[inline(always)]
pub(super) fn or<const W: usize>(a: Word<W>, b: Word<W>) -> Word<W> {
    zip(a, b, |a, b| a | b)
}

#[inline(always)]
pub(super) fn xor<const W: usize>(a: Word<W>, b: Word<W>) -> Word<W> {
    zip(a, b, |a, b| a ^ b)
}

/// `a` and not `b`.
#[inline(always)]
pub(super) fn without<const W: usize>(a: Word<W>, b: Word<W>) -> Word<W> {
    zip(a, b, |a, b| a & !b)
}

#[inline(always)]
pub(super) fn not<const W: usize>(a: Word<W>) -> Word<W> {
    map(a, |a| !a)
}

#[inline(always)]
pub(super) fn any<const W: usize>(a: Word<W>) -> bool {
    a.iter().fold(0, |all, part| all | part) != 0
}

/// Calls `visit` with each lane whose bit is set.
#[inline(always)]
pub(super) fn for_each_lane(word: &[u64], mut visit: impl FnMut(usize)) {
    for (at, &part) in word.iter().enumerate() {
        let mut rest = part;
        while rest != 0 {
            visit(64 * at + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

/// The first `n` set lanes.
#[inline(always)]
pub(super) fn first_lanes<const W: usize>(mut word: Word<W>, mut n: usize) -> Word<W> {
    for part in &mut word {
        while part.count_ones() as usize > n {
            *part &= !(1 << (63 - part.leading_zeros()));
        }
        n -= part.count_ones() as usize;
    }
    word
}

/// An array of words that starts at a cache line, so that no access to a word
/// of up to 512 lanes touches two.
#[derive(Clone, Debug)]
pub(super) struct Words<const W: usize> {
    parts: Vec<u64>,
    n_words: usize,
}

impl<const W: usize> Words<W> {
    pub(super) fn zeroed(n_words: usize) -> Self {
        Self { parts: vec![0; n_words * W + 8], n_words }
    }

    #[inline(always)]
    pub(super) fn as_mut_slice(&mut self) -> &mut [Word<W>] {
        // The offset is recomputed since a clone may have another alignment.
        let offset = self.parts.as_ptr().align_offset(64).min(8);
        let parts = &mut self.parts[offset..offset + self.n_words * W];
        parts.as_chunks_mut().0
    }
}
