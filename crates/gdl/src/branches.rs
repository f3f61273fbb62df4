//! Prefix trees (tries) of lists: a common prefix is stored once.

use std::cmp::Reverse;
use std::hash::Hash;

use rustc_hash::FxHashMap;

/// A node of the trie: the items after the parent's prefix, and the subtrees.
#[derive(Debug, PartialEq)]
pub(crate) struct Branch<T> {
    pub(crate) own: Vec<T>,
    /// Indices of the lists that end at this node.
    pub(crate) ends: Vec<usize>,
    pub(crate) below: Vec<Branch<T>>,
}

/// Builds the trie of some lists. Each list is taken as a set and sorted by
/// frequency, most frequent item first, so that lists share long prefixes.
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

/// The subtrees of lists that agree on their first `depth` items, in order.
fn grow<T: Copy + Ord>(lists: &[Vec<T>], order: &[usize], depth: usize) -> Vec<Branch<T>> {
    let next = |at: &usize| lists[*at].get(depth);
    let groups = order.chunk_by(|one, other| next(one) == next(other));
    groups
        .map(|group| {
            let (first, last) = (&lists[group[0]], &lists[group[group.len() - 1]]);
            // The lists are sorted: a prefix of both first and last is one of
            // all.
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
