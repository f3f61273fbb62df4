//! Evaluators for the players of a game, as a problem for evolution.

use std::sync::{Arc, OnceLock};

use ludex_evolve::{
    CoPlay, Config, Evaluation, Exam, Forest, ForestPlan, Guide, Guides, Outcome, Problem, Scheme,
    Stage, SuccessiveHalving,
};
use ludex_game::Playable;
use ludex_search::evaluate::{self, Question, Vocabulary};
use ludex_search::{Context, Spec};
use rayon::prelude::*;

use crate::opponent::Opponent;
use crate::setup::GameSetup;
use crate::{AdjudicationConfig, GameError, HalvingConfig, ProblemConfig, ProblemConfigError};
use ludex_search::play::player_roles;
use ludex_search::players::Connect;

/// A game of one player or more, with or without chance, in which individuals play guides and,
/// in games of two, each other.
pub struct BoardGame<G: Playable> {
    setup: Arc<GameSetup<G>>,
    problem: ProblemConfig,
    /// The guides of generations with adjudication, and of those without.
    guides: [Vec<Opponent<G>>; 2],
    benchmark: Opponent<G>,
    /// The names and digests of everything that scores depend on.
    digests: Vec<(String, String)>,
}

impl<G: Playable> BoardGame<G> {
    /// The problem of a config, for a game with [terminals](Playable::terminals).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use ludex_games::checkers::Checkers;
    /// use ludex_problems::{BoardGame, ProblemConfig};
    ///
    /// let text = "[problem]\ngame = 'native:lose-checkers'\n[problem.co_play]\ngames = 2\n";
    /// let mut config = ludex_evolve::Config::parse(text).unwrap();
    /// (config.population, config.generations, config.retest.every) = (8, 2, 0);
    /// let problem = ProblemConfig::read(&config).unwrap();
    /// let board_game = BoardGame::new(&Arc::new(Checkers::losing()), problem, &config).unwrap();
    /// let mut run = ludex_evolve::Run::new(&board_game, config).unwrap();
    /// run.finish(&mut ()).unwrap();
    /// assert_eq!(run.history()[0].games, 16);
    /// ```
    pub fn new(
        game: &Arc<G>,
        problem: ProblemConfig,
        config: &Config,
    ) -> Result<Self, ProblemConfigError> {
        Self::with_questions(game, Vec::new(), problem, config)
    }

    /// The problem of a config, for a game of rules: trees read the answers of questions.
    pub fn with_questions(
        game: &Arc<G>,
        questions: Vec<Question>,
        problem: ProblemConfig,
        config: &Config,
    ) -> Result<Self, ProblemConfigError> {
        let setup = Arc::new(setup(game, questions, &problem, config)?);
        let opponent = |spec: &str, depth: u32, is_adjudicated: bool| {
            let spec = Spec::parse(spec).map_err(|error| ProblemConfigError(error.to_string()))?;
            // A player that cannot play this game is an error now, not in the first game.
            spec.seat(game, &Context::default())
                .map_err(|error| ProblemConfigError(error.to_string()))?;
            Ok(Opponent { setup: Arc::clone(&setup), spec, depth, is_adjudicated })
        };
        let guides = |is_adjudicated: bool| {
            let guides = problem.guides.iter();
            let guides = guides.map(|guide| opponent(&guide.player, problem.depth, is_adjudicated));
            guides.collect::<Result<Vec<_>, ProblemConfigError>>()
        };
        Ok(Self {
            guides: [guides(true)?, guides(false)?],
            benchmark: opponent(&problem.benchmark, problem.test_depth(), false)?,
            digests: problem.digests()?,
            setup,
            problem,
        })
    }

    /// With the names and digests of everything that games depend on besides their players,
    /// such as the rules: a run is resumed only if they are the same.
    pub fn based_on(mut self, digests: impl IntoIterator<Item = (String, String)>) -> Self {
        self.digests.extend(digests);
        self
    }

    /// With a way to remote opponents.
    pub fn connected(self, connect: Option<Connect>) -> Self {
        if let Some(connect) = connect {
            // The first one stays.
            let _ = self.setup.connect.set(connect);
        }
        self
    }

    /// The primitives of trees.
    pub fn words(&self) -> &Vocabulary {
        &self.setup.words
    }

    /// The config.
    pub fn problem(&self) -> &ProblemConfig {
        &self.problem
    }

    /// The scores of an individual in games against a player, at a depth. Roles rotate from
    /// game to game.
    pub fn measure(
        &self,
        forest: &Forest,
        spec: &Spec,
        depth: u32,
        n_games: usize,
        seed: u64,
    ) -> Result<Vec<f64>, GameError> {
        let opponent = self.opponent(spec, depth);
        let of = |game: usize| opponent.play(forest, game, mixed(seed, game));
        (0..n_games).into_par_iter().map(of).collect()
    }

    /// The scores of another player in games against a player.
    pub fn measure_player(
        &self,
        player: &Spec,
        spec: &Spec,
        n_games: usize,
        seed: u64,
    ) -> Result<Vec<f64>, GameError> {
        let opponent = self.opponent(spec, self.problem.depth);
        let play = |game: usize| {
            let context = self.setup.context(mixed(seed, 2 * game));
            let player = player.seat(&self.setup.game, &context)?;
            opponent.play_with(player, game, mixed(seed, game), mixed(seed, 2 * game + 1))
        };
        (0..n_games).into_par_iter().map(play).collect()
    }

    fn opponent(&self, spec: &Spec, depth: u32) -> Opponent<G> {
        let setup = Arc::clone(&self.setup);
        Opponent { setup, spec: spec.clone(), depth, is_adjudicated: false }
    }

    /// The generation in which adjudication ends.
    fn n_adjudicated(&self) -> usize {
        let config = self.problem.adjudication.as_ref();
        config.and_then(|config| config.until_generation).unwrap_or(usize::MAX)
    }

    /// The score of a game of successive halving, in whose rounds guides take turns.
    fn play_guide(&self, guides: &[Opponent<G>], one: &Forest, game: usize, seed: u64) -> f64 {
        let n_games = self.problem.n_games_of_round().max(1);
        let (round, mut nth) = (game / n_games, game % n_games);
        for (guide, problem) in guides.iter().zip(&self.problem.guides) {
            if nth < problem.games {
                return problem.points * guide.score(one, round * problem.games + nth, seed);
            }
            nth -= problem.games;
        }
        0.0
    }

    /// A game of two individuals.
    fn play(&self, pair: [&Forest; 2], is_adjudicated: bool, seed: u64) -> Outcome {
        let [mut one, mut other] = pair.map(|forest| self.setup.player(forest, self.problem.depth));
        let play = || {
            let scores = self.setup.play(&mut [&mut one, &mut other], is_adjudicated, seed)?;
            Ok(Outcome { first: scores[0], second: scores[1] })
        };
        self.setup.or_fault(Outcome::DRAW, play)
    }
}

/// The conditions of games by a config.
fn setup<G: Playable>(
    game: &Arc<G>,
    questions: Vec<Question>,
    problem: &ProblemConfig,
    config: &Config,
) -> Result<GameSetup<G>, ProblemConfigError> {
    problem.check_players(player_roles(&**game).len())?;
    let words = Vocabulary::of(&**game, questions)
        .and_then(|words| words.with_grammar(problem.grammar()?))
        .map_err(ProblemConfigError)?;
    let plan = words.plan(config.trees, &problem.exclude).map_err(ProblemConfigError)?;
    let plan = problem.add_building_blocks(plan)?;
    if let Some(AdjudicationConfig { eval, .. }) = &problem.adjudication {
        evaluate::named(eval, &**game, &Context::default()).map_err(ProblemConfigError)?;
    }
    let read = |text: &String| {
        let state = ludex_game::read_position(&**game, text)
            .map_err(|error| format!("`starts`: {error}"))?;
        match game.is_terminal(&state) {
            true => Err(format!("`starts`: the game is over in `{}`", text.trim())),
            false => Ok(state),
        }
    };
    let starts = problem.starts.iter().map(read).collect::<Result<_, _>>();
    Ok(GameSetup {
        game: Arc::clone(game),
        words,
        plan,
        starts: starts.map_err(ProblemConfigError)?,
        opening_plies: problem.opening_plies,
        plies_max: problem.plies_max,
        adjudication: problem.adjudication.clone(),
        connect: OnceLock::new(),
        fault: OnceLock::new(),
    })
}

fn mixed(seed: u64, game: usize) -> u64 {
    ludex_game::draw::key(seed, game as u64)
}

impl<G: Playable> Problem for BoardGame<G> {
    type Genome = Forest;
    type Rival = ();

    fn plan(&self) -> &ForestPlan {
        &self.setup.plan
    }

    fn evaluate(&self, stage: &Stage<'_, Forest, ()>) -> Evaluation {
        let is_adjudicated = stage.generation < self.n_adjudicated();
        let guides = &self.guides[usize::from(!is_adjudicated)];
        if let Some(HalvingConfig { rounds, keep_share }) = self.problem.halving {
            let exam =
                |one: &Forest, game: usize, seed: u64| self.play_guide(guides, one, game, seed);
            let n_games = self.problem.n_games_of_round();
            let halving = SuccessiveHalving { exam: &exam, n_games, n_rounds: rounds, keep_share };
            return halving.evaluate(stage.population, stage.records, &stage.context);
        }
        let guides = guides.iter().zip(&self.problem.guides).map(|(opponent, problem)| Guide {
            exam: opponent as &dyn Exam<Forest>,
            n_rounds: problem.rounds,
            n_games: problem.games,
            points: problem.points,
        });
        let guides = Guides { guides: guides.collect(), cutoff: self.problem.cutoff };
        let contest =
            |one: &Forest, other: &Forest, seed: u64| self.play([one, other], is_adjudicated, seed);
        let problem = &self.problem.co_play;
        let co_play = CoPlay { contest: &contest, n_games: problem.games, points: problem.points };
        let schemes: [&dyn Scheme<Forest>; 2] = [&guides, &co_play];
        stage.evaluate(&schemes)
    }

    fn begins_anew(&self, generation: usize) -> bool {
        generation == self.n_adjudicated()
    }

    fn benchmark(&self) -> Option<&dyn Exam<Forest>> {
        Some(&self.benchmark)
    }

    fn digests(&self) -> Vec<(String, String)> {
        self.digests.clone()
    }

    fn fault(&self) -> Option<String> {
        self.setup.fault.get().map(ToString::to_string)
    }
}
