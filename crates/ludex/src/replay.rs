//! A recorded game, move by move.

use std::sync::Arc;

use ludex_arena::replay::Replay;
use ludex_arena::{Record, Setup};
use ludex_game::{Playable, Visitor, show_position};
use ludex_learn::PositionView;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Game, Result};

/// Replays a recorded game of a run. With a view, positions are shown.
///
/// ```
/// use ludex::Game;
/// use ludex::matches::{MatchOptions, begin, play};
/// use ludex::replay::replay;
///
/// let game = Game::load("tic-tac-toe")?;
/// let options = MatchOptions { n_games: 1, ..MatchOptions::default() };
/// let mut run = begin(&game, &["random", "random"], &options, None)?;
/// play(&game, &mut run, 1, &mut ())?;
/// let view = game.view(1);
/// let result = replay(&game, run.setup(), 1, &run.records()[0], Some(&view))?;
/// assert!(result.to_text().starts_with("tic-tac-toe, game 0\nx: random\n"));
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn replay(
    game: &Game,
    setup: &Setup,
    run: i64,
    record: &Record,
    view: Option<&PositionView>,
) -> Result<ReplayResult> {
    game.visit(Shown { setup, run, record, view })
}

/// A replayed game.
pub struct ReplayResult {
    text: String,
    data: ReplayData,
}

impl ReplayResult {
    /// The game for a terminal.
    pub fn to_text(&self) -> &str {
        &self.text
    }

    /// The data that `--json` prints.
    pub fn to_data(&self) -> &ReplayData {
        &self.data
    }
}

struct Shown<'a> {
    setup: &'a Setup,
    run: i64,
    record: &'a Record,
    /// How positions are shown, if they are.
    view: Option<&'a PositionView>,
}

impl Visitor for Shown<'_> {
    type Output = Result<ReplayResult>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<ReplayResult> {
        let replay = Replay::new(&*game, self.record)?;
        let name = |role: usize| game.roles()[role].name.as_str();
        let roles: Vec<usize> =
            (0..game.roles().len()).filter(|&role| !game.roles()[role].is_chance()).collect();
        let mut text = format!("{}, game {}\n", self.setup.game, self.record.pairing.number);
        for (&role, &player) in roles.iter().zip(&self.record.pairing.players) {
            text.push_str(&format!("{}: {}\n", name(role), self.setup.players[player]));
        }
        for ply in 0..replay.joints.len() {
            if let Some(view) = self.view {
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
        if let (Some(view), Some(last)) = (self.view, replay.states.last()) {
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
        let positions =
            self.view.map(|view| replay.states.iter().map(|state| position(state, view)));
        let players = &self.record.pairing.players;
        let data = ReplayData {
            run: self.run,
            game: self.record.pairing.number,
            players: players.iter().map(|&who| self.setup.players[who].to_string()).collect(),
            moves: self.record.moves.clone(),
            goals: self.record.goals.clone(),
            ending: self.record.ending.to_string(),
            positions: positions.map(Iterator::collect),
        };
        Ok(ReplayResult { text, data })
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
