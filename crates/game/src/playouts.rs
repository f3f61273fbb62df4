//! Engines that make playouts for searches.

use std::hash::Hash;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::draw::{below, draw};
use crate::{Ending, FactSet, Game, Goal, Guide, Playable, RoleId, draw_move, draw_weighted};

/// Makes playouts, one after another or many side by side.
///
/// A playout's moves depend on the seed and its number and on nothing else, so all
/// engines of a game make the same playouts.
///
/// ```
/// use std::sync::Arc;
/// use ludex_game::{Game, Playable, examples::Nim};
/// use ludex_game::playouts::{Feed, Finished, Job, Start};
///
/// /// Three games from the initial state.
/// struct Three(u64, Vec<u64>);
///
/// impl Feed<Nim> for Three {
///     fn start(&mut self, start: &mut Start<Nim>) -> bool {
///         start.playout = self.0;
///         start.count = 1;
///         start.state = Nim::new(&[3, 4, 5]).initial();
///         self.0 += 1;
///         self.0 <= 3
///     }
///     fn n_waiting(&self) -> usize {
///         3 - self.0 as usize
///     }
///     fn end(&mut self, finished: &Finished<'_, Nim>) {
///         self.1.push(finished.playout);
///     }
/// }
///
/// let nim = Arc::new(Nim::new(&[3, 4, 5]));
/// let (mut playouts, mut feed) = (nim.playouts(), Three(0, Vec::new()));
/// playouts.begin(Job::default());
/// while playouts.advance(&mut feed) {}
/// assert_eq!(feed.1, [0, 1, 2]);
/// ```
pub trait Playouts<G: Game>: Send {
    /// Drops all playouts under way and begins anew.
    fn begin(&mut self, job: Job);

    /// Draws moves by these weights from now on, or evenly. Call it only while no
    /// playout is under way.
    fn prefer(&mut self, weights: Option<&Weights<G::Move>>);

    /// Follows hints from now on, or none. Call it only while no playout is under
    /// way. Returns `false` if the engine does not support hints.
    fn guide(&mut self, guide: Option<&Guide<G::Move>>) -> bool {
        guide.is_none()
    }

    /// Works for a moment and returns whether there is more to do. Between calls
    /// the caller can read the clock.
    fn advance(&mut self, feed: &mut dyn Feed<G>) -> bool;
}

/// Relative frequencies of moves.
#[derive(Clone, Debug)]
pub struct Weights<M> {
    /// The weights of the moves of each role that have one.
    pub of_role: Vec<FxHashMap<M, u32>>,
    /// The weight of all other moves.
    pub other: u32,
}

impl<M: Copy + Eq + Hash> Weights<M> {
    /// The weight of a move.
    pub fn get(&self, role: usize, mv: M) -> u32 {
        self.of_role[role].get(&mv).copied().unwrap_or(self.other)
    }

    /// The place of the move that a random number draws from a list.
    pub fn choose(&self, role: usize, legal: &[M], random: u32) -> usize {
        self.choose_by(role, legal, random, |_| 1)
    }

    /// The place of the move that a random number draws from a list, with the weight of
    /// each move multiplied by a factor.
    fn choose_by(
        &self,
        role: usize,
        legal: &[M],
        random: u32,
        factor: impl Fn(M) -> u32 + Copy,
    ) -> usize {
        let weight = |&mv: &M| u64::from(self.get(role, mv)) * u64::from(factor(mv));
        let below = |n: usize| ((u128::from(random) * n as u128) >> 32) as usize;
        draw_weighted(legal.iter().map(weight), below).unwrap_or(0)
    }
}

/// The parameters that playouts share.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// The seed of all random numbers.
    pub seed: u64,
    /// The largest number of joint moves of a playout.
    pub length_max: u32,
    /// Whether to report the moves made.
    pub log_moves: bool,
}

impl Default for Job {
    fn default() -> Self {
        Self { seed: 0, length_max: u32::MAX, log_moves: false }
    }
}

/// Supplies the playouts to make and receives their results.
pub trait Feed<G: Game> {
    /// Describes the next playouts; returns `false` if there are none for now.
    fn start(&mut self, start: &mut Start<G>) -> bool;

    /// The number of playouts that could start now: an engine may serve a few in
    /// another way than many.
    fn n_waiting(&self) -> usize;

    /// Receives a playout that has ended. Playouts end in any order.
    fn end(&mut self, finished: &Finished<'_, G>);
}

/// A [`Feed`] of playouts from one state that counts them.
///
/// ```
/// use std::sync::Arc;
/// use ludex_game::{Game, Playable, examples::Nim};
/// use ludex_game::playouts::{FromState, Job};
///
/// let nim = Arc::new(Nim::new(&[1, 1, 1]));
/// let mut playouts = nim.playouts();
/// playouts.begin(Job { log_moves: true, ..Job::default() });
/// let mut feed = FromState::new(nim.initial(), 0, 5);
/// while playouts.advance(&mut feed) {}
/// // Each of two roles has a move at each of three steps.
/// assert_eq!((feed.n_done, feed.n_moves), (5, 5 * 3 * 2));
/// ```
pub struct FromState<G: Game> {
    state: Option<G::State>,
    first: u64,
    count: u32,
    /// The number that have ended.
    pub n_done: u32,
    /// The number of their moves, if the job logs moves.
    pub n_moves: usize,
}

impl<G: Game> FromState<G> {
    /// `count` playouts, numbered from `first` on.
    pub fn new(state: G::State, first: u64, count: u32) -> Self {
        Self { state: Some(state), first, count, n_done: 0, n_moves: 0 }
    }
}

impl<G: Game> Feed<G> for FromState<G> {
    fn start(&mut self, start: &mut Start<G>) -> bool {
        let Some(state) = self.state.take() else { return false };
        *start = Start { playout: self.first, count: self.count, state };
        true
    }

    fn n_waiting(&self) -> usize {
        if self.state.is_some() { self.count as usize } else { 0 }
    }

    fn end(&mut self, finished: &Finished<'_, G>) {
        self.n_done += 1;
        self.n_moves += finished.moves.len();
    }
}

/// Playouts to be made from one state.
pub struct Start<G: Game> {
    /// The number of the first.
    pub playout: u64,
    /// The number of playouts; they are numbered consecutively.
    pub count: u32,
    /// The state in which they start.
    pub state: G::State,
}

/// A playout that was made.
pub struct Finished<'a, G: Game> {
    /// Its number.
    pub playout: u64,
    /// The way in which it ended.
    pub ending: Ending,
    /// The goal of each role.
    pub goals: &'a [Goal],
    /// The moves made, one per role and ply, if the job logs moves.
    pub moves: &'a [G::Move],
}

/// Makes one playout after another, for any game.
pub struct OneByOne<G: Game> {
    game: Arc<G>,
    job: Job,
    weights: Option<Weights<G::Move>>,
    guide: Option<Guide<G::Move>>,
    start: Start<G>,
    /// The playout under way, if one is.
    is_playing: bool,
    playout: u64,
    ply: u32,
    state: G::State,
    legal: Vec<Vec<G::Move>>,
    joint: Vec<G::Move>,
    moves: Vec<G::Move>,
    goals: Vec<Goal>,
}

impl<G: Playable> OneByOne<G> {
    /// For this game.
    pub fn new(game: Arc<G>) -> Self {
        let n_roles = game.roles().len();
        Self {
            job: Job::default(),
            weights: None,
            guide: None,
            start: Start { playout: 0, count: 0, state: game.initial() },
            is_playing: false,
            playout: 0,
            ply: 0,
            state: game.initial(),
            legal: (0..n_roles).map(|_| Vec::new()).collect(),
            joint: Vec::new(),
            moves: Vec::new(),
            goals: vec![Goal::MIN; n_roles],
            game,
        }
    }

    /// Plays one joint move, or returns how the playout ends.
    fn step(&mut self) -> Option<Ending> {
        let game = &*self.game;
        if game.is_terminal(&self.state) {
            return Some(Ending::Terminal);
        }
        if self.ply >= self.job.length_max {
            return Some(Ending::Capped);
        }
        self.joint.clear();
        for (role, legal) in self.legal.iter_mut().enumerate() {
            let id = RoleId::new(role);
            game.legal_moves(&self.state, id, legal);
            let random = draw(self.job.seed, self.playout, self.ply, role);
            let state = &self.state;
            let is_chance = game.roles()[role].is_chance();
            let at = match (&self.guide, &self.weights) {
                (Some(guide), _) => {
                    let facts = FactSet::of(game, state);
                    guide.choose(role, legal, random, |fact| facts.contains(fact))
                }
                (None, Some(weights)) if is_chance => {
                    weights.choose_by(role, legal, random, |mv| game.chance_weight(state, id, mv))
                }
                (None, Some(weights)) => weights.choose(role, legal, random),
                _ => {
                    let below = |n| below(random, n);
                    draw_move(game, state, id, legal, below).unwrap_or(legal.len())
                }
            };
            let Some(&mv) = legal.get(at) else { return Some(Ending::Stuck) };
            self.joint.push(mv);
        }
        game.apply(&mut self.state, &self.joint);
        self.ply += 1;
        if self.job.log_moves {
            self.moves.extend_from_slice(&self.joint);
        }
        None
    }
}

/// The number of joint moves before the caller may read the clock: few, since a move
/// of a game on the reference reasoner may take a millisecond.
const N_STEPS: u32 = 8;

impl<G: Playable> Playouts<G> for OneByOne<G> {
    fn begin(&mut self, job: Job) {
        self.job = job;
        self.start.count = 0;
        self.is_playing = false;
    }

    fn prefer(&mut self, weights: Option<&Weights<G::Move>>) {
        self.weights = weights.cloned();
    }

    fn guide(&mut self, guide: Option<&Guide<G::Move>>) -> bool {
        self.guide = guide.cloned();
        true
    }

    fn advance(&mut self, feed: &mut dyn Feed<G>) -> bool {
        if !self.is_playing {
            if self.start.count == 0 && !feed.start(&mut self.start) {
                return false;
            }
            self.playout = self.start.playout;
            self.state.clone_from(&self.start.state);
            self.start.playout += 1;
            self.start.count -= 1;
            self.ply = 0;
            self.moves.clear();
            self.is_playing = true;
        }
        let Some(ending) = (0..N_STEPS).find_map(|_| self.step()) else { return true };
        self.is_playing = false;
        for (role, goal) in self.goals.iter_mut().enumerate() {
            *goal = self.game.goal(&self.state, RoleId::new(role));
        }
        let (goals, moves) = (&self.goals[..], &self.moves[..]);
        feed.end(&Finished { playout: self.playout, ending, goals, moves });
        true
    }
}
