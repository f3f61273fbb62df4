//! Findings: what a thinker reports of a turn besides its move.

use ludex_game::Playable;
use ludex_search::Report;

/// What a thinker found out about the position of a turn, in the words of the rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    /// The engine of the rules: `circuit`, or `reasoner` for the reference reasoner.
    pub engine: &'static str,
    /// The player that searched and what it has learned; `None` if nothing was searched.
    pub player: Option<String>,
    /// The value of the position to our role, on the scale of goals.
    pub value: Option<f64>,
    /// Whether the value is proven.
    pub is_proven: bool,
    /// Playouts of this turn; those of earlier turns and of pondering are not counted.
    pub n_playouts: u64,
    /// Positions that were searched in this turn.
    pub n_nodes: u64,
    /// The plies that the search has looked ahead.
    pub depth: u32,
    /// The expected joint moves, the first ones, one move for each role.
    pub line: Vec<Vec<String>>,
}

/// The number of joint moves in a line.
const N_JOINTS_MAX: usize = 6;

impl Finding {
    /// A turn without a search.
    pub(super) fn unsearched(engine: &'static str) -> Self {
        Self { engine, ..Self::default() }
    }

    /// The finding of a search, `before` it another one in the same turn.
    pub(super) fn of<G: Playable>(
        game: &G,
        engine: &'static str,
        player: &str,
        report: &Report<G::Move>,
        before: Option<&Self>,
    ) -> Self {
        let names = |joint: &Vec<G::Move>| joint.iter().map(|&mv| game.move_name(mv)).collect();
        Self {
            engine,
            player: Some(player.into()),
            value: report.value,
            is_proven: report.is_proven,
            n_playouts: report.playouts + before.map_or(0, |before| before.n_playouts),
            n_nodes: report.nodes + before.map_or(0, |before| before.n_nodes),
            depth: report.depth,
            line: report.line.iter().take(N_JOINTS_MAX).map(names).collect(),
        }
    }

    /// The line as text. Moves of roles that wait are left out.
    ///
    /// ```
    /// use ludex_server::player::Finding;
    ///
    /// let joint = |x: &str, o: &str| vec![x.to_string(), o.to_string()];
    /// let line = vec![joint("(mark 2 2)", "noop"), joint("noop", "(mark 1 1)")];
    /// let finding = Finding { line, ..Finding::default() };
    /// assert_eq!(finding.line_text(), "(mark 2 2), (mark 1 1)");
    /// ```
    pub fn line_text(&self) -> String {
        let waits = |mv: &&String| matches!(mv.as_str(), "noop" | "(noop)" | "wait" | "-");
        let joint_text = |joint: &Vec<String>| {
            let made: Vec<&str> =
                joint.iter().filter(|mv| !waits(mv)).map(String::as_str).collect();
            if made.is_empty() { joint.join(" ") } else { made.join(" ") }
        };
        self.line.iter().map(joint_text).collect::<Vec<_>>().join(", ")
    }
}
