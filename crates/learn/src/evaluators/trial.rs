//! Whether an evaluator helps: a short match with and without it.

use std::sync::Arc;

use game::{Evaluator, Game, RoleId, random_joint, rng};
use gdl::single::{BitState, CircuitGame, MoveId};
use search::evaluate::{GoalValue, Judgement};
use search::{AlphaBeta, Limits, Settings};

use crate::Verdict;

/// A match of shallow searches, with the evaluator against the goal value alone.
///
/// ```
/// use std::sync::Arc;
/// use gdl::{Engine, Limits, Sheet, circuit::Budget, library};
/// use learn::evaluators::Trial;
/// use search::evaluate::Judgement;
///
/// let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").unwrap().source());
/// let loaded = Engine::load(&sheet, &Limits::default(), &Budget::default()).unwrap();
/// let Engine::Circuit(game) = loaded.engine else { panic!() };
/// let centre = Judgement::parse("ludex evaluator 1\nrole x\n1 (cell 2 2 x)\n-1 (cell 2 2 o)").unwrap();
/// let verdict = Trial::default().hold(&Arc::new(*game), &centre).unwrap();
/// assert!(verdict.n_games > 0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// How many plies both look ahead, if a game then takes no more than an eighth
    /// of all positions there are; else one.
    pub depth: u32,
    /// How many random moves games begin with, so that they differ.
    pub n_opening: u32,
    /// How many games are played at a time: after each round, the match may be
    /// decided.
    pub n_games: u32,
    /// How many rounds there are at most.
    pub n_rounds: u32,
    /// After so many positions, there is no further round.
    pub n_nodes: u64,
    /// How many threads play; the verdict is the same on any number.
    pub n_threads: usize,
    /// All randomness comes from it.
    pub seed: u64,
}

impl Default for Trial {
    fn default() -> Self {
        let (n_games, n_rounds, n_nodes) = (16, 6, 1_000_000);
        Self { depth: 2, n_opening: 4, n_games, n_rounds, n_nodes, n_threads: 1, seed: 1 }
    }
}

/// Where a game counts as drawn.
const N_PLIES_MAX: u32 = 300;

/// There are positions enough for so many games.
const N_GAMES_MIN: u64 = 8;

/// A table for searches as shallow as these.
const TABLE_BYTES: usize = 1 << 20;

impl Trial {
    /// Plays the match, if the game is one for two.
    pub fn hold(&self, game: &Arc<CircuitGame>, judgement: &Judgement) -> Option<Verdict> {
        self.play_match(game, judgement, None)
    }

    /// Plays a match against another evaluator, if the game is one for two.
    pub fn compare(
        &self,
        game: &Arc<CircuitGame>,
        judgement: &Judgement,
        rival: &Judgement,
    ) -> Option<Verdict> {
        self.play_match(game, judgement, Some(rival))
    }

    fn play_match(
        &self,
        game: &Arc<CircuitGame>,
        judgement: &Judgement,
        rival: Option<&Judgement>,
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

    /// The points of the first of two evaluators, without which there is the goal
    /// value, and how many positions were looked at. A game that takes too many is
    /// left as a draw.
    fn play(
        &self,
        game: &Arc<CircuitGame>,
        [judged, rival]: [Option<&Judgement>; 2],
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
        let (mut state, mut joint) = (game.initial(), Vec::new());
        let mut n_nodes = 0;
        for ply in 0..N_PLIES_MAX {
            if game.is_terminal(&state) {
                return (Verdict::points(&**game, &state, learned), n_nodes);
            }
            let is_stuck = random_joint(&mut rng, &**game, &state, &mut joint).is_none();
            if is_stuck || n_nodes > self.n_nodes / N_GAMES_MIN {
                break;
            }
            if ply >= self.n_opening {
                n_nodes += choose(game, &mut players, &state, &limits, &mut joint);
            }
            game.apply(&mut state, &joint);
        }
        (0.5, n_nodes)
    }
}

/// Makes everybody choose who can; how many positions were looked at.
fn choose(
    game: &CircuitGame,
    players: &mut [AlphaBeta<CircuitGame>],
    state: &BitState,
    limits: &Limits,
    joint: &mut [MoveId],
) -> u64 {
    let (mut moves, mut n_nodes) = (Vec::new(), 0);
    for (role, player) in players.iter_mut().enumerate() {
        game.legal_moves(state, RoleId::new(role), &mut moves);
        if moves.len() > 1 {
            let report = player.search(state, RoleId::new(role), limits);
            joint[role] = report.mv;
            n_nodes += report.nodes;
        }
    }
    n_nodes
}
