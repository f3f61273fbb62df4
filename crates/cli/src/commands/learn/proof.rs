//! Matches of those who have learned against those who have not.

use std::sync::Arc;

use anyhow::{Result, anyhow};
use arena::schedule::Schedule;
use arena::stats::{Interval, Tally};
use arena::{Run, Setup, Standings};
use game::Playable;
use search::Spec;

use crate::args::Common;

/// A match to be played.
pub struct Wanted {
    pub title: String,
    /// The player with what was learned, which the spec carries.
    pub learned: Spec,
    pub plain: Spec,
    pub n_games: u32,
    pub n_opening: u32,
}

/// A match that was played.
pub struct Proof {
    pub title: String,
    pub learned: String,
    pub plain: String,
    pub tally: Tally,
    pub score: f64,
    pub interval: Interval,
}

/// Plays a match: one has learned, all others have not.
pub fn play<G: Playable>(
    common: &Common,
    name: &str,
    game: &Arc<G>,
    n_players: usize,
    wanted: &Wanted,
) -> Result<Proof> {
    let mut players = vec![wanted.learned.clone()];
    players.resize(n_players, wanted.plain.clone());
    let mut run = Run::new(Setup {
        game: name.into(),
        rules: None,
        schedule: Schedule::of_match(n_players, wanted.n_games),
        players,
        seed: common.seed,
        n_opening: wanted.n_opening,
        n_plies_max: 1000,
    });
    run.play(game, common.n_threads(), &mut |_| {})?;
    let standings = Standings::new(run.setup(), run.records());
    let line = standings.lines.first().ok_or_else(|| anyhow!("nobody played"))?;
    Ok(Proof {
        title: wanted.title.clone(),
        learned: wanted.learned.to_string(),
        plain: wanted.plain.to_string(),
        tally: line.tally,
        score: line.sample.mean().unwrap_or(0.5),
        interval: line.interval,
    })
}
