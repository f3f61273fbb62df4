//! Makes playouts side by side, one per lane.

use std::sync::Arc;

use ludex_game::Ending;
use ludex_game::draw::{PLY, key, pair_offset};
use ludex_game::playouts::Job;
use pulp::NullaryFnOnce;

use super::feed::Feed;
use super::guided::sample_guided;
use super::inspect::{Inspection, inspect};
use super::isa::Isa;
use super::kernel::evaluate;
use super::outcome::Outcome;
use super::plan::LanePlan;
use super::policy::{Policy, ones};
use super::program::Program;
use super::queue::Queue;
use super::sample::{Counters, sample};
use super::turns::Bits;
use super::word::{Word, Words, and, any, first_lanes, for_each_lane, not, or, splat, without};

/// A machine of any width.
pub(super) trait AnyMachine: Send {
    fn begin(&mut self, job: Job);
    fn set_policy(&mut self, policy: Option<Box<dyn Policy>>);
    fn set_uses(&mut self, uses: &[u16]);
    fn advance(&mut self, n_steps: u64, feed: &mut dyn Feed) -> bool;
    fn inspect(&mut self, states: &[Vec<u64>], moves: &[Vec<usize>]) -> Vec<Inspection>;
    fn n_lanes(&self) -> usize;
}

pub(super) struct Machine<const W: usize> {
    pub(super) plan: Arc<LanePlan>,
    pub(super) isa: Isa,
    pub(super) values: Words<W>,
    counters: Box<Counters<W>>,
    scratch: Vec<Word<W>>,
    pub(super) lanes: Vec<Lane>,
    pub(super) active: Word<W>,
    /// Number of steps made, common to all lanes.
    pub(super) step: u64,
    /// The first step in which some lane may reach its maximum length.
    deadline: u64,
    /// The phase that all lanes are in, if phases are distinguished.
    phase: Option<usize>,
    queue: Queue,
    pub(super) job: Job,
    pub(super) policy: Option<Box<dyn Policy>>,
    pub(super) bits: Bits,
    /// For each role, the number of steps out of 256 in which it follows hints;
    /// empty for none.
    uses: Vec<u16>,
}

/// The state of a lane beyond its bits.
#[derive(Clone, Debug, Default)]
pub(super) struct Lane {
    pub(super) playout: u64,
    pub(super) first_step: u64,
    pub(super) moves: Vec<u32>,
}

impl<const W: usize> Machine<W> {
    pub(super) fn new(plan: Arc<LanePlan>, isa: Isa) -> Self {
        Self {
            isa,
            values: Words::zeroed(plan.n_slots_max()),
            counters: Box::new([splat(0); 64]),
            scratch: Vec::new(),
            lanes: vec![Lane::default(); 64 * W],
            active: splat(0),
            step: 0,
            deadline: u64::MAX,
            phase: None,
            queue: Queue::default(),
            job: Job::default(),
            policy: None,
            bits: Bits::default(),
            uses: Vec::new(),
            plan,
        }
    }
}

impl<const W: usize> AnyMachine for Machine<W> {
    fn begin(&mut self, job: Job) {
        self.job = job;
        self.active = splat(0);
        self.step = 0;
        self.deadline = u64::MAX;
        self.phase = (!self.plan.in_phase.is_empty()).then_some(0);
        self.queue = Queue::new(self.plan.in_phase.is_empty());
        for lane in &mut self.lanes {
            lane.moves.clear();
        }
    }

    fn set_policy(&mut self, policy: Option<Box<dyn Policy>>) {
        self.policy = policy;
    }

    fn set_uses(&mut self, uses: &[u16]) {
        self.uses = uses.to_vec();
    }

    fn advance(&mut self, n_steps: u64, feed: &mut dyn Feed) -> bool {
        self.isa.run(Advance { machine: self, n_steps, feed })
    }

    fn inspect(&mut self, states: &[Vec<u64>], moves: &[Vec<usize>]) -> Vec<Inspection> {
        inspect(self, states, moves)
    }

    fn n_lanes(&self) -> usize {
        64 * W
    }
}

/// Some steps of a machine, compiled for each instruction set.
struct Advance<'a, const W: usize> {
    machine: &'a mut Machine<W>,
    n_steps: u64,
    feed: &'a mut dyn Feed,
}

impl<const W: usize> NullaryFnOnce for Advance<'_, W> {
    type Output = bool;

    #[inline(always)]
    fn call(self) -> bool {
        let plan = Arc::clone(&self.machine.plan);
        for _ in 0..self.n_steps {
            self.machine.refill(self.feed);
            if !any(self.machine.active) {
                return false;
            }
            let program = match self.machine.phase {
                Some(phase) => &plan.in_phase[phase],
                None => &plan.exact,
            };
            self.machine.step(program, self.feed);
            self.machine.phase = self.machine.phase.map(|phase| (phase + 1) % plan.n_phases());
        }
        true
    }
}

impl<const W: usize> Machine<W> {
    /// One joint move in every lane.
    #[inline(always)]
    fn step(&mut self, program: &Program, feed: &mut dyn Feed) {
        // Step 1. Evaluate terminal and legal moves.
        let values = self.values.as_mut_slice();
        evaluate(self.isa, program, &program.state, values);
        let terminal = values[program.terminal as usize];

        // Step 2. Draw moves for all roles.
        let movable = if self.policy.is_some() {
            self.choose(program, without(self.active, terminal))
        } else {
            self.sample(program)
        };

        // Step 3. Finish lanes that have ended.
        let mut stopped = or(terminal, not(movable));
        let mut capped = splat(0);
        if self.step >= self.deadline {
            capped = without(self.capped(), terminal);
            stopped = or(stopped, capped);
        }
        let ended = and(self.active, stopped);
        self.active = without(self.active, ended);
        if self.job.log_moves {
            self.log_moves(program);
        }
        if any(ended) {
            evaluate(self.isa, program, &program.goal, self.values.as_mut_slice());
            self.deliver(program, ended, terminal, capped, feed);
        }

        // Step 4. Advance to the next states.
        evaluate(self.isa, program, &program.next, self.values.as_mut_slice());
        self.step += 1;
    }

    /// Draws a random move for each role, and returns the lanes in which all
    /// roles have one.
    #[inline(always)]
    fn sample(&mut self, program: &Program) -> Word<W> {
        let values = self.values.as_mut_slice();
        let mut movable = splat(u64::MAX);
        for (role, moves) in program.roles.iter().enumerate() {
            let offset = PLY.wrapping_mul(self.step).wrapping_add(pair_offset(role));
            let (counters, scratch) = (&self.counters, &mut self.scratch);
            let uses = self.uses.get(role).copied().unwrap_or(0);
            let bands = program.bands.get(role).filter(|bands| uses > 0 && !bands.is_empty());
            let some = match bands {
                Some(bands) => {
                    sample_guided(role, moves, bands, uses, values, counters, offset, scratch)
                }
                _ => sample(role, moves, values, counters, offset, scratch),
            };
            movable = and(movable, some);
        }
        movable
    }

    /// The lanes that have reached their maximum length.
    #[inline(never)]
    fn capped(&mut self) -> Word<W> {
        let length_max = u64::from(self.job.length_max);
        let mut capped = splat(0);
        let mut deadline = u64::MAX;
        for_each_lane(&self.active, |lane| {
            let last_step = self.lanes[lane].first_step + length_max;
            if last_step <= self.step {
                capped[lane / 64] |= 1 << (lane % 64);
            } else {
                deadline = deadline.min(last_step);
            }
        });
        self.deadline = deadline;
        capped
    }

    #[inline(never)]
    fn deliver(
        &mut self,
        program: &Program,
        ended: Word<W>,
        terminal: Word<W>,
        capped: Word<W>,
        feed: &mut dyn Feed,
    ) {
        let values = self.values.as_mut_slice();
        for_each_lane(&ended, |at| {
            let holds = |word: &Word<W>| word[at / 64] >> (at % 64) & 1 == 1;
            let goal = |goals: &Vec<(u8, u32)>| {
                let goal = goals.iter().find(|&&(_, slot)| holds(&values[slot as usize]));
                goal.map_or(0, |&(value, _)| value)
            };
            let lane = &mut self.lanes[at];
            feed.end(Outcome {
                playout: lane.playout,
                ending: match (holds(&terminal), holds(&capped)) {
                    (true, _) => Ending::Terminal,
                    (_, true) => Ending::Capped,
                    _ => Ending::Stuck,
                },
                length: (self.step - lane.first_step) as u32,
                goals: program.goals.iter().map(goal).collect(),
                moves: std::mem::take(&mut lane.moves),
            });
        });
    }

    /// Starts playouts in the free lanes.
    #[inline(always)]
    fn refill(&mut self, feed: &mut dyn Feed) {
        let free = not(self.active);
        let n_free = free.iter().map(|part| part.count_ones() as usize).sum();
        self.queue.fill(n_free, &self.plan, feed);
        if self.queue.is_off_cycle {
            // The exact program is valid in every phase.
            self.phase = None;
        } else if n_free == 64 * W {
            // No playout is under way: any phase may come next.
            self.phase = self.queue.phase().or(self.phase);
        }
        let n_starts = self.queue.n_waiting(self.phase).min(n_free);
        if n_starts == 0 {
            return;
        }
        let free = first_lanes(free, n_starts);
        let mut filled = splat(0);
        let mut from_initial = splat(0);
        // Groups of lanes that start from the same state.
        let mut groups: Vec<(Word<W>, Vec<u64>)> = Vec::new();
        let mut is_initial = true;
        let (mut playouts, mut n_free) = (0..0, n_starts);
        for_each_lane(&free, |at| {
            if playouts.is_empty() {
                let Some(start) = self.queue.pop(self.phase, n_free) else { return };
                playouts = start.playout..start.playout + u64::from(start.count);
                n_free -= start.count as usize;
                is_initial = start.state.is_none();
                groups.extend(start.state.map(|state| (splat(0), state)));
            }
            let Some(playout) = playouts.next() else { return };
            let bit = 1 << (at % 64);
            match groups.last_mut() {
                Some((lanes, _)) if !is_initial => lanes[at / 64] |= bit,
                _ => from_initial[at / 64] |= bit,
            }
            filled[at / 64] |= bit;
            self.lanes[at].playout = playout;
            self.lanes[at].first_step = self.step;
            // The lane's counter advances with the common step number.
            let key = key(self.job.seed, playout);
            self.counters[at % 64][at / 64] = key.wrapping_sub(PLY.wrapping_mul(self.step));
        });
        self.active = or(self.active, filled);
        self.deadline = self.deadline.min(self.step + u64::from(self.job.length_max));
        self.write_states(filled, from_initial, &groups);
    }

    /// Writes each group's state into its lanes.
    #[inline(always)]
    fn write_states(
        &mut self,
        filled: Word<W>,
        from_initial: Word<W>,
        groups: &[(Word<W>, Vec<u64>)],
    ) {
        let bases = &mut self.values.as_mut_slice()[1..=self.plan.exact.n_bases];
        for (base, value) in bases.iter_mut().enumerate() {
            let holds = self.plan.initial[base / 64] >> (base % 64) & 1;
            let initial = and(from_initial, splat(holds.wrapping_neg()));
            *value = or(without(*value, filled), initial);
        }
        for (lanes, state) in groups {
            for base in ones(state) {
                bases[base] = or(bases[base], *lanes);
            }
        }
    }
}
