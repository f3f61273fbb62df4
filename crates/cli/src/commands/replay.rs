//! `ludex replay`: a recorded game, move by move.

use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use ludex_arena::replay::Replay;
use ludex_arena::{Record, Setup};
use ludex_game::{Playable, Visitor, show_position};
use ludex_learn::PositionView;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::Run;
use crate::args::Common;
use crate::args::number::whole;
use crate::load;
use crate::output::Output;
use crate::store;
use std::path::PathBuf;

/// Show a game of a run, move by move
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The number of the run
    #[arg(value_parser = whole(1..=i64::MAX))]
    run: i64,
    /// The number of the game
    #[arg(value_parser = whole(0..=u32::MAX))]
    game: u32,
    /// Show the position after each move
    #[arg(long)]
    boards: bool,
    /// The store [default: in the user's data folder]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        run(common, out, self.store.as_deref(), (self.run, self.game), self.boards)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<ReplayData>())
    }
}

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
        load::visit_shown(&setup.game, common, None, |view| Shown {
            setup,
            record,
            view: Some(view),
        })
    } else {
        load::visit(&setup.game, common, Shown { setup, record, view: None })
    }??;
    if common.json {
        let players: Vec<String> =
            record.pairing.players.iter().map(|&who| setup.players[who].to_string()).collect();
        out.json(&ReplayData {
            run,
            game: number,
            players,
            moves: record.moves.clone(),
            goals: record.goals.clone(),
            ending: record.ending.to_string(),
            positions: boards.then_some(shown.positions),
        })?;
    } else {
        out.text(&shown.text)?;
    }
    Ok(true)
}

/// A game as it is shown.
struct Replayed {
    text: String,
    /// The position before each ply and the last one, where they are wanted.
    positions: Vec<PositionData>,
}

struct Shown<'a> {
    setup: &'a Setup,
    record: &'a Record,
    /// How positions are shown, if they are.
    view: Option<PositionView>,
}

impl Visitor for Shown<'_> {
    type Output = Result<Replayed>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Replayed> {
        let replay = Replay::new(&*game, self.record)?;
        let name = |role: usize| game.roles()[role].name.as_str();
        let roles: Vec<usize> =
            (0..game.roles().len()).filter(|&role| !game.roles()[role].is_chance()).collect();
        let mut text = format!("{}, game {}\n", self.setup.game, self.record.pairing.number);
        for (&role, &player) in roles.iter().zip(&self.record.pairing.players) {
            text.push_str(&format!("{}: {}\n", name(role), self.setup.players[player]));
        }
        for ply in 0..replay.joints.len() {
            if let Some(view) = &self.view {
                text.push_str(&format!("\n{}\n", view.show(&*game, &replay.states[ply])));
            }
            let moves: Vec<String> = replay
                .choices(&*game, ply)
                .into_iter()
                .map(|(role, mv)| format!("{} {}", name(role.index()), game.move_name(mv)))
                .collect();
            let opening = if (ply as u32) < self.record.n_opening { "  (opening)" } else { "" };
            text.push_str(&format!("{:>4}. {}{opening}\n", ply + 1, moves.join(", ")));
        }
        if let (Some(view), Some(last)) = (&self.view, replay.states.last()) {
            text.push_str(&format!("\n{}\n", view.show(&*game, last)));
        }
        let goals: Vec<String> = roles
            .iter()
            .zip(&self.record.goals)
            .map(|(&role, goal)| format!("{} {goal}", name(role)))
            .collect();
        text.push_str(&format!("{}: {}\n", self.record.ending, goals.join(", ")));
        let position = |state: &G::State, view: &PositionView| PositionData {
            position: show_position(&*game, state).trim_end().to_string(),
            board: view.show(&*game, state),
        };
        let view = self.view.as_ref();
        let positions = view.map(|view| replay.states.iter().map(|state| position(state, view)));
        Ok(Replayed { positions: positions.map(Iterator::collect).unwrap_or_default(), text })
    }
}

/// A recorded game, as data.
#[derive(Serialize, JsonSchema)]
pub struct ReplayData {
    run: i64,
    game: u32,
    players: Vec<String>,
    moves: Vec<Vec<String>>,
    goals: Vec<u8>,
    ending: String,
    /// The position before each ply and the last one, with `--boards`.
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<Vec<PositionData>>,
}

/// A position, as data.
#[derive(Serialize, JsonSchema)]
struct PositionData {
    /// The position as the game reads it.
    position: String,
    /// The position as it is drawn.
    board: String,
}
