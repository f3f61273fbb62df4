//! The compiled form of a game for the lanes.

use std::slice::from_ref;

use ludex_game::Hints;

use super::bands::with_bands;
use super::phase::Phases;
use super::program::Program;
use crate::circuit::Circuit;
use crate::single::MoveId;

/// A game compiled for the lanes. It is made once and shared by all threads.
#[derive(Debug)]
pub struct LanePlan {
    /// The program that is valid for any set of base facts.
    pub(super) exact: Program,
    /// The program of each phase, if there are phases.
    pub(super) in_phase: Vec<Program>,
    phases: Option<Phases>,
    /// The packed initial state, the default start of playouts.
    pub(super) initial: Vec<u64>,
}

impl LanePlan {
    /// Compiles a circuit, with one program for each phase.
    pub fn new(circuit: &Circuit) -> Self {
        let phases = Phases::find(circuit);
        let programs = phases.iter().flat_map(|phases| {
            (0..phases.period()).map(|at| Program::new(&phases.specialise(circuit, at)))
        });
        Self { in_phase: programs.collect(), phases: phases.clone(), ..Self::exact(circuit) }
    }

    /// Compiles a circuit together with hints that playouts may follow.
    pub fn guided(circuit: &Circuit, hints: &Hints<MoveId>) -> Self {
        let phases = Phases::find(circuit);
        let (guided, entries) = with_bands(circuit, hints);
        let program = |circuit: &Circuit| Program::guided(circuit, hints.bands(), &entries);
        let programs = phases.iter().flat_map(|phases| {
            (0..phases.period()).map(|at| program(&phases.specialise(&guided, at)))
        });
        let in_phase = programs.collect();
        Self { exact: program(&guided), in_phase, phases, initial: pack(&circuit.initial) }
    }

    /// Compiles a circuit without phases.
    pub fn exact(circuit: &Circuit) -> Self {
        let exact = Program::new(circuit);
        let initial = pack(&circuit.initial);
        Self { exact, in_phase: Vec::new(), phases: None, initial }
    }

    /// Number of phases distinguished.
    pub fn n_phases(&self) -> usize {
        self.in_phase.len().max(1)
    }

    /// Mean work of a step, roughly, in words read or written.
    pub fn work(&self) -> f64 {
        let programs =
            if self.in_phase.is_empty() { from_ref(&self.exact) } else { &self.in_phase };
        programs.iter().map(Program::work).sum::<usize>() as f64 / programs.len() as f64
    }

    /// The phase of a state, if it has one.
    pub(super) fn phase_of(&self, state: &[u64]) -> Option<usize> {
        self.phases.as_ref().and_then(|phases| phases.phase_of(state))
    }

    pub(super) fn n_slots_max(&self) -> usize {
        let programs = self.in_phase.iter().chain([&self.exact]);
        programs.map(Program::n_slots).max().unwrap_or(0)
    }
}

/// A set of base facts as a bit set: bit `i % 64` of word `i / 64` is fact `i`.
///
/// ```
/// assert_eq!(ludex_gdl::lanes::pack(&[true, false, true]), [0b101]);
/// ```
pub fn pack(facts: &[bool]) -> Vec<u64> {
    let word = |facts: &[bool]| facts.iter().rev().fold(0, |word, &fact| word << 1 | fact as u64);
    facts.chunks(64).map(word).collect()
}
