//! Match records in the JSON format of general game playing servers.

use ludex_game::{Ending, Playable, show_position};
use serde_json::{Value, json};

use crate::replay::{Replay, ReplayError};
use crate::{Record, Setup};

/// A game as a JSON match record: role names, the joint moves with the state
/// before each and after the last, goals, player names.
pub fn match_record<G: Playable>(
    game: &G,
    setup: &Setup,
    run: i64,
    record: &Record,
) -> Result<Value, ReplayError> {
    let replay = Replay::new(game, record)?;
    let states: Vec<String> =
        replay.states.iter().map(|state| show_position(game, state)).collect();
    let roles: Vec<&str> = game.roles().iter().map(|role| role.name.as_str()).collect();
    // Chance has neither a goal nor a player name.
    let mut players =
        record.pairing.players.iter().map(|&player| setup.players[player].to_string());
    let mut goals = record.goals.iter().copied();
    let (mut names, mut values) = (Vec::new(), Vec::new());
    for role in game.roles() {
        let is_player = !role.is_chance();
        names.push(if is_player { players.next() } else { Some("random".into()) });
        values.push(if is_player { goals.next() } else { Some(0) });
    }
    Ok(json!({
        "matchId": format!("ludex.{run}.{}", record.pairing.number),
        "gameName": setup.game,
        "gameRoleNames": roles,
        "playerNamesFromHost": names,
        "isCompleted": record.ending == Ending::Terminal,
        "isAborted": record.ending != Ending::Terminal,
        "moves": record.moves,
        "states": states,
        "goalValues": values,
        "errors": vec![vec![""; roles.len()]; record.moves.len()],
    }))
}
