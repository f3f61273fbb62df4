//! Experiments that consist of matches between two players.

use std::time::Duration;

use ludex::{Game, Step, matches};
use ludex_search::Spec;

use super::rules::failure;
use super::{About, Cost, Experiment, ExperimentContext, Figure, Row, Size};
use ludex_arena::schedule::Schedule;
use ludex_arena::stats::Tally;
use ludex_arena::{Progress, Run, RunError, Setup, Standings};

/// A table of scores of one player against another.
pub struct Matches {
    /// Its description.
    pub about: About,
    /// The game, as users name it.
    pub game_name: &'static str,
    /// The games of a match, for each [`Size`].
    pub n_games: [u32; 3],
    /// The matches. Each is a run of its own.
    pub matches: Vec<Match>,
}

/// A line of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// Matches of one group belong together.
    pub group: &'static str,
    /// The players, in the words of the paper.
    pub label: String,
    /// The player that is measured, and its opponent.
    pub players: [Spec; 2],
    /// The score of the first player.
    pub paper: f64,
}

/// Games from which the cost of a match is estimated, unless they take longer.
const N_GAMES_OF_TRIAL: usize = 4;

/// The time limit of the estimate.
const TRIAL_TIME_MAX: Duration = Duration::from_millis(500);

/// The rules end all games; a game that does not end by them is a draw.
const N_PLIES_MAX: u32 = 10_000;

impl Experiment for Matches {
    fn about(&self) -> About {
        self.about.clone()
    }

    fn cost(&self, size: Size, context: &ExperimentContext<'_>) -> Result<Cost, RunError> {
        let (game, mut cost) = (self.game()?, Cost::default());
        for one in &self.matches {
            let setup = self.setup(one, size, context);
            with_cost(&mut cost, &self.kind(size), &setup, context, || trial(&game, &setup))?;
        }
        Ok(cost)
    }

    fn run(&self, size: Size, context: &mut ExperimentContext<'_>) -> Result<Vec<Row>, RunError> {
        let game = self.game()?;
        let n_games = size.of(self.n_games);
        let n_max = n_games * self.matches.len() as u32;
        let mut rows = Vec::new();
        for (at, one) in self.matches.iter().enumerate() {
            let mut run = context.begin(&self.kind(size), self.setup(one, size, context))?;
            let n_before = at as u32 * n_games;
            let notice = &mut *context.notice;
            play(&game, &mut run, context.n_threads, &mut |n_played| {
                notice(Progress { n_played: n_before + n_played, n_max });
            })?;
            rows.push(row(one, &run));
        }
        Ok(rows)
    }
}

impl Matches {
    fn game(&self) -> Result<Game, RunError> {
        Game::load(self.game_name).map_err(failure)
    }

    /// The kind of its runs in the store.
    fn kind(&self, size: Size) -> String {
        format!("{} {size}", self.about.id)
    }

    fn setup(&self, one: &Match, size: Size, context: &ExperimentContext<'_>) -> Setup {
        Setup {
            game: self.game_name.into(),
            rules: None,
            players: one.players.to_vec(),
            schedule: Schedule::of_match(2, size.of(self.n_games)),
            seed: context.seed,
            n_opening: 0,
            n_plies_max: N_PLIES_MAX,
        }
    }
}

/// Adds the games of a match that are left to a cost, by the time of one game.
pub(super) fn with_cost(
    cost: &mut Cost,
    kind: &str,
    setup: &Setup,
    context: &ExperimentContext<'_>,
    trial: impl FnOnce() -> Result<Duration, RunError>,
) -> Result<(), RunError> {
    let store = context.open()?;
    let run = match &store {
        Some(store) if !context.is_fresh => store.find(kind, setup)?,
        _ => None,
    };
    let n_played = match (&store, run) {
        (Some(store), Some(run)) => store.n_games(run)?,
        _ => 0,
    };
    let n_games = setup.schedule.n_games_max();
    let n_left = n_games - n_played.min(n_games);
    cost.n_games += u64::from(n_games);
    cost.n_played += u64::from(n_games - n_left);
    if n_left > 0 {
        // With few games left, not all threads have something to do.
        let n_threads = context.n_threads.clamp(1, n_left as usize) as u32;
        cost.time += trial()? * n_left / n_threads;
    }
    Ok(())
}

/// The figure of a match.
fn row(one: &Match, run: &Run) -> Row {
    let standings = Standings::new(run.setup(), run.records());
    let line = &standings.lines[0];
    let Tally { wins, draws, losses } = line.tally;
    Row {
        group: one.group.into(),
        label: one.label.clone(),
        paper: Some(one.paper),
        ours: line.sample.mean().map(|value| Figure { value, interval: line.interval }),
        remark: format!("{wins}-{draws}-{losses}"),
    }
}

/// The time of a game, from the first few.
pub(super) fn trial(game: &Game, setup: &Setup) -> Result<Duration, RunError> {
    matches::game_time(game, setup, N_GAMES_OF_TRIAL, TRIAL_TIME_MAX).map_err(failure)
}

/// Plays the games of a run that are left. `notice` gets the number of games that are played.
pub(super) fn play(
    game: &Game,
    run: &mut Run,
    n_threads: usize,
    notice: &mut dyn FnMut(u32),
) -> Result<(), RunError> {
    matches::play(game, run, n_threads, &mut Notice(notice)).map_err(failure)
}

/// The progress of a run as a number of games.
struct Notice<'a>(&'a mut dyn FnMut(u32));

impl ludex::Progress for Notice<'_> {
    fn step(&mut self, step: &Step) {
        (self.0)(step.n_done as u32);
    }
}
