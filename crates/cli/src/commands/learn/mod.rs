//! `ludex learn`: understand a game, learn what wins it, and prove it.

mod features;
mod proof;
mod show;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, anyhow};
use game::Game;
use gdl::Engine;
use gdl::single::CircuitGame;
use learn::evaluators::{Fit, Scene, Selected, Selection, SelfPlay, Trial, fit};
use learn::features::Taught;
use learn::structure::{Budget, Structure};
use learn::{Identity, Knowledge, Verdict};
use search::Use;

use crate::args::{Common, LearnPart, LearnWish};
use crate::output::Output;
use crate::{file, load, progress, store};

/// What was found out about a game.
struct Lesson {
    name: String,
    structure: Structure,
    /// What does not apply to this game, a line each.
    notes: Vec<String>,
    /// Each term alone against random play, the best first.
    alone: Vec<Selected>,
    fit: Option<Fit>,
    /// The evaluator in words.
    formula: Vec<String>,
    /// What features there are, and how many seconds they took.
    features: Option<(Taught, f64)>,
    knowledge: Knowledge,
    proofs: Vec<proof::Proof>,
    /// Where the knowledge is kept.
    path: PathBuf,
}

pub fn run(common: &Common, out: &mut Output, name: &str, wish: &LearnWish) -> Result<bool> {
    let bar = progress::bar(5, "{bar:20} {pos}/{len} {msg}, {elapsed}");
    let step = |at: u64, what: &str| {
        bar.set_position(at);
        bar.set_message(what.to_string());
    };
    step(0, "looking for boards and pieces");
    let sheet = load::sheet(name)?;
    let identity = Identity::of(&sheet);
    if wish.recall {
        bar.finish_and_clear();
        return recall(out, name, &identity, wish.save.as_deref());
    }
    let engine = load::engine(&sheet, common)?.engine;
    let budget = Budget { seed: common.seed, ..Budget::default() };
    let structure = Structure::find(&sheet, &engine, &budget);
    let mut lesson = Lesson {
        name: name.into(),
        structure,
        notes: Vec::new(),
        alone: Vec::new(),
        fit: None,
        formula: Vec::new(),
        features: None,
        knowledge: Knowledge {
            remarks: vec![format!("what was learned of {name} with seed {}", common.seed)],
            identity,
            features: None,
            evaluator: None,
        },
        proofs: Vec::new(),
        path: PathBuf::new(),
    };
    match engine {
        Engine::Circuit(game) => {
            let game = Arc::new(*game);
            let wants = |part| !wish.skip.contains(&part);
            if wants(LearnPart::Terms) {
                step(1, "trying what can be measured");
                lesson.try_terms(common, &game);
            }
            if wants(LearnPart::Features) {
                step(2, "looking for moves that win");
                lesson.notice(common, &game, wish);
            }
            if wants(LearnPart::Evaluator) {
                step(3, "playing against itself");
                lesson.judge(common, &game, wish);
            }
            lesson.path = match &wish.save {
                Some(path) => path.to_path_buf(),
                None => place(lesson.knowledge.identity.key())?,
            };
            file::write(&lesson.path, &lesson.knowledge.to_string())?;
            if wants(LearnPart::Matches) {
                step(4, "playing matches that prove it");
                lesson.prove(common, &game, wish)?;
            }
        }
        Engine::Reference(_) => lesson.notes.push(
            "no evaluator and no features: the rules have no circuit to learn them with".into(),
        ),
    }
    bar.finish_and_clear();
    if let Some(path) = &wish.html {
        out.page(path, lesson.page());
    }
    match common.json {
        true => out.json(&lesson.to_json())?,
        false => out.text(&lesson.to_text())?,
    }
    Ok(true)
}

impl Lesson {
    /// How long a random game is.
    fn mean_length(&self) -> f64 {
        self.structure.n_states as f64 / self.structure.n_games.max(1) as f64
    }

    /// Tries each term by itself.
    fn try_terms(&mut self, common: &Common, game: &Arc<CircuitGame>) {
        let scene = Scene::new(game, &self.structure);
        self.alone = Selection::of(game, self.mean_length(), common.seed).run(&scene);
    }

    /// Learns what positions are worth.
    fn judge(&mut self, common: &Common, game: &Arc<CircuitGame>, wish: &LearnWish) {
        let features = self.knowledge.features.as_ref().map_or(&[][..], |known| &known.list);
        let scene = Scene { features, ..Scene::new(game, &self.structure) };
        if self.structure.boards.is_empty() {
            self.notes.push("no board was found, so evaluators look at moves and counters".into());
        }
        let usual = SelfPlay::of(game, self.mean_length(), common.seed);
        let play = SelfPlay { n_games: wish.games.unwrap_or(usual.n_games), ..usual };
        let positions = play.play(game, common.n_threads());
        if positions.states.is_empty() {
            self.notes.push("no evaluator: none of the games came to an end".into());
            return;
        }
        let fit = fit(&scene, &positions);
        let judgement = fit.judgement(&scene);
        let trial = Trial { n_threads: common.n_threads(), seed: common.seed, ..Trial::default() };
        let verdict = trial.hold(game, &judgement);
        if !fit.helps(verdict.as_ref()) {
            let scored = verdict.map_or(String::new(), |Verdict { points, n_games, .. }| {
                format!(", and it scores {points} of {n_games} points against goal values")
            });
            self.notes.push(format!(
                "no evaluator: in games held out, the correlation of forecasts and outcomes is \
                 {:.3}{scored}",
                fit.correlation
            ));
            return;
        }
        if fit.is_guess {
            self.notes
                .push("all games ended alike: the evaluator is a guess from the goals".into());
        }
        for (role, _) in &fit.models {
            self.formula.extend(fit.formula(&scene, *role, N_TERMS));
        }
        self.knowledge.evaluator = Some(judgement);
        self.fit = Some(fit);
    }

    /// Learns features.
    fn notice(&mut self, common: &Common, game: &Arc<CircuitGame>, wish: &LearnWish) {
        let started = Instant::now();
        match features::teach(common, game, &self.name, wish) {
            Ok(taught) => {
                self.knowledge.features = Some(taught.features.clone());
                self.features = Some((taught, started.elapsed().as_secs_f64()));
            }
            Err(reason) => self.notes.push(format!("no features: {reason}")),
        }
    }

    /// Plays matches against those who have learned nothing.
    fn prove(&mut self, common: &Common, game: &Arc<CircuitGame>, wish: &LearnWish) -> Result<()> {
        let n_players = game.roles().iter().filter(|role| !role.is_chance()).count();
        if n_players < 2 {
            self.notes.push("no match: there is nobody to play against".into());
            return Ok(());
        }
        let path = self.path.display();
        let mut wanted = Vec::new();
        let used = self.features.as_ref().map_or(Use::Never, |(taught, _)| taught.features.used);
        let (playouts, ms) = (wish.playouts, wish.milliseconds);
        if used.helps(false) {
            wanted.push(proof::Wanted {
                title: format!("with features, at {playouts} playouts a move"),
                learned: format!("uct:playouts={playouts},memory=64MB,features={path}"),
                plain: format!("uct:playouts={playouts},memory=64MB"),
                n_games: wish.matches,
                n_opening: 0,
            });
        }
        if used.helps(true) {
            wanted.push(proof::Wanted {
                title: format!("with features, at {ms} ms a move"),
                learned: format!("uct:time={ms}ms,features={path}"),
                plain: format!("uct:time={ms}ms"),
                n_games: wish.matches.div_ceil(4),
                n_opening: 0,
            });
        }
        if self.knowledge.evaluator.is_some() {
            wanted.push(proof::Wanted {
                title: "with the evaluator, three plies deep".into(),
                learned: format!("alphabeta:depth=3,eval=file:{path}"),
                plain: "alphabeta:depth=3".into(),
                n_games: wish.matches,
                n_opening: 4,
            });
        }
        for wanted in &wanted {
            let proof = proof::play(common, &self.name, game, n_players, wanted);
            self.proofs.push(proof.with_context(|| wanted.title.clone())?);
        }
        Ok(())
    }
}

/// Shows or writes what was learned of the game before, in the words of this sheet.
fn recall(out: &mut Output, name: &str, identity: &Identity, save: Option<&Path>) -> Result<bool> {
    let path = place(identity.key())?;
    let text = std::fs::read_to_string(&path)
        .ok()
        .with_context(|| format!("nothing was learned of {name} yet: `ludex learn {name}`"))?;
    let known = Knowledge::parse(&text).map_err(|what| anyhow!("{}: {what}", path.display()))?;
    let known = known
        .in_words_of(identity)
        .with_context(|| format!("{}: it is of another game", path.display()))?;
    match save {
        Some(path) => file::write(path, &known.to_string())?,
        None => out.text(&known.to_string())?,
    }
    Ok(true)
}

/// Terms of the evaluator that are shown.
const N_TERMS: usize = 12;

/// Where knowledge of a game is kept, in a folder that exists.
fn place(key: &str) -> Result<PathBuf> {
    let folder = store::knowledge()?;
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    Ok(Path::new(&folder).join(format!("{key}.txt")))
}
