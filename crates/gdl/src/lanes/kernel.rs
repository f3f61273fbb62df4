//! Evaluates the gates of a program on words of lanes.

use pulp::NullaryFnOnce;

use super::isa::Isa;
use super::program::{Part, Program, Run, Segment, Shape};
use super::word::{Word, and, any, not, or, splat, without, xor};

/// Evaluates all gates of a segment.
///
/// A function of its own for each instruction set: a step evaluates three segments, and
/// three copies take three times as long to compile.
#[inline(always)]
pub(super) fn evaluate<const W: usize>(
    isa: Isa,
    program: &Program,
    segment: &Segment,
    values: &mut [Word<W>],
) {
    isa.run(Evaluate { program, segment, values });
}

struct Evaluate<'a, const W: usize> {
    program: &'a Program,
    segment: &'a Segment,
    values: &'a mut [Word<W>],
}

impl<const W: usize> NullaryFnOnce for Evaluate<'_, W> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        evaluate_here(self.program, self.segment, self.values);
    }
}

#[inline(always)]
fn evaluate_here<const W: usize>(program: &Program, segment: &Segment, values: &mut [Word<W>]) {
    for part in &segment.parts {
        match part {
            Part::Straight(runs) => {
                for run in &program.runs[runs.clone()] {
                    evaluate_run::<W, false>(run, &program.code, values);
                }
            }
            Part::Loop { members, sweeps } => {
                for &slot in members {
                    values[slot as usize] = splat(0);
                }
                // Alternating directions: a chain opposite to one sweep follows
                // the other.
                let mut directions = sweeps.iter().cycle();
                let mut changed = true;
                while changed {
                    changed = false;
                    let runs = directions.next().cloned().unwrap_or_default();
                    for run in &program.runs[runs] {
                        changed |= any(evaluate_run::<W, true>(run, &program.code, values));
                    }
                }
            }
        }
    }
}

/// Evaluates gates of one shape. With `TRACK`, returns the lanes in which some
/// of them changed.
#[inline(always)]
fn evaluate_run<const W: usize, const TRACK: bool>(
    run: &Run,
    code: &[u32],
    values: &mut [Word<W>],
) -> Word<W> {
    let Shape { n_all, n_none, inverted } = run.shape;
    let code = &code[run.code.clone()];
    // The common shapes are unrolled.
    match (n_all, n_none, inverted) {
        (1, 0, false) => fixed::<W, TRACK, 1, 0, false>(code, values),
        (2, 0, false) => fixed::<W, TRACK, 2, 0, false>(code, values),
        (3, 0, false) => fixed::<W, TRACK, 3, 0, false>(code, values),
        (4, 0, false) => fixed::<W, TRACK, 4, 0, false>(code, values),
        (0, 1, false) => fixed::<W, TRACK, 0, 1, false>(code, values),
        (1, 1, false) => fixed::<W, TRACK, 1, 1, false>(code, values),
        (2, 1, false) => fixed::<W, TRACK, 2, 1, false>(code, values),
        (3, 1, false) => fixed::<W, TRACK, 3, 1, false>(code, values),
        (1, 2, false) => fixed::<W, TRACK, 1, 2, false>(code, values),
        (0, 2, true) => fixed::<W, TRACK, 0, 2, true>(code, values),
        (0, 3, true) => fixed::<W, TRACK, 0, 3, true>(code, values),
        (0, 4, true) => fixed::<W, TRACK, 0, 4, true>(code, values),
        (1, 1, true) => fixed::<W, TRACK, 1, 1, true>(code, values),
        (1, 2, true) => fixed::<W, TRACK, 1, 2, true>(code, values),
        _ => general::<W, TRACK>(run.shape, code, values),
    }
}

#[inline(always)]
fn fixed<
    const W: usize,
    const TRACK: bool,
    const ALL: usize,
    const NONE: usize,
    const INV: bool,
>(
    code: &[u32],
    values: &mut [Word<W>],
) -> Word<W> {
    let mut changed = splat(0);
    for gate in code.chunks_exact(1 + ALL + NONE) {
        let (all, none) = gate[1..].split_at(ALL);
        store::<W, TRACK>(gate[0], combine(all, none, INV, values), values, &mut changed);
    }
    changed
}

#[inline(always)]
fn general<const W: usize, const TRACK: bool>(
    shape: Shape,
    code: &[u32],
    values: &mut [Word<W>],
) -> Word<W> {
    let mut changed = splat(0);
    for gate in code.chunks_exact(1 + shape.n_all + shape.n_none) {
        let (all, none) = gate[1..].split_at(shape.n_all);
        let value = combine(all, none, shape.inverted, values);
        store::<W, TRACK>(gate[0], value, values, &mut changed);
    }
    changed
}

/// Whether all of the first inputs hold and none of the others, or the
/// negation.
#[inline(always)]
fn combine<const W: usize>(
    all: &[u32],
    none: &[u32],
    inverted: bool,
    values: &[Word<W>],
) -> Word<W> {
    let load = |slot: u32| values[slot as usize];
    let holds = match (all, none) {
        ([], []) => splat(u64::MAX),
        ([first, rest @ ..], []) => rest.iter().fold(load(*first), |acc, &s| and(acc, load(s))),
        ([], [first, rest @ ..]) => {
            let some = rest.iter().fold(load(*first), |acc, &slot| or(acc, load(slot)));
            return if inverted { some } else { not(some) };
        }
        ([first, rest @ ..], none) => {
            let all = rest.iter().fold(load(*first), |acc, &slot| and(acc, load(slot)));
            none.iter().fold(all, |acc, &slot| without(acc, load(slot)))
        }
    };
    if inverted { not(holds) } else { holds }
}

#[inline(always)]
fn store<const W: usize, const TRACK: bool>(
    slot: u32,
    value: Word<W>,
    values: &mut [Word<W>],
    changed: &mut Word<W>,
) {
    let place = &mut values[slot as usize];
    if TRACK {
        *changed = or(*changed, xor(*place, value));
    }
    *place = value;
}
