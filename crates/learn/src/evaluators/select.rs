//! OGRE's way: each term alone, for and against, in quick games; whatever helps is
//! kept, all with like weights.
//!
//! A player that looks one ply ahead and wants a term plays against players that look
//! one ply ahead and want nothing: they take a move that wins, shun one that loses,
//! and otherwise draw lots. What the term adds is the score above that of such a
//! player in the same role. All terms play a few games; those that do best play more
//! games, new ones, which alone tell whether a term is kept.

use std::sync::Arc;

use game::{Choices, Evaluator, Game, Rng, RoleId, random_joint, rng};
use gdl::single::{BitState, CircuitGame, MoveId};
use rand::Rng as _;

use super::{Scene, Term, kinds};

/// How games are played.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// Games for each term, sign and role in the first round.
    pub n_games: u32,
    /// How many terms play a second round, which has as many games in all as the first.
    pub n_finalists: usize,
    /// Where a game is left.
    pub n_plies_max: u32,
    /// How many threads play; results are the same on any number.
    pub n_threads: usize,
    /// All randomness comes from it.
    pub seed: u64,
}

/// A term that was tried.
#[derive(Clone, Debug)]
pub struct Selected {
    /// What was measured.
    pub term: Term,
    /// The role that wanted it.
    pub role: RoleId,
    /// 1 if more is better, -1 if less is.
    pub sign: f64,
    /// Whether it played the second round; figures are of the last round played.
    pub is_finalist: bool,
    /// How many games it played.
    pub n_games: u32,
    /// The mean goal, from 0 to 1.
    pub score: f64,
    /// The mean goal of the same player without the term.
    pub score_without: f64,
    /// What the term adds to the score: the ends of the 95% interval.
    pub gain: (f64, f64),
}

/// Most games of a term in the second round.
const N_GAMES_MAX: u32 = 100;

/// Games of the second round have numbers from here.
const SECOND_ROUND: u64 = 1 << 32;

impl Default for Selection {
    fn default() -> Self {
        Self { n_games: 4, n_finalists: 12, n_plies_max: 200, n_threads: 1, seed: 1 }
    }
}

impl Selected {
    /// Whether the games support that it helps.
    pub fn is_kept(&self) -> bool {
        self.is_finalist && self.gain.0 > 0.0
    }
}

/// What a game of breakthrough takes: plies, moves to look at, gates.
const COST: f64 = 64.0 * 25.0 * 700.0;

impl Selection {
    /// As many games for each term as are cheap, four at most and one at least.
    pub fn of(game: &CircuitGame, mean_length: f64, n_threads: usize, seed: u64) -> Self {
        let mut moves = Vec::new();
        let count = |role| {
            game.legal_moves(&game.initial(), RoleId::new(role), &mut moves);
            moves.len()
        };
        let n_moves = (0..game.roles().len()).map(count).max().unwrap_or(1) as f64;
        let cost = mean_length * n_moves * game.grounded().circuit.n_gates() as f64;
        let n_games = (4.0 * COST / cost).clamp(1.0, 4.0) as u32;
        Self { n_games, n_threads, seed, ..Self::default() }
    }

    /// Tries all terms that the kinds propose, the best first.
    pub fn run(&self, scene: &Scene<'_>) -> Vec<Selected> {
        self.try_terms(scene, &kinds::alone(scene))
    }

    /// Tries some terms, the best first.
    pub fn try_terms(&self, scene: &Scene<'_>, terms: &[Term]) -> Vec<Selected> {
        let roles: Vec<RoleId> = scene.players().collect();
        let wishes = |role| move |term| [1.0, -1.0].map(|sign| Wish { role, term, sign });
        let all: Vec<Wish<'_>> =
            roles.iter().flat_map(|&role| terms.iter().flat_map(wishes(role))).collect();
        // Step 1. A few games for each.
        let mut tried = self.play_round(scene, &roles, &all, 0..u64::from(self.n_games));
        // Step 2. Of a term that is wanted and unwanted by a role, the better goes on.
        let better = |pair: usize| {
            let (much, little) = (2 * pair, 2 * pair + 1);
            if tried[little].score > tried[much].score { little } else { much }
        };
        let mut finalists: Vec<usize> = (0..all.len() / 2).map(better).collect();
        let promise = |at: usize| tried[at].score - tried[at].score_without;
        finalists.sort_by(|&one, &other| promise(other).total_cmp(&promise(one)));
        finalists.truncate(self.n_finalists);
        // Step 3. New games for those that did best.
        let n_all = self.n_games as usize * all.len() / finalists.len().max(1);
        let n_games = (n_all as u32).min(N_GAMES_MAX).max(self.n_games).max(1);
        let wishes: Vec<Wish<'_>> = finalists.iter().map(|&at| all[at]).collect();
        let numbers = SECOND_ROUND..SECOND_ROUND + u64::from(n_games);
        let results = self.play_round(scene, &roles, &wishes, numbers);
        for (&at, result) in finalists.iter().zip(results) {
            tried[at] = Selected { is_finalist: true, ..result };
        }
        let order = |one: &Selected| (one.is_finalist, one.gain.0);
        tried.sort_by(|one, other| {
            let ((one_is, one), (other_is, other)) = (order(one), order(other));
            other_is.cmp(&one_is).then(other.total_cmp(&one))
        });
        tried
    }

    /// Plays games for each wish, and as many without one for each role.
    fn play_round(
        &self,
        scene: &Scene<'_>,
        roles: &[RoleId],
        wishes: &[Wish<'_>],
        numbers: std::ops::Range<u64>,
    ) -> Vec<Selected> {
        let game = scene.game;
        let mut jobs: Vec<(RoleId, Option<Wish<'_>>)> =
            roles.iter().map(|&role| (role, None)).collect();
        jobs.extend(wishes.iter().map(|wish| (wish.role, Some(*wish))));
        let sample = |&(role, wish): &(RoleId, Option<Wish<'_>>)| {
            let mut sample = Sample::default();
            numbers.clone().for_each(|number| sample.add(self.play(game, role, wish, number)));
            sample
        };
        let samples = in_parallel(&jobs, self.n_threads, sample);
        let (without, with) = samples.split_at(roles.len());
        let selected = |(wish, sample): (&Wish<'_>, &Sample)| {
            let at = roles.iter().position(|&role| role == wish.role).unwrap_or(0);
            Selected {
                term: wish.term.clone(),
                role: wish.role,
                sign: wish.sign,
                is_finalist: false,
                n_games: sample.n,
                score: sample.mean(),
                score_without: without[at].mean(),
                gain: sample.gain(&without[at]),
            }
        };
        wishes.iter().zip(with).map(selected).collect()
    }

    /// The goal of a role that wants something, or nothing, while all others want
    /// nothing, from 0 to 1.
    fn play(
        &self,
        game: &Arc<CircuitGame>,
        role: RoleId,
        wish: Option<Wish<'_>>,
        number: u64,
    ) -> f64 {
        let mut rng = rng(self.seed, number);
        let (mut state, mut joint) = (game.initial(), Vec::new());
        let mut choices = Choices::default();
        for _ in 0..self.n_plies_max {
            let is_stuck = random_joint(&mut rng, &**game, &state, &mut joint).is_none();
            if game.is_terminal(&state) || is_stuck {
                break;
            }
            choices.read(&**game, &state);
            let guess = joint.clone();
            for other in (0..joint.len()).map(RoleId::new) {
                if choices.of(other).len() > 1 && !game.roles()[other.index()].is_chance() {
                    let wish = wish.filter(|_| other == role);
                    let moves = choices.of(other);
                    joint[other.index()] =
                        one_ply(&mut rng, game, &state, other, moves, &guess, wish);
                }
            }
            game.apply(&mut state, &joint);
        }
        f64::from(game.goal(&state, role).value()) / 100.0
    }
}

/// A term that a role wants much or little of.
#[derive(Clone, Copy)]
struct Wish<'a> {
    role: RoleId,
    term: &'a Term,
    sign: f64,
}

/// The move after which a wish is met best, and certain wins before that. Equal ones
/// are drawn by lot.
fn one_ply(
    rng: &mut Rng,
    game: &CircuitGame,
    state: &BitState,
    role: RoleId,
    moves: &[MoveId],
    joint: &[MoveId],
    wish: Option<Wish<'_>>,
) -> MoveId {
    let mut best = (f64::NEG_INFINITY, joint[role.index()]);
    let (mut n_best, mut joint) = (0, joint.to_vec());
    for &mv in moves {
        joint[role.index()] = mv;
        let mut next = state.clone();
        game.apply(&mut next, &joint);
        let worth = match game.is_terminal(&next) {
            true => 1e9 * (f64::from(game.goal(&next, role).value()) - 50.0),
            false => wish.map_or(0.0, |wish| wish.sign * wish.term.value(game, &next)),
        };
        n_best = if worth > best.0 { 1 } else { n_best + u32::from(worth == best.0) };
        if worth > best.0 || worth == best.0 && rng.random_range(0..n_best) == 0 {
            best = (worth, mv);
        }
    }
    best.1
}

/// Scores of games, from 0 to 1.
#[derive(Clone, Copy, Debug, Default)]
struct Sample {
    n: u32,
    sum: f64,
    squares: f64,
}

/// So many standard deviations leave out one in twenty.
const DEVIATIONS: f64 = 1.96;

impl Sample {
    fn add(&mut self, score: f64) {
        self.n += 1;
        self.sum += score;
        self.squares += score * score;
    }

    fn mean(&self) -> f64 {
        self.sum / f64::from(self.n.max(1))
    }

    /// Mean and variance of the mean, as if a win and a loss had been played as well.
    fn moderate(&self) -> (f64, f64) {
        let n = f64::from(self.n) + 2.0;
        let mean = (self.sum + 1.0) / n;
        (mean, ((self.squares + 1.0) / n - mean * mean).max(0.0) / n)
    }

    /// How much more this is than another: the 95% interval of Agresti and Caffo (2000).
    fn gain(&self, other: &Self) -> (f64, f64) {
        let ((one, variance), (other, more)) = (self.moderate(), other.moderate());
        let width = DEVIATIONS * (variance + more).sqrt();
        (one - other - width, one - other + width)
    }
}

/// Does something with each item on some threads; results are in the order of items.
fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    n_threads: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let share = items.len().div_ceil(n_threads.max(1)).max(1);
    std::thread::scope(|scope| {
        let work = &work;
        let workers: Vec<_> = items
            .chunks(share)
            .map(|items| scope.spawn(move || items.iter().map(work).collect::<Vec<R>>()))
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no worker panics")).collect()
    })
}

/// The kept terms with like weights: each brought to the scale on which it
/// varied.
#[derive(Clone, Debug)]
pub struct Ogre {
    terms: Vec<(RoleId, f64, Term)>,
}

impl Ogre {
    /// Of terms that were tried, those that are kept. `states` tell how much
    /// each varies.
    pub fn new(tried: &[Selected], game: &CircuitGame, states: &[BitState]) -> Self {
        let weight = |term: &Term| {
            let values: Vec<f64> = states.iter().map(|state| term.value(game, state)).collect();
            let n = values.len().max(1) as f64;
            let mean = values.iter().sum::<f64>() / n;
            let variance = values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n;
            if variance > 1e-9 { variance.sqrt().recip() } else { 0.0 }
        };
        let kept = tried.iter().filter(|one| one.is_kept());
        let terms = kept.map(|one| (one.role, one.sign * weight(&one.term), one.term.clone()));
        Self { terms: terms.filter(|(_, weight, _)| *weight != 0.0).collect() }
    }

    /// How many terms it has.
    pub fn n_terms(&self) -> usize {
        self.terms.len()
    }
}

impl Evaluator<CircuitGame> for Ogre {
    fn evaluate(&mut self, game: &CircuitGame, state: &BitState, role: RoleId) -> f64 {
        let own = self.terms.iter().filter(|(other, ..)| *other == role);
        let sum: f64 = own.map(|(_, weight, term)| weight * term.value(game, state)).sum();
        game::squash(sum, 10.0)
    }
}
