//! Chooses the facts that define the phases of a game.
//!
//! A fact such as `(control white)` feeds the conditions of every move and
//! changes in every ply: propagating it would cost more than all other facts
//! together. Phases make it free. No proof about such facts is needed: random
//! games show which they are and in what combinations they occur, and states
//! with any other combination use the general plan.

use std::sync::Arc;

use ludex_game::RoleId;

use super::plan::SinglePlan;
use super::program::Program;
use super::{BitState, MoveId, Single};

/// Facts, and the combinations of them to compile for: a bit for each fact, the
/// first in the lowest bit.
pub(super) struct Phases {
    pub modes: Vec<usize>,
    pub patterns: Vec<usize>,
}

/// Number of states sampled.
const N_SAMPLES: usize = 300;
/// Minimum work that a mode causes per ply, in gates touched.
const WORK_MIN: f64 = 6.0;
/// Maximum number of modes, and of combinations: plans grow with these.
const N_MODES_MAX: usize = 10;
const N_PATTERNS_MAX: usize = 12;

impl Phases {
    /// A single phase.
    pub fn none() -> Self {
        Self { modes: Vec::new(), patterns: vec![0] }
    }

    /// Finds phases by random games. `program` has none yet.
    pub fn find(program: &Arc<Program>) -> Self {
        let samples = sample(program);
        let mut work = work(&program.fast, &samples);
        work.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut modes = Vec::new();
        for (_, base) in work.into_iter().take_while(|&(work, _)| work >= WORK_MIN) {
            modes.push(base);
            if modes.len() > N_MODES_MAX || patterns(&modes, &samples).len() > N_PATTERNS_MAX {
                modes.pop();
            }
        }
        let patterns = patterns(&modes, &samples);
        Self { modes, patterns }
    }
}

/// For each base the number of gates it touches per ply.
fn work(plan: &SinglePlan, samples: &[BitState]) -> Vec<(f64, usize)> {
    let work = |base: usize| {
        let pairs = samples.windows(2);
        let n_flips = pairs.filter(|pair| pair[0].contains(base) != pair[1].contains(base)).count();
        n_flips as f64 * f64::from(plan.n_touched_by(base)) / samples.len() as f64
    };
    (0..plan.n_bases).map(|base| (work(base), base)).collect()
}

/// The combinations of these facts that occur, in order of first occurrence.
fn patterns(modes: &[usize], samples: &[BitState]) -> Vec<usize> {
    let mut patterns = Vec::new();
    for state in samples {
        let bits =
            modes.iter().enumerate().map(|(at, &base)| usize::from(state.contains(base)) << at);
        let pattern = bits.sum();
        if !patterns.contains(&pattern) {
            patterns.push(pattern);
        }
    }
    patterns
}

/// The states of random games.
fn sample(program: &Arc<Program>) -> Vec<BitState> {
    let mut single = Single::new(program);
    let n_roles = program.grounded().roles.len();
    let mut random = Random(1);
    let mut joint = Vec::new();
    let mut states = vec![single.state().clone()];
    while states.len() < N_SAMPLES {
        joint.clear();
        joint
            .extend((0..n_roles).map_while(|role| choose(&mut random, &single, RoleId::new(role))));
        if single.is_terminal() || joint.len() < n_roles {
            if states.len() == 1 {
                break;
            }
            single.turn_to(program.initial());
        } else {
            single.play(&joint);
        }
        states.push(single.state().clone());
    }
    states
}

fn choose(random: &mut Random, single: &Single, role: RoleId) -> Option<MoveId> {
    let n = single.count_legal(role);
    (n > 0).then(|| single.nth_legal(role, random.below(n)))
}

/// SplitMix64 (Steele, Lea and Flood, 2014): sufficient for a sample.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }
}
