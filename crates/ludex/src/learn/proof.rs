//! Matches of learned players against the same players without knowledge.

use std::sync::Arc;

use ludex_arena::schedule::Schedule;
use ludex_arena::stats::{Interval, Tally};
use ludex_arena::{Run, Setup, Standings};
use ludex_game::Playable;
use ludex_search::Spec;

use crate::error::invalid;
use crate::{Result, Settings};

/// A match to be played.
pub struct Wanted {
    pub title: String,
    /// The player with learned knowledge, which the spec carries.
    pub learned: Spec,
    pub plain: Spec,
    pub n_games: u32,
    pub n_opening: u32,
}

/// A match that was played.
#[derive(Clone, Debug)]
pub struct Proof {
    /// What is compared.
    pub title: String,
    /// The spec of the learned player.
    pub learned: String,
    /// The spec of its opponent.
    pub plain: String,
    /// Wins, draws and losses of the learned player.
    pub tally: Tally,
    /// Its mean score.
    pub score: f64,
    /// The 95% interval of the score.
    pub interval: Interval,
}

/// Plays a match of one learned player against plain ones.
pub fn play<G: Playable>(
    settings: &Settings,
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
        seed: settings.seed,
        n_opening: wanted.n_opening,
        n_plies_max: 1000,
    });
    run.play(game, settings.n_threads, &mut |_| {})?;
    let standings = Standings::new(run.setup(), run.records());
    let line = standings.lines.first().ok_or_else(|| invalid!("no game was played"))?;
    Ok(Proof {
        title: wanted.title.clone(),
        learned: wanted.learned.to_string(),
        plain: wanted.plain.to_string(),
        tally: line.tally,
        score: line.sample.mean().unwrap_or(0.5),
        interval: line.interval,
    })
}
