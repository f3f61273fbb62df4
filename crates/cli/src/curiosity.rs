//! What can be asked about a game that is to be learned.

use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use game::{Game, Visitor};
use gdl::Engine;
use learn::Knowledge;
use learn::evaluators::{Query, Scene, ask, bare_questions, learned_value, questions};
use learn::structure::{Budget, Structure};
use nursery::Wish;
use search::evaluate::Question;

use crate::args::Common;
use crate::load;

/// What a visitor is made from.
pub struct Basis {
    /// What can be asked about the game.
    pub questions: Vec<Question>,
    /// Names and digests of what was read: the rules, and what was learned.
    pub digests: Vec<(String, String)>,
}

/// Does something with the game of a wish. The visitor is made from what can be asked
/// about it: nothing where it answers questions of its own, and otherwise what its
/// rules show in games of a seed, what was learned, and what the wish asks.
pub fn visit<V: Visitor>(
    wish: &Wish,
    common: &Common,
    seed: u64,
    visitor: impl FnOnce(Basis) -> V,
) -> Result<V::Output> {
    let queries = queries(wish);
    let rules = |digest: String| (format!("the rules of {}", wish.game), digest);
    if let Some(native) = wish.game.strip_prefix(load::NATIVE) {
        let needs_rules = [(!queries.is_empty(), "queries"), (wish.learned.is_some(), "learned")];
        if let Some((_, key)) = needs_rules.iter().find(|(is_there, _)| *is_there) {
            let game = &wish.game;
            return Err(anyhow!("[problem]: `{key}` needs a game with rules; {game} has none"));
        }
        let digests = games::digest(native).map(rules).into_iter().collect();
        return load::visit(&wish.game, common, visitor(Basis { questions: Vec::new(), digests }));
    }
    let sheet = load::sheet(&wish.game)?;
    let mut digests = vec![rules(load::digest(sheet.source().text()))];
    let engine = load::engine(&sheet, common)?.engine;
    let asked = ask(&queries, &sheet, &common.limits(), &common.budget());
    let asked = asked.map_err(anyhow::Error::msg).context("[problem]")?;
    let budget = Budget { seed, ..Budget::default() };
    let structure = Structure::find(&sheet, &engine, &budget);
    match engine {
        Engine::Circuit(game) => {
            let game = Arc::new(*game);
            let learned = learned(wish, &mut digests)?;
            let features = learned.as_ref().and_then(|known| known.features.as_ref());
            let features = features.map_or(&[][..], |features| &features.list);
            let scene = Scene { features, ..Scene::new(&game, &structure) };
            let mut list = questions(&scene, seed);
            let evaluator = learned.as_ref().and_then(|known| known.evaluator.as_ref());
            let first = &game.roles()[0].name;
            list.extend(evaluator.and_then(|judgement| learned_value(judgement, first)));
            Ok(visitor(Basis { questions: joined(list, asked)?, digests }).visit(game))
        }
        Engine::Reference(game) => {
            let questions = joined(bare_questions(game.roles()), asked)?;
            Ok(visitor(Basis { questions, digests }).visit(Arc::new(*game)))
        }
    }
}

/// What people ask, behind what is found.
fn joined(mut list: Vec<Question>, asked: Vec<Question>) -> Result<Vec<Question>> {
    if let Some(twice) = asked.iter().find(|one| list.iter().any(|other| other.name == one.name)) {
        let name = &twice.name;
        return Err(anyhow!("[problem]: `{name}` is asked already; give the query another name"));
    }
    list.extend(asked);
    Ok(list)
}

fn queries(wish: &Wish) -> Vec<Query> {
    let query = |one: &nursery::QueryWish| {
        let (text, is_truth) = one.text()?;
        Some(Query { name: one.name.clone(), text: text.into(), is_truth })
    };
    wish.queries.iter().filter_map(query).collect()
}

/// What was learned about the game, if a file says it, whose digest is added.
fn learned(wish: &Wish, digests: &mut Vec<(String, String)>) -> Result<Option<Knowledge>> {
    let Some(path) = &wish.learned else { return Ok(None) };
    let text = search::read_text(path.as_ref()).with_context(|| path.clone())?;
    digests.push((format!("the file {path}"), load::digest(&text)));
    Ok(Some(Knowledge::parse(&text).map_err(anyhow::Error::msg).with_context(|| path.clone())?))
}
