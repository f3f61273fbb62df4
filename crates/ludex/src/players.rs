//! The kinds of players with their options, the evaluators and the heuristics.

use std::fmt::Write;
use std::sync::Arc;

use ludex_game::{Playable, Visitor};
use ludex_gdl::single::CircuitGame;
use ludex_search::options::Declared;
use ludex_search::{evaluate, players as kinds};
use schemars::JsonSchema;
use serde::Serialize;

use crate::Game;

/// The players and evaluators that specs can name, with those that a game offers.
///
/// ```
/// let text = ludex::players::players(None).to_text();
/// assert!(text.contains("uct: ") && text.contains("mobility"));
/// ```
pub fn players(game: Option<&Game>) -> PlayersData {
    let kinds = kinds::kinds();
    // The list is the same for all games.
    let general = evaluate::general::<CircuitGame>();
    let mut evaluators: Names = general.iter().map(|named| (named.name, named.about)).collect();
    let (of_game, heuristics) = game.map(|game| game.visit(Offers)).unwrap_or_default();
    evaluators.extend(of_game);
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
    let named =
        |list: Names| list.into_iter().map(|(name, about)| NamedData { name, about }).collect();
    PlayersData {
        players: kinds.collect(),
        evaluators: named(evaluators),
        heuristics: named(heuristics),
    }
}

impl PlayersData {
    /// The list for a terminal.
    pub fn to_text(&self) -> String {
        let mut text = String::from(INTRODUCTION);
        for kind in &self.players {
            line(&mut text, format_args!("{}: {}", kind.name, kind.about));
            for OptionData { name, value, about, default } in &kind.options {
                line(&mut text, format_args!("  {name:<16} {about} ({value}) [{default}]"));
            }
        }
        text.push_str(EVALUATORS);
        for NamedData { name, about } in &self.evaluators {
            line(&mut text, format_args!("  {name:<16} {about}"));
        }
        if !self.heuristics.is_empty() {
            text.push_str("\nHeuristics, for `heur=`:\n");
        }
        for NamedData { name, about } in &self.heuristics {
            line(&mut text, format_args!("  {name:<16} {about}"));
        }
        text
    }
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    // A text can be written to.
    let _ = writeln!(text, "{line}");
}

const INTRODUCTION: &str = "\
A player is a kind and options: `uct:playouts=1000`, `alphabeta:depth=4,eval=mobility`.
Times are written 50ms or 2s, sizes 64MB, counts 10k or 2M.

";

const EVALUATORS: &str = "
Evaluators for `eval=`, also as weighted sums such as `goal+0.2*mobility`. `ludex players \
GAME` lists those of the game too, such as `material`.
";

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
pub struct PlayersData {
    players: Vec<KindData>,
    evaluators: Vec<NamedData>,
    heuristics: Vec<NamedData>,
}

/// A kind of player, as data.
#[derive(Serialize, JsonSchema)]
struct KindData {
    name: &'static str,
    about: &'static str,
    options: Vec<OptionData>,
}

/// An option of a kind of player, as data.
#[derive(Serialize, JsonSchema)]
struct OptionData {
    name: &'static str,
    /// The type of its value.
    #[serde(rename = "type")]
    value: String,
    about: &'static str,
    default: String,
}

/// An evaluator or heuristic, as data.
#[derive(Serialize, JsonSchema)]
struct NamedData {
    name: &'static str,
    about: &'static str,
}
