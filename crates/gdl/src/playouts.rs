//! Playouts on a circuit: one at a time for small numbers, side by side in wider lanes for
//! large numbers.
//!
//! A pass over the gates costs about the same for one lane as for all, so a
//! search that starts with few playouts is faster with the single-state engine.
//! All engines make the same playouts.

use std::sync::Arc;

use ludex_game::draw::{below, draw};
use ludex_game::playouts::{Feed, Finished, Job, Playouts, Start, Weights};
use ludex_game::{Ending, Game, Goal, Guide, RoleId};
use smallvec::SmallVec;

use crate::lanes::{self, LaneOptions, LanePlan, Lanes, Outcome};
use crate::matcher::{Drawn, Matcher};
use crate::single::{CircuitGame, CompiledHints, MoveId, Single};

/// Makes the playouts of a [`CircuitGame`].
pub(crate) struct CircuitPlayouts {
    game: Arc<CircuitGame>,
    job: Job,
    one: SinglePlayouts,
    plain: LanesByWidth,
    guided: Option<GuidedLanes>,
    /// Width of the lanes with playouts under way.
    active: Option<usize>,
    start: Start<CircuitGame>,
    n_steps: u64,
    /// The weight of each move of each role, if they are not drawn uniformly.
    weights: Option<Vec<Vec<u32>>>,
}

/// Pairs of a number of lanes and the minimum number of waiting playouts for
/// which they are used. From the mean time per playout on breakthrough, connect
/// four and reversi.
const WIDTHS: [(usize, usize); 2] = [(64, 8), (512, 128)];

/// Maximum number of gates evaluated between two checks of the clock.
const GATES_PER_ADVANCE: u64 = 20_000;

/// Maximum number of moves of a role for guided lanes.
const N_MOVES_MAX: usize = 1 << 14;

impl CircuitPlayouts {
    pub(crate) fn new(game: Arc<CircuitGame>) -> Self {
        let circuit = &game.grounded().circuit;
        let n_gates = circuit.n_gates() as u64;
        let starts = (0..circuit.n_roles()).map(|role| circuit.moves_of(role).start).collect();
        Self {
            job: Job::default(),
            one: SinglePlayouts::new(game.single(), starts),
            plain: LanesByWidth::new(Arc::clone(game.lanes())),
            guided: None,
            active: None,
            start: Start { playout: 0, count: 0, state: game.initial() },
            n_steps: (GATES_PER_ADVANCE / n_gates.max(1)).clamp(1, 32),
            weights: None,
            game,
        }
    }

    fn begin_lanes(&mut self, width: usize) {
        self.active = Some(width);
        if let Some(GuidedLanes { widths, guide }) = &mut self.guided {
            let lanes = widths.get(width);
            lanes.begin(self.job);
            lanes.set_uses(&guide.uses);
            return;
        }
        let lanes = self.plain.get(width);
        lanes.begin(self.job);
        let policy = self.weights.clone().map(lanes::Weights::new);
        lanes.set_policy(policy.map(|policy| Box::new(policy) as Box<dyn lanes::Policy>));
    }
}

/// Lanes of each of [`WIDTHS`], created on demand.
struct LanesByWidth {
    plan: Arc<LanePlan>,
    lanes: [Option<Lanes>; WIDTHS.len()],
}

impl LanesByWidth {
    fn new(plan: Arc<LanePlan>) -> Self {
        Self { plan, lanes: [const { None }; WIDTHS.len()] }
    }

    fn get(&mut self, width: usize) -> &mut Lanes {
        self.lanes[width].get_or_insert_with(|| {
            let options = LaneOptions { n_lanes: Some(WIDTHS[width].0), ..LaneOptions::default() };
            Lanes::of_plan(Arc::clone(&self.plan), options)
        })
    }
}

/// Lanes that follow hints.
struct GuidedLanes {
    widths: LanesByWidth,
    guide: Guide<MoveId>,
}

impl Playouts<CircuitGame> for CircuitPlayouts {
    fn begin(&mut self, job: Job) {
        self.job = job;
        self.active = None;
        self.start.count = 0;
        self.one.ply = 0;
    }

    fn prefer(&mut self, weights: Option<&Weights<MoveId>>) {
        let circuit = &self.game.grounded().circuit;
        self.weights = weights.map(|weights| {
            let of_role = |role| {
                let moves = circuit.moves_of(role);
                moves.map(|mv| weights.get(role, MoveId(mv as u32))).collect()
            };
            (0..circuit.n_roles()).map(of_role).collect()
        });
        self.one.weights.clone_from(&self.weights);
        self.active = None;
    }

    fn guide(&mut self, guide: Option<&Guide<MoveId>>) -> bool {
        let circuit = &self.game.grounded().circuit;
        let n_moves_max = (0..circuit.n_roles()).map(|role| circuit.moves_of(role).len()).max();
        if guide.is_some() && n_moves_max > Some(N_MOVES_MAX) {
            return false;
        }
        self.active = None;
        let compiled = guide.map(|guide| (guide, self.game.compile(&guide.hints)));
        let matcher = |(guide, hints): &(&Guide<_>, CompiledHints)| {
            Matcher::new(Arc::clone(&hints.masks), &guide.uses)
        };
        self.one.matcher = compiled.as_ref().map(matcher);
        // Callers that alternate between guides find their lanes again.
        self.guided = compiled.map(|(guide, CompiledHints { plan, .. })| {
            let guide = guide.clone();
            match self.guided.take() {
                Some(known) if Arc::ptr_eq(&plan, &known.widths.plan) => {
                    GuidedLanes { guide, ..known }
                }
                _ => GuidedLanes { widths: LanesByWidth::new(plan), guide },
            }
        });
        true
    }

    fn advance(&mut self, feed: &mut dyn Feed<CircuitGame>) -> bool {
        let n_waiting = feed.n_waiting();
        let fitting = WIDTHS.iter().rposition(|&(_, n_min)| n_waiting >= n_min);
        if self.active.is_none() && self.start.count == 0 {
            match fitting {
                Some(width) => self.begin_lanes(width),
                None if !feed.start(&mut self.start) => return false,
                None => {}
            }
        }
        let Some(width) = self.active else {
            self.one.play(&mut self.start, &self.job, feed);
            return true;
        };
        // When many more playouts wait, the narrow lanes finish theirs and wide
        // ones take over.
        let is_closing = fitting > Some(width);
        let mut adapter = LaneFeed { feed, start: &mut self.start, is_closing };
        let widths = self.guided.as_mut().map_or(&mut self.plain, |guided| &mut guided.widths);
        let lanes = widths.get(width);
        if !lanes.advance(self.n_steps, &mut adapter) {
            self.active = None;
            self.start.count = 0;
            return is_closing;
        }
        true
    }
}

/// Adapts a search's feed to the lanes.
struct LaneFeed<'a> {
    feed: &'a mut dyn Feed<CircuitGame>,
    start: &'a mut Start<CircuitGame>,
    is_closing: bool,
}

impl lanes::Feed for LaneFeed<'_> {
    fn start(&mut self) -> Option<lanes::Start<'_>> {
        if self.is_closing || !self.feed.start(self.start) {
            return None;
        }
        let Start { playout, count, .. } = *self.start;
        Some(lanes::Start { playout, count, state: Some(self.start.state.words()) })
    }

    fn end(&mut self, outcome: Outcome) {
        let goals: SmallVec<[Goal; 8]> = outcome.goals.iter().map(|&goal| to_goal(goal)).collect();
        let moves: Vec<MoveId> = outcome.moves.iter().map(|&mv| MoveId(mv)).collect();
        let Outcome { playout, ending, .. } = outcome;
        self.feed.end(&Finished { playout, ending, goals: &goals, moves: &moves });
    }
}

fn to_goal(value: u8) -> Goal {
    Goal::new(value).unwrap_or(Goal::MIN)
}

/// Maximum number of joint moves between two checks of the clock.
const N_PLIES: u32 = 64;

/// Makes one playout at a time.
struct SinglePlayouts {
    single: Single,
    /// Ply of the playout under way.
    ply: u32,
    joint: Vec<MoveId>,
    moves: Vec<MoveId>,
    n_roles: usize,
    weights: Option<Vec<Vec<u32>>>,
    matcher: Option<Matcher>,
    /// Index of each role's first move.
    starts: Vec<usize>,
}

impl SinglePlayouts {
    fn new(single: Single, starts: Vec<usize>) -> Self {
        let n_roles = starts.len();
        let (joint, moves) = (Vec::new(), Vec::new());
        Self { single, ply: 0, joint, moves, n_roles, weights: None, matcher: None, starts }
    }

    /// Makes the first of the requested playouts, or a part of it.
    fn play(
        &mut self,
        start: &mut Start<CircuitGame>,
        job: &Job,
        feed: &mut dyn Feed<CircuitGame>,
    ) {
        let playout = start.playout;
        if self.ply == 0 {
            self.single.turn_to(&start.state);
            self.moves.clear();
        }
        let end = self.ply.saturating_add(N_PLIES);
        let Some(ending) = (self.ply..end).find_map(|ply| self.step(job, playout, ply)) else {
            self.ply = end;
            return;
        };
        self.ply = 0;
        start.playout += 1;
        start.count -= 1;
        let roles = (0..self.n_roles).map(RoleId::new);
        let goals: SmallVec<[Goal; 8]> = roles.map(|role| self.single.goal(role)).collect();
        feed.end(&Finished { playout, ending, goals: &goals, moves: &self.moves });
    }

    /// Index among the legal moves of the one that a random number draws.
    fn choose(&self, weights: &[u32], role: usize, random: u32) -> usize {
        let words = self.single.legal_words(RoleId::new(role));
        let legal = || lanes::ones(words).enumerate();
        let total: u64 = legal().map(|(_, mv)| u64::from(weights[mv])).sum();
        let mut rest = ((u128::from(random) * u128::from(total)) >> 32) as u64;
        for (at, mv) in legal() {
            match rest.checked_sub(u64::from(weights[mv])) {
                Some(less) => rest = less,
                None => return at,
            }
        }
        below(random, legal().count())
    }

    /// Makes one joint move, or returns how the playout ends.
    fn step(&mut self, job: &Job, playout: u64, ply: u32) -> Option<Ending> {
        if self.single.is_terminal() {
            return Some(Ending::Terminal);
        }
        if ply >= job.length_max {
            return Some(Ending::Capped);
        }
        self.joint.clear();
        for role in 0..self.n_roles {
            let n_legal = self.single.count_legal(RoleId::new(role));
            if n_legal == 0 {
                return Some(Ending::Stuck);
            }
            let random = draw(job.seed, playout, ply, role);
            let id = RoleId::new(role);
            let drawn = match (&mut self.matcher, &self.weights) {
                _ if n_legal == 1 => Drawn::Nth(0),
                (Some(matcher), _) => {
                    let legal = (self.single.legal_words(id), n_legal);
                    matcher.choose(role, legal, random, self.single.state().words())
                }
                (None, None) => Drawn::Nth(below(random, n_legal)),
                (None, Some(weights)) => Drawn::Nth(self.choose(&weights[role], role, random)),
            };
            self.joint.push(match drawn {
                Drawn::Nth(n) => self.single.nth_legal(id, n),
                Drawn::Move(at) => MoveId((self.starts[role] + at) as u32),
            });
        }
        self.single.play(&self.joint);
        if job.log_moves {
            self.moves.extend_from_slice(&self.joint);
        }
        None
    }
}
