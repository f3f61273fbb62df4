//! Moves that win at once, by learned features.

use ludex_game::{Facts as _, RoleId};
use ludex_search::Feature;
use ludex_search::evaluate::{AnyMeasure, Line};

use super::Kind;
use crate::evaluators::{GameContext, Term};

pub(super) fn kind() -> Kind {
    Kind { name: "threats", alone: true, together: true, propose }
}

/// The value of a feature that wins for certain.
const SURE: u8 = 100;

fn propose(context: &GameContext<'_>) -> Vec<Term> {
    let of_role = |role: RoleId| {
        let is_own = |feature: &&Feature| {
            feature.is_offensive && feature.value == SURE && feature.role == context.role_name(role)
        };
        let features = context.features.iter().filter(is_own);
        let lines = features.filter_map(|feature| line(context, feature));
        let full = lines.map(|line| (1.0, AnyMeasure::Filled((line.places.len(), line))));
        let full: Vec<_> = full.collect();
        let name = format!("threats of {}", context.role_name(role));
        (!full.is_empty()).then(|| Term::new("threats", name, full))
    };
    context.players().filter_map(of_role).collect()
}

/// The facts of a feature without those of the turn: a threat stands while other roles
/// move.
fn line(context: &GameContext<'_>, feature: &Feature) -> Option<Line> {
    let turns = context.turns();
    let is_turn =
        |fact: &usize| turns.iter().any(|turn| turn.facts.iter().any(|(at, _)| at == fact));
    let read = |facts: &[String]| {
        let facts = facts.iter().map(|text| context.game.fact_named(text));
        Some(
            facts
                .collect::<Option<Vec<usize>>>()?
                .into_iter()
                .filter(|fact| !is_turn(fact))
                .collect(),
        )
    };
    let (facts, without): (Vec<usize>, Vec<usize>) =
        (read(&feature.facts)?, read(&feature.absent)?);
    (!facts.is_empty())
        .then(|| Line { places: facts.into_iter().map(|fact| vec![fact]).collect(), without })
}
