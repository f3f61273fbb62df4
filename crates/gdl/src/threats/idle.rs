//! Moves of roles that cannot do anything else.
//!
//! In games by turns the roles that wait have one legal move, which often does
//! nothing. Rules say so by a fact such as `(control white)`, which the legality of
//! all other moves denies or demands.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::circuit::{Circuit, Lit};

/// The moves of each role, by facts under which most of them are illegal.
pub(super) struct Idle {
    roles: Vec<RoleMoves>,
    known: FxHashMap<(usize, Vec<Lit>), Rc<Waiting>>,
}

/// What a role can do under some conditions.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    /// Conditions on facts that must be met as well.
    pub when: Vec<Lit>,
    /// Its only legal move, or `None` if it may have several.
    pub mv: Option<usize>,
}

struct RoleMoves {
    /// The moves that may be legal.
    moves: Vec<usize>,
    /// Conditions on facts, and the moves that are illegal if they are met: at least
    /// half of all.
    excluding: Vec<(Lit, FxHashSet<usize>)>,
}

/// Maximum number of additional conditions for each role.
const N_CONDITIONS_MAX: usize = 2;

impl Idle {
    /// Prepares for a circuit, given what the legality of each move implies.
    pub(super) fn new(circuit: &Circuit, implied: &[Vec<Lit>]) -> Self {
        let roles = (0..circuit.n_roles()).map(|role| RoleMoves::new(circuit, role, implied));
        Self { roles: roles.collect(), known: FxHashMap::default() }
    }

    /// What a role can do where some literals hold.
    pub(super) fn waiting(&mut self, role: usize, holds: &FxHashSet<Lit>) -> Rc<Waiting> {
        let of_role = &self.roles[role];
        let signs = of_role.excluding.iter().flat_map(|&(lit, _)| [lit, !lit]);
        let known: Vec<Lit> = signs.filter(|lit| holds.contains(lit)).collect();
        let entry = self.known.entry((role, known));
        let waiting = entry.or_insert_with_key(|(_, known)| Rc::new(of_role.waiting(known)));
        Rc::clone(waiting)
    }
}

impl RoleMoves {
    fn new(circuit: &Circuit, role: usize, implied: &[Vec<Lit>]) -> Self {
        let is_possible = |mv: &usize| circuit.legal[*mv] != Lit::FALSE;
        let moves: Vec<usize> = circuit.moves_of(role).filter(is_possible).collect();
        let mut excluding = FxHashMap::<Lit, FxHashSet<usize>>::default();
        for &mv in &moves {
            for &lit in implied[mv].iter().filter(|lit| lit.node() <= circuit.n_bases) {
                excluding.entry(!lit).or_default().insert(mv);
            }
        }
        excluding.retain(|_, excluded| 2 * excluded.len() >= moves.len());
        let mut excluding: Vec<_> = excluding.into_iter().collect();
        excluding.sort_unstable_by_key(|&(lit, _)| lit);
        Self { moves, excluding }
    }

    /// What the role can do, given which of the conditions are known to be met or not.
    fn waiting(&self, known: &[Lit]) -> Waiting {
        let mut open = self.moves.clone();
        for (_, excluded) in self.excluding.iter().filter(|(lit, _)| known.contains(lit)) {
            open.retain(|mv| !excluded.contains(mv));
        }
        let mut when = Vec::new();
        while open.len() > 1 && when.len() < N_CONDITIONS_MAX {
            // The condition that leaves least, but something.
            let n_left = |excluded: &FxHashSet<usize>| {
                open.iter().filter(|&mv| !excluded.contains(mv)).count()
            };
            let is_new = |lit: &Lit| !known.contains(lit) && !known.contains(&!*lit);
            let candidates = self.excluding.iter().filter(|(lit, _)| is_new(lit));
            let counted = candidates.map(|(lit, excluded)| (n_left(excluded), *lit, excluded));
            let Some((n_left, lit, excluded)) =
                counted.filter(|&(n_left, ..)| n_left > 0).min_by_key(|&(n, lit, _)| (n, lit))
            else {
                break;
            };
            if n_left == open.len() {
                break;
            }
            open.retain(|mv| !excluded.contains(mv));
            when.push(lit);
        }
        match open[..] {
            [mv] => Waiting { when, mv: Some(mv) },
            _ => Waiting::default(),
        }
    }
}
