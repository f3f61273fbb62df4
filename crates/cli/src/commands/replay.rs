//! `ludex replay`: a recorded game, move by move.

use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use arena::replay::Replay;
use arena::{Record, Setup};
use game::{Playable, Visitor};
use serde_json::{Value, json};

use crate::args::Common;
use crate::load;
use crate::output::Output;
use crate::scene::Scene;
use crate::store;

pub fn run(
    common: &Common,
    out: &mut Output,
    store: Option<&Path>,
    (run, number): (i64, u32),
    boards: bool,
) -> Result<bool> {
    let store = store::existing(store)?;
    let (setup, record) = (store.setup(run)?, store.record(run, number)?);
    let (setup, record) = (&setup, &record);
    let shown = if boards {
        load::visit_shown(&setup.game, common, None, |scene| Shown {
            setup,
            record,
            scene: Some(scene),
        })
    } else {
        load::visit(&setup.game, common, Shown { setup, record, scene: None })
    }??;
    if common.json {
        let players: Vec<String> =
            record.encounter.players.iter().map(|&who| setup.players[who].to_string()).collect();
        let mut json = json!({
            "run": run, "game": number, "players": players, "moves": record.moves,
            "goals": record.goals, "ending": record.ending.to_string(),
        });
        if boards {
            json["positions"] = shown.positions.into();
        }
        out.json(&json)?;
    } else {
        out.text(&shown.text)?;
    }
    Ok(true)
}

/// A game as it is shown.
struct Replayed {
    text: String,
    /// The position before each ply and the last one, where they are wanted.
    positions: Vec<Value>,
}

struct Shown<'a> {
    setup: &'a Setup,
    record: &'a Record,
    /// How positions are shown, if they are.
    scene: Option<Scene>,
}

impl Visitor for Shown<'_> {
    type Output = Result<Replayed>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Replayed> {
        let replay = Replay::new(&*game, self.record)?;
        let name = |role: usize| game.roles()[role].name.as_str();
        let roles: Vec<usize> =
            (0..game.roles().len()).filter(|&role| !game.roles()[role].is_chance()).collect();
        let mut text = format!("{}, game {}\n", self.setup.game, self.record.encounter.number);
        for (&role, &player) in roles.iter().zip(&self.record.encounter.players) {
            text.push_str(&format!("{}: {}\n", name(role), self.setup.players[player]));
        }
        for ply in 0..replay.joints.len() {
            if let Some(scene) = &self.scene {
                text.push_str(&format!("\n{}\n", scene.show(&*game, &replay.states[ply])));
            }
            let moves: Vec<String> = replay
                .choices(&*game, ply)
                .into_iter()
                .map(|(role, mv)| format!("{} {}", name(role.index()), game.move_name(mv)))
                .collect();
            let opening = if (ply as u32) < self.record.n_opening { "  (opening)" } else { "" };
            text.push_str(&format!("{:>4}. {}{opening}\n", ply + 1, moves.join(", ")));
        }
        if let (Some(scene), Some(last)) = (&self.scene, replay.states.last()) {
            text.push_str(&format!("\n{}\n", scene.show(&*game, last)));
        }
        let goals: Vec<String> = roles
            .iter()
            .zip(&self.record.goals)
            .map(|(&role, goal)| format!("{} {goal}", name(role)))
            .collect();
        text.push_str(&format!("{}: {}\n", self.record.ending, goals.join(", ")));
        let position = |state: &G::State, scene: &Scene| json!({ "position": game.show(state).trim_end(), "board": scene.show(&*game, state) });
        let scene = self.scene.as_ref();
        let positions = scene.map(|scene| replay.states.iter().map(|state| position(state, scene)));
        Ok(Replayed { positions: positions.map(Iterator::collect).unwrap_or_default(), text })
    }
}
