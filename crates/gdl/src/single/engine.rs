//! The single-state engine: the interface for tree search.

use std::sync::Arc;

use ludex_game::{Goal, RoleId};

use super::bits::{BitState, ones};
use super::machine::Machine;
use super::plan::Phase;
use super::program::Program;

/// A move, as an index into the list of all roles' moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveId(pub u32);

impl MoveId {
    /// The index into the list of all moves.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Evaluates one state after another, at a cost that grows with their
/// difference.
///
/// ```
/// use std::sync::Arc;
///
/// use ludex_game::RoleId;
/// use ludex_gdl::circuit::{Budget, Grounded};
/// use ludex_gdl::single::{Program, Single};
/// use ludex_gdl::{Limits, Reference, Sheet, Source};
///
/// let (sheet, _) = Sheet::parse(Source::new("lamp.kif", "
///     (role robot) (init off) (legal robot switch) (<= (next on) (true off))
///     (<= terminal (true on)) (<= (goal robot 100) (true on))"));
/// let reference = Reference::new(&sheet, Limits::default()).unwrap();
/// let grounded = Grounded::new(&sheet, &reference, &Budget::default()).unwrap();
/// let mut single = Single::new(&Arc::new(Program::new(Arc::new(grounded))));
/// let robot = RoleId(0);
/// assert_eq!((single.is_terminal(), single.count_legal(robot)), (false, 1));
/// let switch = single.nth_legal(robot, 0);
/// single.play(&[switch]);
/// assert!(single.is_terminal());
/// assert_eq!(single.goal(robot).value(), 100);
/// ```
pub struct Single {
    program: Arc<Program>,
    fast: Machine,
    general: Option<Machine>,
    /// Whether the current state needs the general plan.
    is_odd: bool,
}

impl Single {
    /// Starts with the initial state.
    pub fn new(program: &Arc<Program>) -> Self {
        let fast = Machine::new(&program.fast, &program.initial);
        let mut single = Self { program: program.clone(), fast, general: None, is_odd: false };
        single.check_phase();
        single
    }

    /// The current state.
    pub fn state(&self) -> &BitState {
        self.machine().at()
    }

    /// Sets the current state.
    pub fn turn_to(&mut self, state: &BitState) {
        if self.is_odd && self.program.fast.has_phase(state) {
            self.is_odd = false;
        }
        self.machine_mut().turn_to(state);
        self.check_phase();
    }

    /// Whether the current state is terminal.
    #[inline]
    pub fn is_terminal(&self) -> bool {
        let (machine, phase) = self.reading();
        machine.counted(phase.terminal)
    }

    /// The legal moves of a role as bits: the role's first move is the lowest
    /// bit of the first word.
    #[inline]
    pub fn legal_words(&self, role: RoleId) -> &[u64] {
        let (machine, phase) = self.reading();
        &machine.bits()[phase.legal[role.index()].clone()]
    }

    /// Number of legal moves of a role.
    #[inline]
    pub fn count_legal(&self, role: RoleId) -> usize {
        let (machine, phase) = self.reading();
        let words = &machine.bits()[phase.legal_tight[role.index()].clone()];
        words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// A role's legal move number `n`, counted from 0. `n` must be less than
    /// the [count](Self::count_legal).
    #[inline]
    pub fn nth_legal(&self, role: RoleId, mut n: usize) -> MoveId {
        let (machine, phase) = self.reading();
        let first = self.program.grounded.circuit.role_starts[role.index()];
        let start = phase.legal[role.index()].start;
        let tight = phase.legal_tight[role.index()].clone();
        for (at, &word) in tight.clone().zip(&machine.bits()[tight]) {
            let count = word.count_ones() as usize;
            if n < count {
                return MoveId((first + (at - start) * 64 + nth_one(word, n)) as u32);
            }
            n -= count;
        }
        panic!("the role has no such legal move")
    }

    /// All legal moves of a role, in natural order.
    pub fn legal_moves(&self, role: RoleId) -> impl Iterator<Item = MoveId> + '_ {
        let first = self.program.grounded.circuit.role_starts[role.index()];
        let words = self.legal_words(role).iter().enumerate();
        words.flat_map(move |(at, &word)| {
            ones(word).map(move |bit| MoveId((first + at * 64 + bit) as u32))
        })
    }

    /// Plays one move per role, in role order.
    ///
    /// Moves need not be legal: the rules define the successor of any joint
    /// move.
    #[inline]
    pub fn play(&mut self, joint: &[MoveId]) {
        let (machine, phase) = self.reading();
        if !joint.iter().all(|mv| phase.possible[mv.index() / 64] >> (mv.index() % 64) & 1 == 1) {
            let state = machine.at().clone();
            self.turn_general(&state);
        }
        let joint = joint.iter().map(|mv| mv.index());
        let program = &*self.program;
        match &mut self.general {
            Some(general) if self.is_odd => general.play(joint, &program.hashes),
            _ => self.fast.play(joint, &program.hashes),
        }
        if self.is_odd {
            let state = self.state().clone();
            self.turn_to(&state);
        } else {
            self.check_phase();
        }
    }

    /// The goal of a role: the highest of its goal values that hold.
    pub fn goal(&mut self, role: RoleId) -> Goal {
        self.goals(role).into_iter().filter_map(Goal::new).max().unwrap_or(Goal::MIN)
    }

    /// All goal values of a role that hold, smallest first.
    pub fn goals(&mut self, role: RoleId) -> Vec<u8> {
        let n_goals = self.reading().1.goals[role.index()].len();
        let mut values = Vec::new();
        for at in 0..n_goals {
            let (value, lit) = self.reading().1.goals[role.index()][at];
            if self.machine_mut().value(lit) {
                values.push(value);
            }
        }
        values
    }

    /// Whether an extra output of the circuit holds.
    pub fn extra(&mut self, at: usize) -> bool {
        let lit = self.reading().1.extras[at];
        self.machine_mut().value(lit)
    }

    #[inline]
    fn machine(&self) -> &Machine {
        match &self.general {
            Some(general) if self.is_odd => general,
            _ => &self.fast,
        }
    }

    #[inline]
    fn machine_mut(&mut self) -> &mut Machine {
        match &mut self.general {
            Some(general) if self.is_odd => general,
            _ => &mut self.fast,
        }
    }

    #[inline]
    fn reading(&self) -> (&Machine, &Phase) {
        let machine = self.machine();
        (machine, machine.phase().expect("states without a phase use the general plan"))
    }

    /// Switches to the general plan if the state has no phase.
    #[inline]
    fn check_phase(&mut self) {
        if self.machine().phase().is_none() {
            let state = self.state().clone();
            self.turn_general(&state);
        }
    }

    #[cold]
    fn turn_general(&mut self, state: &BitState) {
        let program = &self.program;
        let general = self.general.get_or_insert_with(|| Machine::new(program.general(), state));
        general.turn_to(state);
        self.is_odd = true;
    }
}

/// The index of the set bit number `n`, counted from 0.
#[inline]
fn nth_one(mut word: u64, n: usize) -> usize {
    for _ in 0..n {
        word &= word - 1;
    }
    word.trailing_zeros() as usize
}
