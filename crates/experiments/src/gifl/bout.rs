//! A match between a search with features and one without.

use ludex_search::{Features, Use};

use super::learned_game::LearnedGame;
use crate::matches::{play, trial, with_cost};
use crate::{Cost, ExperimentContext, Figure, Row};
use ludex_arena::stats::Tally;
use ludex_arena::{Progress, RunError, Setup, Standings};

/// A match of a table.
pub(super) struct Bout<'a> {
    pub(super) learned: &'a LearnedGame,
    pub(super) features: Features,
    /// The part of the table that it belongs to.
    pub(super) group: String,
    /// Its kind in the store.
    pub(super) kind: String,
    /// None if features are not used, so that both players are the same.
    pub(super) setup: Option<Setup>,
    /// The figure of the paper.
    pub(super) paper: Option<f64>,
}

/// The cost of the learning and the games that are left.
pub(super) fn cost(
    games: &[LearnedGame],
    bouts: &[Bout<'_>],
    context: &ExperimentContext<'_>,
) -> Result<Cost, RunError> {
    let time = games.iter().map(|learned| learned.time_to_learn(context)).sum();
    let mut cost = Cost { time, ..Cost::default() };
    for Bout { learned, features, kind, setup, .. } in bouts {
        let Some(setup) = setup else { continue };
        with_cost(&mut cost, kind, setup, context, || match features.list.is_empty() {
            false => trial(&learned.game, setup),
            // Not learned yet: a game without features takes about as long.
            true => {
                let plain = setup.players[1].clone();
                trial(&learned.game, &Setup { players: vec![plain; 2], ..setup.clone() })
            }
        })?;
    }
    Ok(cost)
}

/// Plays the games that are left.
pub(super) fn play_all(
    bouts: Vec<Bout<'_>>,
    context: &mut ExperimentContext<'_>,
) -> Result<Vec<Row>, RunError> {
    let n_games = |bout: &Bout<'_>| bout.setup.as_ref().map_or(0, |one| one.schedule.n_games_max());
    let n_max = bouts.iter().map(n_games).sum();
    let mut n_before = 0;
    let play = |bout: Bout<'_>| {
        let before = n_before;
        n_before += n_games(&bout);
        bout.play((before, n_max), context)
    };
    bouts.into_iter().map(play).collect()
}

impl Bout<'_> {
    fn play(
        self,
        (n_before, n_max): (u32, u32),
        context: &mut ExperimentContext<'_>,
    ) -> Result<Row, RunError> {
        let n_features = match (self.features.list.len(), self.features.used) {
            (0, _) => "nothing to learn".into(),
            (n, Use::Always) => format!("{n} features"),
            (n, Use::Playouts) => format!("{n} features, not used against the clock"),
            (n, Use::Never) => format!("{n} features, switched off by the guard"),
        };
        let Self { learned, group, kind, paper, .. } = self;
        let row = Row {
            group,
            label: learned.subject.name.into(),
            paper,
            ours: None,
            remark: format!("{n_features}: both players would be the same"),
        };
        let Some(setup) = self.setup else { return Ok(row) };
        let time = setup.players[1].to_string();
        let mut run = context.begin(&kind, setup)?;
        let notice = &mut *context.notice;
        play(&learned.game, &mut run, context.n_threads, &mut |n_played| {
            notice(Progress { n_played: n_before + n_played, n_max });
        })?;
        let standings = Standings::new(run.setup(), run.records());
        let line = &standings.lines[0];
        let Tally { wins, draws, losses } = line.tally;
        // Both as the first player and as the second, as the paper tells points.
        let points = line.sample.mean().map_or(0.0, |mean| 200.0 * mean);
        let rest = 200.0 - points;
        Ok(Row {
            ours: line.sample.mean().map(|value| Figure { value, interval: line.interval }),
            remark: format!("{points:.0}-{rest:.0}; {wins}-{draws}-{losses}; {n_features}; {time}"),
            ..row
        })
    }
}
