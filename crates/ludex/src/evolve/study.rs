//! A run of evolution whose best player meets several opponents.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_arena::stats::Sample;
use ludex_evolve::{Config, Forest, GenerationStats, Run};
use ludex_game::{Playable, Visitor};
use ludex_problems::{BoardGame, ProblemConfig};
use ludex_search::Spec;

use crate::error::{bail, invalid};
use crate::{Game, Result};

/// A run of evolution in a game with terminals of its own, whose best player is measured.
///
/// ```
/// use ludex::evolution::Config;
/// use ludex::evolve::{Study, Trial};
///
/// let text = "population = 4\ngenerations = 1\n[retest]\nevery = 0\n[problem]\n\
///             game = 'native:lose-checkers'\nco_play = { games = 1 }\n";
/// let study = Study::new(Config::parse(text)?)?;
/// let random = Trial { opponent: "random".parse()?, depth: 1, n_games: 4, seed: 7 };
/// let found = study.run(&[random], &mut |_| {})?;
/// assert_eq!(found.samples[0].n(), 4);
/// # Ok::<(), ludex::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Study {
    /// The parameters of the run.
    pub config: Config,
    /// The game, and how it is played.
    pub problem: ProblemConfig,
    /// The file of the run, if it is kept.
    pub file: Option<PathBuf>,
    /// Whether a run that the file has is replaced, not resumed.
    pub is_fresh: bool,
}

/// Games of the best player against an opponent.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The opponent.
    pub opponent: Spec,
    /// How many plies the best player looks ahead.
    pub depth: u32,
    /// The number of games.
    pub n_games: usize,
    /// The seed of the games.
    pub seed: u64,
}

/// The result of a run.
#[derive(Clone, Debug)]
pub struct StudyResult {
    /// The best individual.
    pub best: Forest,
    /// Its games in each trial.
    pub samples: Vec<Sample>,
    /// Its generation.
    pub generation: usize,
    /// Individuals that were evaluated.
    pub n_individuals: u64,
    /// Games that were played for their fitness.
    pub n_games: u64,
    /// The time of this process.
    pub seconds: f64,
}

impl Study {
    /// A run that is not kept.
    pub fn new(config: Config) -> Result<Self> {
        let problem = ProblemConfig::read(&config)?;
        Ok(Self { config, problem, file: None, is_fresh: false })
    }

    /// Evolves, and has the best play all trials. `notice` gets the number of generations that
    /// are done.
    pub fn run(&self, trials: &[Trial], notice: &mut dyn FnMut(u32)) -> Result<StudyResult> {
        self.game()?.visit(Evolution { study: self, trials, notice })
    }

    /// The games of an individual against an opponent.
    pub fn measure(&self, one: &Forest, trial: &Trial) -> Result<Sample> {
        self.game()?.visit(Measure { study: self, one, trial })
    }

    /// How long the rest of the run takes, estimated by a first generation.
    pub fn time_left(&self) -> Result<Duration> {
        self.game()?.visit(Timing(self))
    }

    fn game(&self) -> Result<Game> {
        Game::load(&self.problem.game)
    }

    /// Its game as a problem, with what its scores depend on.
    fn board_game<G: Playable>(&self, game: &Arc<G>) -> Result<BoardGame<G>> {
        let name = &self.problem.game;
        let rules = crate::load::rules_digest(name)?;
        let rules = rules.map(|digest| (format!("the rules of {name}"), digest));
        let board_game = BoardGame::new(game, self.problem.clone(), &self.config)?;
        Ok(board_game.based_on(rules))
    }

    /// A run that was begun earlier, or a new one.
    fn begin<'p, G: Playable>(
        &self,
        board_game: &'p BoardGame<G>,
    ) -> Result<Run<'p, BoardGame<G>>> {
        if let Some(run) = self.resume(board_game)? {
            return Ok(run);
        }
        let mut run = Run::new(board_game, self.config.clone())?;
        if let Some(path) = &self.file {
            if path.exists() {
                std::fs::remove_file(path)?;
            }
            run.keep_in(path)?;
        }
        Ok(run)
    }

    /// The run that was begun earlier, if it is to be resumed.
    fn resume<'p, G: Playable>(
        &self,
        board_game: &'p BoardGame<G>,
    ) -> Result<Option<Run<'p, BoardGame<G>>>> {
        let Some(path) = self.file.as_deref().filter(|path| path.exists() && !self.is_fresh) else {
            return Ok(None);
        };
        let run = Run::resume(board_game, path)?;
        if let Some(difference) = run.config().differences(&self.config).first() {
            let path = path.display();
            bail!(
                "{path} has other parameters than the preset: {difference}; `--fresh` begins anew"
            );
        }
        Ok(Some(run))
    }
}

/// Evolves, and has the best play all opponents.
struct Evolution<'a> {
    study: &'a Study,
    trials: &'a [Trial],
    notice: &'a mut dyn FnMut(u32),
}

impl Visitor for Evolution<'_> {
    type Output = Result<StudyResult>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<StudyResult> {
        let Self { study, trials, notice } = self;
        let board_game = study.board_game(&game)?;
        let started = Instant::now();
        let mut run = study.begin(&board_game)?;
        let mut watch = |stats: &GenerationStats| {
            notice(stats.generation as u32 + 1);
            ControlFlow::Continue(())
        };
        run.finish(&mut watch)?;
        let seconds = started.elapsed().as_secs_f64();
        let champion = run.best().ok_or_else(|| invalid!("no individual was evaluated"))?;
        let best = champion.genome.clone();
        let samples = trials.iter().map(|trial| measure(&board_game, &best, trial));
        Ok(StudyResult {
            samples: samples.collect::<Result<_>>()?,
            generation: champion.generation,
            n_individuals: run.history().iter().map(|stats| stats.evaluations).sum(),
            n_games: run.history().iter().map(|stats| stats.games).sum(),
            best,
            seconds,
        })
    }
}

/// Has an individual play against an opponent.
struct Measure<'a> {
    study: &'a Study,
    one: &'a Forest,
    trial: &'a Trial,
}

impl Visitor for Measure<'_> {
    type Output = Result<Sample>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Sample> {
        measure(&self.study.board_game(&game)?, self.one, self.trial)
    }
}

fn measure<G: Playable>(board_game: &BoardGame<G>, one: &Forest, trial: &Trial) -> Result<Sample> {
    let Trial { opponent, depth, n_games, seed } = trial;
    let scores = board_game.measure(one, opponent, *depth, *n_games, *seed)?;
    Ok(scores.into_iter().collect())
}

/// Estimates how long a run takes, by its first generation.
struct Timing<'a>(&'a Study);

impl Visitor for Timing<'_> {
    type Output = Result<Duration>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Duration> {
        let board_game = self.0.board_game(&game)?;
        let started = Instant::now();
        let mut config = self.0.config.clone();
        let n_done = self.0.resume(&board_game)?.map_or(0, |run| run.history().len());
        let n_left = config.generations - n_done;
        config.retest.every = 0;
        Run::new(&board_game, config)?.step()?;
        Ok(started.elapsed() * n_left as u32)
    }
}
