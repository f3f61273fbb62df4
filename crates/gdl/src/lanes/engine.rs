//! The lanes of one thread.

use std::sync::Arc;

use super::Job;
use super::feed::{Counted, Feed};
use super::inspect::Inspection;
use super::isa::Isa;
use super::machine::{AnyMachine, Machine};
use super::outcome::Outcome;
use super::plan::Plan;
use super::policy::Policy;
use crate::circuit::Circuit;

/// Playouts side by side, in one thread.
///
/// ```
/// use gdl::circuit::{Builder, Outputs};
/// use gdl::lanes::{Ending, Lanes, Options};
///
/// // Three facts; one role makes any of them true until all are.
/// let mut builder = Builder::new(3, vec![0, 3]);
/// let facts = [0, 1, 2].map(|base| builder.base(base));
/// let next = (0..3).map(|at| builder.or(&[facts[at], builder.mv(at)])).collect();
/// let terminal = builder.and(&facts);
/// let circuit = builder
///     .finish(Outputs {
///         initial: vec![false; 3],
///         next,
///         legal: facts.map(|fact| !fact).to_vec(),
///         terminal,
///         goals: vec![vec![(100, terminal)]],
///         ..Outputs::default()
///     })
///     .unwrap();
/// let mut lanes = Lanes::new(&circuit, Options::default());
/// let outcomes = lanes.playouts(1, 1000, 10);
/// assert_eq!(outcomes.len(), 1000);
/// assert!(outcomes.iter().all(|end| end.ending == Ending::Terminal && end.length == 3));
/// assert!(outcomes.iter().all(|end| end.goals[..] == [100]));
/// ```
pub struct Lanes {
    machine: Box<dyn AnyMachine>,
}

/// How to run. Results do not depend on it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// How many lanes: 64, 128, 256, 512 or 1024. What suits the machine if
    /// not given.
    pub n_lanes: Option<usize>,
    /// The instruction set. The best if not given.
    pub isa: Option<Isa>,
    /// Whether to do without [`Phases`](super::Phases).
    pub exact: bool,
}

impl Lanes {
    /// Lanes for a circuit.
    pub fn new(circuit: &Circuit, options: Options) -> Self {
        let plan = if options.exact { Plan::exact(circuit) } else { Plan::new(circuit) };
        Self::of_plan(Arc::new(plan), options)
    }

    /// Lanes for a plan, which other threads may use at the same time.
    pub fn of_plan(plan: Arc<Plan>, options: Options) -> Self {
        let isa = options.isa.unwrap_or_else(Isa::best);
        let machine: Box<dyn AnyMachine> = match options.n_lanes.unwrap_or(512) {
            0..128 => Box::new(Machine::<1>::new(plan, isa)),
            128..256 => Box::new(Machine::<2>::new(plan, isa)),
            256..512 => Box::new(Machine::<4>::new(plan, isa)),
            512..1024 => Box::new(Machine::<8>::new(plan, isa)),
            _ => Box::new(Machine::<16>::new(plan, isa)),
        };
        Self { machine }
    }

    /// Has a policy choose the moves, or, with `None`, draws them evenly.
    pub fn set_policy(&mut self, policy: Option<Box<dyn Policy>>) {
        self.machine.set_policy(policy);
    }

    /// Has each role follow the hints of a [guided plan](Plan::guided) in some of
    /// 256 steps. There must be 64 or 512 lanes.
    pub fn set_uses(&mut self, uses: &[u16]) {
        self.machine.set_uses(uses);
    }

    /// How many playouts are made side by side.
    pub fn n_lanes(&self) -> usize {
        self.machine.n_lanes()
    }

    /// Makes playouts from the initial state and returns their outcomes, by
    /// number.
    pub fn playouts(&mut self, seed: u64, n_playouts: u64, length_max: u32) -> Vec<Outcome> {
        let mut feed = Counted::new(0..n_playouts, &[]);
        self.run(Job { seed, length_max, ..Job::default() }, &mut feed);
        feed.outcomes.sort_unstable_by_key(|outcome| outcome.playout);
        feed.outcomes
    }

    /// Makes all playouts of a feed.
    pub fn run(&mut self, job: Job, feed: &mut dyn Feed) {
        self.begin(job);
        while self.advance(u64::MAX, feed) {}
    }

    /// Drops all playouts under way and begins anew.
    pub fn begin(&mut self, job: Job) {
        self.machine.begin(job);
    }

    /// Makes some steps, each a joint move in every lane, and tells whether
    /// there is more to do. Between calls the caller can look at the clock.
    pub fn advance(&mut self, n_steps: u64, feed: &mut dyn Feed) -> bool {
        self.machine.advance(n_steps, feed)
    }

    /// What the circuit's outputs are for some states and moves made in them,
    /// at most one per lane. Drops all playouts under way.
    pub fn inspect(&mut self, states: &[Vec<u64>], moves: &[Vec<usize>]) -> Vec<Inspection> {
        self.machine.begin(Job::default());
        self.machine.inspect(states, moves)
    }
}
