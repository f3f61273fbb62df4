//! The log of turns: one line for each move that is sent.

use std::time::Duration;

use tracing::info;

use super::blackboard::Thought;
use super::finding::Finding;

/// A turn of a match, as it is logged.
pub(super) struct TurnLog<'a> {
    /// The match.
    pub(super) id: &'a str,
    /// The number of joint moves before this turn.
    pub(super) ply: usize,
    pub(super) role: &'a str,
    pub(super) mv: &'a str,
    pub(super) thought: Thought,
    pub(super) finding: &'a Finding,
    /// The time from the request to the answer.
    pub(super) used: Duration,
    pub(super) clock: Duration,
}

/// The longest text of an expected line.
const N_CHARS_MAX: usize = 400;

impl TurnLog<'_> {
    /// Writes the line. Fields of which nothing is known are left out.
    pub(super) fn write(&self) {
        let Self { id, ply, role, mv, thought, finding, used, clock } = *self;
        let Finding { engine, player, value, is_proven, n_playouts, n_nodes, depth, .. } = finding;
        let is_searched = player.is_some();
        let mut line = finding.line_text();
        if let Some((at, _)) = line.char_indices().nth(N_CHARS_MAX) {
            line.replace_range(at.., "...");
        }
        info!(
            id,
            ply,
            role,
            mv,
            thought = thought.word(),
            value = value.map(|value| (100.0 * value).round() / 100.0),
            proven = is_searched.then_some(*is_proven),
            playouts = (*n_playouts > 0).then_some(*n_playouts),
            nodes = (*n_nodes > 0).then_some(*n_nodes),
            depth = is_searched.then_some(*depth),
            player = player.as_deref(),
            engine,
            used_ms = used.as_millis() as u64,
            clock_ms = clock.as_millis() as u64,
            line = (!line.is_empty()).then_some(line),
            "a move"
        );
    }
}
