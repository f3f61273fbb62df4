//! A game compiled for the lanes.

use super::program::Program;
use crate::circuit::Circuit;

/// A game compiled for the lanes. It is made once and shared by all threads.
#[derive(Debug)]
pub struct Plan {
    /// The program for each phase; just one where phases are not told apart.
    pub(super) programs: Vec<Program>,
    /// The state that playouts start from unless told otherwise.
    pub(super) initial: Vec<u64>,
}

impl Plan {
    /// Compiles a circuit so that any set of base facts may be a start.
    pub fn exact(circuit: &Circuit) -> Self {
        Self { programs: vec![Program::new(circuit)], initial: pack(&circuit.initial) }
    }

    pub(super) fn n_slots_max(&self) -> usize {
        self.programs.iter().map(Program::n_slots).max().unwrap_or(0)
    }

    pub(super) fn n_bases(&self) -> usize {
        self.programs[0].n_bases
    }
}

/// A set of base facts as the lanes take it: bit `i % 64` of word `i / 64`
/// tells whether fact `i` holds.
///
/// ```
/// assert_eq!(gdl::lanes::pack(&[true, false, true]), [0b101]);
/// ```
pub fn pack(facts: &[bool]) -> Vec<u64> {
    let word = |facts: &[bool]| facts.iter().rev().fold(0, |word, &fact| word << 1 | fact as u64);
    facts.chunks(64).map(word).collect()
}
