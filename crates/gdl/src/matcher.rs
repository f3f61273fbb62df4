//! Hints as masks over the bits of a state, for one playout at a time.

use std::sync::Arc;

use game::draw::below;
use game::{Band, Hints, follows, leans};

use crate::circuit::Circuit;
use crate::single::{MoveId, ones};

/// Hints as masks.
#[derive(Debug)]
pub(crate) struct Masks {
    bands: Vec<Band>,
    roles: Vec<RoleHints>,
}

/// Finds the hints that apply, and draws a move as [`Guide::choose`] does.
///
/// [`Guide::choose`]: game::Guide::choose
pub(crate) struct Matcher {
    masks: Arc<Masks>,
    /// How often each role looks for hints.
    uses: Vec<u16>,
    /// What applies: the band, and the move as a place among the role's.
    found: Vec<(u8, u32)>,
}

/// The hints of one role.
#[derive(Debug, Default)]
struct RoleHints {
    /// The moves that have any, as bits.
    hinted: Vec<u64>,
    /// Where the patterns of each move begin.
    starts: Vec<u32>,
    patterns: Vec<Pattern>,
    masks: Vec<Mask>,
}

/// A band, and where its masks are.
#[derive(Debug)]
struct Pattern {
    band: u8,
    first_mask: u32,
    end_mask: u32,
}

/// Bits of a word of the state that must be as they should.
#[derive(Debug)]
struct Mask {
    word: u32,
    asked: u64,
    wanted: u64,
}

/// What was drawn.
pub(crate) enum Drawn {
    /// A legal move by its number.
    Nth(usize),
    /// A move by its place among the role's.
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
        self.masks.roles[role].find(legal, state, &mut self.found);
        if self.found.is_empty() {
            return Drawn::Nth(below(random, n_legal));
        }
        let in_band = |band: usize| self.found.iter().filter(move |hint| hint.0 as usize == band);
        let nth = |band, nth| Drawn::Move(in_band(band).nth(nth).map_or(0, |hint| hint.1 as usize));
        let mut total = n_legal;
        for (band, &kind) in self.masks.bands.iter().enumerate() {
            let count = in_band(band).count();
            match kind {
                Band::Prefer(extra) => total += count * extra as usize,
                _ if count > 0 && leans(random, kind.share()) => {
                    return nth(band, below(random, count));
                }
                _ => {}
            }
        }
        let mut rest = below(random, total);
        if rest < n_legal {
            return Drawn::Nth(rest);
        }
        rest -= n_legal;
        for (band, &kind) in self.masks.bands.iter().enumerate() {
            let Band::Prefer(extra) = kind else { continue };
            let size = in_band(band).count() * extra as usize;
            if rest < size {
                return nth(band, rest / extra as usize);
            }
            rest -= size;
        }
        unreachable!("the number drawn is below the sum of all weights")
    }
}

impl RoleHints {
    fn new(circuit: &Circuit, hints: &Hints<MoveId>, role: usize) -> Self {
        let moves = circuit.moves_of(role);
        let mut of_role: Vec<_> = hints.patterns().filter(|&(one, ..)| one == role).collect();
        of_role.sort_by_key(|&(_, mv, _)| mv);
        let mut result = Self { hinted: vec![0; moves.len().div_ceil(64)], ..Self::default() };
        let mut of_role = of_role.into_iter().peekable();
        for (at, mv) in moves.enumerate() {
            result.starts.push(result.patterns.len() as u32);
            let Some((_, _, patterns)) = of_role.next_if(|&(_, one, _)| one.index() == mv) else {
                continue;
            };
            result.hinted[at / 64] |= 1 << (at % 64);
            let by_legality = circuit.implied_by(circuit.legal[mv]);
            for pattern in patterns {
                let first_mask = result.masks.len();
                let asked = pattern.when.iter();
                for one in asked
                    .filter(|&&one| by_legality.binary_search(&circuit.condition(one)).is_err())
                {
                    let (word, bit) = (one.fact() as u32 / 64, 1 << (one.fact() % 64));
                    let known = result.masks[first_mask..].iter().position(|m| m.word == word);
                    let place = known.map_or(result.masks.len(), |place| first_mask + place);
                    if known.is_none() {
                        result.masks.push(Mask { word, asked: 0, wanted: 0 });
                    }
                    result.masks[place].asked |= bit;
                    result.masks[place].wanted |= if one.is_absent() { 0 } else { bit };
                }
                result.patterns.push(Pattern {
                    band: pattern.band as u8,
                    first_mask: first_mask as u32,
                    end_mask: result.masks.len() as u32,
                });
            }
        }
        result.starts.push(result.patterns.len() as u32);
        result
    }

    /// The legal moves with a hint that applies, and the strongest band of each.
    fn find(&self, legal: &[u64], state: &[u64], found: &mut Vec<(u8, u32)>) {
        found.clear();
        for (at, (&hinted, &legal)) in self.hinted.iter().zip(legal).enumerate() {
            for bit in ones(hinted & legal) {
                let mv = at * 64 + bit;
                let patterns = self.starts[mv] as usize..self.starts[mv + 1] as usize;
                let applies = |pattern: &&Pattern| {
                    let masks = pattern.first_mask as usize..pattern.end_mask as usize;
                    self.masks[masks].iter().all(|m| state[m.word as usize] & m.asked == m.wanted)
                };
                if let Some(pattern) = self.patterns[patterns].iter().find(applies) {
                    found.push((pattern.band, mv as u32));
                }
            }
        }
    }
}
