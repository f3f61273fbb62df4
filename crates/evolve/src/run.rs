//! Runs: from the first generation to the last, with any number of interruptions.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use ludex_support::descending;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::breed::{Breeder, Breeding};
use crate::checkpoint::{self, Head};
use crate::config::ConfigError;
use crate::island::{LocalTransport, Migration, Transport};
use crate::operators::Mix;
use crate::problem::Stage;
use crate::seeds::Use;
use crate::{
    CheckpointError, Config, EvaluationContext, Exam, Executor, GenerationStats, Genome, Job,
    Observer, Problem, Progress, Record, Seeds, Selection, Threads,
};

/// A run of evolution.
///
/// ```
/// use ludex_evolve::{Config, Run};
/// # use ludex_evolve::{Evaluation, Problem, RealVector, Repeated, Stage, VectorPlan};
/// # struct Example(VectorPlan<f64>);
/// # impl Problem for Example {
/// #     type Genome = RealVector;
/// #     type Rival = ();
/// #     fn plan(&self) -> &VectorPlan<f64> { &self.0 }
/// #     fn evaluate(&self, stage: &Stage<'_, RealVector, ()>) -> Evaluation {
/// #         let exam = |one: &RealVector, _: usize, _: u64| one.iter().sum::<f64>();
/// #         stage.evaluate(&[&Repeated { exam: &exam, times: 1 }])
/// #     }
/// # }
/// # let problem = Example(VectorPlan::new(5, 0.0..1.0));
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("run.ludex");
/// let config = Config { population: 20, generations: 10, ..Config::default() };
/// let mut run = Run::new(&problem, config)?;
/// run.keep_in(&file)?;
/// run.step()?;
/// drop(run);
/// let mut run = Run::resume(&problem, &file)?;
/// assert_eq!(run.history().len(), 1);
/// run.finish(&mut ())?;
/// assert_eq!(run.history().len(), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Run<'p, P: Problem> {
    problem: &'p P,
    config: Config,
    source: Config,
    selection: Box<dyn Selection>,
    mix: Mix<P::Genome>,
    rival_mix: Mix<P::Rival>,
    state: State<P::Genome, P::Rival>,
    terminals: Vec<String>,
    file: Option<PathBuf>,
    transport: Box<dyn Transport<P::Genome>>,
    executor: Box<dyn Executor>,
    progress: Progress,
}

/// Everything that a run needs to be resumed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
struct State<G: Genome, R: Genome> {
    islands: Vec<Island<G, R>>,
    history: Vec<GenerationStats>,
    /// The best individuals of re-tests, the best first; without re-tests, the fittest one.
    finalists: Vec<Champion<G>>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
struct Island<G: Genome, R: Genome> {
    population: Vec<G>,
    /// Empty before the first evaluation.
    scores: Vec<f64>,
    /// The scores of former generations, if they are averaged; before an evaluation those of
    /// the elite only.
    records: Vec<Record>,
    rivals: Vec<R>,
    rival_scores: Vec<f64>,
}

impl<G: Genome, R: Genome> Island<G, R> {
    /// Adds scores to the records, and sets scores to the means of the records.
    fn record(&mut self, weights: impl Iterator<Item = f64>, breeding: &Breeding) {
        self.records.resize(self.population.len(), Record::default());
        for ((record, &score), weight) in self.records.iter_mut().zip(&self.scores).zip(weights) {
            record.add(score, weight);
        }
        let mean = self.scores.iter().sum::<f64>() / self.scores.len() as f64;
        for (score, record) in self.scores.iter_mut().zip(&self.records) {
            *score = record.mean_with_prior(breeding.prior_games, mean);
        }
    }

    /// The records of the elite, in its order.
    fn elite_records(&self, breeder: &Breeder<'_, G>) -> Vec<Record> {
        let order = breeder.standings(&self.population, &self.scores).order();
        order.into_iter().take(breeder.breeding.elite).map(|place| self.records[place]).collect()
    }
}

/// The best individual so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Champion<G: Genome> {
    /// The individual.
    pub genome: G,
    /// The generation in which it was found.
    pub generation: usize,
    /// Its score in that generation.
    pub score: f64,
    /// Its scores in re-tests, each of weight 1.
    tests: Record,
}

impl<G: Genome> Champion<G> {
    /// Its mean score in re-tests, by which it was chosen. `None` without re-tests: then it is
    /// the fittest individual of the latest generation.
    pub fn retest(&self) -> Option<f64> {
        self.tests.mean()
    }
}

/// Why a run cannot start or continue.
#[derive(Debug, Error)]
pub enum RunError {
    /// A parameter is out of range.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Its file cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// An evaluation [failed](Problem::fault).
    #[error("{0}")]
    Fault(String),
}

impl<'p, P: Problem> Run<'p, P> {
    /// A run before its first generation.
    pub fn new(problem: &'p P, config: Config) -> Result<Self, RunError> {
        let islands =
            (0..config.islands.count).map(|nth| Self::first_island(problem, &config, nth));
        let state =
            State { islands: islands.collect(), history: Vec::new(), finalists: Vec::new() };
        Self::with(problem, config, state)
    }

    /// The run of a checkpoint, which is kept in the same file.
    pub fn resume(problem: &'p P, path: &Path) -> Result<Self, RunError> {
        let checkpoint = checkpoint::read(path)?;
        let changed = checkpoint.head.changed(&problem.digests());
        if !changed.is_empty() {
            return Err(CheckpointError::Changed(path.to_path_buf(), changed).into());
        }
        if checkpoint.head.fingerprint != fingerprint(problem) {
            return Err(CheckpointError::Foreign(path.to_path_buf()).into());
        }
        let config = Config::parse(&checkpoint.head.config)?;
        let mut run = Self::with(problem, config, checkpoint.state()?)?;
        run.source = Config::parse(&checkpoint.head.source)?;
        run.file = Some(path.to_path_buf());
        Ok(run)
    }

    fn with(
        problem: &'p P,
        config: Config,
        state: State<P::Genome, P::Rival>,
    ) -> Result<Self, RunError> {
        config.check()?;
        let wrong = |what| ConfigError { line: None, what };
        let none = Default::default();
        Ok(Self {
            problem,
            selection: config.selection.make().map_err(wrong)?,
            mix: Mix::new(&config.crossovers, &config.mutations).map_err(wrong)?,
            rival_mix: Mix::new(&none, &none).map_err(wrong)?,
            terminals: P::Genome::terminals(problem.plan()),
            source: config.clone(),
            config,
            state,
            file: None,
            transport: Box::new(LocalTransport),
            executor: Box::new(Threads),
            progress: Progress::default(),
        })
    }

    fn first_island(problem: &P, config: &Config, nth: usize) -> Island<P::Genome, P::Rival> {
        let mut rng = Seeds::new(config.seed, nth as u64, 0).rng(Use::Start);
        let population = (0..config.population)
            .map(|nth| P::Genome::random(&mut rng, problem.plan(), nth))
            .collect();
        let rivals = problem.rivals().map_or(Vec::new(), |plan| {
            (0..config.rivals.population).map(|nth| P::Rival::random(&mut rng, plan, nth)).collect()
        });
        Island {
            population,
            scores: Vec::new(),
            records: Vec::new(),
            rivals,
            rival_scores: Vec::new(),
        }
    }

    /// Writes the run to a file after each generation. An existing file is an error.
    pub fn keep_in(&mut self, path: &Path) -> Result<(), RunError> {
        if path.exists() {
            return Err(CheckpointError::Exists(path.to_path_buf()).into());
        }
        self.file = Some(path.to_path_buf());
        Ok(())
    }

    /// Writes the run to a file after each generation. An existing file is replaced after the
    /// first one.
    pub fn keep_instead_of(&mut self, path: &Path) {
        self.file = Some(path.to_path_buf());
    }

    /// Keeps the parameters as their file has them, before options changed some, so that
    /// [`source_of`] can be compared with the file when the run is resumed.
    pub fn written_as(&mut self, source: Config) {
        self.source = source;
    }

    /// Sends individuals between islands by a transport.
    pub fn carried_by(mut self, transport: impl Transport<P::Genome> + 'static) -> Self {
        self.transport = Box::new(transport);
        self
    }

    /// Runs games and tests by an executor; by [`Threads`] if not called. The result is the
    /// same for all executors.
    pub fn executed_by(mut self, executor: impl Executor + 'static) -> Self {
        self.executor = Box::new(executor);
        self
    }

    /// Sets the number of generations, instead of that of the file. The result is the same as
    /// with this number from the start, except for a re-test that was made because its
    /// generation was the last.
    pub fn until(&mut self, generations: usize) {
        self.config.generations = generations;
    }

    /// All parameters.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The figures of each generation so far.
    pub fn history(&self) -> &[GenerationStats] {
        &self.state.history
    }

    /// The names of the terminals whose usage is counted.
    pub fn terminals(&self) -> &[String] {
        &self.terminals
    }

    /// The best individual so far.
    pub fn best(&self) -> Option<&Champion<P::Genome>> {
        self.state.finalists.first()
    }

    /// The individuals of an island and their scores, which are empty before the evaluation.
    pub fn population(&self, island: usize) -> (&[P::Genome], &[f64]) {
        let island = &self.state.islands[island];
        (&island.population, &island.scores)
    }

    /// The number of games since the run was made or resumed; can be read by other threads.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Whether all generations are over.
    pub fn is_done(&self) -> bool {
        self.state.history.len() >= self.config.generations
    }

    /// Runs the remaining generations, unless the observer stops it.
    pub fn finish(&mut self, observer: &mut impl Observer<P::Genome>) -> Result<(), RunError> {
        while !self.is_done() {
            self.step()?;
            let (Some(stats), best) = (self.state.history.last(), self.fittest()) else { break };
            if let ControlFlow::Break(()) = observer.generation(stats, best) {
                break;
            }
        }
        Ok(())
    }

    /// Runs one generation, and keeps it. After an error the run is over; the checkpoint of the
    /// generation before can be resumed.
    pub fn step(&mut self) -> Result<&GenerationStats, RunError> {
        let generation = self.state.history.len();
        // Step 1. Breeding.
        if generation > 0 {
            self.migrate(generation - 1);
            self.breed(generation);
        }
        // Step 2. Evaluation.
        let n_games = self.progress.games();
        self.evaluate(generation);
        self.check_fault()?;
        // Step 3. Statistics and the best individual.
        let mut stats = self.statistics(generation);
        self.choose_best(generation, &mut stats);
        self.check_fault()?;
        stats.games = self.progress.games() - n_games;
        self.state.history.push(stats);
        // Step 4. The checkpoint.
        self.keep()?;
        Ok(&self.state.history[generation])
    }

    fn check_fault(&self) -> Result<(), RunError> {
        self.problem.fault().map_or(Ok(()), |fault| Err(RunError::Fault(fault)))
    }

    fn seeds(&self, island: usize, generation: usize) -> Seeds {
        Seeds::new(self.config.seed, island as u64, generation as u64)
    }

    fn breeder(&self) -> Breeder<'_, P::Genome> {
        Breeder {
            plan: self.problem.plan(),
            breeding: &self.config.breeding,
            selection: &*self.selection,
            mix: &self.mix,
        }
    }

    /// Sends copies of individuals, selected as parents are, to other islands, where they
    /// replace the least fit.
    fn migrate(&mut self, generation: usize) {
        let breeder = self.breeder();
        let mut migrations = Vec::new();
        for (from, island) in self.state.islands.iter().enumerate() {
            let standings = breeder.standings(&island.population, &island.scores);
            let wheel = self.selection.prepare(&standings);
            let mut rng = self.seeds(from, generation).rng(Use::Migrate);
            for to in self.config.islands.destinations(from, generation) {
                let chosen = (0..self.config.islands.migrants).map(|_| wheel(&mut rng));
                let migrants = chosen.map(|at| (island.population[at].clone(), island.scores[at]));
                migrations.push(Migration { from, to, migrants: migrants.collect() });
            }
        }
        let mut migrations = self.transport.carry(generation, migrations);
        by_destination(&mut migrations);
        for (to, island) in self.state.islands.iter_mut().enumerate() {
            let arrivals = migrations.iter().filter(|migration| migration.to == to);
            let arrivals = arrivals.flat_map(|migration| &migration.migrants);
            let standings = crate::Standings::new(island.scores.clone());
            // The least fit before any arrival.
            for (place, (genome, score)) in standings.order().into_iter().rev().zip(arrivals) {
                island.population[place] = genome.clone();
                island.scores[place] = *score;
                if let Some(record) = island.records.get_mut(place) {
                    *record = Record::new(*score, 1.0);
                }
            }
        }
    }

    fn breed(&mut self, generation: usize) {
        let (breeder, seed) = (self.breeder(), self.config.seed);
        let is_rivals_turn = generation.is_multiple_of(self.config.rivals.every);
        let rival_breeder = self.problem.rivals().filter(|_| is_rivals_turn).map(|plan| Breeder {
            plan,
            breeding: &self.config.breeding,
            selection: &*self.selection,
            mix: &self.rival_mix,
        });
        let keeps_records =
            breeder.breeding.average_scores && !self.problem.begins_anew(generation);
        let next = |(nth, island): (usize, &Island<P::Genome, P::Rival>)| {
            let seeds = Seeds::new(seed, nth as u64, generation as u64);
            let mut rng = seeds.rng(Use::Breed);
            let population = breeder.breed(&mut rng, &island.population, &island.scores);
            let records = match keeps_records {
                true => island.elite_records(&breeder),
                false => Vec::new(),
            };
            let rivals = match &rival_breeder {
                Some(breeder) => {
                    let mut rng = seeds.rng(Use::BreedRivals);
                    breeder.breed(&mut rng, &island.rivals, &island.rival_scores)
                }
                None => island.rivals.clone(),
            };
            Island { population, scores: Vec::new(), records, rivals, rival_scores: Vec::new() }
        };
        let islands = self.state.islands.par_iter().enumerate().map(next).collect();
        self.state.islands = islands;
    }

    fn evaluate(&mut self, generation: usize) {
        let (problem, progress, seed) = (self.problem, &self.progress, self.config.seed);
        let executor = &*self.executor;
        let breeding = &self.config.breeding;
        self.state.islands.par_iter_mut().enumerate().for_each(|(nth, island)| {
            let evaluation = problem.evaluate(&Stage {
                population: &island.population,
                rivals: &island.rivals,
                records: &island.records,
                generation,
                context: EvaluationContext {
                    seeds: Seeds::new(seed, nth as u64, generation as u64),
                    progress,
                    executor,
                },
            });
            island.scores = evaluation.scores;
            // NaN is the lowest score.
            let unclear = island.scores.iter_mut().filter(|score| score.is_nan());
            unclear.for_each(|score| *score = f64::NEG_INFINITY);
            island.scores.resize(island.population.len(), 0.0);
            if breeding.average_scores || breeding.prior_games > 0.0 {
                let weights = evaluation.weights.iter().copied().chain(std::iter::repeat(1.0));
                island.record(weights, breeding);
            }
            island.rival_scores = evaluation.rival_scores;
            island.rival_scores.resize(island.rivals.len(), 0.0);
        });
    }

    fn statistics(&self, generation: usize) -> GenerationStats {
        let islands = &self.state.islands;
        let scores: Vec<f64> = islands.iter().flat_map(|island| &island.scores).copied().collect();
        let rivals: Vec<f64> =
            islands.iter().flat_map(|island| &island.rival_scores).copied().collect();
        let mean = |list: &[f64]| list.iter().sum::<f64>() / list.len() as f64;
        let mut stats = GenerationStats {
            generation,
            best: scores.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            mean: mean(&scores),
            rivals: (!rivals.is_empty()).then(|| mean(&rivals)),
            best_size: self.fittest().size(),
            evaluations: scores.len() as u64,
            ..GenerationStats::default()
        };
        let population = islands.iter().flat_map(|island| &island.population);
        stats.count(population, self.problem.plan(), &self.terminals);
        stats
    }

    /// The fittest individuals of each island and their scores, the fittest of all first.
    fn leaders(&self, n_each: usize) -> Vec<(&P::Genome, f64)> {
        let breeder = self.breeder();
        let mut leaders = Vec::new();
        for island in &self.state.islands {
            let order = breeder.standings(&island.population, &island.scores).order();
            let first = order.into_iter().take(n_each);
            leaders.extend(first.map(|at| (&island.population[at], island.scores[at])));
        }
        highest_first(&mut leaders);
        leaders
    }

    fn fittest(&self) -> &P::Genome {
        self.leaders(1).first().map_or(&self.state.islands[0].population[0], |leader| leader.0)
    }

    /// Keeps the fittest individual, or the best one of a longer test.
    fn choose_best(&mut self, generation: usize, stats: &mut GenerationStats) {
        let retest = &self.config.retest;
        let is_last = generation + 1 == self.config.generations;
        match self.problem.benchmark().filter(|_| retest.every > 0) {
            None => {
                let champion = |(genome, score): (&P::Genome, f64)| Champion {
                    genome: genome.clone(),
                    generation,
                    score,
                    tests: Record::default(),
                };
                self.state.finalists = self.leaders(1).into_iter().map(champion).take(1).collect();
            }
            Some(exam) if generation.is_multiple_of(retest.every) || is_last => {
                self.retest(exam, generation, stats);
            }
            Some(_) => {}
        }
    }

    /// Tests the leaders and the finalists so far by the same longer test: good luck in one
    /// test is found out in the next.
    fn retest(
        &mut self,
        exam: &dyn Exam<P::Genome>,
        generation: usize,
        stats: &mut GenerationStats,
    ) {
        let (n_games, top) = (self.config.retest.games.max(1), self.config.retest.top.max(1));
        let seeds = self.seeds(0, generation);
        let mut finalists = std::mem::take(&mut self.state.finalists);
        for (genome, score) in self.leaders(top) {
            if finalists.iter().all(|known| known.genome != *genome) {
                let (genome, tests) = (genome.clone(), Record::default());
                finalists.push(Champion { genome, generation, score, tests });
            }
        }
        let (progress, executor) = (&self.progress, &*self.executor);
        let context = EvaluationContext { seeds, progress, executor };
        for finalist in &mut finalists {
            let job = |game: usize| Job { genome: 0, other: None, game, seed: seeds.retest(game) };
            let jobs: Vec<Job> = (0..n_games).map(job).collect();
            let results = context.test(exam, std::slice::from_ref(&finalist.genome), &jobs);
            let mean = results.iter().sum::<f64>() / n_games as f64;
            stats.retest = Some(stats.retest.map_or(mean, |other| other.max(mean)));
            finalist.tests.add(mean, 1.0);
        }
        // One lucky test does not make a champion.
        let means = finalists.iter().filter_map(Champion::retest);
        let mean = means.sum::<f64>() / finalists.len() as f64;
        let rank = |one: Champion<P::Genome>| {
            let rank = one.tests.mean_with_prior(1.0, mean);
            (one, rank)
        };
        let mut ranked = finalists.into_iter().map(rank).collect();
        highest_first(&mut ranked);
        ranked.truncate(top);
        self.state.finalists = ranked.into_iter().map(|(finalist, _)| finalist).collect();
    }

    fn keep(&self) -> Result<(), RunError> {
        let Some(path) = &self.file else { return Ok(()) };
        let head = Head {
            config: self.config.to_text()?,
            source: self.source.to_text()?,
            fingerprint: fingerprint(self.problem),
            digests: self.problem.digests(),
        };
        Ok(checkpoint::write(path, &(&head, &self.state))?)
    }
}

/// The parameters of the run of a checkpoint.
pub fn config_of(path: &Path) -> Result<Config, RunError> {
    Ok(Config::parse(&checkpoint::read(path)?.head.config)?)
}

/// The parameters of the run of a checkpoint as their file had them, before options changed
/// some.
pub fn source_of(path: &Path) -> Result<Config, RunError> {
    Ok(Config::parse(&checkpoint::read(path)?.head.source)?)
}

fn fingerprint<P: Problem>(problem: &P) -> String {
    let rivals = problem.rivals().map(P::Rival::fingerprint);
    format!("{}\n{}", P::Genome::fingerprint(problem.plan()), rivals.unwrap_or_default())
}

/// Sorts migrations by destination, then by origin.
fn by_destination<G: Genome>(migrations: &mut [Migration<G>]) {
    migrations.sort_by_key(|migration| (migration.to, migration.from));
}

/// Sorts values with their scores, those with the highest score first.
fn highest_first<T>(scored: &mut Vec<(T, f64)>) {
    let scores: Vec<f64> = scored.iter().map(|(_, score)| *score).collect();
    let mut values: Vec<Option<(T, f64)>> = scored.drain(..).map(Some).collect();
    let order = descending(&scores);
    scored.extend(order.into_iter().filter_map(|at| values[at].take()));
}
