//! The effects of each move, computed in advance.
//!
//! Most facts are controlled by one role alone, at least while it is to move.
//! Their next values are then known for each of its moves up to conditions on
//! the state: most keep their value, some become true or false, few depend on
//! more.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::bits::{BitState, ones};
use super::net::{Inputs, Net};
use super::plan::Layout;
use super::propagation::Idle;
use crate::circuit::Lit;

/// The effects of all moves on facts that one role alone controls.
pub(super) struct Effects {
    /// For each move the start of its `fixed` and `open` effects, and the end.
    starts: Vec<[u32; 2]>,
    fixed: Vec<Fixed>,
    open: Vec<(u32, Lit)>,
    /// For each move, if any has such effects: the first word of output bits
    /// that mark the facts which differ from idle, and the start of these facts
    /// in `armed_bases`.
    armed: Vec<Armed>,
    armed_bases: Vec<u32>,
}

#[derive(Clone, Copy, Default)]
struct Armed {
    word: u32,
    start: u32,
    len: u32,
}

/// Facts within one word that become true or false.
#[derive(Clone, Copy)]
struct Fixed {
    word: u32,
    set: u64,
    touched: u64,
}

/// The facts that a move changes, and the condition for each to hold
/// afterwards.
pub(super) type Changes = Vec<(usize, Lit)>;

/// Takes the effect of most moves on a fact as its idle value.
pub(super) fn settle_majorities(all: &mut FxHashMap<usize, Changes>, idle: &mut Idle) {
    let mut votes: FxHashMap<(usize, Lit), usize> = FxHashMap::default();
    for &change in all.values().flatten() {
        *votes.entry(change).or_default() += 1;
    }
    votes.retain(|_, n| *n * 2 > all.len());
    let mut winners: Vec<(usize, Lit)> = votes.into_keys().collect();
    winners.sort_unstable();
    for (base, lit) in winners {
        let before = std::mem::replace(&mut idle.next[base], lit);
        for changes in all.values_mut() {
            match changes.iter().position(|&(changed, _)| changed == base) {
                Some(at) if changes[at].1 == lit => drop(changes.remove(at)),
                Some(_) => {}
                None => changes.push((base, before)),
            }
        }
    }
}

/// Evaluates moves symbolically: on literals instead of values.
pub(super) struct Symbolic {
    /// For each node that depends on moves, the gates it feeds.
    fans: FxHashMap<usize, Vec<usize>>,
    /// For each node the bases it determines, negated where it is.
    outs: FxHashMap<usize, Vec<Lit>>,
    idle: FxHashMap<usize, Lit>,
}

impl Symbolic {
    /// `is_alone` returns whether a node depends on the moves of one role only; facts
    /// determined by other nodes are ignored.
    pub fn new(net: &Net, next: &[Lit], idle: &Idle, is_alone: impl Fn(usize) -> bool) -> Self {
        let mut fans: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        let mut outs: FxHashMap<usize, Vec<Lit>> = FxHashMap::default();
        for &(gate, _) in idle.gates.iter().filter(|&&(gate, _)| is_alone(gate)) {
            for lit in net.inputs(gate).iter().filter(|lit| net.has_moves(lit.node())) {
                fans.entry(lit.node()).or_default().push(gate);
            }
        }
        for (base, lit) in next.iter().enumerate().filter(|(_, lit)| is_alone(lit.node())) {
            outs.entry(lit.node()).or_default().push(Lit((base as u32) << 1 | lit.0 & 1));
        }
        Self { fans, outs, idle: idle.gates.iter().copied().collect() }
    }

    /// The facts that a move, given as a node, changes.
    pub fn changes(&self, net: &mut Net, idle: &Idle, mv: usize) -> Changes {
        let mut changed = FxHashMap::from_iter([(mv, Lit::TRUE)]);
        let mut todo: BTreeSet<usize> = self.fans.get(&mv).into_iter().flatten().copied().collect();
        let mut changes = Changes::new();
        self.collect(mv, Lit::TRUE, idle, &mut changes);
        while let Some(gate) = todo.pop_first() {
            let value = |lit: &Lit| {
                let node = lit.node();
                let value = match changed.get(&node).or(self.idle.get(&node)) {
                    Some(&value) => value,
                    None if net.move_of(node).is_some() => Lit::FALSE,
                    None => Lit::of_node(node),
                };
                if lit.is_negated() { !value } else { value }
            };
            let inputs: Inputs = net.inputs(gate).iter().map(value).collect();
            let new = net.and(&inputs);
            if new != self.idle[&gate] {
                changed.insert(gate, new);
                todo.extend(self.fans.get(&gate).into_iter().flatten());
                self.collect(gate, new, idle, &mut changes);
            }
        }
        changes
    }

    fn collect(&self, node: usize, value: Lit, idle: &Idle, changes: &mut Changes) {
        for out in self.outs.get(&node).into_iter().flatten() {
            let lit = if out.is_negated() { !value } else { value };
            if lit != idle.next[out.node()] {
                changes.push((out.node(), lit));
            }
        }
    }
}

impl Effects {
    pub fn new(layout: &Layout, changes: &FxHashMap<usize, Changes>, n_moves: usize) -> Self {
        let mut effects = Self {
            starts: vec![[0; 2]],
            fixed: Vec::new(),
            open: Vec::new(),
            armed: Vec::new(),
            armed_bases: Vec::new(),
        };
        for mv in 0..n_moves {
            let mut sorted = changes.get(&mv).cloned().unwrap_or_default();
            sorted.sort_unstable();
            let first = effects.fixed.len();
            for (base, lit) in sorted {
                match lit {
                    Lit::TRUE | Lit::FALSE => effects.fix(first, base, lit == Lit::TRUE),
                    _ => effects.open.push((base as u32, layout.lit(lit))),
                }
            }
            effects.starts.push([effects.fixed.len() as u32, effects.open.len() as u32]);
        }
        effects
    }

    /// Assigns the output bits from `word` on to the facts that a move makes
    /// different from idle.
    pub fn arm(&mut self, mv: usize, word: usize, changes: &Changes) {
        self.armed.resize(self.starts.len() - 1, Armed::default());
        let (start, len) = (self.armed_bases.len() as u32, changes.len() as u32);
        self.armed[mv] = Armed { word: word as u32, start, len };
        self.armed_bases.extend(changes.iter().map(|&(base, _)| base as u32));
    }

    fn fix(&mut self, first: usize, base: usize, value: bool) {
        let word = (base / 64) as u32;
        if self.fixed.len() == first || self.fixed[self.fixed.len() - 1].word != word {
            self.fixed.push(Fixed { word, set: 0, touched: 0 });
        }
        let at = self.fixed.len() - 1;
        self.fixed[at].touched |= 1 << (base % 64);
        self.fixed[at].set |= u64::from(value) << (base % 64);
    }

    /// Corrects `changes`, the facts that change when idle, by the effects of
    /// the moves.
    #[inline]
    pub fn play(
        &self,
        joint: impl Iterator<Item = usize>,
        state: &BitState,
        bits: &[u64],
        mut value: impl FnMut(Lit) -> bool,
        changes: &mut [u64],
    ) {
        let words = state.words();
        for mv in joint {
            let ([fixed, open], [fixed_end, open_end]) = (self.starts[mv], self.starts[mv + 1]);
            for &Fixed { word, set, touched } in &self.fixed[fixed as usize..fixed_end as usize] {
                let word = word as usize;
                changes[word] = changes[word] & !touched | (words[word] ^ set) & touched;
            }
            for &(base, lit) in &self.open[open as usize..open_end as usize] {
                let (word, bit) = (base as usize / 64, base % 64);
                let change = (words[word] >> bit & 1) ^ u64::from(value(lit));
                changes[word] = changes[word] & !(1 << bit) | change << bit;
            }
            if let Some(&Armed { word, start, len }) = self.armed.get(mv) {
                for at in 0..len.div_ceil(64) {
                    for bit in ones(bits[(word + at) as usize]) {
                        let base = self.armed_bases[(start + at * 64) as usize + bit] as usize;
                        changes[base / 64] ^= 1 << (base % 64);
                    }
                }
            }
        }
    }
}
