//! `ludex players`: the kinds of players with their options, and the evaluators.

use std::sync::Arc;

use anyhow::Result;
use ludex_game::examples::Nim;
use ludex_game::{Playable, Visitor};
use ludex_search::options::Declared;
use ludex_search::{evaluate, players};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::Run;
use crate::args::Common;
use crate::load;
use crate::output::Output;

/// List the players and evaluators that specs can name
#[derive(Debug, clap::Args)]
pub struct Args {
    /// List the evaluators of this game as well
    game: Option<String>,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        run(common, out, self.game.as_deref())
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<PlayersData<'_>>())
    }
}

pub fn run(common: &Common, out: &mut Output, game: Option<&str>) -> Result<bool> {
    let kinds = players::kinds::<Nim>();
    let mut evaluators: Vec<(&str, &str)> =
        evaluate::general::<Nim>().iter().map(|named| (named.name, named.about)).collect();
    let mut heuristics = Vec::new();
    if let Some(name) = game {
        let offers = load::visit(name, common, Offers)?;
        evaluators.extend(offers.0);
        heuristics = offers.1;
    }
    if common.json {
        let option = |one: Declared| OptionData {
            name: one.name,
            value: one.of,
            about: one.help,
            default: one.default,
        };
        let kinds = kinds.iter().map(|kind| KindData {
            name: kind.name,
            about: kind.about,
            options: kind.options().into_iter().map(option).collect(),
        });
        let named = |list: &[(&'static str, &'static str)]| {
            list.iter().map(|&(name, about)| NamedData { name, about }).collect()
        };
        out.json(&PlayersData {
            players: kinds.collect(),
            evaluators: named(&evaluators),
            heuristics: named(&heuristics),
        })?;
        return Ok(true);
    }
    out.line(
        "A player is a kind and options: `uct:playouts=1000`, `alphabeta:depth=4,eval=mobility`.",
    )?;
    out.line("Times are written 50ms or 2s, sizes 64MB, counts 10k or 2M.\n")?;
    for kind in &kinds {
        out.line(format!("{}: {}", kind.name, kind.about))?;
        for option in kind.options() {
            let Declared { name, of, help, default, .. } = option;
            out.line(format!("  {name:<16} {help} ({of}) [{default}]"))?;
        }
    }
    out.line(
        "\nEvaluators for `eval=`, also as weighted sums such as `goal+0.2*mobility`. `ludex players \
         GAME` lists those of the game too, such as `material`.",
    )?;
    for (name, about) in &evaluators {
        out.line(format!("  {name:<16} {about}"))?;
    }
    if !heuristics.is_empty() {
        out.line("\nHeuristics, for `heur=`:")?;
    }
    for (name, about) in &heuristics {
        out.line(format!("  {name:<16} {about}"))?;
    }
    Ok(true)
}

/// The evaluators and the heuristics of one game.
struct Offers;

/// Names with descriptions.
type Names = Vec<(&'static str, &'static str)>;

impl Visitor for Offers {
    type Output = (Names, Names);

    fn visit<G: Playable>(self, game: Arc<G>) -> Self::Output {
        let evaluators = game.evaluators().iter().map(|named| (named.name, named.about)).collect();
        let heuristics = game.heuristics().iter().map(|named| (named.name, named.about)).collect();
        (evaluators, heuristics)
    }
}

/// The kinds of players and the evaluators, as data.
#[derive(Serialize, JsonSchema)]
pub struct PlayersData<'a> {
    players: Vec<KindData<'a>>,
    evaluators: Vec<NamedData<'a>>,
    heuristics: Vec<NamedData<'a>>,
}

/// A kind of player, as data.
#[derive(Serialize, JsonSchema)]
struct KindData<'a> {
    name: &'a str,
    about: &'a str,
    options: Vec<OptionData<'a>>,
}

/// An option of a kind of player, as data.
#[derive(Serialize, JsonSchema)]
struct OptionData<'a> {
    name: &'a str,
    /// The type of its value.
    #[serde(rename = "type")]
    value: String,
    about: &'a str,
    default: String,
}

/// An evaluator or heuristic, as data.
#[derive(Serialize, JsonSchema)]
struct NamedData<'a> {
    name: &'a str,
    about: &'a str,
}
