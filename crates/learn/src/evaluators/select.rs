//! OGRE's selection: each term alone, with either sign, in quick games; terms that help
//! are kept, all with equal weights.
//!
//! A player that searches one ply and maximises a term plays against players that search
//! one ply without a term: they take a move that wins, avoid one that loses, and otherwise
//! choose at random. The gain of a term is its score above that of such a player in the
//! same role. All terms play a few games; the best play new games, which alone decide
//! whether a term is kept.

use std::sync::Arc;

use ludex_game::{Evaluator, Game, Rng, RoleId, rng};
use ludex_gdl::single::{BitState, CircuitGame, MoveId};
use ludex_search::play::LiveGame;
use rand::Rng as _;

use super::{GameContext, Term, kinds};

/// The games of a selection.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// The number of games for each term, sign and role in the first round.
    pub n_games: u32,
    /// The number of terms in the second round, which has as many games in all as the first.
    pub n_finalists: usize,
    /// The ply limit of a game.
    pub n_plies_max: u32,
    /// The number of threads; results are the same on any number.
    pub n_threads: usize,
    /// The seed of all randomness.
    pub seed: u64,
}

/// A term that was tried.
#[derive(Clone, Debug)]
pub struct Selected {
    /// The term.
    pub term: Term,
    /// The role that used it.
    pub role: RoleId,
    /// 1 if more is better, -1 if less is.
    pub sign: f64,
    /// Whether it played the second round; figures are of the last round played.
    pub is_finalist: bool,
    /// The number of its games.
    pub n_games: u32,
    /// The mean goal, from 0 to 1.
    pub score: f64,
    /// The mean goal of the same player without the term.
    pub score_without: f64,
    /// The gain in score by the term: the ends of the 95% interval.
    pub gain: (f64, f64),
}

/// The largest number of games of a term in the second round.
const N_GAMES_MAX: u32 = 100;

/// Games of the second round have numbers from here.
const SECOND_ROUND: u64 = 1 << 32;

impl Default for Selection {
    fn default() -> Self {
        Self { n_games: 4, n_finalists: 12, n_plies_max: 200, n_threads: 1, seed: 1 }
    }
}

impl Selected {
    /// Whether the term helps, by its games in the second round.
    pub fn is_kept(&self) -> bool {
        self.is_finalist && self.gain.0 > 0.0
    }
}

/// The cost of a game of breakthrough: plies, moves per ply, gates.
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
    pub fn run(&self, context: &GameContext<'_>) -> Vec<Selected> {
        self.try_terms(context, &kinds::alone(context))
    }

    /// Tries some terms, the best first.
    pub fn try_terms(&self, context: &GameContext<'_>, terms: &[Term]) -> Vec<Selected> {
        let roles: Vec<RoleId> = context.players().collect();
        let preferences =
            |role| move |term| [1.0, -1.0].map(|sign| Preference { role, term, sign });
        let all: Vec<Preference<'_>> =
            roles.iter().flat_map(|&role| terms.iter().flat_map(preferences(role))).collect();
        // Step 1. A few games for each.
        let mut tried = self.play_round(context, &roles, &all, 0..u64::from(self.n_games));
        // Step 2. The better of the two signs of a term is kept.
        let better = |pair: usize| {
            let (much, little) = (2 * pair, 2 * pair + 1);
            if tried[little].score > tried[much].score { little } else { much }
        };
        let mut finalists: Vec<usize> = (0..all.len() / 2).map(better).collect();
        let promise = |at: usize| tried[at].score - tried[at].score_without;
        finalists.sort_by(|&one, &other| promise(other).total_cmp(&promise(one)));
        finalists.truncate(self.n_finalists);
        // Step 3. New games for the best terms.
        let n_all = self.n_games as usize * all.len() / finalists.len().max(1);
        let n_games = (n_all as u32).min(N_GAMES_MAX).max(self.n_games).max(1);
        let preferences: Vec<Preference<'_>> = finalists.iter().map(|&at| all[at]).collect();
        let numbers = SECOND_ROUND..SECOND_ROUND + u64::from(n_games);
        let results = self.play_round(context, &roles, &preferences, numbers);
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

    /// Plays games with each preference, and as many without one for each role.
    fn play_round(
        &self,
        context: &GameContext<'_>,
        roles: &[RoleId],
        preferences: &[Preference<'_>],
        numbers: std::ops::Range<u64>,
    ) -> Vec<Selected> {
        let game = context.game;
        let mut jobs: Vec<(RoleId, Option<Preference<'_>>)> =
            roles.iter().map(|&role| (role, None)).collect();
        jobs.extend(preferences.iter().map(|preference| (preference.role, Some(*preference))));
        let sample = |&(role, preference): &(RoleId, Option<Preference<'_>>)| {
            let mut sample = Sample::default();
            numbers
                .clone()
                .for_each(|number| sample.add(self.play(game, role, preference, number)));
            sample
        };
        let samples = in_parallel(&jobs, self.n_threads, sample);
        let (without, with) = samples.split_at(roles.len());
        let selected = |(preference, sample): (&Preference<'_>, &Sample)| {
            let at = roles.iter().position(|&role| role == preference.role).unwrap_or(0);
            Selected {
                term: preference.term.clone(),
                role: preference.role,
                sign: preference.sign,
                is_finalist: false,
                n_games: sample.n,
                score: sample.mean(),
                score_without: without[at].mean(),
                gain: sample.gain(&without[at]),
            }
        };
        preferences.iter().zip(with).map(selected).collect()
    }

    /// The goal, from 0 to 1, of a role with a preference or without one, while no other role has
    /// a preference.
    fn play(
        &self,
        game: &Arc<CircuitGame>,
        role: RoleId,
        preference: Option<Preference<'_>>,
        number: u64,
    ) -> f64 {
        let mut rng = rng(self.seed, number);
        let mut live = LiveGame::new(game).with_n_plies_max(self.n_plies_max);
        while live.ending().is_none() {
            let choosing = live.waiting();
            live.draw_all(&mut rng);
            let guess = live.joint().expect("a move is drawn for every role");
            for other in choosing {
                let preference = preference.filter(|_| other == role);
                let mv = one_ply(&mut rng, &live, other, &guess, preference);
                live.set(other, mv);
            }
            if live.advance().is_err() {
                break;
            }
        }
        f64::from(game.goal(live.state(), role).value()) / 100.0
    }
}

/// A term that a role maximises or minimises.
#[derive(Clone, Copy)]
struct Preference<'a> {
    role: RoleId,
    term: &'a Term,
    sign: f64,
}

/// The best move of a one-ply search: certain wins first, then the highest value of the
/// preference. Ties are broken at random.
fn one_ply(
    rng: &mut Rng,
    live: &LiveGame<CircuitGame>,
    role: RoleId,
    joint: &[MoveId],
    preference: Option<Preference<'_>>,
) -> MoveId {
    let game = live.game();
    let mut best = (f64::NEG_INFINITY, joint[role.index()]);
    let (mut n_best, mut joint) = (0, joint.to_vec());
    for &mv in live.legal(role) {
        joint[role.index()] = mv;
        let mut next = live.state().clone();
        game.apply(&mut next, &joint);
        let worth = match game.is_terminal(&next) {
            true => 1e9 * (f64::from(game.goal(&next, role).value()) - 50.0),
            false => preference
                .map_or(0.0, |preference| preference.sign * preference.term.value(&**game, &next)),
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

/// The number of standard deviations of a 95% interval.
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

    /// The difference to another sample: the 95% interval of Agresti and Caffo (2000).
    fn gain(&self, other: &Self) -> (f64, f64) {
        let ((one, variance), (other, more)) = (self.moderate(), other.moderate());
        let width = DEVIATIONS * (variance + more).sqrt();
        (one - other - width, one - other + width)
    }
}

/// Applies `work` to each item on some threads; results are in the order of items.
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
    /// Keeps the tried terms that helped. `states` are the sample for the variance of each.
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

    /// Number of terms.
    pub fn n_terms(&self) -> usize {
        self.terms.len()
    }
}

impl Evaluator<CircuitGame> for Ogre {
    fn evaluate(&mut self, game: &CircuitGame, state: &BitState, role: RoleId) -> f64 {
        let own = self.terms.iter().filter(|(other, ..)| *other == role);
        let sum: f64 = own.map(|(_, weight, term)| weight * term.value(game, state)).sum();
        ludex_game::squash(sum, 10.0)
    }
}
