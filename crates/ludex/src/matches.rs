//! Matches and tournaments between players.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_arena::match_runner::MatchRunner;
use ludex_arena::page::Shown;
use ludex_arena::schedule::{Kind, Schedule};
use ludex_arena::stats::Sprt;
use ludex_arena::{Record, Run, Setup, Standings, Store};
use ludex_game::{Playable, Visitor};
use ludex_report::Page;
use ludex_report::words::counted;
use ludex_search::Spec;
use ludex_search::players::Connect;

use crate::error::bail;
use crate::{Game, Progress, Result, Settings, Step};

/// How the games of a match or tournament are played.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// Seed and threads.
    pub settings: Settings,
    /// Games of a match, or of each pairing of a tournament.
    pub n_games: u32,
    /// Who meets whom.
    pub pairings: Pairings,
    /// Random plies at the beginning of each game.
    pub n_opening: u32,
    /// Plies after which a game is stopped.
    pub n_plies_max: u32,
    /// The test that may stop the games early.
    pub sprt: Option<Sprt>,
}

impl Default for MatchOptions {
    fn default() -> Self {
        Self {
            settings: Settings::default(),
            n_games: 20,
            pairings: Pairings::Match,
            n_opening: 0,
            n_plies_max: 1000,
            sprt: None,
        }
    }
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pairings {
    /// As many players as roles, in all roles in turn.
    #[default]
    Match,
    /// Each player meets each other player.
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// In each round, players of similar success meet.
    Swiss {
        /// The number of rounds; enough to find the best where it is not given.
        rounds: Option<u32>,
    },
}

impl Pairings {
    /// The kind of run by which a store lists it.
    pub fn kind(self) -> &'static str {
        if self == Self::Match { "match" } else { "tournament" }
    }
}

/// Plays a match or tournament, which is not stored.
///
/// ```
/// use ludex::Game;
/// use ludex::matches::{MatchOptions, play_match};
///
/// let game = Game::load("tic-tac-toe")?;
/// let options = MatchOptions { n_games: 10, ..MatchOptions::default() };
/// let result = play_match(&game, &["uct:playouts=100", "random"], &options, &mut ())?;
/// assert_eq!(result.records().len(), 10);
/// assert!(result.score(0) > 0.6);
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn play_match(
    game: &Game,
    players: &[impl AsRef<str>],
    options: &MatchOptions,
    progress: &mut dyn Progress,
) -> Result<MatchResult> {
    let mut run = begin(game, players, options, None)?;
    play(game, &mut run, options.settings.n_threads, progress)?;
    Ok(MatchResult::new(&run))
}

/// Prepares a match or tournament. With a store, its games are kept there, and it can be
/// resumed by [`Run::resume`].
pub fn begin(
    game: &Game,
    players: &[impl AsRef<str>],
    options: &MatchOptions,
    store: Option<Store>,
) -> Result<Run> {
    let specs: Result<Vec<Spec>, _> =
        players.iter().map(|player| Spec::parse(player.as_ref())).collect();
    let setup = Setup {
        game: game.name().into(),
        rules: Some(game.digest().into()),
        players: specs?,
        schedule: schedule(game, players.len(), options)?,
        seed: options.settings.seed,
        n_opening: options.n_opening,
        n_plies_max: options.n_plies_max,
    };
    // Wrong players are found before the store is written.
    let connect = options.settings.connect;
    check(game, &setup, connect)?;
    let run = match store {
        Some(store) => Run::begin(store, options.pairings.kind(), setup)?,
        None => Run::new(setup),
    };
    Ok(run.connected(connect))
}

/// Plays the games of a run that are left.
pub fn play(
    game: &Game,
    run: &mut Run,
    n_threads: usize,
    progress: &mut dyn Progress,
) -> Result<()> {
    game.visit(Play { run, n_threads, progress })
}

/// An error if the players of a run cannot play the game. Remote players are reached by
/// `connect`.
///
/// ```
/// use ludex::Game;
/// use ludex::arena::{Setup, schedule::Schedule};
/// use ludex::matches::check;
///
/// let setup = |player: &str| Setup {
///     game: "eight-puzzle".into(),
///     rules: None,
///     players: vec![player.parse().unwrap()],
///     schedule: Schedule::of_match(1, 1),
///     seed: 1,
///     n_opening: 0,
///     n_plies_max: 100,
/// };
/// let game = Game::load("eight-puzzle")?;
/// assert!(check(&game, &setup("puzzle"), None).is_ok());
/// assert!(check(&game, &setup("pizzle"), None).is_err());
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn check(game: &Game, setup: &Setup, connect: Option<Connect>) -> Result<()> {
    game.visit(Check(setup, connect))
}

/// The mean time of a game, from the first few of a run that is not stored. Games are played on
/// one thread, until `time_max` has passed or `n_games_max` are played.
///
/// ```
/// use std::time::Duration;
/// use ludex::Game;
/// use ludex::matches::{MatchOptions, begin, game_time};
///
/// let game = Game::load("tic-tac-toe")?;
/// let run = begin(&game, &["random", "random"], &MatchOptions::default(), None)?;
/// let time = game_time(&game, run.setup(), 4, Duration::from_millis(10))?;
/// assert!(time < Duration::from_secs(1));
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn game_time(
    game: &Game,
    setup: &Setup,
    n_games_max: usize,
    time_max: Duration,
) -> Result<Duration> {
    game.visit(Timing { setup, n_games_max, time_max })
}

fn schedule(game: &Game, n_players: usize, options: &MatchOptions) -> Result<Schedule> {
    let (n_seats, n_games, sprt) = (game.n_players(), options.n_games, options.sprt);
    if options.pairings == Pairings::Match {
        return Ok(Schedule { sprt, ..Schedule::of_match(n_players, n_games) });
    }
    if n_players < n_seats {
        let players = counted(n_seats, "player");
        bail!("{} takes {players} at a time, not {n_players}", game.name());
    }
    let kind = match options.pairings {
        Pairings::Match | Pairings::RoundRobin => Kind::RoundRobin,
        Pairings::Gauntlet => Kind::Gauntlet,
        Pairings::Swiss { .. } if n_seats != 2 || sprt.is_some() => {
            bail!("a Swiss tournament is for games of two players, and has no test to stop early")
        }
        Pairings::Swiss { rounds } => Kind::Swiss { rounds: swiss_rounds(n_players, rounds)? },
    };
    if sprt.is_some() && n_seats != 2 {
        bail!("`--sprt` is for games of two players");
    }
    Ok(Schedule { n_players, n_seats, kind, n_games, sprt })
}

/// The rounds of a Swiss tournament.
fn swiss_rounds(n_players: usize, rounds: Option<u32>) -> Result<u32> {
    // This number of rounds leaves one player without defeat.
    let enough = n_players.next_power_of_two().trailing_zeros().max(1);
    let most = (n_players - 1 + n_players % 2) as u32;
    let rounds = rounds.unwrap_or(enough);
    if rounds > most {
        bail!("after {} everyone has met everyone", counted(most, "round"));
    }
    Ok(rounds)
}

struct Check<'a>(&'a Setup, Option<Connect>);

impl Visitor for Check<'_> {
    type Output = Result<()>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<()> {
        MatchRunner::connected(&game, self.0, self.1)?;
        Ok(())
    }
}

struct Timing<'a> {
    setup: &'a Setup,
    n_games_max: usize,
    time_max: Duration,
}

impl Visitor for Timing<'_> {
    type Output = Result<Duration>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Duration> {
        let mut due = self.setup.schedule.due(&[]);
        due.truncate(self.n_games_max);
        let (started, mut n_games) = (Instant::now(), 0);
        MatchRunner::new(&game, self.setup)?.play(due, 1, |records| {
            n_games += records.len() as u32;
            match started.elapsed() < self.time_max {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        })?;
        Ok(started.elapsed() / n_games.max(1))
    }
}

struct Play<'a> {
    run: &'a mut Run,
    n_threads: usize,
    progress: &'a mut dyn Progress,
}

impl Visitor for Play<'_> {
    type Output = Result<()>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<()> {
        let Self { run, n_threads, progress } = self;
        let mut report = |played: ludex_arena::Progress| {
            let (n_done, n_all) = (played.n_played.into(), played.n_max.into());
            progress.step(&Step { what: "games".into(), n_done, n_all });
        };
        report(run.progress());
        Ok(run.play(&game, n_threads, &mut report)?)
    }
}

/// The result of a match or tournament.
pub struct MatchResult {
    setup: Setup,
    standings: Standings,
    records: Vec<Record>,
    run: Option<i64>,
}

impl MatchResult {
    /// The result of a run, as far as it is played.
    pub fn new(run: &Run) -> Self {
        Self {
            setup: run.setup().clone(),
            standings: Standings::new(run.setup(), run.records()),
            records: run.records().to_vec(),
            run: run.id(),
        }
    }

    /// The standings: scores, intervals, Elo differences.
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// The games.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The mean score of a player per game, by its place in the list of players.
    pub fn score(&self, player: usize) -> f64 {
        let line = self.standings.lines.iter().find(|line| line.player == player);
        line.and_then(|line| line.sample.mean()).unwrap_or(0.0)
    }

    /// The data that `--json` prints.
    pub fn to_data(&self) -> ludex_arena::page::MatchData {
        self.shown().to_data()
    }

    /// A table for a terminal of 80 columns.
    pub fn to_text(&self) -> String {
        self.shown().to_text()
    }

    /// Comma-separated values, a line for each player.
    pub fn to_csv(&self) -> String {
        self.shown().to_csv()
    }

    /// A page with plots.
    pub fn to_page(&self) -> Page {
        self.shown().page(&self.records)
    }

    fn shown(&self) -> Shown<'_> {
        Shown { setup: &self.setup, standings: &self.standings, run: self.run }
    }
}
