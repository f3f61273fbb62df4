//! Conjunctions of literals, and disjunctions of them.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::budget::Budget;
use crate::circuit::Lit;

/// A conjunction of literals, sorted. The empty one is true.
pub(super) type Cube = SmallVec<[Lit; 8]>;

/// How large disjunctions of cubes may become. A larger one is given up: it then
/// has no cubes, which is what a disjunction has of which nothing is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    /// Maximum number of cubes.
    pub n_cubes: usize,
    /// Maximum number of literals of a cube; longer ones are dropped.
    pub n_lits: usize,
}

/// The conjunction of two cubes, or `None` if they contradict each other or it is
/// longer than `n_lits`.
pub(super) fn conjoin(one: &[Lit], other: &[Lit], n_lits: usize) -> Option<Cube> {
    let mut both = Cube::new();
    let (mut one, mut other) = (one.iter().peekable(), other.iter().peekable());
    loop {
        let lit = match (one.peek(), other.peek()) {
            (Some(&&a), Some(&&b)) if a.node() == b.node() => {
                if a != b {
                    return None;
                }
                other.next();
                one.next()
            }
            (Some(a), Some(b)) if a < b => one.next(),
            (_, Some(_)) => other.next(),
            (_, None) => one.next(),
        };
        match lit {
            Some(_) if both.len() == n_lits => return None,
            Some(&lit) => both.push(lit),
            None => return Some(both),
        }
    }
}

/// Whether a sorted list of literals contains another.
pub(super) fn contains(large: &[Lit], small: &[Lit]) -> bool {
    let mut large = large.iter();
    small.iter().all(|lit| large.any(|one| one == lit))
}

/// The cubes that contain no other: shorter ones first, each once.
pub(super) fn minimal(mut cubes: Vec<Cube>) -> Vec<Cube> {
    cubes.sort_unstable_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
    cubes.dedup();
    if cubes.first().is_some_and(|cube| cube.is_empty()) {
        cubes.truncate(1);
        return cubes;
    }
    let mut kept = Index::default();
    cubes.retain(|cube| {
        let is_new = !kept.has_within(cube);
        if is_new {
            kept.add(cube);
        }
        is_new
    });
    cubes
}

/// Merges cubes that differ in one literal's sign alone, until none do.
pub(super) fn merged(mut cubes: Vec<Cube>) -> Vec<Cube> {
    loop {
        cubes = minimal(cubes);
        let known: FxHashMap<&Cube, ()> = cubes.iter().map(|cube| (cube, ())).collect();
        let mut shorter = Vec::new();
        for cube in &cubes {
            for at in (0..cube.len()).filter(|&at| !cube[at].is_negated()) {
                let mut other = cube.clone();
                other[at] = !other[at];
                if known.contains_key(&other) {
                    other.remove(at);
                    shorter.push(other);
                }
            }
        }
        if shorter.is_empty() {
            return cubes;
        }
        cubes.extend(shorter);
    }
}

/// The disjunction of disjunctions.
pub(super) fn either(cubes: Vec<Cube>, size: Size, budget: &mut Budget) -> Vec<Cube> {
    budget.spend(cubes.len());
    let cubes = minimal(cubes);
    if cubes.len() > size.n_cubes { Vec::new() } else { cubes }
}

/// The conjunction of two disjunctions.
pub(super) fn both(one: &[Cube], other: &[Cube], size: Size, budget: &mut Budget) -> Vec<Cube> {
    // Cubes that imply the other disjunction stay as they are; only the rest has
    // to be multiplied out.
    let split = |cubes: &[Cube], others: &[Cube]| -> (Vec<Cube>, Vec<Cube>) {
        let mut known = Index::default();
        others.iter().for_each(|cube| known.add(cube));
        cubes.iter().cloned().partition(|cube| known.has_within(cube))
    };
    budget.spend(one.len() + other.len());
    let (mut cubes, one_rest) = split(one, other);
    let (other_whole, other_rest) = split(other, one);
    cubes.extend(other_whole);
    if !budget.spend(one_rest.len() * other_rest.len()) {
        return Vec::new();
    }
    for a in &one_rest {
        cubes.extend(other_rest.iter().filter_map(|b| conjoin(a, b, size.n_lits)));
    }
    either(cubes, size, budget)
}

/// Cubes by their first literal, to find those that a cube contains.
#[derive(Default)]
struct Index {
    by_first: FxHashMap<Lit, Vec<Cube>>,
    has_empty: bool,
}

impl Index {
    fn add(&mut self, cube: &Cube) {
        match cube.first() {
            Some(&first) => self.by_first.entry(first).or_default().push(cube.clone()),
            None => self.has_empty = true,
        }
    }

    /// Whether one of the cubes is contained in a cube.
    fn has_within(&self, cube: &[Lit]) -> bool {
        self.has_empty
            || cube.iter().enumerate().any(|(at, first)| {
                let known = self.by_first.get(first);
                known.is_some_and(|known| known.iter().any(|one| contains(&cube[at..], one)))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size { n_cubes: 10, n_lits: 3 };

    fn cube(lits: &[i32]) -> Cube {
        let lit = |&lit: &i32| {
            let positive = Lit::of_node(lit.unsigned_abs() as usize);
            if lit < 0 { !positive } else { positive }
        };
        let mut cube: Cube = lits.iter().map(lit).collect();
        cube.sort_unstable();
        cube
    }

    #[test]
    fn conjunctions_are_sorted_and_free_of_contradictions() {
        assert_eq!(conjoin(&cube(&[1, 4]), &cube(&[-2, 4]), 3), Some(cube(&[1, -2, 4])));
        assert_eq!(conjoin(&cube(&[1, 4]), &cube(&[2, -4]), 3), None);
        assert_eq!(conjoin(&cube(&[1, 4]), &cube(&[2, 5]), 3), None);
        assert_eq!(conjoin(&cube(&[]), &cube(&[]), 0), Some(cube(&[])));
    }

    #[test]
    fn only_the_shortest_cubes_are_kept() {
        let cubes = vec![cube(&[1, 2, 3]), cube(&[2, 3]), cube(&[-2, 3]), cube(&[2, 3])];
        assert_eq!(minimal(cubes.clone()), [cube(&[2, 3]), cube(&[-2, 3])]);
        assert_eq!(merged(cubes), [cube(&[3])]);
        assert_eq!(minimal(vec![cube(&[1]), cube(&[])]), [cube(&[])]);
    }

    #[test]
    fn disjunctions_are_multiplied_out() {
        let mut budget = Budget::new(1000);
        let (one, other) = (vec![cube(&[1]), cube(&[2])], vec![cube(&[2]), cube(&[3])]);
        assert_eq!(both(&one, &other, SIZE, &mut budget), [cube(&[2]), cube(&[1, 3])]);
        assert!(both(&one, &other, Size { n_cubes: 1, ..SIZE }, &mut budget).is_empty());
        assert!(both(&one, &[], SIZE, &mut budget).is_empty());
        let mut budget = Budget::new(3);
        assert!(both(&one, &other, SIZE, &mut budget).is_empty() && budget.is_spent());
    }
}
