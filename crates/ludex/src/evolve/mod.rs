//! Players by evolution: trees that value positions.

mod explain;
mod kinds;
mod study;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use ludex_arena::CONFIDENCE;
use ludex_arena::stats::{Interval, Sample};
use ludex_evolve::{Champion, Config, Forest, GenerationStats, Problem, Run};
use ludex_game::{Playable, Visitor};
use ludex_problems::{BoardGame, PRESETS, ProblemConfig, preset};
use ludex_report::number::thousands;
use ludex_report::words::counted;
use ludex_report::{Page, Plot, Table, numbered};
use ludex_search::Spec;
use ludex_search::evaluate;
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::{Context, bail, invalid};
use crate::terminals::{self, Basis};
use crate::{Progress, Result, Settings, Step};

pub use explain::{EvolvedData, EvolvedOptions, EvolvedResult, explain};
pub use kinds::{is_about_players, solve_problem, story_page};
pub use study::{Study, StudyResult, Trial};

/// The preset that suits any game.
pub const ANY_GAME: &str = "any-game";

/// The parameters of a preset or of a file.
///
/// ```
/// assert_eq!(ludex::evolve::parameters("lose-checkers")?.seed, 1);
/// assert!(ludex::evolve::parameters("loose-checkers").is_err());
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn parameters(name: &str) -> Result<Config> {
    if let Some(preset) = preset(name) {
        if !preset.is_runnable() {
            bail!("`{name}` has parameters alone: its game is not here");
        }
        return Ok(preset.config());
    }
    if !Path::new(name).exists() {
        let hint = ludex_support::closest(name, PRESETS.iter().map(|preset| preset.name))
            .map_or("`ludex evolve list` lists the presets".into(), |close| {
                format!("did you mean `{close}`?")
            });
        bail!("there is no preset or file `{name}`; {hint}");
    }
    let text = ludex_search::read_text(name.as_ref()).with_context(|| name.to_string())?;
    Config::parse(&text).with_context(|| name.to_string())
}

/// Which players are evolved, and where the run is kept.
#[derive(Clone, Debug)]
pub struct EvolveOptions {
    /// Threads and limits. The seed is that of the parameters.
    pub settings: Settings,
    /// The name of the run in messages: that of the preset or file.
    pub name: String,
    /// The parameters.
    pub config: Config,
    /// The parameters as the preset or file has them, to notice changes when the run is
    /// resumed; those above where it is not given.
    pub source: Option<Config>,
    /// The file of the run.
    pub file: RunFile,
    /// Games of the last test of the best player.
    pub n_test_games: u32,
}

/// The file that keeps a run after each generation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum RunFile {
    /// The run is not kept.
    #[default]
    None,
    /// A new file.
    New(PathBuf),
    /// A file that may exist: it is replaced after the first generation.
    Replace(PathBuf),
    /// The file of a run that is resumed.
    Resume(PathBuf),
}

impl EvolveOptions {
    /// The options of a preset or file.
    pub fn of(name: &str) -> Result<Self> {
        Ok(Self {
            settings: Settings::default(),
            name: name.into(),
            config: parameters(name)?,
            source: None,
            file: RunFile::None,
            n_test_games: 1000,
        })
    }

    /// The options of the preset for any game, with a game.
    ///
    /// ```
    /// let options = ludex::evolve::EvolveOptions::of_game("breakthrough")?;
    /// assert_eq!(options.name, "any-game");
    /// # Ok::<(), ludex::Error>(())
    /// ```
    pub fn of_game(game: &str) -> Result<Self> {
        let mut options = Self::of(ANY_GAME)?;
        options.config.problem.insert("game".into(), game.into());
        Ok(options)
    }
}

/// Evolves players.
///
/// ```
/// use ludex::evolve::{EvolveOptions, evolve};
///
/// let mut options = EvolveOptions::of_game("tic-tac-toe")?;
/// (options.config.population, options.config.generations) = (6, 1);
/// options.n_test_games = 4;
/// let result = evolve(&options, &mut ())?;
/// assert_eq!(result.to_data().games, 4);
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn evolve(options: &EvolveOptions, progress: &mut dyn Progress) -> Result<EvolveResult> {
    let problem = ProblemConfig::read(&options.config).with_context(|| options.name.clone())?;
    let seed = options.config.seed;
    let game = terminals::load(&problem, &options.settings, progress)?;
    terminals::visit(&game, &problem.clone(), &options.settings, seed, |basis| Evolution {
        options,
        problem,
        basis,
        progress,
    })?
}

struct Evolution<'a> {
    options: &'a EvolveOptions,
    problem: ProblemConfig,
    basis: Basis,
    progress: &'a mut dyn Progress,
}

impl Visitor for Evolution<'_> {
    type Output = Result<EvolveResult>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<EvolveResult> {
        let started = Instant::now();
        let Self { options, problem, basis, progress } = self;
        let config = options.config.clone();
        let board_game = BoardGame::with_questions(&game, basis.questions, problem, &config)?;
        let board_game = board_game.based_on(basis.digests).connected(options.settings.connect);
        let mut run = begin(&board_game, config, &options.file)?;
        run.written_as(options.source.clone().unwrap_or_else(|| options.config.clone()));
        let (n_done, n_all) = (run.history().len() as u64, run.config().generations as u64);
        progress.step(&Step { what: "generations".into(), n_done, n_all });
        run.finish(&mut |stats: &GenerationStats| {
            progress.generation(stats);
            ControlFlow::Continue(())
        })?;
        let champion = run.best().ok_or_else(|| invalid!("no individual was evaluated"))?;
        let spec: Spec = board_game.problem().benchmark.parse()?;
        // Other games than those by which the best was chosen.
        let seed = !run.config().seed;
        let depth = board_game.problem().test_depth();
        let n_games = options.n_test_games as usize;
        let scores = board_game.measure(&champion.genome, &spec, depth, n_games, seed)?;
        let sample = scores.into_iter().collect();
        let seconds = started.elapsed().as_secs_f64();
        Ok(EvolveResult::new(&options.name, &board_game, &run, champion, &sample, seconds))
    }
}

/// The run, kept in its file.
fn begin<'p, P: Problem>(problem: &'p P, config: Config, file: &RunFile) -> Result<Run<'p, P>> {
    if let RunFile::Resume(path) = file {
        let mut run = Run::resume(problem, path)?;
        run.until(config.generations);
        return Ok(run);
    }
    let mut run = Run::new(problem, config)?;
    match file {
        RunFile::New(path) => run.keep_in(path)?,
        RunFile::Replace(path) => run.keep_instead_of(path),
        RunFile::None | RunFile::Resume(_) => {}
    }
    Ok(run)
}

/// The result of an evolution: its best player and its history.
pub struct EvolveResult {
    name: String,
    problem: ProblemConfig,
    history: Vec<GenerationStats>,
    terminals: Vec<String>,
    generation: usize,
    retest: Option<f64>,
    score: f64,
    interval: Interval,
    n_games: u64,
    infix: Vec<(String, String)>,
    text: String,
    size: usize,
    seconds: f64,
    seed: u64,
    population: usize,
}

impl EvolveResult {
    fn new<G: Playable>(
        name: &str,
        board_game: &BoardGame<G>,
        run: &Run<'_, BoardGame<G>>,
        champion: &Champion<Forest>,
        sample: &Sample,
        seconds: f64,
    ) -> Self {
        let (score, n_games) = (sample.mean().unwrap_or(0.0), sample.n());
        let problem = board_game.problem().clone();
        let plan = board_game.plan();
        let simple = champion.genome.simplify(plan);
        let trees = simple.trees().iter().zip(plan.trees());
        let infix = trees.map(|(tree, plan)| (plan.name.clone(), tree.to_infix(&plan.primitives)));
        let remarks = [
            format!("evolved for {}, seed {}", problem.game, run.config().seed),
            format!("{score:.3} in {n_games} games against {}", problem.benchmark),
            format!(
                "alphabeta:depth={},plain=yes,eval=file:FILE plays by it",
                problem.test_depth()
            ),
        ];
        Self {
            history: run.history().to_vec(),
            terminals: run.terminals().to_vec(),
            generation: champion.generation,
            retest: champion.retest(),
            score,
            interval: sample.interval(CONFIDENCE),
            n_games,
            infix: infix.collect(),
            text: board_game.words().to_text(&champion.genome, plan, &remarks),
            size: simple.trees().iter().map(|tree| tree.size()).sum(),
            seconds,
            seed: run.config().seed,
            population: run.config().population,
            problem,
            name: name.into(),
        }
    }

    /// The best player in the form of its file, for `eval=file:FILE`.
    pub fn best(&self) -> &str {
        &self.text
    }

    /// A summary for a terminal. With the path of the best player's file, the spec of the
    /// player is part of it.
    pub fn to_text(&self, saved: Option<&Path>) -> String {
        let mut text = format!(
            "{}: {}, {}, {:.0} s\n\n",
            self.problem.game,
            counted(self.history.len(), "generation"),
            counted(self.n_games_evolved(), "game"),
            self.seconds
        );
        text.push_str(&format!(
            "The best is of generation {}. In {} against\n  {}\nit scores {:.3} ({:.3}-{:.3}).\n\n",
            self.generation,
            counted(self.n_games as usize, "new game"),
            self.problem.benchmark,
            self.score,
            self.interval.low,
            self.interval.high
        ));
        for (name, infix) in &self.infix {
            text.push_str(&format!("{name} = {infix}\n"));
        }
        if let Some(path) = saved {
            let depth = self.problem.test_depth().to_string();
            let options = [("depth", &*depth), ("plain", "yes"), ("eval", &evaluate::file(path))];
            text.push_str(&format!("\nIt plays as {}\n", Spec::new("alphabeta", &options)));
        }
        text
    }

    fn n_games_evolved(&self) -> usize {
        self.history.iter().map(|stats| stats.games as usize).sum()
    }

    /// The data that `--json` prints.
    pub fn to_data(&self) -> EvolveData {
        EvolveData {
            run: self.name.clone(),
            game: self.problem.game.clone(),
            benchmark: self.problem.benchmark.clone(),
            seed: self.seed,
            generation: self.generation,
            retest: self.retest,
            games: self.n_games,
            score: self.score,
            score_interval: [self.interval.low, self.interval.high],
            size: self.size,
            trees: self.infix.clone(),
            seconds: self.seconds,
            history: self.history.clone(),
            terminals: self.terminals.clone(),
        }
    }

    /// A page with curves.
    pub fn to_page(&self) -> Page {
        let mut page = Page::new(format!("Ludex: evolution of players for {}", self.problem.game));
        page.lead(format!(
            "{}: after {} the best scores {:.1}% of the points in {} against {} ({:.1}% to {:.1}%).",
            self.problem.game,
            counted(self.history.len(), "generation"),
            100.0 * self.score,
            counted(self.n_games as usize, "new game"),
            self.problem.benchmark,
            100.0 * self.interval.low,
            100.0 * self.interval.high
        ));
        let curve = |of: &dyn Fn(&GenerationStats) -> f64| {
            numbered(self.history.iter().map(of)).collect::<Vec<_>>()
        };
        let mut fitness = Plot::new("Fitness").labels("generation", "points");
        fitness.line("best", curve(&|stats| stats.best)).line("mean", curve(&|stats| stats.mean));
        let mut size = Plot::new("Size").labels("generation", "nodes");
        // The best is the first series of every plot, the mean the second: colours follow.
        size.line("of the best", curve(&|stats| stats.best_size as f64));
        size.line("mean", curve(&|stats| stats.size));
        page.section("How it went").figure(&fitness.to_svg(), "").figure(&size.to_svg(), "");
        let tests: Vec<(f64, f64)> = self
            .history
            .iter()
            .filter_map(|stats| Some((stats.generation as f64, stats.retest?)))
            .collect();
        if !tests.is_empty() {
            let mut plot = Plot::new("Tests of the best").labels("generation", "score");
            plot.line("best of a generation", tests);
            page.figure(&plot.to_svg(), "");
        }
        page.section("The best");
        let trees = self.infix.iter().map(|(name, infix)| format!("{name} = {infix}\n"));
        page.preformatted(&trees.collect::<String>());
        page.section("What is asked");
        let mut table = Table::new(["terminal", "uses in the last generation"]).numbers_from(1);
        let usage = self.history.last().map(|stats| stats.usage.clone()).unwrap_or_default();
        let mut uses: Vec<(&String, u64)> = self.terminals.iter().zip(usage).collect();
        uses.sort_by_key(|&(_, n)| std::cmp::Reverse(n));
        for (name, n) in uses {
            table.row([name.clone(), thousands(n)]);
        }
        page.table(&table);
        page.section("Setup").definitions([
            ("game", self.problem.game.clone()),
            ("preset or file", self.name.clone()),
            ("benchmark", self.problem.benchmark.clone()),
            ("population", thousands(self.population as u64)),
            ("seed", self.seed.to_string()),
        ]);
        page
    }
}

/// The result of an evolution, as data.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EvolveData {
    /// The preset or file.
    pub run: String,
    /// The game.
    pub game: String,
    /// The spec of the opponent in tests.
    pub benchmark: String,
    /// The seed.
    pub seed: u64,
    /// The generation of the best player.
    pub generation: usize,
    /// Its score when it was tested again during the run.
    pub retest: Option<f64>,
    /// Games of the last test.
    pub games: u64,
    /// The score in them.
    pub score: f64,
    /// Its 95% interval.
    pub score_interval: [f64; 2],
    /// Nodes of the simplified trees.
    pub size: usize,
    /// The trees by name, as formulas.
    pub trees: Vec<(String, String)>,
    /// Seconds in all.
    pub seconds: f64,
    /// The figures of each generation.
    pub history: Vec<GenerationStats>,
    /// The terminals of the trees.
    pub terminals: Vec<String>,
}
