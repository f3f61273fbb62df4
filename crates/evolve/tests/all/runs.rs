//! Runs do not depend on the number of threads or on interruptions.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{Position, forest_plan};
use ludex_evolve::{
    CheckpointError, CoPlay, Config, Evaluation, EvaluationContext, Exam, Executor, Forest,
    ForestPlan, GenerationStats, Guide, Guides, IntVector, Islands, Job, Knockout, Outcome,
    Problem, Program, RandomTwoWays, RealVector, Repeated, Retest, Rivalry, Run, RunError, Serial,
    Stage, SuccessiveHalving, Threads, VectorPlan, config_of, source_of,
};
use rand::Rng as _;

/// A meaningless game: the player whose tree returns more in a random position wins.
struct Shouting {
    plan: ForestPlan,
    scheme: usize,
}

fn shout(one: &Forest, plan: &ForestPlan, seed: u64) -> f64 {
    let rng = &mut ludex_evolve::rng(seed, 0);
    let mut position = Position::new(std::array::from_fn(|_| rng.random_range(-3.0..3.0)));
    Program::new(&one.trees()[0], &plan.trees()[0].primitives)
        .evaluate(&mut position)
        .clamp(-50.0, 50.0)
}

struct Against<'a>(&'a ForestPlan);

impl Exam<Forest> for Against<'_> {
    fn score(&self, one: &Forest, game: usize, seed: u64) -> f64 {
        f64::from(u8::from(shout(one, self.0, seed) > 3.0 + game as f64))
    }
}

impl Shouting {
    fn new(scheme: usize) -> Self {
        Self { plan: forest_plan(), scheme }
    }
}

impl Problem for Shouting {
    type Genome = Forest;
    type Rival = ();

    fn plan(&self) -> &ForestPlan {
        &self.plan
    }

    fn evaluate(&self, stage: &Stage<'_, Forest>) -> Evaluation {
        let contest = |a: &Forest, b: &Forest, seed: u64| match shout(a, &self.plan, seed)
            - shout(b, &self.plan, seed)
        {
            lead if lead > 0.0 => Outcome::WIN,
            lead if lead < 0.0 => Outcome::LOSS,
            _ => Outcome::DRAW,
        };
        let exam = Against(&self.plan);
        let guide = |n_rounds, n_games| Guide { exam: &exam, n_rounds, n_games, points: 1.0 };
        let guides = Guides { guides: vec![guide(2, 3), guide(1, 2)], cutoff: 2.0 };
        let fitter = |a: &Forest, b: &Forest, seed: u64| {
            shout(a, &self.plan, seed) > shout(b, &self.plan, seed)
        };
        match self.scheme {
            0 => stage.evaluate(&[&guides, &CoPlay { contest: &contest, n_games: 3, points: 1.0 }]),
            1 => {
                stage.evaluate(&[&RandomTwoWays { contest: &contest, n_opponents: 2, n_games: 2 }])
            }
            2 => stage.evaluate(&[&Knockout { contest: &contest, n_games: 3 }]),
            3 => stage.evaluate(&[&ludex_evolve::InOrder { comparison: &fitter }]),
            4 => stage.evaluate(&[&Repeated { exam: &exam, times: 4 }]),
            _ => {
                let halving =
                    SuccessiveHalving { exam: &exam, n_games: 2, n_rounds: 3, keep_share: 0.4 };
                halving.evaluate(stage.population, stage.records, &stage.context)
            }
        }
    }

    fn benchmark(&self) -> Option<&dyn Exam<Forest>> {
        [0, 5].contains(&self.scheme).then_some(&Loudness)
    }
}

struct Loudness;

impl Exam<Forest> for Loudness {
    fn score(&self, one: &Forest, _: usize, seed: u64) -> f64 {
        one.trees()[0].size() as f64 + (seed % 7) as f64
    }
}

fn config(n_islands: usize) -> Config {
    Config {
        seed: 5,
        population: 30,
        generations: 7,
        islands: Islands { count: n_islands, start: 1, period: 2, migrants: 2, neighbours: 2 },
        retest: Retest { every: 3, top: 2, games: 10 },
        ..Config::default()
    }
}

/// The complete result of a run.
fn result<P: Problem>(run: &Run<'_, P>) -> String
where
    P::Genome: std::fmt::Debug,
{
    let islands = (0..run.config().islands.count).map(|nth| format!("{:?}", run.population(nth)));
    format!("{:?} {:?} {:?}", run.history(), run.best(), islands.collect::<Vec<_>>())
}

fn whole<P: Problem>(problem: &P, config: Config) -> String
where
    P::Genome: std::fmt::Debug,
{
    let mut run = Run::new(problem, config).unwrap();
    run.finish(&mut ()).unwrap();
    result(&run)
}

#[test]
fn threads_make_no_difference() {
    for scheme in 0..6 {
        let problem = Shouting::new(scheme);
        let on = |n_threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().unwrap();
            pool.install(|| whole(&problem, config(3)))
        };
        let one = on(1);
        assert_eq!(one, on(2), "scheme {scheme}");
        assert_eq!(one, on(5), "scheme {scheme}");
    }
    let other_seed = Config { seed: 6, ..config(1) };
    assert_ne!(whole(&Shouting::new(0), config(1)), whole(&Shouting::new(0), other_seed));
}

#[test]
fn a_resumed_run_is_the_uninterrupted_one() {
    let folder = tempfile::tempdir().unwrap();
    let all = [(0, 1, false, 0.0), (2, 3, false, 0.0), (4, 3, true, 0.0), (5, 2, true, 3.0)];
    for (scheme, n_islands, memory, doubt) in all {
        let problem = Shouting::new(scheme);
        let mut config = config(n_islands);
        (config.breeding.average_scores, config.breeding.elite) = (memory, 4);
        config.breeding.prior_games = doubt;
        let expected = whole(&problem, config.clone());
        for n_before in 1..7 {
            let file = folder.path().join(format!("{scheme}-{n_before}"));
            let mut run = Run::new(&problem, config.clone()).unwrap();
            run.keep_in(&file).unwrap();
            for _ in 0..n_before {
                run.step().unwrap();
            }
            drop(run);
            let mut run = Run::resume(&problem, &file).unwrap();
            run.finish(&mut ()).unwrap();
            assert_eq!(result(&run), expected, "after {n_before}");
            let finished = Run::resume(&problem, &file).unwrap();
            assert!(finished.is_done());
            assert_eq!(result(&finished), expected);
        }
    }
}

#[test]
fn a_run_can_be_made_longer() {
    let folder = tempfile::tempdir().unwrap();
    let (file, problem) = (folder.path().join("run"), Shouting::new(1));
    let mut run = Run::new(&problem, Config { generations: 3, ..config(1) }).unwrap();
    run.keep_in(&file).unwrap();
    run.finish(&mut ()).unwrap();
    let mut run = Run::resume(&problem, &file).unwrap();
    run.until(7);
    run.finish(&mut ()).unwrap();
    assert_eq!(result(&run), whole(&problem, config(1)));
    assert_eq!(config_of(&file).unwrap(), config(1));
}

fn refusal(path: &Path) -> CheckpointError {
    match Run::resume(&Shouting::new(0), path).err() {
        Some(RunError::Checkpoint(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn damaged_files_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (file, problem) = (folder.path().join("run"), Shouting::new(0));
    assert!(matches!(refusal(&file), CheckpointError::File(..)));
    let mut run = Run::new(&problem, config(1)).unwrap();
    run.keep_in(&file).unwrap();
    run.step().unwrap();
    let good = std::fs::read(&file).unwrap();
    let refused = |bytes: &[u8]| {
        std::fs::write(&file, bytes).unwrap();
        let error = refusal(&file);
        assert_eq!(std::fs::read(&file).unwrap(), bytes, "nothing is overwritten");
        error
    };
    for length in (0..good.len()).step_by(97).chain([good.len() - 1]) {
        let error = refused(&good[..length]);
        assert!(matches!(error, CheckpointError::Short(..)), "{length}: {error}");
    }
    assert!(refused(&good[..good.len() - 1]).to_string().contains("is cut short"));
    let mut other = good.clone();
    other[16] = 9;
    assert!(refused(&other).to_string().contains("was written by version 9 of the format"));
    let mut other = good.clone();
    *other.last_mut().unwrap() ^= 1;
    assert!(matches!(refused(&other), CheckpointError::Damaged(_)));
    assert!(matches!(refused(b"population = 3"), CheckpointError::Other(_)));
    // A new run does not replace another.
    let mut fresh = Run::new(&problem, config(1)).unwrap();
    assert!(matches!(fresh.keep_in(&file), Err(RunError::Checkpoint(CheckpointError::Exists(_)))));
    // A run with other primitives cannot be resumed.
    std::fs::write(&file, &good).unwrap();
    let other = Weights(VectorPlan::new(3, 0.0..1.0), VectorPlan::new(2, 0..9));
    let error = Run::resume(&other, &file).err().unwrap();
    assert!(matches!(error, RunError::Checkpoint(CheckpointError::Foreign(_))), "{error}");
}

/// A problem with a digest of its rules whose evaluation or test fails at a given
/// point.
struct Fragile {
    plan: VectorPlan<f64>,
    rules: &'static str,
    /// The generation whose evaluation fails.
    fails_in: Option<usize>,
    fails_tests: bool,
    fault: OnceLock<String>,
}

impl Fragile {
    fn new(rules: &'static str) -> Self {
        let (plan, fault) = (VectorPlan::new(2, 0.0..1.0), OnceLock::new());
        Self { plan, rules, fails_in: None, fails_tests: false, fault }
    }
}

impl Problem for Fragile {
    type Genome = RealVector;
    type Rival = ();

    fn plan(&self) -> &VectorPlan<f64> {
        &self.plan
    }

    fn evaluate(&self, stage: &Stage<'_, RealVector>) -> Evaluation {
        if Some(stage.generation) == self.fails_in {
            let _ = self.fault.set("the engine is gone".into());
        }
        let exam = |one: &RealVector, _: usize, _: u64| one.iter().sum::<f64>();
        stage.evaluate(&[&Repeated { exam: &exam, times: 1 }])
    }

    fn benchmark(&self) -> Option<&dyn Exam<RealVector>> {
        Some(self)
    }

    fn digests(&self) -> Vec<(String, String)> {
        vec![("the rules".into(), self.rules.into()), ("the guide".into(), "as ever".into())]
    }

    fn fault(&self) -> Option<String> {
        self.fault.get().cloned()
    }
}

impl Exam<RealVector> for Fragile {
    fn score(&self, _: &RealVector, _: usize, _: u64) -> f64 {
        if self.fails_tests {
            let _ = self.fault.set("the engine is gone".into());
        }
        0.0
    }
}

#[test]
fn what_fails_ends_the_run_and_keeps_nothing_of_the_generation() {
    let folder = tempfile::tempdir().unwrap();
    let problem = Fragile { fails_in: Some(3), ..Fragile::new("a") };
    let mut run = Run::new(&problem, config(2)).unwrap();
    let file = folder.path().join("run");
    run.keep_in(&file).unwrap();
    let error = run.finish(&mut ()).unwrap_err();
    assert!(matches!(&error, RunError::Fault(what) if what == "the engine is gone"), "{error}");
    // The saved state is intact, and resumes as if nothing had happened.
    let problem = Fragile::new("a");
    let mut run = Run::resume(&problem, &file).unwrap();
    assert_eq!(run.history().len(), 3);
    run.finish(&mut ()).unwrap();
    assert_eq!(result(&run), whole(&Fragile::new("a"), config(2)));
    // Tests fail in the same way.
    let problem = Fragile { fails_tests: true, ..Fragile::new("a") };
    let mut run = Run::new(&problem, config(1)).unwrap();
    let file = folder.path().join("test");
    run.keep_in(&file).unwrap();
    assert!(matches!(run.step(), Err(RunError::Fault(_))));
    assert!(!file.exists());
}

#[test]
fn what_scores_depend_on_must_be_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let (file, problem) = (folder.path().join("run"), Fragile::new("a"));
    let mut run = Run::new(&problem, config(1)).unwrap();
    run.keep_in(&file).unwrap();
    run.step().unwrap();
    let other = Fragile::new("b");
    let error = Run::resume(&other, &file).err().unwrap().to_string();
    assert!(error.contains("began with other contents of the rules:"), "{error}");
    assert!(Run::resume(&problem, &file).is_ok());
}

#[test]
fn a_run_remembers_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let (file, problem) = (folder.path().join("run"), Fragile::new("a"));
    std::fs::write(&file, "something else").unwrap();
    let mut run = Run::new(&problem, config(1)).unwrap();
    run.written_as(Config { population: 50, ..config(1) });
    run.keep_instead_of(&file);
    assert_eq!(std::fs::read(&file).unwrap(), b"something else", "until there is a generation");
    run.step().unwrap();
    assert_eq!(config_of(&file).unwrap(), config(1));
    assert_eq!(source_of(&file).unwrap().population, 50);
    let mut run = Run::resume(&problem, &file).unwrap();
    run.step().unwrap();
    assert_eq!(source_of(&file).unwrap().population, 50);
}

#[test]
fn parameters_that_differ_are_named() {
    let text = "[problem]\nguides = [{ games = 4 }, { games = 5 }]\nhalving = { rounds = 3 }\n";
    let before = Config::parse(text).unwrap();
    let text = "seed = 2\n[problem]\nguides = [{ games = 4 }, { games = 6 }]\n";
    let now = Config::parse(text).unwrap();
    let told: Vec<String> = before.differences(&now).iter().map(ToString::to_string).collect();
    let guides = "`problem.guides[1].games` was 5, now 6";
    assert_eq!(
        told,
        [guides, "`problem.halving.rounds` was 3, now not given", "`seed` was 1, now 2"]
    );
    let fewer = Config::parse("[problem]\nguides = [{ games = 4 }]\n").unwrap();
    assert!(now.differences(&fewer)[0].to_string().starts_with("`problem.guides` was [{"));
    assert_eq!(now.differences(&now), []);
}

/// Solvers are weights, problems are indices; a problem is solved if the weights with
/// its indices are large.
struct Weights(VectorPlan<f64>, VectorPlan<i64>);

impl Problem for Weights {
    type Genome = RealVector;
    type Rival = IntVector;

    fn plan(&self) -> &VectorPlan<f64> {
        &self.0
    }

    fn rivals(&self) -> Option<&VectorPlan<i64>> {
        Some(&self.1)
    }

    fn evaluate(&self, stage: &Stage<'_, RealVector, IntVector>) -> Evaluation {
        let contest = |solver: &RealVector, problem: &IntVector, _: u64| {
            let first = problem.iter().map(|&at| solver[at as usize % solver.len()]).sum::<f64>();
            Outcome { first, second: -first }
        };
        let rivalry = Rivalry { contest: &contest, n_problems: 2 };
        rivalry.evaluate(stage.population, stage.rivals, &stage.context)
    }
}

#[test]
fn solvers_and_problems_evolve_against_each_other() {
    let problem = Weights(VectorPlan::new(9, 0.0..1.0), VectorPlan::new(3, 0..9));
    let config = Config { generations: 40, population: 40, ..config(1) };
    let mut run = Run::new(&problem, config.clone()).unwrap();
    run.finish(&mut ()).unwrap();
    let (first, last) = (&run.history()[0], &run.history()[39]);
    assert!(first.rivals.is_some());
    // All weights must be large: the problems find those that are not.
    let sum = |one: &RealVector| one.iter().sum::<f64>();
    assert!(sum(&run.best().unwrap().genome) > 7.0, "{:?}", run.best());
    assert!(last.mean > first.mean);
    assert_eq!(result(&run), whole(&problem, config));
}

/// Runs jobs in the opposite order, the odd ones last.
struct Backwards;

impl Executor for Backwards {
    fn run(&self, jobs: &[Job], play: &(dyn Fn(&Job) -> Outcome + Sync)) -> Vec<Outcome> {
        let mut outcomes = vec![Outcome::DRAW; jobs.len()];
        for parity in [0, 1] {
            for at in (0..jobs.len()).rev().filter(|at| at % 2 == parity) {
                outcomes[at] = play(&jobs[at]);
            }
        }
        outcomes
    }
}

#[test]
fn all_executors_give_the_same_result() {
    for scheme in 0..6 {
        let problem = Shouting::new(scheme);
        let expected = whole(&problem, config(2));
        let run = || Run::new(&problem, config(2)).unwrap();
        let runs = [run().executed_by(Serial), run().executed_by(Backwards)];
        for mut run in runs {
            run.finish(&mut ()).unwrap();
            assert_eq!(result(&run), expected, "scheme {scheme}");
        }
    }
}

#[test]
fn everyone_plays_as_many_games_of_either_colour() {
    let firsts: Vec<_> = (0..11).map(|_| AtomicUsize::new(0)).collect();
    let seconds: Vec<_> = (0..11).map(|_| AtomicUsize::new(0)).collect();
    let contest = |a: &usize, b: &usize, _: u64| {
        assert_ne!(a, b);
        firsts[*a].fetch_add(1, Ordering::Relaxed);
        seconds[*b].fetch_add(1, Ordering::Relaxed);
        Outcome::DRAW
    };
    let population: Vec<usize> = (0..11).collect();
    let stage: Stage<'_, usize> = Stage {
        population: &population,
        rivals: &[],
        records: &[],
        generation: 0,
        context: EvaluationContext {
            seeds: ludex_evolve::Seeds::new(1, 0, 0),
            progress: &ludex_evolve::Progress::default(),
            executor: &Threads,
        },
    };
    let scores = stage.evaluate(&[&CoPlay { contest: &contest, n_games: 7, points: 1.0 }]).scores;
    assert_eq!(scores, [7.0; 11]);
    assert!(firsts.iter().chain(&seconds).all(|count| count.load(Ordering::Relaxed) == 7));

    let stronger = |a: &usize, b: &usize, _: u64| if a > b { Outcome::WIN } else { Outcome::LOSS };
    let scores = stage.evaluate(&[&Knockout { contest: &stronger, n_games: 3 }]).scores;
    assert_eq!(scores[10], 1.0);
    assert!(scores.iter().filter(|score| **score == 1.0 / 11.0).count() == 5);
    let larger = |a: &usize, b: &usize, _: u64| a > b;
    let scores = stage.evaluate(&[&ludex_evolve::InOrder { comparison: &larger }]).scores;
    assert_eq!(scores, (0..11).map(f64::from).collect::<Vec<_>>());

    // Guides: an individual that trails by more than the cut-off plays no more games.
    let n_played = AtomicUsize::new(0);
    let exam = |one: &usize, _: usize, _: u64| {
        n_played.fetch_add(1, Ordering::Relaxed);
        f64::from(u8::from(*one > 5))
    };
    let guide = Guide { exam: &exam, n_rounds: 3, n_games: 4, points: 2.0 };
    let scores = stage.evaluate(&[&Guides { guides: vec![guide], cutoff: 5.0 }]).scores;
    assert_eq!(n_played.load(Ordering::Relaxed), 11 * 4 + 5 * 4 * 2);
    assert_eq!((scores[0], scores[10]), (0.0, 24.0));
}

#[test]
fn observers_may_stop_a_run() {
    let problem = Shouting::new(4);
    let mut run = Run::new(&problem, config(1)).unwrap();
    let mut seen = Vec::new();
    let mut observer = |stats: &GenerationStats| {
        seen.push((stats.generation, stats.usage.iter().sum::<u64>() > 0));
        if stats.generation == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    run.finish(&mut observer).unwrap();
    assert_eq!(seen, [(0, true), (1, true), (2, true)]);
    assert_eq!(run.progress().games(), 3 * 30 * 4);
    assert_eq!(run.terminals(), ["x", "y", "is_empty", "is_late", "count"]);
}

#[test]
fn mistakes_in_configs_are_told() {
    let error = |text: &str| Config::parse(text).unwrap_err().to_string();
    assert_eq!(
        error("[breeding]\ncrosover = 1"),
        "line 2: `crosover` is not known; did you mean `crossover`?"
    );
    assert!(
        error("[trees]\nabc = 3").starts_with("line 2: `abc` is not known, but `depth`, `size`")
    );
    assert!(error("seed = 1\npopulation = \"many\"").starts_with("line 2: invalid type"));
    assert!(error("seed = 1\npopulation 3").starts_with("line 2: "));
    assert_eq!(error("population = 0"), "population is 0, but must be at least 1");
    assert_eq!(
        error("[selection]\nmethod = \"tournamnt\"").as_str(),
        "[selection]: there is no selection `tournamnt`; did you mean `tournament`?"
    );
    assert_eq!(
        error("[breeding]\nmutation = 1.5").as_str(),
        "[breeding]: mutation is 1.5, but a probability is from 0 to 1"
    );
    assert_eq!(
        error("[breeding]\nstyle = \"eiter\""),
        "line 2: `eiter` is not known; did you mean `either`?"
    );
    let config = Config::parse("[mutations]\nsubtre = 1.0").unwrap();
    let error = Run::new(&Shouting::new(0), config).err().unwrap().to_string();
    assert_eq!(
        error,
        "there is no mutation `subtre`, but `subtree`, `constant`, `factor`, `insert`, `echo`; did you mean `subtree`?"
    );
    assert_eq!(Config::parse(&config_with_all().to_text().unwrap()).unwrap(), config_with_all());
}

/// A problem in which every individual scores the number of the generation.
struct Weather(VectorPlan<f64>);

impl Problem for Weather {
    type Genome = RealVector;
    type Rival = ();

    fn plan(&self) -> &VectorPlan<f64> {
        &self.0
    }

    fn evaluate(&self, stage: &Stage<'_, RealVector>) -> Evaluation {
        let scores = vec![stage.generation as f64; stage.population.len()];
        Evaluation { scores, ..Evaluation::default() }
    }
}

#[test]
fn luck_wears_off_for_those_who_are_kept() {
    let problem = Weather(VectorPlan::new(2, 0.0..1.0));
    for (memory, expected) in [(true, [0.0, 0.5, 1.0, 1.5]), (false, [0.0, 1.0, 2.0, 3.0])] {
        let mut config = Config { population: 4, generations: 4, ..Config::default() };
        (config.breeding.average_scores, config.breeding.elite) = (memory, 4);
        let mut run = Run::new(&problem, config).unwrap();
        run.finish(&mut ()).unwrap();
        let best: Vec<f64> = run.history().iter().map(|stats| stats.best).collect();
        assert_eq!(best, expected);
    }
    // New individuals have no earlier scores.
    let mut config = Config { population: 4, generations: 4, ..Config::default() };
    (config.breeding.average_scores, config.breeding.elite) = (true, 1);
    let mut run = Run::new(&problem, config).unwrap();
    run.finish(&mut ()).unwrap();
    assert_eq!(run.population(0).1, [2.5, 3.0, 3.0, 3.0]);
}

/// A problem in which each individual's hit rate is its gene, without learning.
struct Archers(VectorPlan<f64>);

fn shot(one: &RealVector, _: usize, seed: u64) -> f64 {
    f64::from(u8::from(ludex_evolve::rng(seed, 0).random_bool(one[0])))
}

impl Problem for Archers {
    type Genome = RealVector;
    type Rival = ();

    fn plan(&self) -> &VectorPlan<f64> {
        &self.0
    }

    fn evaluate(&self, stage: &Stage<'_, RealVector>) -> Evaluation {
        let halving = SuccessiveHalving { exam: &shot, n_games: 5, n_rounds: 4, keep_share: 0.5 };
        halving.evaluate(stage.population, stage.records, &stage.context)
    }

    fn benchmark(&self) -> Option<&dyn Exam<RealVector>> {
        Some(&shot)
    }
}

#[test]
fn the_lucky_are_found_out() {
    let problem = Archers(VectorPlan::new(1, 0.0..0.7));
    let run = |doubt: f64, retest: Retest| {
        let mut config = Config { population: 200, generations: 12, retest, ..Config::default() };
        config.breeding.average_scores = true;
        config.breeding.prior_games = doubt;
        (config.breeding.elite, config.breeding.crossover, config.breeding.mutation) =
            (50, 0.0, 0.0);
        let mut run = Run::new(&problem, config).unwrap();
        run.finish(&mut ()).unwrap();
        (run.best().unwrap().genome[0], run.history().last().unwrap().best)
    };
    let never = || Retest { every: 0, ..Retest::default() };
    let (naive, doubtful) = (run(0.0, never()), run(20.0, never()));
    // An individual that was lucky in a few games is not taken for the best.
    assert!(doubtful.0 > 0.67, "{doubtful:?}");
    assert!(doubtful.1 < 0.8 && naive.1 > 0.85, "{naive:?} {doubtful:?}");
    // A short test that is repeated is as informative as a long one.
    let (best, _) = run(20.0, Retest { every: 1, top: 5, games: 20 });
    assert!(best > 0.67, "{best}");
}

#[test]
fn what_no_file_can_hold_is_refused() {
    let config = Config { seed: u64::MAX, ..config(1) };
    let error = Run::new(&Shouting::new(0), config).err().unwrap().to_string();
    assert!(error.starts_with("seed is 18446744073709551615, but at most"), "{error}");
}

#[test]
fn a_draft_that_was_never_finished_does_no_harm() {
    let folder = tempfile::tempdir().unwrap();
    let (file, problem) = (folder.path().join("run"), Shouting::new(2));
    let mut run = Run::new(&problem, config(1)).unwrap();
    run.keep_in(&file).unwrap();
    run.step().unwrap();
    // A process that is killed may leave a temporary file behind, under any name.
    std::fs::write(folder.path().join(".tmp1a2b3c"), b"ludex evol").unwrap();
    let mut run = Run::resume(&problem, &file).unwrap();
    run.finish(&mut ()).unwrap();
    assert_eq!(result(&run), whole(&problem, config(1)));
    let n_files = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(n_files, 2, "the run itself leaves no temporary file");
}

fn config_with_all() -> Config {
    let mut config = config(4);
    config.mutations.insert("factor".into(), 0.5);
    config.problem.insert("game".into(), "reversi".into());
    config
}
