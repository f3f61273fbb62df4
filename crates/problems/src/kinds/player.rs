//! `kind = "player"`: evaluators for the players of a game.

use std::sync::Arc;

use ludex_evolve::{Config, Forest, Problem};
use ludex_game::{Playable, Visitor};
use ludex_search::Spec;
use ludex_search::evaluate::Question;

use super::evolution::formulas;
use super::{Evolution, GameLoader, Kind, KindProblem, PLAYER, ProblemError, Solution};
use crate::{BoardGame, ProblemConfig};

/// The kind.
pub(super) struct Player;

impl Kind for Player {
    fn name(&self) -> &'static str {
        PLAYER
    }

    fn about(&self) -> &'static str {
        "evaluators for the players of a game, by games against guides and each other"
    }

    fn open(
        &self,
        config: &Config,
        games: &dyn GameLoader,
    ) -> Result<Box<dyn Evolution>, ProblemError> {
        let problem = ProblemConfig::read(config)?;
        games.load(PlayerBuilder {
            problem,
            config: config.clone(),
            questions: Vec::new(),
            digests: Vec::new(),
        })
    }
}

/// Builds the problem of a game: a [`Visitor`] for a [`GameLoader`].
pub struct PlayerBuilder {
    problem: ProblemConfig,
    config: Config,
    questions: Vec<Question>,
    digests: Vec<(String, String)>,
}

impl PlayerBuilder {
    /// The config, which names the game, queries and learned knowledge.
    pub fn config(&self) -> &ProblemConfig {
        &self.problem
    }

    /// With the questions of a game of rules.
    pub fn with_questions(mut self, questions: Vec<Question>) -> Self {
        self.questions = questions;
        self
    }

    /// With the names and digests of the rules and of files that were read.
    pub fn based_on(mut self, digests: Vec<(String, String)>) -> Self {
        self.digests = digests;
        self
    }
}

impl Visitor for PlayerBuilder {
    type Output = Result<Box<dyn Evolution>, ProblemError>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Self::Output {
        let Self { problem, config, questions, digests } = self;
        let board_game = BoardGame::with_questions(&game, questions, problem, &config)?;
        Ok(Box::new(board_game.based_on(digests)))
    }
}

impl<G: Playable> KindProblem for BoardGame<G> {
    fn title(&self) -> String {
        self.problem().game.clone()
    }

    fn test_name(&self) -> String {
        self.problem().benchmark.clone()
    }

    fn test(&self, one: &Forest, n_tests: usize, seed: u64) -> Result<Vec<f64>, ProblemError> {
        let spec = Spec::parse(&self.problem().benchmark);
        let spec = spec.map_err(|error| ProblemError::Load(error.to_string()))?;
        Ok(self.measure(one, &spec, self.problem().test_depth(), n_tests, seed)?)
    }

    fn solution(&self, one: &Forest, score: f64) -> Solution {
        let problem = self.problem();
        let (formulas, size) = formulas(one, self.plan());
        let remarks = [
            format!("evolved for {}", problem.game),
            format!("{score:.3} against {}", problem.benchmark),
            format!(
                "alphabeta:depth={},plain=yes,eval=file:FILE plays by it",
                problem.test_depth()
            ),
        ];
        Solution { formulas, size, text: self.words().to_text(one, self.plan(), &remarks) }
    }
}
