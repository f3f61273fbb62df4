//! Sets of squares in a word.

/// The members of a set, lowest first.
#[inline]
pub(crate) fn ones(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let lowest = set.trailing_zeros() as u8;
            set &= set - 1;
            lowest
        })
    })
}
