//! Lists as a tree: what many begin with is there once.

use std::cmp::Reverse;
use std::hash::Hash;

use rustc_hash::FxHashMap;

/// What some lists go on with, and where they go from there.
#[derive(Debug, PartialEq)]
pub(crate) struct Branch<T> {
    pub(crate) own: Vec<T>,
    /// The lists that end here, by their places.
    pub(crate) ends: Vec<usize>,
    pub(crate) below: Vec<Branch<T>>,
}

/// The tree of some lists. Each is taken as a set: what occurs in many comes
/// first, so that lists begin alike.
pub(crate) fn branches<T: Copy + Ord + Hash>(mut lists: Vec<Vec<T>>) -> Vec<Branch<T>> {
    let mut n_uses = FxHashMap::<T, u32>::default();
    lists.iter().flatten().for_each(|&one| *n_uses.entry(one).or_default() += 1);
    for list in &mut lists {
        list.sort_by_key(|one| (Reverse(n_uses[one]), *one));
    }
    let mut order: Vec<usize> = (0..lists.len()).collect();
    order.sort_by(|&one, &other| lists[one].cmp(&lists[other]));
    grow(&lists, &order, 0)
}

/// The branches of lists that agree up to some depth, in order.
fn grow<T: Copy + Ord>(lists: &[Vec<T>], order: &[usize], depth: usize) -> Vec<Branch<T>> {
    let next = |at: &usize| lists[*at].get(depth);
    let groups = order.chunk_by(|one, other| next(one) == next(other));
    groups
        .map(|group| {
            let (first, last) = (&lists[group[0]], &lists[group[group.len() - 1]]);
            // Lists are sorted: what first and last agree in, all do.
            let n_common = first.iter().zip(last).take_while(|(one, other)| one == other).count();
            let n_done = group.iter().take_while(|&&at| lists[at].len() == n_common).count();
            let (ends, others) = group.split_at(n_done);
            let below = if others.is_empty() { Vec::new() } else { grow(lists, others, n_common) };
            Branch { own: first[depth..n_common].to_vec(), ends: ends.to_vec(), below }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_many_begin_with_is_there_once() {
        let leaf = |own: Vec<char>, at| Branch { own, ends: vec![at], below: Vec::new() };
        let below = vec![leaf(vec!['a'], 0), leaf(vec!['b'], 2)];
        let expected = Branch { own: vec!['x'], ends: vec![1], below };
        assert_eq!(branches(vec![vec!['a', 'x'], vec!['x'], vec!['b', 'x']]), [expected]);
        assert_eq!(branches::<char>(Vec::new()), []);
        assert_eq!(branches(vec![Vec::<char>::new()]), [leaf(Vec::new(), 0)]);
    }
}
