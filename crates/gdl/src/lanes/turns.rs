//! Per-lane operations of the machine: policies and move logs.

use super::machine::Machine;
use super::policy::Turn;
use super::program::Program;
use super::transpose::transpose64;
use super::word::{Word, and, for_each_lane, splat};
use ludex_game::draw::draw;

/// Bit sets of each lane, produced by transposing words.
#[derive(Debug, Default)]
pub(super) struct Bits {
    legal: Vec<u64>,
    extras: Vec<u64>,
}

impl<const W: usize> Machine<W> {
    /// Lets the policy choose moves for each role in some lanes, and returns
    /// the lanes in which all roles have one.
    #[inline(never)]
    pub(super) fn choose(&mut self, program: &Program, lanes: Word<W>) -> Word<W> {
        let Some(mut policy) = self.policy.take() else { return splat(0) };
        let mut bits = std::mem::take(&mut self.bits);
        let values = self.values.as_mut_slice();
        let n_extras = transpose_slots(&program.extras, values, &mut bits.extras);
        let mut movable = splat(u64::MAX);
        for (role, moves) in program.roles.iter().enumerate() {
            let n_legal = transpose_slots(&moves.legal_of_all, values, &mut bits.legal);
            moves.made.iter().for_each(|&slot| values[slot as usize] = splat(0));
            for_each_lane(&lanes, |at| {
                let lane = &self.lanes[at];
                let ply = (self.step - lane.first_step) as u32;
                let legal = &bits.legal[at * n_legal..][..n_legal];
                if legal.iter().all(|&word| word == 0) {
                    movable[at / 64] &= !(1 << (at % 64));
                    return;
                }
                let mv = policy.choose(&Turn {
                    role,
                    playout: lane.playout,
                    legal,
                    extras: &bits.extras[at * n_extras..][..n_extras],
                    random: draw(self.job.seed, lane.playout, ply, role),
                });
                values[moves.made_of_all[mv] as usize][at / 64] |= 1 << (at % 64);
            });
        }
        self.bits = bits;
        self.policy = Some(policy);
        movable
    }

    /// Logs the moves made in all active lanes.
    #[inline(never)]
    pub(super) fn log_moves(&mut self, program: &Program) {
        let values = self.values.as_mut_slice();
        for moves in &program.roles {
            for (&mv, &slot) in moves.ids.iter().zip(&moves.made) {
                let made = and(values[slot as usize], self.active);
                for_each_lane(&made, |lane| self.lanes[lane].moves.push(mv));
            }
        }
    }
}

/// For each lane, the values of some slots as bits; returns the number of words
/// per lane.
fn transpose_slots<const W: usize>(
    slots: &[u32],
    values: &[Word<W>],
    bits: &mut Vec<u64>,
) -> usize {
    let n_words = slots.len().div_ceil(64);
    bits.resize(n_words * 64 * W, 0);
    for (at, slots) in slots.chunks(64).enumerate() {
        let mut rows = [splat(0); 64];
        for (row, &slot) in rows.iter_mut().zip(slots) {
            *row = values[slot as usize];
        }
        transpose64(&mut rows);
        for lane in 0..64 * W {
            bits[lane * n_words + at] = rows[lane % 64][lane / 64];
        }
    }
    n_words
}
