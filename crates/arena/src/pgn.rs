//! Chess games in Portable Game Notation.

use ludex_game::{Ending, Playable, Protocol};

use crate::replay::{Replay, ReplayError};
use crate::{Record, Setup};

/// A game that cannot be written as PGN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PgnError {
    /// It is not chess.
    #[error("PGN is for chess; {0} is something else (native:chess can be written so)")]
    NotChess(String),
    /// The record does not agree with the rules.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// The width of a line.
const N_CHARS_MAX: usize = 79;

/// A game as PGN, without a line end at its end.
pub fn game<G: Playable>(
    game: &G,
    setup: &Setup,
    run: i64,
    record: &Record,
) -> Result<String, PgnError> {
    let notation = game.notation().filter(|notation| notation.protocol() == Protocol::Uci);
    let Some(notation) = notation else { return Err(PgnError::NotChess(setup.game.clone())) };
    let replay = Replay::new(game, record)?;
    let players: Vec<String> =
        record.pairing.players.iter().map(|&player| setup.players[player].to_string()).collect();
    let result = match (record.ending, &record.goals[..]) {
        (Ending::Terminal, [white, black]) if white > black => "1-0",
        (Ending::Terminal, [white, black]) if white < black => "0-1",
        (Ending::Terminal, _) => "1/2-1/2",
        _ => "*",
    };
    let number = (record.pairing.number + 1).to_string();
    let tags = [
        ("Event", format!("Ludex run {run}")),
        ("Site", "?".into()),
        ("Date", "????.??.??".into()),
        ("Round", number),
        ("White", players.first().cloned().unwrap_or_default()),
        ("Black", players.get(1).cloned().unwrap_or_default()),
        ("Result", result.into()),
    ];
    let mut text = String::new();
    for (name, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    }
    text.push('\n');
    let mut words = Vec::new();
    for ply in 0..replay.joints.len() {
        if ply % 2 == 0 {
            words.push(format!("{}.", ply / 2 + 1));
        }
        let mv = replay.joints[ply][ply % 2];
        words.push(notation.record_move(&replay.states[ply], mv));
    }
    words.push(result.into());
    let mut line = String::new();
    for word in words {
        if line.len() + 1 + word.len() > N_CHARS_MAX {
            text.push_str(&line);
            text.push('\n');
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(&word);
    }
    text.push_str(&line);
    text.push('\n');
    Ok(text)
}
