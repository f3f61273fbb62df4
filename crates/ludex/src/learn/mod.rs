//! The main service: analyse the structure of a game, learn what wins it, and prove it in
//! matches.

mod features;
mod keeper;
mod proof;
mod show;

use std::path::PathBuf;
use std::sync::Arc;

use ludex_game::Game as _;
use ludex_gdl::single::CircuitGame;
use ludex_gdl::{Engine, Sheet};
use ludex_learn::features::Weighing;
use ludex_learn::structure::{Budget, Structure};
use ludex_learn::{
    Comparison, GameToLearn, Identity, Knowledge, KnowledgeFile, KnowledgeStore, Pipeline,
    PipelineResult, PlayerTrial, Recorder,
};
use ludex_search::evaluate::LinearEvaluator;
use ludex_search::{Features, Spec, Use, evaluate};

use crate::error::Context;
use crate::{Error, Game, Progress, Result, Settings, Step, data};
use keeper::KnowledgeWriter;

pub use proof::Proof;
pub use show::LearnData;

/// What is learned, how much, and where it is kept.
#[derive(Clone, Debug)]
pub struct LearnOptions {
    /// Seed, threads and limits.
    pub settings: Settings,
    /// The file of what is learned; in the user's data folder where it is not given.
    pub save: Option<PathBuf>,
    /// Whether new parts replace old ones without a comparison.
    pub fresh: bool,
    /// Parts that are left out.
    pub skip: Vec<Part>,
    /// Games of self-play for the evaluator; about twenty seconds where it is not given.
    pub n_games: Option<u32>,
    /// Random games for features.
    pub n_runs: u32,
    /// Games of each match.
    pub n_match_games: u32,
    /// Playouts a move in the match at equal playouts.
    pub n_playouts: u64,
    /// Milliseconds a move in the match at equal time.
    pub milliseconds: u64,
    /// Moves before the last one that features are learned from.
    pub n_levels: u32,
    /// Whether facts are removed in pairs as well.
    pub pairs: bool,
    /// What the success rates of features in random games are used for.
    pub weighing: Weighing,
    /// How often playouts follow the best feature; found in a short match where it is not
    /// given.
    pub greed: Option<f64>,
    /// The temperature of a Boltzmann distribution over features instead.
    pub temperature: Option<f64>,
    /// Whether features are used without the short match.
    pub unguarded: bool,
    /// The value of moves without features.
    pub others: f64,
}

impl Default for LearnOptions {
    fn default() -> Self {
        Self {
            settings: Settings::default(),
            save: None,
            fresh: false,
            skip: Vec::new(),
            n_games: None,
            n_runs: 500,
            n_match_games: 100,
            n_playouts: 1000,
            milliseconds: 20,
            n_levels: 1,
            pairs: false,
            weighing: Weighing::default(),
            greed: None,
            temperature: None,
            unguarded: false,
            others: ludex_search::Features::default().others,
        }
    }
}

/// A part of learning that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Terms that help by themselves.
    Terms,
    /// Features: moves that win or are needed.
    Features,
    /// The evaluator.
    Evaluator,
    /// The matches.
    Matches,
}

/// The result of learning.
pub struct LearnResult {
    name: String,
    structure: Structure,
    findings: PipelineResult,
    keeper: KnowledgeWriter,
    /// Whether something is kept in the file.
    is_kept: bool,
    proofs: Vec<Proof>,
}

/// Learns a game.
///
/// ```
/// use ludex::Game;
/// use ludex::learn::{LearnOptions, Part, learn};
///
/// # let folder = tempfile::tempdir()?;
/// let options = LearnOptions {
///     save: Some(folder.path().join("tic-tac-toe.txt")),
///     skip: vec![Part::Terms, Part::Features, Part::Matches],
///     n_games: Some(20),
///     ..LearnOptions::default()
/// };
/// let learned = learn(&Game::load("tic-tac-toe")?, &options, &mut ())?;
/// assert!(learned.knowledge().evaluator.is_some());
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn learn(
    game: &Game,
    options: &LearnOptions,
    progress: &mut dyn Progress,
) -> Result<LearnResult> {
    let mut step = |n_done: u64, what: &str| {
        progress.step(&Step { what: what.into(), n_done, n_all: 5 });
    };
    let (Some(sheet), Some(engine)) = (game.sheet(), game.engine()) else {
        let name = game.name();
        return Err(Error::Invalid(format!("{name} has no rule sheet to learn from")));
    };
    let settings = &options.settings;
    step(0, "looking for boards and pieces");
    let identity = Identity::of(sheet);
    let file = file(options, &identity)?;
    let keeper = KnowledgeWriter::open(file, Knowledge::new(identity), options.fresh)?;
    let budget = Budget { seed: settings.seed, ..Budget::default() };
    let structure = Structure::find(sheet, engine, &budget);
    let mut lesson = LearnResult {
        name: game.name().into(),
        structure,
        findings: PipelineResult::default(),
        keeper,
        is_kept: false,
        proofs: Vec::new(),
    };
    let Engine::Circuit(game) = engine else {
        lesson.findings.notes.push(
            "no evaluator and no features: the rules have no circuit to learn them with".into(),
        );
        return Ok(lesson);
    };
    let subject = GameToLearn { name: &lesson.name, game, structure: &lesson.structure };
    let mut steps = Steps { keeper: &mut lesson.keeper, step: &mut step };
    lesson.findings = pipeline(options).run(&subject, &mut steps);
    if !options.skip.contains(&Part::Matches) {
        step(4, "playing matches that prove it");
        lesson.prove(game, options)?;
    }
    lesson.is_kept = lesson.keeper.finish();
    Ok(lesson)
}

/// The file of what was learned before, and its content in the words of the game's sheet.
pub fn recall(name: &str, sheet: &Sheet) -> Result<(KnowledgeFile, Knowledge)> {
    let file = KnowledgeStore::new(data::knowledge()?).file(&Identity::of(sheet));
    let known = file.read()?;
    let known = known
        .with_context(|| format!("nothing was learned of {name} yet: `ludex learn {name}`"))?;
    Ok((file, known))
}

impl LearnResult {
    /// What is known of the game by now.
    pub fn knowledge(&self) -> &Knowledge {
        self.keeper.known()
    }

    /// The matches that were played.
    pub fn proofs(&self) -> &[Proof] {
        &self.proofs
    }

    /// The file in which the knowledge is kept, if it is.
    pub fn file(&self) -> Option<&std::path::Path> {
        self.is_kept.then(|| self.keeper.file().path())
    }

    /// Why the file could not be written, if so.
    pub fn failure(self) -> Option<Error> {
        self.keeper.failure()
    }

    /// The spec of a player with what was learned: UCT gets the features, other players get
    /// the evaluator. It reads the file of the knowledge. Fails if nothing was learned that
    /// such a player can use.
    ///
    /// ```no_run
    /// use ludex::learn::{LearnOptions, learn};
    ///
    /// let game = ludex::Game::load("breakthrough")?;
    /// let learned = learn(&game, &LearnOptions::default(), &mut ())?;
    /// println!("{}", learned.player("alphabeta:depth=3")?);
    /// # Ok::<(), ludex::Error>(())
    /// ```
    pub fn player(&self, spec: &str) -> Result<String> {
        let plain = Spec::parse(spec)?;
        let known = self.knowledge();
        let (part, learned) = match spec.starts_with("uct") {
            true => ("features", known.features.as_ref().map(|_| self.with_features(&plain))),
            false => ("evaluator", known.evaluator.as_ref().map(|_| self.with_evaluator(&plain))),
        };
        let none = || Error::Invalid(format!("{}: no {part} that helps was learned", self.name));
        Ok(learned.ok_or_else(none)?.to_string())
    }

    /// Plays matches of learned players against the same players without knowledge, and of
    /// alpha-beta with the evaluator against UCT.
    fn prove(&mut self, game: &Arc<CircuitGame>, options: &LearnOptions) -> Result<()> {
        let settings = &options.settings;
        let n_players = game.roles().iter().filter(|role| !role.is_chance()).count();
        if n_players < 2 {
            self.findings.notes.push("no match: the game has a single player".into());
            return Ok(());
        }
        for wanted in &self.wanted(options)? {
            let proof = proof::play(settings, &self.name, game, n_players, wanted);
            self.proofs.push(proof.with_context(|| wanted.title.clone())?);
        }
        if self.keeper.known().evaluator.is_some() && n_players == 2 {
            let wanted = self.duel(options)?;
            let proof = proof::play(settings, &self.name, game, n_players, &wanted);
            let proof = proof.with_context(|| wanted.title.clone())?;
            self.keeper.player(PlayerTrial {
                milliseconds: options.milliseconds,
                n_games: wanted.n_games,
                points: proof.score * f64::from(wanted.n_games),
                low: proof.interval.low,
            });
            self.proofs.push(proof);
        }
        Ok(())
    }

    /// The matches against the same player without what was learned.
    fn wanted(&self, options: &LearnOptions) -> Result<Vec<proof::Wanted>> {
        let known = self.keeper.known();
        let used = known.features.as_ref().map_or(Use::Never, |features| features.used);
        let (playouts, ms) = (options.n_playouts, options.milliseconds);
        let mut wanted = Vec::new();
        if used.helps(false) {
            let plain = Spec::parse(&format!("uct:playouts={playouts},memory=64MB"))?;
            wanted.push(proof::Wanted {
                title: format!("with features, at {playouts} playouts a move"),
                learned: self.with_features(&plain),
                plain,
                n_games: options.n_match_games,
                n_opening: 0,
            });
        }
        if used.helps(true) {
            let plain = Spec::parse(&format!("uct:time={ms}ms"))?;
            wanted.push(proof::Wanted {
                title: format!("with features, at {ms} ms a move"),
                learned: self.with_features(&plain),
                plain,
                n_games: options.n_match_games.div_ceil(4),
                n_opening: 0,
            });
        }
        if known.evaluator.is_some() {
            let plain = Spec::parse("alphabeta:depth=3")?;
            wanted.push(proof::Wanted {
                title: "with the evaluator, three plies deep".into(),
                learned: self.with_evaluator(&plain),
                plain,
                n_games: options.n_match_games,
                n_opening: 4,
            });
        }
        Ok(wanted)
    }

    /// The match that tells who should play where the clock decides.
    fn duel(&self, options: &LearnOptions) -> Result<proof::Wanted> {
        let ms = options.milliseconds;
        let used = self.keeper.known().features.as_ref().map_or(Use::Never, |one| one.used);
        let uct = Spec::parse(&format!("uct:time={ms}ms"))?;
        Ok(proof::Wanted {
            title: format!("alpha-beta with the evaluator against UCT, at {ms} ms a move"),
            learned: self.with_evaluator(&Spec::parse(&format!("alphabeta:time={ms}ms"))?),
            plain: if used.helps(true) { self.with_features(&uct) } else { uct },
            n_games: options.n_match_games.div_ceil(4),
            n_opening: 4,
        })
    }

    /// A player with the features that are kept.
    fn with_features(&self, plain: &Spec) -> Spec {
        let (path, learned) = self.keeper.learned();
        plain.clone().with("features", &path).carrying(&path, learned)
    }

    /// A player with the evaluator that is kept.
    fn with_evaluator(&self, plain: &Spec) -> Spec {
        let (path, learned) = self.keeper.learned();
        let eval = evaluate::file(self.keeper.file().path());
        plain.clone().with("eval", &eval).carrying(&path, learned)
    }
}

/// The file of what is learned.
fn file(options: &LearnOptions, identity: &Identity) -> Result<KnowledgeFile> {
    Ok(match &options.save {
        Some(path) => KnowledgeFile::new(path, identity.clone()),
        None => KnowledgeStore::new(data::knowledge()?).file(identity),
    })
}

/// The learning pipeline with the given options.
fn pipeline(options: &LearnOptions) -> Pipeline {
    let part = |part: &Part| match part {
        Part::Terms => Some(ludex_learn::Part::Terms),
        Part::Features => Some(ludex_learn::Part::Features),
        Part::Evaluator => Some(ludex_learn::Part::Evaluator),
        Part::Matches => None,
    };
    Pipeline {
        skip: options.skip.iter().filter_map(part).collect(),
        features: features::teacher(options),
        is_guarded: !options.unguarded,
        n_games: options.n_games,
        n_threads: options.settings.n_threads,
        seed: options.settings.seed,
    }
}

/// Reports the steps of the pipeline, and writes its results.
struct Steps<'a, F> {
    keeper: &'a mut KnowledgeWriter,
    step: &'a mut F,
}

impl<F: FnMut(u64, &str)> Recorder for Steps<'_, F> {
    fn begin(&mut self, part: ludex_learn::Part) {
        match part {
            ludex_learn::Part::Terms => (self.step)(1, "trying terms one by one"),
            ludex_learn::Part::Features => (self.step)(2, "searching for moves that win"),
            ludex_learn::Part::Evaluator => (self.step)(3, "playing against itself"),
        }
    }

    fn known(&self) -> &Knowledge {
        self.keeper.known()
    }

    fn features(&mut self, features: &Features, compare: &dyn Fn(&Features) -> Comparison) {
        self.keeper.features(features, compare);
    }

    fn evaluator(
        &mut self,
        evaluator: &LinearEvaluator,
        compare: &dyn Fn(&LinearEvaluator) -> Comparison,
    ) {
        self.keeper.evaluator(evaluator, compare);
    }
}
