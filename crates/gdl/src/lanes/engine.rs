//! Lanes: the playout engine of one thread.

use std::sync::Arc;

use super::Job;
use super::feed::{Feed, NumberedPlayouts};
use super::inspect::Inspection;
use super::isa::Isa;
use super::machine::{AnyMachine, Machine};
use super::outcome::Outcome;
use super::plan::LanePlan;
use super::policy::Policy;
use crate::circuit::Circuit;

/// Makes playouts side by side in one thread.
///
/// ```
/// use ludex_game::Ending;
/// use ludex_gdl::circuit::{Builder, Outputs};
/// use ludex_gdl::lanes::{LaneOptions, Lanes};
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
/// let mut lanes = Lanes::new(&circuit, LaneOptions::default());
/// let outcomes = lanes.playouts(1, 1000, 10);
/// assert_eq!(outcomes.len(), 1000);
/// assert!(outcomes.iter().all(|end| end.ending == Ending::Terminal && end.length == 3));
/// assert!(outcomes.iter().all(|end| end.goals[..] == [100]));
/// ```
pub struct Lanes {
    machine: Box<dyn AnyMachine>,
}

/// Width and instruction set. Results do not depend on these.
#[derive(Clone, Copy, Debug, Default)]
pub struct LaneOptions {
    /// Number of lanes: 64 or 512. By default 512.
    pub n_lanes: Option<usize>,
    /// The instruction set. By default the best available.
    pub isa: Option<Isa>,
    /// Whether to run without [`Phases`](super::Phases).
    pub exact: bool,
}

impl Lanes {
    /// Lanes for a circuit.
    pub fn new(circuit: &Circuit, options: LaneOptions) -> Self {
        let plan = if options.exact { LanePlan::exact(circuit) } else { LanePlan::new(circuit) };
        Self::of_plan(Arc::new(plan), options)
    }

    /// Lanes for a plan, which other threads may share.
    pub fn of_plan(plan: Arc<LanePlan>, options: LaneOptions) -> Self {
        let isa = options.isa.unwrap_or_else(Isa::best);
        // Each width takes long to compile, once for each instruction set.
        let machine: Box<dyn AnyMachine> = match options.n_lanes {
            Some(0..=64) => Box::new(Machine::<1>::new(plan, isa)),
            _ => Box::new(Machine::<8>::new(plan, isa)),
        };
        Self { machine }
    }

    /// Sets the policy that chooses moves; `None` draws them uniformly.
    pub fn set_policy(&mut self, policy: Option<Box<dyn Policy>>) {
        self.machine.set_policy(policy);
    }

    /// Sets for each role the number of steps, out of 256, in which it follows
    /// the hints of a [guided plan](LanePlan::guided).
    pub fn set_uses(&mut self, uses: &[u16]) {
        self.machine.set_uses(uses);
    }

    /// Number of playouts made side by side.
    pub fn n_lanes(&self) -> usize {
        self.machine.n_lanes()
    }

    /// Makes playouts from the initial state and returns their outcomes,
    /// ordered by playout number.
    pub fn playouts(&mut self, seed: u64, n_playouts: u64, length_max: u32) -> Vec<Outcome> {
        let mut feed = NumberedPlayouts::new(0..n_playouts, &[]);
        self.run(Job { seed, length_max, ..Job::default() }, &mut feed);
        feed.outcomes.sort_unstable_by_key(|outcome| outcome.playout);
        feed.outcomes
    }

    /// Makes all playouts of a feed.
    pub fn run(&mut self, job: Job, feed: &mut dyn Feed) {
        self.begin(job);
        while self.advance(u64::MAX, feed) {}
    }

    /// Drops all playouts under way and starts a new job.
    pub fn begin(&mut self, job: Job) {
        self.machine.begin(job);
    }

    /// Makes some steps, each a joint move in every lane, and returns whether
    /// there is more to do. The caller can check the clock between calls.
    pub fn advance(&mut self, n_steps: u64, feed: &mut dyn Feed) -> bool {
        self.machine.advance(n_steps, feed)
    }

    /// The circuit's outputs for some states and moves made in them, at most
    /// one per lane. Drops all playouts under way.
    pub fn inspect(&mut self, states: &[Vec<u64>], moves: &[Vec<usize>]) -> Vec<Inspection> {
        self.machine.begin(Job::default());
        self.machine.inspect(states, moves)
    }
}
