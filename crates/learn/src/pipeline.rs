//! The learning pipeline: terms that help alone, features, and an evaluator.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_gdl::single::CircuitGame;
use ludex_search::Features;
use ludex_search::evaluate::LinearEvaluator;

use crate::evaluators::{Fit, GameContext, Rivals, Selected, Selection, SelfPlay, Trial, fit};
use crate::features::{Extent, FeatureValidation, Taught, Teacher, compare, length};
use crate::structure::Structure;
use crate::{Comparison, Knowledge, Verdict};

/// Learns a game part by part, and passes each part to a [`Recorder`] at once.
///
/// ```
/// use ludex_gdl::{Engine, Limits, Sheet, library};
/// use ludex_learn::structure::{Budget, Structure};
/// use ludex_learn::{Identity, Knowledge, GameToLearn, Part, Pipeline};
///
/// let (sheet, _) = Sheet::parse(library::find("tic-tac-toe").unwrap().source());
/// let engine = Engine::load(&sheet, &Limits::default(), &Default::default()).unwrap().engine;
/// let structure = Structure::find(&sheet, &engine, &Budget::default());
/// let Engine::Circuit(game) = engine else { panic!() };
/// let subject = GameToLearn { name: "tic-tac-toe", game: &game, structure: &structure };
/// let pipeline = Pipeline {
///     skip: vec![Part::Terms, Part::Features],
///     n_games: Some(50),
///     ..Pipeline::default()
/// };
/// let mut knowledge = Knowledge::new(Identity::of(&sheet));
/// let findings = pipeline.run(&subject, &mut knowledge);
/// assert_eq!(findings.fit.is_some(), knowledge.evaluator.is_some());
/// ```
#[derive(Clone, Debug)]
pub struct Pipeline {
    /// Parts that are left out.
    pub skip: Vec<Part>,
    /// How features are learned, and how much. The pipeline sets its guard and threads.
    pub features: Teacher,
    /// Whether features are used only if they win a short match.
    pub is_guarded: bool,
    /// The games of self-play that the evaluator is learned from; if not given, the
    /// number that suits the length of the game.
    pub n_games: Option<u32>,
    /// The number of threads. Results are the same on any number.
    pub n_threads: usize,
    /// The seed of all randomness.
    pub seed: u64,
}

/// A part of learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Terms that help a player by themselves.
    Terms,
    /// Features: moves that win or are needed.
    Features,
    /// The evaluator.
    Evaluator,
}

/// The game to learn.
#[derive(Clone, Copy)]
pub struct GameToLearn<'a> {
    /// Its name, for remarks.
    pub name: &'a str,
    /// The rules.
    pub game: &'a Arc<CircuitGame>,
    /// Its boards and pieces.
    pub structure: &'a Structure,
}

/// Receives learned parts as soon as they are complete.
pub trait Recorder {
    /// A part begins.
    fn begin(&mut self, part: Part) {
        let _ = part;
    }

    /// The knowledge so far. The evaluator uses its features.
    fn known(&self) -> &Knowledge;

    /// Takes features, unless `compare` finds them worse than those it has.
    fn features(&mut self, features: &Features, compare: &dyn Fn(&Features) -> Comparison);

    /// Takes an evaluator, unless `compare` finds it worse than the one it has.
    fn evaluator(
        &mut self,
        evaluator: &LinearEvaluator,
        compare: &dyn Fn(&LinearEvaluator) -> Comparison,
    );
}

/// The results of a pipeline besides the knowledge.
#[derive(Clone, Debug, Default)]
pub struct PipelineResult {
    /// Parts that do not apply to the game, with the reason, a line each.
    pub notes: Vec<String>,
    /// Each term alone, the best first.
    pub alone: Vec<Selected>,
    /// The features, and the time that they took.
    pub features: Option<(Taught, Duration)>,
    /// The fit of the evaluator.
    pub fit: Option<Fit>,
    /// The evaluator in words.
    pub formula: Vec<String>,
}

/// The number of terms of the evaluator in words.
const N_TERMS: usize = 12;

impl Default for Pipeline {
    fn default() -> Self {
        Self {
            skip: Vec::new(),
            features: Teacher::default(),
            is_guarded: true,
            n_games: None,
            n_threads: 1,
            seed: 1,
        }
    }
}

impl Pipeline {
    /// Learns all parts that are not left out.
    pub fn run(&self, subject: &GameToLearn<'_>, recorder: &mut dyn Recorder) -> PipelineResult {
        let mut findings = PipelineResult::default();
        for part in [Part::Terms, Part::Features, Part::Evaluator] {
            if self.skip.contains(&part) {
                continue;
            }
            recorder.begin(part);
            match part {
                Part::Terms => findings.alone = self.terms(subject),
                Part::Features => self.features(subject, recorder, &mut findings),
                Part::Evaluator => self.evaluator(subject, recorder, &mut findings),
            }
        }
        findings
    }

    /// Tries each term by itself.
    fn terms(&self, subject: &GameToLearn<'_>) -> Vec<Selected> {
        let GameToLearn { game, structure, .. } = subject;
        let selection = Selection::of(game, mean_length(structure), self.n_threads, self.seed);
        selection.run(&GameContext::new(game, structure))
    }

    /// Learns features.
    fn features(
        &self,
        subject: &GameToLearn<'_>,
        recorder: &mut dyn Recorder,
        findings: &mut PipelineResult,
    ) {
        let (started, game) = (Instant::now(), subject.game);
        let guard = FeatureValidation::of(game, length(game, None, self.seed));
        let guard = FeatureValidation { n_threads: self.n_threads, seed: self.seed, ..guard };
        let teacher = Teacher {
            guard: self.is_guarded.then(|| guard.clone()),
            n_threads: self.n_threads,
            ..self.features.clone()
        };
        match teacher.teach(game, self.seed) {
            Ok(mut taught) => {
                let remarks = self.feature_remarks(subject.name, &taught, &guard);
                taught.features.remarks.extend(remarks);
                let new = &taught.features;
                recorder.features(new, &|old| compare(game, &guard, new, old));
                findings.features = Some((taught, started.elapsed()));
            }
            Err(reason) => findings.notes.push(format!("no features: {reason}")),
        }
    }

    /// The origin of features and the matches that validated them.
    fn feature_remarks(
        &self,
        name: &str,
        taught: &Taught,
        guard: &FeatureValidation,
    ) -> Vec<String> {
        let extent = match self.features.extent {
            Extent::Runs(n_runs) => format!("from {n_runs} random games"),
            Extent::Time(time) => format!("in {} s", time.as_secs()),
        };
        let mut remarks =
            vec![format!("features of {name}, learned {extent} with seed {}", self.seed)];
        if let Some(trial) = &taught.trial {
            remarks.push(format!(
                "a match against UCT without them at {} playouts a move: {:.1} of {} points",
                guard.n_playouts, trial.in_playouts.points, trial.in_playouts.n_games
            ));
            remarks.push(format!(
                "with playouts reduced by their cost, {:.2}: {:.1} of {} points",
                trial.cost, trial.in_time.points, trial.in_time.n_games
            ));
        }
        remarks
    }

    /// Learns an evaluator.
    fn evaluator(
        &self,
        subject: &GameToLearn<'_>,
        recorder: &mut dyn Recorder,
        findings: &mut PipelineResult,
    ) {
        let GameToLearn { name, game, structure } = *subject;
        let known = recorder.known().features.clone().unwrap_or_default();
        let context = GameContext { features: &known.list, ..GameContext::new(game, structure) };
        if structure.boards.is_empty() {
            findings.notes.push("no board was found: evaluators use moves and counters".into());
        }
        let usual = SelfPlay::of(game, mean_length(structure), self.seed);
        let play = SelfPlay { n_games: self.n_games.unwrap_or(usual.n_games), ..usual };
        let positions = play.play(game, self.n_threads);
        if positions.states.is_empty() {
            findings.notes.push("no evaluator: none of the games came to an end".into());
            return;
        }
        let fit = fit(&context, &positions);
        let mut evaluator = fit.evaluator(&context);
        let trial = Trial { n_threads: self.n_threads, seed: self.seed, ..Trial::default() };
        let verdict = trial.hold(game, &evaluator);
        if !fit.helps(verdict.as_ref()) {
            findings.notes.push(no_evaluator(&fit, verdict.as_ref()));
            return;
        }
        if fit.is_guess {
            let note = "all games ended alike: the evaluator is a guess from the goals";
            findings.notes.push(note.into());
        }
        for (role, _) in &fit.models {
            findings.formula.extend(fit.formula(&context, *role, N_TERMS));
        }
        let origin = format!(
            "evaluator of {name}, learned from {} games with seed {}: {:.4} bits a position in \
             games held out, {:.4} without",
            play.n_games, self.seed, fit.loss, fit.loss_of_mean
        );
        evaluator.remarks.insert(0, origin);
        let rivals = Rivals::of(&play, &trial, self.n_threads);
        recorder.evaluator(&evaluator, &|old| rivals.compare(&context, &evaluator, old));
        findings.fit = Some(fit);
    }
}

/// The mean length of random games.
fn mean_length(structure: &Structure) -> f64 {
    structure.n_states as f64 / structure.n_games.max(1) as f64
}

/// Why an evaluator is not used.
fn no_evaluator(fit: &Fit, verdict: Option<&Verdict>) -> String {
    let scored = verdict.map_or(String::new(), |Verdict { points, n_games, .. }| {
        format!(", and it scores {points} of {n_games} points against goal values")
    });
    format!(
        "no evaluator: in games held out, the correlation of forecasts and outcomes is \
         {:.3}{scored}",
        fit.correlation
    )
}

/// Knowledge in memory.
impl Recorder for Knowledge {
    fn known(&self) -> &Knowledge {
        self
    }

    fn features(&mut self, features: &Features, compare: &dyn Fn(&Features) -> Comparison) {
        let is_worse = |old: &Features| old != features && compare(old).is_worse;
        if !self.features.as_ref().is_some_and(is_worse) {
            self.features = Some(features.clone());
        }
    }

    fn evaluator(
        &mut self,
        evaluator: &LinearEvaluator,
        compare: &dyn Fn(&LinearEvaluator) -> Comparison,
    ) {
        let is_worse = |old: &LinearEvaluator| old != evaluator && compare(old).is_worse;
        if !self.evaluator.as_ref().is_some_and(is_worse) {
            self.evaluator = Some(evaluator.clone());
        }
    }
}
