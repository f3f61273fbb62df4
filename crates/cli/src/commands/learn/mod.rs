//! `ludex learn`: understand a game, learn what wins it, and prove it.

mod features;
mod keeper;
mod proof;
mod show;

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use game::Game;
use gdl::Engine;
use gdl::single::CircuitGame;
use learn::evaluators::{Fit, Rivals, Scene, Selected, Selection, SelfPlay, Trial, fit};
use learn::features::{Taught, compare};
use learn::structure::{Budget, Structure};
use learn::{Identity, Knowledge, KnowledgeFile, KnowledgeStore, PlayerTrial, Verdict};
use search::{Spec, Use, evaluate};

use crate::args::{Common, LearnPart, LearnWish};
use crate::output::Output;
use crate::{load, progress, store};
use keeper::Keeper;

/// What was found out about a game.
struct Lesson {
    name: String,
    structure: Structure,
    /// What does not apply to this game, a line each.
    notes: Vec<String>,
    /// Each term alone, the best first.
    alone: Vec<Selected>,
    fit: Option<Fit>,
    /// The evaluator in words.
    formula: Vec<String>,
    /// What features there are, and how many seconds they took.
    features: Option<(Taught, f64)>,
    keeper: Keeper,
    /// Whether something is kept in the file.
    is_kept: bool,
    proofs: Vec<proof::Proof>,
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
        return recall(common, out, name, &identity, wish.save.as_deref());
    }
    let keeper = Keeper::open(place(wish, &identity)?, Knowledge::new(identity), wish.fresh)?;
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
        keeper,
        is_kept: false,
        proofs: Vec::new(),
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
            if wants(LearnPart::Matches) {
                step(4, "playing matches that prove it");
                lesson.prove(common, &game, wish)?;
            }
            lesson.is_kept = lesson.keeper.finish();
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
    lesson.keeper.failure().map_or(Ok(true), Err)
}

impl Lesson {
    /// How long a random game is.
    fn mean_length(&self) -> f64 {
        self.structure.n_states as f64 / self.structure.n_games.max(1) as f64
    }

    /// Tries each term by itself.
    fn try_terms(&mut self, common: &Common, game: &Arc<CircuitGame>) {
        let scene = Scene::new(game, &self.structure);
        let (n_threads, seed) = (common.n_threads(), common.seed);
        self.alone = Selection::of(game, self.mean_length(), n_threads, seed).run(&scene);
    }

    /// Learns what positions are worth.
    fn judge(&mut self, common: &Common, game: &Arc<CircuitGame>, wish: &LearnWish) {
        let known = self.keeper.known().features.clone().unwrap_or_default();
        let scene = Scene { features: &known.list, ..Scene::new(game, &self.structure) };
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
        let mut judgement = fit.judgement(&scene);
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
        judgement.remarks.insert(
            0,
            format!(
                "evaluator of {}, learned from {} games with seed {}: {:.4} bits a position in \
                 games held out, {:.4} without",
                self.name, play.n_games, common.seed, fit.loss, fit.loss_of_mean
            ),
        );
        let rivals = Rivals::of(&play, &trial, common.n_threads());
        self.keeper.evaluator(&judgement, |old| rivals.compare(&scene, &judgement, old));
        self.fit = Some(fit);
    }

    /// Learns features.
    fn notice(&mut self, common: &Common, game: &Arc<CircuitGame>, wish: &LearnWish) {
        let started = Instant::now();
        match features::teach(common, game, &self.name, wish) {
            Ok(taught) => {
                let new = &taught.features;
                let guard = features::guard(common, game);
                self.keeper.features(new, |old| compare(game, &guard, new, old));
                self.features = Some((taught, started.elapsed().as_secs_f64()));
            }
            Err(reason) => self.notes.push(format!("no features: {reason}")),
        }
    }

    /// Plays matches of what is kept against those who have learned nothing, and of
    /// alpha-beta with the evaluator against UCT.
    fn prove(&mut self, common: &Common, game: &Arc<CircuitGame>, wish: &LearnWish) -> Result<()> {
        let n_players = game.roles().iter().filter(|role| !role.is_chance()).count();
        if n_players < 2 {
            self.notes.push("no match: there is nobody to play against".into());
            return Ok(());
        }
        for wanted in &self.wanted(wish)? {
            let proof = proof::play(common, &self.name, game, n_players, wanted);
            self.proofs.push(proof.with_context(|| wanted.title.clone())?);
        }
        if self.keeper.known().evaluator.is_some() && n_players == 2 {
            let wanted = self.duel(wish)?;
            let proof = proof::play(common, &self.name, game, n_players, &wanted);
            let proof = proof.with_context(|| wanted.title.clone())?;
            self.keeper.player(PlayerTrial {
                milliseconds: wish.milliseconds,
                n_games: wanted.n_games,
                points: proof.score * f64::from(wanted.n_games),
                low: proof.interval.low,
            });
            self.proofs.push(proof);
        }
        Ok(())
    }

    /// The matches against the same player without what was learned.
    fn wanted(&self, wish: &LearnWish) -> Result<Vec<proof::Wanted>> {
        let known = self.keeper.known();
        let used = known.features.as_ref().map_or(Use::Never, |features| features.used);
        let (playouts, ms) = (wish.playouts, wish.milliseconds);
        let mut wanted = Vec::new();
        if used.helps(false) {
            let plain = Spec::parse(&format!("uct:playouts={playouts},memory=64MB"))?;
            wanted.push(proof::Wanted {
                title: format!("with features, at {playouts} playouts a move"),
                learned: self.with_features(&plain),
                plain,
                n_games: wish.matches,
                n_opening: 0,
            });
        }
        if used.helps(true) {
            let plain = Spec::parse(&format!("uct:time={ms}ms"))?;
            wanted.push(proof::Wanted {
                title: format!("with features, at {ms} ms a move"),
                learned: self.with_features(&plain),
                plain,
                n_games: wish.matches.div_ceil(4),
                n_opening: 0,
            });
        }
        if known.evaluator.is_some() {
            let plain = Spec::parse("alphabeta:depth=3")?;
            wanted.push(proof::Wanted {
                title: "with the evaluator, three plies deep".into(),
                learned: self.with_evaluator(&plain),
                plain,
                n_games: wish.matches,
                n_opening: 4,
            });
        }
        Ok(wanted)
    }

    /// The match that tells who should play where the clock decides.
    fn duel(&self, wish: &LearnWish) -> Result<proof::Wanted> {
        let ms = wish.milliseconds;
        let used = self.keeper.known().features.as_ref().map_or(Use::Never, |one| one.used);
        let uct = Spec::parse(&format!("uct:time={ms}ms"))?;
        Ok(proof::Wanted {
            title: format!("alpha-beta with the evaluator against UCT, at {ms} ms a move"),
            learned: self.with_evaluator(&Spec::parse(&format!("alphabeta:time={ms}ms"))?),
            plain: if used.helps(true) { self.with_features(&uct) } else { uct },
            n_games: wish.matches.div_ceil(4),
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

/// Shows or writes what was learned of the game before, in the words of this sheet.
fn recall(
    common: &Common,
    out: &mut Output,
    name: &str,
    identity: &Identity,
    save: Option<&Path>,
) -> Result<bool> {
    let kept = KnowledgeStore::new(store::knowledge()?).file(identity);
    let known = kept
        .read()?
        .with_context(|| format!("nothing was learned of {name} yet: `ludex learn {name}`"))?;
    if let Some(path) = save {
        KnowledgeFile::new(path, identity.clone()).keep_all(&known)?;
    }
    match (common.json, save) {
        (true, _) => {
            let mut json = known.to_json();
            json["game"] = name.into();
            json["file"] = kept.path().display().to_string().into();
            out.json(&json)?;
        }
        (false, None) => out.text(&known.to_string())?,
        (false, Some(_)) => {}
    }
    Ok(true)
}

/// Terms of the evaluator that are shown.
const N_TERMS: usize = 12;

/// Where knowledge of a game is kept.
fn place(wish: &LearnWish, identity: &Identity) -> Result<KnowledgeFile> {
    Ok(match &wish.save {
        Some(path) => KnowledgeFile::new(&**path, identity.clone()),
        None => KnowledgeStore::new(store::knowledge()?).file(identity),
    })
}
