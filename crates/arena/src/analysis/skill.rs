//! The gain in strength by more playouts.

use std::ops::ControlFlow;
use std::sync::Arc;

use ludex_game::Playable;
use ludex_search::Spec;

use super::watch::{N_PLIES_MAX, chunks};
use super::{CONFIDENCE, Measured, Nature, Options, Plan, Stage, cut_short};
use crate::match_runner::{MatchError, MatchRunner};
use crate::schedule::Schedule;
use crate::stats::{Crosstable, EloDifference, Tally};
use crate::{Record, Setup, Standings};

/// The match of each strength against the next, with all roles in turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Skill {
    /// The matches, from the weakest players on.
    pub steps: Vec<Step>,
    /// The difference between the weakest and the strongest, a measure of the depth of the game.
    /// Where all games of a step were won, it is a lower estimate.
    pub total: EloDifference,
}

/// A match of two strengths.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The weaker player.
    pub weak: String,
    /// The stronger player.
    pub strong: String,
    /// The results of the stronger player.
    pub tally: Tally,
    /// The score of the stronger player.
    pub score: Measured,
    /// The Elo difference; if all games were won, half a round counts as lost.
    pub elo: EloDifference,
}

impl Skill {
    /// `None` with one player. Adds a note if time cut a match short.
    pub(super) fn new<G: Playable>(
        game: &Arc<G>,
        nature: &Nature,
        plan: &Plan,
        options: &Options,
        notes: &mut Vec<String>,
        notice: &mut dyn FnMut(&Stage),
    ) -> Result<Option<Self>, MatchError> {
        let n_seats = nature.roles.len();
        if n_seats < 2 {
            return Ok(None);
        }
        let specs = plan.specs();
        let mut table = Crosstable::new(specs.len());
        let mut lines = Vec::new();
        for (at, pair) in specs.windows(2).enumerate() {
            let n_games = plan.n_ladder[at];
            // One strong player among weak ones.
            let mut players = vec![Spec::parse(&pair[1])?];
            players.resize(n_seats, Spec::parse(&pair[0])?);
            let setup = Setup {
                game: String::new(),
                rules: None,
                players,
                schedule: Schedule::of_match(n_seats, n_games),
                seed: options.seed ^ (at as u64 + 1) << 32,
                n_opening: 0,
                n_plies_max: N_PLIES_MAX,
            };
            let what = format!("{} against {}", pair[1], pair[0]);
            let mut stage = Stage { what: what.clone(), n_done: 0, n_all: n_games };
            let records = play(game, &setup, options, &mut |n_done| {
                stage.n_done = n_done;
                notice(&stage);
            })?;
            if records.len() < n_games as usize {
                notes.push(cut_short(&what, records.len(), n_games));
            }
            let standings = Standings::new(&setup, &records);
            let Some(line) = standings.lines.into_iter().next() else { continue };
            table.add_sample(at + 1, at, &line.sample);
            lines.push((at, line));
        }
        let ratings = table.ratings();
        let step = |(at, line): (usize, crate::Line)| {
            Some(Step {
                weak: specs[at].clone(),
                strong: specs[at + 1].clone(),
                tally: line.tally,
                score: Measured {
                    value: line.sample.mean()?,
                    interval: line.interval,
                    n: line.tally.n(),
                },
                elo: ratings.difference(at + 1, at, CONFIDENCE),
            })
        };
        let total = ratings.difference(specs.len() - 1, 0, CONFIDENCE);
        Ok(Some(Self { steps: lines.into_iter().filter_map(step).collect(), total }))
    }
}

/// Plays a match, in the order of its games; fewer games if the stop is due.
fn play<G: Playable>(
    game: &Arc<G>,
    setup: &Setup,
    options: &Options,
    notice: &mut dyn FnMut(u32),
) -> Result<Vec<Record>, MatchError> {
    let runner = MatchRunner::new(game, setup)?;
    let due = setup.schedule.due(&[]);
    let mut records = Vec::new();
    for chunk in chunks(due.len() as u32, &options.stop) {
        let due = due[chunk.start as usize..chunk.end as usize].to_vec();
        runner.play(due, options.n_threads, |played| {
            records.extend(played);
            notice(records.len() as u32);
            ControlFlow::Continue(())
        })?;
    }
    Record::sort(&mut records);
    Ok(records)
}
