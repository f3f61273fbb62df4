//! `ludex match`: players against each other.

use anyhow::Result;
use arena::schedule::Schedule;

use crate::args::{Common, Conduct, Keep, Show};
use crate::output::Output;
use crate::sitting::{self, Wish};

pub fn run(
    common: &Common,
    out: &mut Output,
    (game, players, n_games): (&str, &[String], u32),
    conduct: &Conduct,
    keep: &Keep,
    show: &Show,
) -> Result<bool> {
    let sprt = sitting::sprt(conduct);
    let schedule = |_| Ok(Schedule { sprt, ..Schedule::of_match(players.len(), n_games) });
    let wish = Wish { kind: "match", game, players, schedule: &schedule, conduct, keep };
    sitting::begin(common, out, &wish, show)
}
