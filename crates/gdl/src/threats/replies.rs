//! Moves without which another role wins at once.

use rustc_hash::FxHashMap;

use super::budget::Budget;
use super::cube::{Cube, Size, both, conjoin, merged};
use super::regression::Regression;
use super::wins::sorted;
use crate::circuit::Lit;

/// The largest disjunction of conditions under which a move is a reply.
const SIZE: Size = Size { n_cubes: 1024, n_lits: 12 };

/// What another role needs for a move that wins at once.
#[derive(Debug)]
pub(super) struct Menaces {
    /// All literals of facts, those that make the move legal included.
    cubes: Vec<Cube>,
    /// For each literal, the cubes that have it.
    by_lit: Vec<(Lit, Vec<usize>)>,
}

impl Menaces {
    pub(super) fn new(cubes: Vec<Cube>) -> Self {
        let cubes = merged(cubes);
        let mut by_lit = FxHashMap::<Lit, Vec<usize>>::default();
        for (at, cube) in cubes.iter().enumerate() {
            cube.iter().for_each(|&lit| by_lit.entry(lit).or_default().push(at));
        }
        let mut by_lit: Vec<_> = by_lit.into_iter().collect();
        by_lit.sort_unstable();
        Self { cubes, by_lit }
    }

    /// The conditions under which the move of a regression makes a fact false without
    /// which a win is no longer possible.
    ///
    /// What moves change must hold now: then the win is there if nothing happens.
    /// Other facts, such as whose turn it is, must hold after the move.
    pub(super) fn averted_by(&self, move_: &mut Regression<'_>, budget: &mut Budget) -> Vec<Cube> {
        let mut all = Vec::new();
        let when = sorted(move_.when().iter().copied().collect());
        for &(lit, ref places) in &self.by_lit {
            let breaking = move_.making(!lit, budget);
            if breaking.is_empty() || move_.holds(!lit) {
                continue;
            }
            for &at in places {
                if budget.is_spent() {
                    return Vec::new();
                }
                let cubes = conditions(&self.cubes[at], lit, &breaking, move_, budget);
                all.extend(cubes.iter().filter_map(|cube| conjoin(cube, &when, SIZE.n_lits)));
            }
        }
        budget.spend(all.len());
        merged(all)
    }
}

/// The conditions under which a menace is there, and the move breaks one of its
/// literals.
fn conditions(
    menace: &Cube,
    broken: Lit,
    breaking: &[Cube],
    move_: &mut Regression<'_>,
    budget: &mut Budget,
) -> Vec<Cube> {
    let now = |lit: Lit| if move_.holds(lit) { Cube::new() } else { Cube::from_slice(&[lit]) };
    let mut here = now(broken);
    let mut later = Vec::new();
    for &lit in menace.iter().filter(|lit| **lit != broken) {
        if move_.holds(!lit) || !move_.is_moved(lit) {
            later.push(lit);
        } else {
            here.extend(now(lit));
        }
    }
    let Some(here) = conjoin(&sorted(here), &[], SIZE.n_lits) else { return Vec::new() };
    let mut cubes = both(&[here], breaking, SIZE, budget);
    for lit in later {
        if cubes.is_empty() {
            break;
        }
        cubes = both(&cubes, &move_.after(lit, budget), SIZE, budget);
    }
    cubes
}
