//! All outputs of a circuit as the lanes compute them, for comparison with
//! other engines.

use super::kernel::evaluate;
use super::machine::Machine;
use super::policy::ones;
use super::word::{Word, splat};

/// The outputs for a state and the moves made in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inspection {
    /// Whether the state is terminal.
    pub terminal: bool,
    /// The legal moves, as indices into the list of all moves.
    pub legal: Vec<usize>,
    /// For each role, the goal values that hold, highest first.
    pub goals: Vec<Vec<u8>>,
    /// Indices of the extras that hold.
    pub extras: Vec<usize>,
    /// The base facts that hold in the next state.
    pub next: Vec<usize>,
}

/// Evaluates one state per lane. Ignores moves that can never be legal.
pub(super) fn inspect<const W: usize>(
    machine: &mut Machine<W>,
    states: &[Vec<u64>],
    moves: &[Vec<usize>],
) -> Vec<Inspection> {
    assert!(states.len() <= 64 * W, "more states than lanes");
    let program = &machine.plan.exact;
    let values = machine.values.as_mut_slice();
    values[1..=program.n_bases].fill(splat(0));
    for (lane, state) in states.iter().enumerate() {
        ones(state).for_each(|base| set(&mut values[1 + base], lane));
    }
    evaluate(machine.isa, program, &program.state, values);
    let mut inspections: Vec<Inspection> = (0..states.len())
        .map(|lane| {
            let holds = |slot: u32| holds(&values[slot as usize], lane);
            let legal = program.roles.iter().flat_map(|moves| moves.ids.iter().zip(&moves.legal));
            Inspection {
                terminal: holds(program.terminal),
                legal: legal
                    .filter(|(_, slot)| holds(**slot))
                    .map(|(&mv, _)| mv as usize)
                    .collect(),
                extras: (0..program.extras.len()).filter(|&at| holds(program.extras[at])).collect(),
                ..Inspection::default()
            }
        })
        .collect();
    for role in &program.roles {
        for (&mv, &slot) in role.ids.iter().zip(&role.made) {
            values[slot as usize] = splat(0);
            let lanes = (0..moves.len()).filter(|&lane| moves[lane].contains(&(mv as usize)));
            lanes.for_each(|lane| set(&mut values[slot as usize], lane));
        }
    }
    evaluate(machine.isa, program, &program.goal, values);
    for (lane, inspection) in inspections.iter_mut().enumerate() {
        let goals = program.goals.iter().map(|goals| {
            let held = goals.iter().filter(|(_, slot)| holds(&values[*slot as usize], lane));
            held.map(|&(value, _)| value).collect()
        });
        inspection.goals = goals.collect();
    }
    evaluate(machine.isa, program, &program.next, values);
    for (lane, inspection) in inspections.iter_mut().enumerate() {
        let bases = 0..program.n_bases;
        inspection.next = bases.filter(|base| holds(&values[1 + base], lane)).collect();
    }
    inspections
}

fn set<const W: usize>(word: &mut Word<W>, lane: usize) {
    word[lane / 64] |= 1 << (lane % 64);
}

fn holds<const W: usize>(word: &Word<W>, lane: usize) -> bool {
    word[lane / 64] >> (lane % 64) & 1 == 1
}
