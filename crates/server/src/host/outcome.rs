//! The outcome of one hosted match: who played, and what they got.

use std::fmt;

use ludex_arena::page::short_name;
use ludex_arena::{Effort, Record, Setup};
use ludex_game::Ending;
use ludex_report::words::counted;

/// A hosted match that has ended.
///
/// ```
/// use ludex_game::Ending;
/// use ludex_server::host::{MatchOutcome, SeatOutcome};
///
/// let seat = |role: &str, player: &str, goal, n_replaced| SeatOutcome {
///     role: role.into(),
///     player: player.into(),
///     goal,
///     n_replaced,
/// };
/// let outcome = MatchOutcome {
///     game: "tic-tac-toe".into(),
///     number: 3,
///     seats: vec![seat("x", "uct:time=1s", 100, 0), seat("o", "remote:http://there:9147", 0, 2)],
///     n_plies: 7,
///     ending: Ending::Terminal,
/// };
/// assert_eq!(
///     outcome.to_string(),
///     "tic-tac-toe 3: x uct:time=1s 100, o http://there:9147 0 (2 moves replaced); 7 plies"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchOutcome {
    /// The game.
    pub game: String,
    /// The number of the match in its run, as `ludex replay` takes it.
    pub number: u32,
    /// The players in the order of their roles, without chance.
    pub seats: Vec<SeatOutcome>,
    /// The number of joint moves.
    pub n_plies: usize,
    /// How it ended.
    pub ending: Ending,
}

/// The part of one player in a hosted match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatOutcome {
    /// The role.
    pub role: String,
    /// The player: its spec.
    pub player: String,
    /// Its goal.
    pub goal: u8,
    /// The number of moves drawn for it.
    pub n_replaced: u32,
}

impl MatchOutcome {
    /// The outcome that a record tells. `roles` are those of players.
    pub(super) fn of(setup: &Setup, roles: &[String], record: &Record) -> Self {
        let Record { pairing, goals, efforts, .. } = record;
        let each = roles.iter().zip(&pairing.players).zip(goals.iter().zip(efforts));
        let seat = |((role, &player), (&goal, effort)): ((&String, &usize), (&u8, &Effort))| {
            let player = setup.players[player].to_string();
            SeatOutcome { role: role.clone(), player, goal, n_replaced: effort.n_replaced }
        };
        Self {
            game: setup.game.clone(),
            number: pairing.number,
            seats: each.map(seat).collect(),
            n_plies: record.moves.len(),
            ending: record.ending,
        }
    }
}

impl fmt::Display for MatchOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, number, seats, n_plies, ending } = self;
        let seat = |SeatOutcome { role, player, goal, n_replaced }: &SeatOutcome| {
            let replaced = match n_replaced {
                0 => String::new(),
                &n => format!(" ({} replaced)", counted(n, "move")),
            };
            format!("{role} {} {goal}{replaced}", short_name(player))
        };
        let seats = seats.iter().map(seat).collect::<Vec<_>>().join(", ");
        write!(f, "{game} {number}: {seats}; {}", counted(*n_plies, "ply"))?;
        match ending {
            Ending::Terminal => Ok(()),
            Ending::Stuck => f.write_str(", stopped: a role has no legal move"),
            Ending::Capped => f.write_str(", stopped: too many plies"),
        }
    }
}
