//! The transition function: how facts change when moves are made.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::cofactor::Cofactors;
use super::effects::{Changes, Effects, Symbolic, settle_majorities};
use super::net::Net;
use super::plan::Layout;
use super::propagation::{Idle, Propagation, cone};
use crate::circuit::Lit;

/// The transition of one phase.
pub(super) struct Transition {
    /// For the facts that one role alone controls.
    pub effects: Effects,
    /// For the others, if there are any.
    pub propagation: Option<Propagation>,
}

/// A transition in literals of a net, before these are laid out.
pub(super) struct Step {
    /// The values when no move is made.
    pub idle: Idle,
    changes: FxHashMap<usize, Changes>,
    /// For moves with many conditions: the facts that differ from idle, and the
    /// condition of each.
    pub armed: BTreeMap<usize, Changes>,
    /// Next values of facts that several roles control; for the others, their
    /// idle values.
    rest: Vec<Lit>,
}

impl Step {
    /// Computes the transition, adding gates to the net.
    pub fn new(net: &mut Net, outputs: &Cofactors) -> Self {
        let mut idle = Idle::new(net, &outputs.next);
        let deciders = Deciders::new(net, outputs, &idle);
        let by_role = match idle.has_loop {
            true => None,
            false => changes(net, outputs, &idle, &deciders),
        };
        match by_role {
            Some(by_role) => {
                let mut all = FxHashMap::default();
                let mut armed = BTreeMap::new();
                for mut changes in by_role {
                    settle_majorities(&mut changes, &mut idle);
                    arm(net, &idle, &mut changes, &mut armed);
                    all.extend(changes);
                }
                let pairs = outputs.next.iter().zip(&idle.next);
                let rest = pairs.map(|(&next, &idle)| {
                    if deciders.of(next.node()) == 0 || deciders.is_alone(next.node()) {
                        idle
                    } else {
                        next
                    }
                });
                let rest: Vec<Lit> = rest.collect();
                let cone = cone(net, &rest);
                idle.gates.retain(|(gate, _)| cone.binary_search(gate).is_ok());
                Self { idle, changes: all, armed, rest }
            }
            None => Self {
                idle,
                changes: FxHashMap::default(),
                armed: BTreeMap::new(),
                rest: outputs.next.clone(),
            },
        }
    }

    /// The literals that are read when moves are made.
    pub fn lits(&self) -> impl Iterator<Item = &Lit> {
        let changes = self.changes.values().flatten().map(|(_, lit)| lit);
        changes.chain(&self.rest).chain(self.idle.gates.iter().map(|(_, lit)| lit))
    }

    pub fn transition(&self, net: &Net, layout: &Layout, n_moves: usize) -> Transition {
        let has_spread = self.rest.iter().any(|lit| net.has_moves(lit.node()));
        let propagation = || Propagation::new(net, layout, &self.rest, &self.idle, n_moves);
        Transition {
            effects: Effects::new(layout, &self.changes, n_moves),
            propagation: has_spread.then(propagation),
        }
    }
}

/// Roles with at most this number of moves have armed effects: the active
/// effects are kept up to date as output bits, instead of being tested when a
/// move is made. Testing costs the conditions of one move; keeping costs those
/// of all moves that flip. Connect four (8 moves) gained 28%; reversi (61)
/// would lose 40%.
const N_ARMED_MOVES_MAX: usize = 16;
/// Minimum number of conditional effects per move for arming to pay.
const N_OPEN_MIN: usize = 3;

/// Moves the conditional effects of a role's moves to `armed`, if it pays.
fn arm(
    net: &mut Net,
    idle: &Idle,
    changes: &mut FxHashMap<usize, Changes>,
    armed: &mut BTreeMap<usize, Changes>,
) {
    let is_open = |&(base, lit): &(usize, Lit)| {
        let idle = idle.next[base];
        lit.node() != 0 && (idle.node() == 0 || idle == Lit::of_node(1 + base))
    };
    let n_open = changes.values().flatten().filter(|change| is_open(change)).count();
    if changes.len() > N_ARMED_MOVES_MAX || n_open < N_OPEN_MIN * changes.len() {
        return;
    }
    let mut moves: Vec<usize> = changes.keys().copied().collect();
    moves.sort_unstable();
    for mv in moves {
        let (open, fixed) = changes[&mv].iter().partition::<Changes, _>(|change| is_open(change));
        let differs = open.into_iter().map(|(base, lit)| match idle.next[base] {
            Lit::FALSE => (base, lit),
            Lit::TRUE => (base, !lit),
            _ => (base, net.differs(lit, base)),
        });
        armed.insert(mv, differs.filter(|&(_, lit)| lit != Lit::FALSE).collect());
        changes.insert(mv, fixed);
    }
}

/// Beyond this number of effects they are not precomputed: it would take many
/// seconds. Chess has about a tenth of it.
const N_CHANGES_MAX: usize = 500_000;

/// For each role with a choice, the effects of its moves on the facts that it
/// alone controls.
fn changes(
    net: &mut Net,
    outputs: &Cofactors,
    idle: &Idle,
    deciders: &Deciders,
) -> Option<Vec<FxHashMap<usize, Changes>>> {
    let mut n_changes = 0;
    let mut by_role = Vec::new();
    for (role, moves) in outputs.possible.iter().enumerate().filter(|(_, moves)| moves.len() > 1) {
        let is_alone = |node: usize| deciders.is_alone(node) && deciders.of(node) == role_bit(role);
        let symbolic = Symbolic::new(net, &outputs.next, idle, is_alone);
        let mut all = FxHashMap::default();
        for &mv in moves {
            let changes = symbolic.changes(net, idle, net.move_node(mv));
            n_changes += changes.len();
            all.insert(mv, changes);
            if n_changes > N_CHANGES_MAX {
                return None;
            }
        }
        by_role.push(all);
    }
    Some(by_role)
}

/// The roles whose moves each node depends on, as bits.
struct Deciders(FxHashMap<usize, u64>);

impl Deciders {
    fn new(net: &Net, outputs: &Cofactors, idle: &Idle) -> Self {
        let mut deciders = Self(FxHashMap::default());
        for (role, moves) in outputs.possible.iter().enumerate() {
            deciders.0.extend(moves.iter().map(|&mv| (net.move_node(mv), role_bit(role))));
        }
        for &(gate, _) in &idle.gates {
            let all = net.inputs(gate).iter().fold(0, |all, lit| all | deciders.of(lit.node()));
            deciders.0.insert(gate, all);
        }
        deciders
    }

    /// Whether a node depends on the moves of exactly one role.
    fn is_alone(&self, node: usize) -> bool {
        self.of(node).count_ones() == 1
    }

    fn of(&self, node: usize) -> u64 {
        self.0.get(&node).copied().unwrap_or(0)
    }
}

/// Roles beyond the 62nd share two bits, so that none of them is ever alone.
fn role_bit(role: usize) -> u64 {
    if role < 62 { 1 << role } else { 3 << 62 }
}
