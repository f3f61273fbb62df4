//! Moves that win at once, as far as learned features tell.

use game::{Playable as _, RoleId};
use search::Feature;
use search::evaluate::Line;

use super::Kind;
use crate::evaluators::{Measure, Scene, Term};

pub(super) fn kind() -> Kind {
    Kind { name: "threats", alone: true, together: true, propose }
}

/// What a feature that wins for certain is worth.
const SURE: u8 = 100;

fn propose(scene: &Scene<'_>) -> Vec<Term> {
    let of_role = |role: RoleId| {
        let is_own = |feature: &&Feature| {
            feature.is_offensive && feature.value == SURE && feature.role == scene.role_name(role)
        };
        let features = scene.features.iter().filter(is_own);
        let lines: Vec<Line> = features.filter_map(|feature| line(scene, feature)).collect();
        (!lines.is_empty()).then(|| Term {
            kind: "threats",
            name: format!("threats of {}", scene.role_name(role)),
            measure: Measure::Full(lines),
        })
    };
    scene.players().filter_map(of_role).collect()
}

/// What a feature takes, whoever's turn it is: a threat stands while others move.
fn line(scene: &Scene<'_>, feature: &Feature) -> Option<Line> {
    let turns = scene.turns();
    let is_turn =
        |fact: &usize| turns.iter().any(|turn| turn.facts.iter().any(|(at, _)| at == fact));
    let read = |facts: &[String]| {
        let facts = facts.iter().map(|text| scene.game.read_fact(text));
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
