//! Trial of an evaluator: a short match with it against one without.

use std::sync::Arc;

use ludex_game::{Ending, Evaluator, Game, rng};
use ludex_gdl::single::CircuitGame;
use ludex_search::evaluate::{GoalValue, LinearEvaluator};
use ludex_search::play::LiveGame;
use ludex_search::{AlphaBeta, Limits, Settings};

use crate::Verdict;

/// A match of shallow searches, with the evaluator against the goal value alone.
///
/// ```
/// use ludex_gdl::{Engine, Limits, Sheet, circuit::Budget, library};
/// use ludex_learn::evaluators::Trial;
/// use ludex_search::evaluate::LinearEvaluator;
///
/// let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").unwrap().source());
/// let loaded = Engine::load(&sheet, &Limits::default(), &Budget::default()).unwrap();
/// let Engine::Circuit(game) = loaded.engine else { panic!() };
/// let centre = LinearEvaluator::parse("ludex evaluator 1\nrole x\n1 (cell 2 2 x)\n-1 (cell 2 2 o)").unwrap();
/// let verdict = Trial::default().hold(&game, &centre).unwrap();
/// assert!(verdict.n_games > 0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The search depth of both players, if a game then takes no more than an eighth of
    /// `n_nodes`; else one ply.
    pub depth: u32,
    /// The number of random plies at the beginning, so that games differ.
    pub n_opening: u32,
    /// The number of games in a round: after each round, the match may be decided.
    pub n_games: u32,
    /// The largest number of rounds.
    pub n_rounds: u32,
    /// The number of positions after which there is no further round.
    pub n_nodes: u64,
    /// The number of threads; the verdict is the same on any number.
    pub n_threads: usize,
    /// The seed of all randomness.
    pub seed: u64,
}

impl Default for Trial {
    fn default() -> Self {
        let (n_games, n_rounds, n_nodes) = (16, 6, 1_000_000);
        Self { depth: 2, n_opening: 4, n_games, n_rounds, n_nodes, n_threads: 1, seed: 1 }
    }
}

/// The ply limit of a game, which is then drawn.
const N_PLIES_MAX: u32 = 300;

/// A game may take one in this many of `n_nodes`.
const N_GAMES_MIN: u64 = 8;

/// A table for searches as shallow as these.
const TABLE_BYTES: usize = 1 << 20;

impl Trial {
    /// Plays the match, if the game is one for two.
    pub fn hold(&self, game: &Arc<CircuitGame>, judgement: &LinearEvaluator) -> Option<Verdict> {
        self.play_match(game, judgement, None)
    }

    /// Plays a match against another evaluator, if the game has two players.
    pub fn compare(
        &self,
        game: &Arc<CircuitGame>,
        judgement: &LinearEvaluator,
        rival: &LinearEvaluator,
    ) -> Option<Verdict> {
        self.play_match(game, judgement, Some(rival))
    }

    fn play_match(
        &self,
        game: &Arc<CircuitGame>,
        judgement: &LinearEvaluator,
        rival: Option<&LinearEvaluator>,
    ) -> Option<Verdict> {
        let is_for_two =
            game.roles().len() == 2 && !game.roles().iter().any(|role| role.is_chance());
        judgement.evaluator(&**game).ok().filter(|_| is_for_two)?;
        let judgements = [Some(judgement), rival];
        let depth = match self.play(game, judgements, 0, self.depth) {
            (_, n_nodes) if n_nodes > self.n_nodes / N_GAMES_MIN => 1,
            _ => self.depth,
        };
        let (mut verdict, mut n_nodes) = (Verdict::default(), 0);
        for round in 0..self.n_rounds {
            let numbers: Vec<u32> = (0..self.n_games).map(|at| round * self.n_games + at).collect();
            let share = numbers.len().div_ceil(self.n_threads.max(1)).max(1);
            let played: Vec<(f64, u64)> = std::thread::scope(|scope| {
                let work = |numbers: &[u32]| {
                    let numbers = numbers.to_vec();
                    scope.spawn(move || {
                        let play = |number| self.play(game, judgements, number, depth);
                        numbers.into_iter().map(play).collect::<Vec<_>>()
                    })
                };
                let workers: Vec<_> = numbers.chunks(share).map(work).collect();
                workers
                    .into_iter()
                    .flat_map(|worker| worker.join().expect("no worker panics"))
                    .collect()
            });
            for (points, nodes) in played {
                verdict.add(points);
                n_nodes += nodes;
            }
            if verdict.is_clear() || n_nodes > self.n_nodes {
                break;
            }
        }
        Some(verdict)
    }

    /// The points of the first of two evaluators, and the number of positions searched.
    /// Without an evaluator, the goal value is used. A game that takes too many positions is
    /// drawn.
    fn play(
        &self,
        game: &Arc<CircuitGame>,
        [judged, rival]: [Option<&LinearEvaluator>; 2],
        number: u32,
        depth: u32,
    ) -> (f64, u64) {
        let learned = number as usize % 2;
        let search = |role: usize| {
            let judgement = if role == learned { judged } else { rival };
            let evaluator = judgement.and_then(|judgement| judgement.evaluator(&**game).ok());
            let evaluator: Box<dyn Evaluator<CircuitGame>> =
                evaluator.unwrap_or_else(|| Box::new(GoalValue));
            let settings = Settings { table_bytes: TABLE_BYTES, ..Settings::default() };
            AlphaBeta::new(Arc::clone(game), evaluator, settings)
        };
        let mut players = [search(0), search(1)];
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        // Both sides of an opening are played.
        let mut rng = rng(self.seed, u64::from(number / 2));
        let mut live = LiveGame::new(game).with_n_plies_max(N_PLIES_MAX);
        let mut n_nodes = 0;
        while live.ending().is_none() && n_nodes <= self.n_nodes / N_GAMES_MIN {
            let is_opening = live.n_plies() < self.n_opening;
            let choosing = if is_opening { Vec::new() } else { live.waiting() };
            live.draw_all(&mut rng);
            for role in choosing {
                let report = players[role.index()].search(live.state(), role, &limits);
                live.set(role, report.mv);
                n_nodes += report.nodes;
            }
            if live.advance().is_err() {
                break;
            }
        }
        let is_over = live.ending() == Some(Ending::Terminal) && live.n_plies() < N_PLIES_MAX;
        let points = if is_over { Verdict::points(&**game, live.state(), learned) } else { 0.5 };
        (points, n_nodes)
    }
}
