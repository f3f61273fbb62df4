//! The terminals of evolved trees: the questions that a game's positions answer.

use ludex_game::{Game as _, Visitor};
use ludex_gdl::Engine;
use ludex_learn::Knowledge;
use ludex_learn::evaluators::{GameContext, Query, ask, bare_questions, learned_value, questions};
use ludex_learn::structure::{Budget, Structure};
use ludex_problems::ProblemConfig;
use ludex_search::evaluate::Question;

use crate::error::{Context, invalid};
use crate::{Error, Game, Progress, Result, Settings};

/// The questions about a game, and the digests of their sources.
pub struct Basis {
    /// The questions.
    pub questions: Vec<Question>,
    /// Names and digests of the rules and of learned knowledge.
    pub digests: Vec<(String, String)>,
}

/// The game of a problem.
pub fn load(
    problem: &ProblemConfig,
    settings: &Settings,
    progress: &mut dyn Progress,
) -> Result<Game> {
    let game = Game::load_with(&problem.game, settings, None)?;
    if let Some(note) = game.fallback_note() {
        progress.note(&note);
    }
    Ok(game)
}

/// Visits the game of a problem. The visitor is made from the questions about the game:
/// none where a native game answers questions of its own; otherwise those found in random
/// games of a seed, those of learned knowledge, and those of the problem.
pub fn visit<V: Visitor>(
    game: &Game,
    problem: &ProblemConfig,
    settings: &Settings,
    seed: u64,
    visitor: impl FnOnce(Basis) -> V,
) -> Result<V::Output> {
    let queries = queries(problem);
    let rules = |digest: String| (format!("the rules of {}", problem.game), digest);
    if let Some(native) = problem.game.strip_prefix(crate::load::NATIVE) {
        let needs_rules =
            [(!queries.is_empty(), "queries"), (problem.learned.is_some(), "learned")];
        if let Some((_, key)) = needs_rules.iter().find(|(is_there, _)| *is_there) {
            let game = &problem.game;
            return Err(invalid!("[problem]: `{key}` needs a game with rules; {game} has none"));
        }
        let digests = ludex_games::digest(native).map(rules).into_iter().collect();
        return Ok(game.visit(visitor(Basis { questions: Vec::new(), digests })));
    }
    let (Some(sheet), Some(engine)) = (game.sheet(), game.engine().cloned()) else {
        return Err(invalid!("{} has no rules", problem.game));
    };
    let mut digests = vec![rules(game.digest().into())];
    let asked = ask(&queries, sheet, &settings.limits, &settings.budget);
    let asked = asked.map_err(Error::from).context("[problem]")?;
    let budget = Budget { seed, ..Budget::default() };
    let structure = Structure::find(sheet, &engine, &budget);
    match engine {
        Engine::Circuit(game) => {
            let learned = learned(problem, &mut digests)?;
            let features = learned.as_ref().and_then(|known| known.features.as_ref());
            let features = features.map_or(&[][..], |features| &features.list);
            let context = GameContext { features, ..GameContext::new(&game, &structure) };
            let mut list = questions(&context, seed);
            let evaluator = learned.as_ref().and_then(|known| known.evaluator.as_ref());
            let first = &game.roles()[0].name;
            list.extend(evaluator.and_then(|judgement| learned_value(judgement, first)));
            Ok(visitor(Basis { questions: joined(list, asked)?, digests }).visit(game))
        }
        Engine::Reference(game) => {
            let questions = joined(bare_questions(game.roles()), asked)?;
            Ok(visitor(Basis { questions, digests }).visit(game))
        }
    }
}

/// The questions of the problem, after those that are found.
fn joined(mut list: Vec<Question>, asked: Vec<Question>) -> Result<Vec<Question>> {
    if let Some(twice) = asked.iter().find(|one| list.iter().any(|other| other.name == one.name)) {
        let name = &twice.name;
        return Err(invalid!("[problem]: `{name}` is asked already; give the query another name"));
    }
    list.extend(asked);
    Ok(list)
}

fn queries(problem: &ProblemConfig) -> Vec<Query> {
    let query = |one: &ludex_problems::QueryConfig| {
        let (text, is_truth) = one.text()?;
        Some(Query { name: one.name.clone(), text: text.into(), is_truth })
    };
    problem.queries.iter().filter_map(query).collect()
}

/// The learned knowledge that a file holds, whose digest is added.
fn learned(
    problem: &ProblemConfig,
    digests: &mut Vec<(String, String)>,
) -> Result<Option<Knowledge>> {
    let Some(path) = &problem.learned else { return Ok(None) };
    let text = ludex_search::read_text(path.as_ref()).with_context(|| path.clone())?;
    digests.push((format!("the file {path}"), crate::load::digest(&text)));
    Ok(Some(Knowledge::parse(&text).map_err(Error::from).with_context(|| path.clone())?))
}
