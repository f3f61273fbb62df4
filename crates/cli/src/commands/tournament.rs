//! `ludex tournament`: many players, two or as many as the game takes at a time.

use anyhow::{Result, bail};
use arena::schedule::{Kind, Schedule};
use report::words::counted;

use crate::args::{Common, Conduct, Keep, Show, TournamentKind};
use crate::output::Output;
use crate::sitting::{self, Wish};

/// Who meets whom, and how often.
pub struct Meeting {
    pub kind: TournamentKind,
    pub n_games: u32,
    pub n_rounds: Option<u32>,
}

pub fn run(
    common: &Common,
    out: &mut Output,
    (game, players): (&str, &[String]),
    meeting: &Meeting,
    conduct: &Conduct,
    keep: &Keep,
    show: &Show,
) -> Result<bool> {
    let n_players = players.len();
    let schedule = |n_seats: usize| {
        if n_players < n_seats {
            let players = counted(n_seats, "player");
            bail!("{game} takes {players} at a time, not {n_players}");
        }
        let kind = match meeting.kind {
            TournamentKind::RoundRobin => Kind::RoundRobin,
            TournamentKind::Gauntlet => Kind::Gauntlet,
            TournamentKind::Swiss if n_seats != 2 || conduct.sprt.is_some() => {
                bail!(
                    "a Swiss tournament is for games of two players, and has no test to stop early"
                )
            }
            TournamentKind::Swiss => {
                // So many rounds leave one player without defeat.
                let enough = n_players.next_power_of_two().trailing_zeros().max(1);
                let most = (n_players - 1 + n_players % 2) as u32;
                let rounds = meeting.n_rounds.unwrap_or(enough);
                if rounds > most {
                    bail!("after {} everyone has met everyone", counted(most, "round"));
                }
                Kind::Swiss { rounds }
            }
        };
        let sprt = sitting::sprt(conduct);
        if sprt.is_some() && n_seats != 2 {
            bail!("`--sprt` is for games of two players");
        }
        Ok(Schedule { n_players, n_seats, kind, n_games: meeting.n_games, sprt })
    };
    let wish = Wish { kind: "tournament", game, players, schedule: &schedule, conduct, keep };
    sitting::begin(common, out, &wish, show)
}
