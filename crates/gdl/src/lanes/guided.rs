//! Draws moves that follow hints, for all lanes at once.
//!
//! Hints are gates, so a word has the lanes in which a move has a hint. If a move has a hint
//! that takes precedence in this step, the other moves are removed from the list of legal
//! moves, which is then drawn from uniformly. Preferred moves have a second counting tree: a
//! lane draws a number below the count of its legal moves plus the weighted count of the
//! preferred ones, and the tree into which the number falls selects the move.

use ludex_game::draw::{half, mix};
use ludex_game::{ALWAYS, Band};

use super::bands::BandExtra;
use super::program::{Program, RoleMoves};
use super::sample::{Counters, Tree, draw_evenly};
use super::transpose::transpose8;
use super::word::{Word, and, any, map, or, splat, without, zip};
use crate::circuit::{Circuit, Lit};

/// The hints of a role, in the slots of one program.
#[derive(Debug, Default)]
pub(super) struct RoleBands {
    /// All of the role's moves. The remaining candidates are written to the
    /// slots of the moves made, which are often those of legality.
    candidates: RoleMoves,
    /// Bands that take precedence, strongest first.
    priority: Vec<PriorityBand>,
    prefer: Vec<PreferredBand>,
}

/// Moves of one band that take precedence over all others.
#[derive(Debug)]
struct PriorityBand {
    /// Number of steps, out of 256, in which the band applies.
    share: u16,
    /// Index among the candidates, and the slot of whether the hint applies.
    moves: Vec<(usize, u32)>,
}

/// Preferred moves of one band, with slots to which `applies` is copied.
#[derive(Debug)]
struct PreferredBand {
    moves: RoleMoves,
    /// For each move, the slot of whether its hint applies.
    applies: Vec<u32>,
    /// Weight of a preferred move beyond that of an ordinary one.
    extra: u64,
}

/// Maximum number of weights that hints may have.
const N_BANDS_MAX: usize = Band::N_OPEN_MAX;

/// Maximum number of bands that take precedence.
const N_PRIORITY_MAX: usize = 2 + Band::N_OPEN_MAX;

impl RoleBands {
    /// The bands of each role. Allocates slots for them in the program.
    pub(super) fn of_program(
        program: &mut Program,
        circuit: &Circuit,
        bands: &[Band],
        entries: &[BandExtra],
    ) -> Vec<Self> {
        (0..program.roles.len())
            .map(|role| {
                let is_alive = |entry: &&BandExtra| {
                    entry.role == role && circuit.extras[entry.extra] != Lit::FALSE
                };
                let entries: Vec<&BandExtra> = entries.iter().filter(is_alive).collect();
                match entries.is_empty() || program.roles[role].ids.len() < 2 {
                    true => Self::default(),
                    false => Self::new(program, circuit, role, bands, &entries),
                }
            })
            .collect()
    }

    fn new(
        program: &mut Program,
        circuit: &Circuit,
        role: usize,
        bands: &[Band],
        entries: &[&BandExtra],
    ) -> Self {
        let RoleMoves { ids, made, .. } = &program.roles[role];
        let (ids, made) = (ids.clone(), made.clone());
        let mut legal = made[..ids.len()].to_vec();
        legal.resize(made.len(), 0);
        let candidates = RoleMoves { ids: ids.clone(), legal, made, ..RoleMoves::default() };
        let mut result = Self { candidates, ..Self::default() };
        for (band, &kind) in bands.iter().enumerate() {
            let entries: Vec<&BandExtra> =
                entries.iter().copied().filter(|entry| entry.band == band).collect();
            let slot = |entry: &&BandExtra| program.extras[entry.extra];
            let place = |entry: &&BandExtra| {
                ids.iter().position(|&mv| mv as usize == entry.mv).map(|at| (at, slot(entry)))
            };
            match kind {
                _ if entries.is_empty() => {}
                Band::Win | Band::Save | Band::Lean(..) => {
                    let moves = entries.iter().filter_map(place).collect();
                    result.priority.push(PriorityBand { share: kind.share(), moves });
                }
                Band::Prefer(extra) => {
                    let applies = entries.iter().map(slot).collect();
                    let ids: Vec<u32> = entries.iter().map(|entry| entry.mv as u32).collect();
                    let moves = copied(program, circuit, role, &ids);
                    result.prefer.push(PreferredBand { moves, applies, extra: extra.into() });
                }
            }
        }
        result
    }

    pub(super) fn is_empty(&self) -> bool {
        self.candidates.ids.is_empty()
    }

    /// Estimated work per step.
    pub(super) fn work(&self) -> usize {
        let n_priority: usize = self.priority.iter().map(|band| band.moves.len()).sum();
        let n_preferred: usize = self.prefer.iter().map(|band| band.moves.ids.len()).sum();
        2 * self.candidates.ids.len() + 4 * n_priority + 25 * n_preferred
    }
}

/// Moves whose legality is read from new slots.
fn copied(program: &mut Program, circuit: &Circuit, role: usize, ids: &[u32]) -> RoleMoves {
    let n_filled = ids.len().next_multiple_of(8);
    let first = program.n_slots as u32;
    program.n_slots += n_filled;
    let start = circuit.role_starts[role];
    let made = |&mv: &u32| program.roles[role].made_of_all[mv as usize - start];
    let mut moves = RoleMoves {
        ids: ids.to_vec(),
        legal: (first..first + ids.len() as u32).collect(),
        made: ids.iter().map(made).collect(),
        ..RoleMoves::default()
    };
    moves.legal.resize(n_filled, 0);
    moves.made.resize(n_filled, program.unused);
    moves
}

/// Draws a move of the role in every lane, and returns the lanes that have one.
#[inline(always)]
#[allow(clippy::too_many_arguments, reason = "the arguments of `sample`, and the bands")]
pub(super) fn sample_guided<const W: usize>(
    role: usize,
    moves: &RoleMoves,
    bands: &RoleBands,
    uses: u16,
    values: &mut [Word<W>],
    counters: &Counters<W>,
    offset: u64,
    scratch: &mut Vec<Word<W>>,
) -> Word<W> {
    // Step 1. Lanes that follow hints, and lanes in which a shared band
    // applies.
    let mut randoms = [splat(0); 64];
    let mut follows = splat(if uses == ALWAYS { u64::MAX } else { 0 });
    let share = bands.priority.last().map_or(ALWAYS, |band| band.share);
    let mut leans = splat(if share == ALWAYS { u64::MAX } else { 0 });
    for (lane, (random, &counter)) in randoms.iter_mut().zip(counters).enumerate() {
        *random = map(counter, |key| half(mix(key.wrapping_add(offset)), role));
        let bit = 1 << lane;
        if uses != ALWAYS {
            let follow = |random| if random & 0xff < u64::from(uses) { bit } else { 0 };
            follows = or(follows, map(*random, follow));
        }
        if share != ALWAYS {
            let limit = u64::from(share) << 8;
            let lean = |random| if random & 0xff00 < limit { bit } else { 0 };
            leans = or(leans, map(*random, lean));
        }
    }
    // Step 2. Lanes in which a move takes precedence keep no other.
    let mut forced = splat(0);
    let mut lanes = [splat(0); N_PRIORITY_MAX];
    for (lanes, band) in lanes.iter_mut().zip(&bands.priority) {
        for &(_, slot) in &band.moves {
            *lanes = or(*lanes, values[slot as usize]);
        }
        let willing = if band.share == ALWAYS { follows } else { and(follows, leans) };
        *lanes = without(and(*lanes, willing), forced);
        forced = or(forced, *lanes);
    }
    let candidates = &bands.candidates;
    for (&from, &to) in moves.legal.iter().zip(&candidates.legal).take(candidates.ids.len()) {
        values[to as usize] = without(values[from as usize], forced);
    }
    for (&lanes, band) in lanes.iter().zip(&bands.priority) {
        for &(at, slot) in &band.moves {
            let to = candidates.legal[at] as usize;
            values[to] = or(values[to], and(values[slot as usize], lanes));
        }
    }
    if bands.prefer.is_empty() {
        return draw_evenly(candidates, values, &randoms, scratch);
    }
    // Step 3. Preferred moves where there is a choice.
    let open = without(follows, forced);
    let mut some = splat(0);
    for band in &bands.prefer {
        for (&from, &to) in band.applies.iter().zip(&band.moves.legal) {
            let applies = and(values[from as usize], open);
            values[to as usize] = applies;
            some = or(some, applies);
        }
    }
    let prefer = if any(some) { &bands.prefer[..] } else { &[] };
    draw_from(candidates, prefer, values, &randoms, scratch)
}

/// Draws from the candidates and the preferred moves among them.
#[inline(always)]
fn draw_from<const W: usize>(
    candidates: &RoleMoves,
    prefer: &[PreferredBand],
    values: &mut [Word<W>],
    randoms: &[Word<W>; 64],
    scratch: &mut Vec<Word<W>>,
) -> Word<W> {
    // Step 1. Count.
    let mut starts = [0; N_BANDS_MAX + 2];
    let n_trees = 1 + prefer.len();
    let mut trees = [const { Tree::NONE }; N_BANDS_MAX + 1];
    for at in 0..n_trees {
        let moves = if at == 0 { candidates } else { &prefer[at - 1].moves };
        trees[at] = Tree::of_moves(moves);
        starts[at + 1] = starts[at] + trees[at].n_words();
    }
    if scratch.len() < starts[n_trees] {
        scratch.resize(starts[n_trees], splat(0));
    }
    for at in 0..n_trees {
        let moves = if at == 0 { candidates } else { &prefer[at - 1].moves };
        trees[at].count(moves, values, &mut scratch[starts[at]..starts[at + 1]]);
    }
    let mut some = splat(0);
    for &digit in &*trees[0].root(&mut scratch[..starts[1]]) {
        some = or(some, digit);
    }
    // Step 2. Draw.
    draw(&trees[..n_trees], &starts, prefer, scratch, randoms);
    // Step 3. Choose.
    for at in 0..n_trees {
        let moves = if at == 0 { candidates } else { &prefer[at - 1].moves };
        let kept = splat(if at == 0 { 0 } else { u64::MAX });
        trees[at].choose(moves, values, &mut scratch[starts[at]..starts[at + 1]], kept);
    }
    some
}

/// Number of fraction bits of the inverse of a weight.
const INVERSE_BITS: u32 = 40;

/// Number of bytes of a count: roles with more moves are not guided.
const BYTES: usize = 2;

/// Replaces the counts of all roots by numbers below them, in the lanes whose
/// draw falls into the tree.
#[inline(always)]
fn draw<const W: usize>(
    trees: &[Tree],
    starts: &[usize],
    prefer: &[PreferredBand],
    scratch: &mut [Word<W>],
    randoms: &[Word<W>; 64],
) {
    let n_trees = trees.len();
    let mut bytes = [[[splat::<W>(0); 8]; BYTES]; N_BANDS_MAX + 1];
    let mut active = [splat::<W>(0); N_BANDS_MAX + 1];
    let mut extras = [1; N_BANDS_MAX + 1];
    let mut inverses = [1 << INVERSE_BITS; N_BANDS_MAX + 1];
    for at in 0..n_trees {
        let root = trees[at].root(&mut scratch[starts[at]..starts[at + 1]]);
        for (digit_at, &digit) in root.iter().enumerate() {
            bytes[at][digit_at / 8][digit_at % 8] = digit;
        }
        bytes[at].iter_mut().for_each(transpose8);
        if at > 0 {
            extras[at] = prefer[at - 1].extra;
            // Rounded up, which divides exactly as long as numbers are small.
            inverses[at] = (1 << INVERSE_BITS) / extras[at] + 1;
        }
    }
    let mut counts = [splat::<W>(0); N_BANDS_MAX + 1];
    for (lane, &random) in randoms.iter().enumerate() {
        // Lane `8 * b + i` has its number in byte `b` of word `i`.
        let (row, shift) = (lane % 8, 8 * (lane / 8));
        let mut total = splat(0);
        for at in 0..n_trees {
            let mut count = splat(0);
            for (byte, rows) in bytes[at].iter_mut().enumerate() {
                count = zip(count, rows[row], |n, x| n | (((x >> shift) & 0xff) << (8 * byte)));
                // The numbers replace the counts.
                rows[row] = map(rows[row], |x| x & !(0xff << shift));
            }
            counts[at] = map(count, |count| count * extras[at]);
            total = zip(total, counts[at], |sum, count| sum + count);
        }
        let mut rest = zip(random, total, |random, total| (random * total) >> 32);
        for at in 0..n_trees {
            let inside = zip(rest, counts[at], |rest, size| u64::from(rest < size));
            let number = map(rest, |rest| rest.wrapping_mul(inverses[at]) >> INVERSE_BITS);
            let number = zip(number, inside, |number, inside| number & inside.wrapping_neg());
            active[at] = zip(active[at], inside, |word, inside| word | inside << lane);
            for (byte, rows) in bytes[at].iter_mut().enumerate() {
                let put = |x, n: u64| x | (((n >> (8 * byte)) & 0xff) << shift);
                rows[row] = zip(rows[row], number, put);
            }
            // Lanes that have drawn are excluded from further trees.
            rest = zip(rest, counts[at], |rest, size| rest.wrapping_sub(size));
            rest = zip(rest, inside, |rest, inside| rest | inside << 62);
        }
    }
    for at in 0..n_trees {
        bytes[at].iter_mut().for_each(transpose8);
        let root = trees[at].root(&mut scratch[starts[at]..starts[at + 1]]);
        root[0] = active[at];
        for (digit_at, digit) in root[1..].iter_mut().enumerate() {
            *digit = bytes[at][digit_at / 8][digit_at % 8];
        }
    }
}
