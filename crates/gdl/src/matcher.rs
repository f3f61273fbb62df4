//! Compiles hints into bit masks over a state, for one playout at a time.

use std::sync::Arc;

use ludex_game::draw::below;
use ludex_game::{Band, Condition, Hints, Pattern, follows, leans};

use crate::branches::{Branch, branches};
use crate::circuit::Circuit;
use crate::single::{MoveId, ones};

/// Hints as masks, by role.
#[derive(Debug)]
pub(crate) struct Masks {
    bands: Vec<Band>,
    roles: Vec<RoleHints>,
}

/// Finds the hints that apply, and draws a move as [`Guide::choose`] does.
///
/// [`Guide::choose`]: ludex_game::Guide::choose
pub(crate) struct Matcher {
    masks: Arc<Masks>,
    /// For each role, the number of steps out of 256 in which it follows hints.
    uses: Vec<u16>,
    /// Hints that apply: the band, and the move as an index into the role's
    /// moves.
    found: Vec<(u8, u32)>,
}

/// The hints of one role, band by band.
#[derive(Debug, Default)]
struct RoleHints {
    bands: Vec<BandHints>,
}

/// The hints of one role and band.
///
/// The patterns of a move form a trie, so that common conditions are tested
/// once. Its nodes are stored in preorder: a node that fails skips its whole
/// subtree.
#[derive(Debug, Default)]
struct BandHints {
    /// The moves with a hint of this band, as bits.
    hinted: Vec<u64>,
    /// Index of each move's first node.
    starts: Vec<u32>,
    nodes: Vec<Node>,
}

/// A test of some bits of one word of the state.
#[derive(Debug)]
struct Node {
    word: u32,
    /// Index of the next node if the test fails.
    skip: u32,
    asked: u64,
    wanted: u64,
    /// Whether a pattern is complete at this node.
    is_end: bool,
}

/// A drawn move.
pub(crate) enum Drawn {
    /// Index among the legal moves.
    Nth(usize),
    /// Index into the role's moves.
    Move(usize),
}

impl Masks {
    pub(crate) fn new(circuit: &Circuit, hints: &Hints<MoveId>) -> Self {
        let roles = (0..circuit.n_roles()).map(|role| RoleHints::new(circuit, hints, role));
        Self { bands: hints.bands().to_vec(), roles: roles.collect() }
    }
}

impl Matcher {
    pub(crate) fn new(masks: Arc<Masks>, uses: &[u16]) -> Self {
        Self { masks, uses: uses.to_vec(), found: Vec::new() }
    }

    /// The move that 32 random bits draw from a role's legal moves.
    pub(crate) fn choose(
        &mut self,
        role: usize,
        (legal, n_legal): (&[u64], usize),
        random: u32,
        state: &[u64],
    ) -> Drawn {
        if !follows(random, self.uses[role]) {
            return Drawn::Nth(below(random, n_legal));
        }
        self.found.clear();
        let mut total = n_legal;
        for (band, &kind) in self.masks.bands.iter().enumerate() {
            let hints = &self.masks.roles[role].bands[band];
            if let Band::Prefer(extra) = kind {
                let n_before = self.found.len();
                hints.find(legal, state, band, &mut self.found);
                total += (self.found.len() - n_before) * extra as usize;
            } else if leans(random, kind.share()) {
                hints.find(legal, state, band, &mut self.found);
                if !self.found.is_empty() {
                    return Drawn::Move(self.found[below(random, self.found.len())].1 as usize);
                }
            }
        }
        let mut rest = below(random, total);
        if rest < n_legal {
            return Drawn::Nth(rest);
        }
        rest -= n_legal;
        for &(band, mv) in &self.found {
            let Band::Prefer(extra) = self.masks.bands[band as usize] else { continue };
            if rest < extra as usize {
                return Drawn::Move(mv as usize);
            }
            rest -= extra as usize;
        }
        unreachable!("the number drawn is below the sum of all weights")
    }
}

impl RoleHints {
    fn new(circuit: &Circuit, hints: &Hints<MoveId>, role: usize) -> Self {
        let mut of_role: Vec<_> = hints.patterns().filter(|&(one, ..)| one == role).collect();
        of_role.sort_by_key(|&(_, mv, _)| mv);
        let band = |band| BandHints::new(circuit, role, band, &of_role);
        Self { bands: (0..hints.bands().len()).map(band).collect() }
    }
}

impl BandHints {
    fn new(
        circuit: &Circuit,
        role: usize,
        band: usize,
        of_role: &[(usize, MoveId, &[Pattern])],
    ) -> Self {
        let moves = circuit.moves_of(role);
        let mut result = Self { hinted: vec![0; moves.len().div_ceil(64)], ..Self::default() };
        let mut of_role = of_role.iter().peekable();
        for (at, mv) in moves.enumerate() {
            result.starts.push(result.nodes.len() as u32);
            let Some((_, _, patterns)) = of_role.next_if(|(_, one, _)| one.index() == mv) else {
                continue;
            };
            let by_legality = circuit.implied_by(circuit.legal[mv]);
            let is_open =
                |one: &Condition| by_legality.binary_search(&circuit.condition(*one)).is_err();
            let in_band = patterns.iter().filter(|pattern| pattern.band == band);
            let open = in_band.map(|one| one.when.iter().copied().filter(is_open).collect());
            let lists: Vec<Vec<Condition>> = open.collect();
            if !lists.is_empty() {
                result.hinted[at / 64] |= 1 << (at % 64);
                result.add_branches(&branches(lists));
            }
        }
        result.starts.push(result.nodes.len() as u32);
        result
    }

    /// Adds the nodes of some subtrees.
    fn add_branches(&mut self, branches: &[Branch<Condition>]) {
        for branch in branches {
            let from = self.nodes.len();
            self.add_tests(&branch.own);
            // A pattern that ends here makes its extensions redundant.
            let is_end = !branch.ends.is_empty();
            let last = self.nodes.len() - 1;
            self.nodes[last].is_end = is_end;
            if !is_end {
                self.add_branches(&branch.below);
            }
            let skip = self.nodes.len() as u32;
            self.nodes[from..=last].iter_mut().for_each(|node| node.skip = skip);
        }
    }

    /// Adds nodes that test some conditions, one word of the state each.
    fn add_tests(&mut self, when: &[Condition]) {
        let from = self.nodes.len();
        for one in when {
            let (word, bit) = (one.fact() as u32 / 64, 1 << (one.fact() % 64));
            let known = self.nodes[from..].iter().position(|node| node.word == word);
            let place = known.map_or(self.nodes.len(), |place| from + place);
            if known.is_none() {
                self.nodes.push(Node { word, skip: 0, asked: 0, wanted: 0, is_end: false });
            }
            self.nodes[place].asked |= bit;
            self.nodes[place].wanted |= if one.is_absent() { 0 } else { bit };
        }
        if when.is_empty() {
            self.nodes.push(Node { word: 0, skip: 0, asked: 0, wanted: 0, is_end: false });
        }
    }

    /// Adds the legal moves with a hint that applies, except those already
    /// found in a stronger band.
    fn find(&self, legal: &[u64], state: &[u64], band: usize, found: &mut Vec<(u8, u32)>) {
        let n_before = found.len();
        for (at, (&hinted, &legal)) in self.hinted.iter().zip(legal).enumerate() {
            for bit in ones(hinted & legal) {
                let mv = at * 64 + bit;
                if self.applies(mv, state)
                    && !found[..n_before].iter().any(|&(_, one)| one as usize == mv)
                {
                    found.push((band as u8, mv as u32));
                }
            }
        }
    }

    fn applies(&self, mv: usize, state: &[u64]) -> bool {
        let (mut at, end) = (self.starts[mv] as usize, self.starts[mv + 1] as usize);
        while at < end {
            let node = &self.nodes[at];
            if state[node.word as usize] & node.asked != node.wanted {
                at = node.skip as usize;
            } else if node.is_end {
                return true;
            } else {
                at += 1;
            }
        }
        false
    }
}
