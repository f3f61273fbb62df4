//! `ludex host`: a manager of matches on the GGP protocol.

use std::collections::HashMap;
use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use ludex::Game;
use ludex::matches::{self, MatchResult};
use ludex_arena::page::MatchData;
use ludex_arena::schedule::{Kind, Schedule};
use ludex_arena::{Run, Setup};
use ludex_search::Spec;
use ludex_server::Message;
use ludex_server::host::{
    self, Contestant, MatchOutcome, SpectatorPages, Summary, Terms, Tournament,
};
use ludex_server::http::{self, Bounds, Server};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use crate::args::number::{real, seconds, whole};
use crate::args::{Common, Keep};
use crate::output::Output;
use crate::{interrupt, load, log, progress, store};

/// Be a game manager: matches between players on the GGP protocol and
/// built-in ones
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A player is an address such as http://127.0.0.1:9147, or a spec as in `ludex match`.
Everyone meets everyone, in all roles in turn; where a game has more roles than
there are players, they play several.

Examples:
  ludex host tic-tac-toe --players http://127.0.0.1:9147 uct:time=500ms
  ludex host breakthrough chess --players http://127.0.0.1:9147 http://127.0.0.1:9148 \\
--matches 10 --at-a-time 2 --start-clock 10 --play-clock 1 --scramble --watch 8080")]
pub struct Args {
    /// Bundled names or paths of rule sheets
    #[arg(required = true, value_name = "GAME")]
    games: Vec<String>,
    /// The players: addresses or specs
    #[arg(long, required = true, num_args = 1.., value_name = "PLAYER")]
    players: Vec<String>,
    /// How they meet
    #[command(flatten)]
    hosting: Hosting,
    /// Where games are kept
    #[command(flatten)]
    keep: Keep,
}

impl super::Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        run(common, out, (&self.games, &self.players), &self.hosting, &self.keep)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<HostData>())
    }
}

/// How players meet under a manager.
#[derive(Debug, clap::Args)]
pub struct Hosting {
    /// Matches of each group of players, in each game
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = whole(1..=u32::MAX))]
    pub matches: u32,
    /// Matches at a time
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = whole(1..=u16::MAX))]
    pub at_a_time: u16,
    /// Time until play begins
    #[arg(long, default_value_t = 10.0, value_name = "SECONDS", value_parser = seconds)]
    pub start_clock: f64,
    /// Time for each move
    #[arg(long, default_value_t = 1.0, value_name = "SECONDS", value_parser = seconds)]
    pub play_clock: f64,
    /// How much later an answer may come
    #[arg(long, default_value_t = 1.0, value_name = "SECONDS", value_parser = real(0.0..=1e6))]
    pub grace: f64,
    /// Give each match words of its own
    #[arg(long)]
    pub scramble: bool,
    /// Where a match is given up
    #[arg(long, default_value_t = 1000, value_name = "PLIES", value_parser = whole(1..=u32::MAX))]
    pub plies: u32,
    /// Show the matches on a page at this port of this machine
    #[arg(long, value_name = "PORT", value_parser = whole(0..=u16::MAX))]
    pub watch: Option<u16>,
    /// Fail if any move had to be replaced
    #[arg(long)]
    pub strict: bool,
}

pub fn run(
    common: &Common,
    out: &mut Output,
    (games, players): (&[String], &[String]),
    hosting: &Hosting,
    keep: &Keep,
) -> Result<bool> {
    log::begin("warn", common.json);
    let specs = players.iter().map(|player| spec(player)).collect::<Result<Vec<_>>>()?;
    let terms = Terms {
        start_clock: Duration::from_secs_f64(hosting.start_clock),
        play_clock: Duration::from_secs_f64(hosting.play_clock),
        grace: Duration::from_secs_f64(hosting.grace),
        scrambles: hosting.scramble,
        n_plies_max: hosting.plies,
        seed: common.seed,
    };
    specs.iter().try_for_each(greet)?;
    let (mut events, mut views) = (Vec::new(), HashMap::new());
    for game in games {
        let sheet = load::sheet(game).with_context(|| game.clone())?;
        let loaded = load::game_of_sheet(game, sheet, common)?;
        if hosting.watch.is_some() {
            views.insert(game.clone(), loaded.view(common.seed));
        }
        let event = prepare(game, &loaded, &specs, terms, hosting, keep);
        events.push(event.with_context(|| game.clone())?);
    }
    let pages = Arc::new(SpectatorPages::new(views).with_foot(out.foot()));
    let _watched = match hosting.watch {
        Some(port) => Some(watch(&pages, port)?),
        None => None,
    };
    let n_matches: u32 = events.iter().map(|event| event.run().progress().n_max).sum();
    let bar = progress::games(ludex_arena::Progress { n_played: 0, n_max: n_matches });
    let _hint = (!keep.no_store)
        .then(|| interrupt::hint("matches that have ended are kept: `ludex runs` lists them"));
    let pages = hosting.watch.is_some().then_some(&*pages);
    let mut results = Vec::new();
    let mut shown = Ok(());
    let played = host::play(&mut events, hosting.at_a_time.into(), pages, |outcome| {
        let result = ResultData::of(&outcome);
        bar.suspend(|| match common.json {
            true => eprintln!("{}", serde_json::json!(result)),
            false if shown.is_ok() => shown = out.line(outcome.to_string()),
            false => {}
        });
        bar.inc(1);
        results.push(result);
    });
    bar.finish_and_clear();
    let summary = played?;
    shown?;
    let place = |result: &ResultData| games.iter().position(|game| *game == result.game);
    results.sort_by_key(|result| (place(result), result.number));
    report(common, out, &events, &summary, results)?;
    Ok(!hosting.strict || summary.is_clean())
}

/// A player as the user names it: an address alone is one far away.
fn spec(player: &str) -> Result<Spec> {
    Ok(match player.starts_with("http://") {
        true => Spec::parse(&format!("remote:{player}"))?,
        false => Spec::parse(player)?,
    })
}

/// Rejects an address without a player. Its reply does not matter.
fn greet(spec: &Spec) -> Result<()> {
    const TIME_MAX: Duration = Duration::from_secs(3);
    if let Contestant::Far(address) = Contestant::new(spec, 1, 1)? {
        match http::post(&address, &Message::Info.to_string(), TIME_MAX) {
            Err(error) if error.kind() == ErrorKind::ConnectionRefused => {
                bail!("no player listens at {address}; `ludex serve` would");
            }
            _ => {}
        }
    }
    Ok(())
}

/// Shows the matches to spectators on this machine.
fn watch(pages: &Arc<SpectatorPages>, port: u16) -> Result<Server> {
    let address = format!("127.0.0.1:{port}");
    let pages = Arc::clone(pages);
    let answer = Arc::new(move |request| pages.respond(&request));
    let bounds = Bounds { refuses_pages: false, ..Bounds::default() };
    let server = Server::open(&address, bounds, answer).with_context(|| address)?;
    eprintln!("matches are shown at http://{}", server.address());
    Ok(server)
}

/// The matches of a game.
fn prepare(
    name: &str,
    game: &Game,
    specs: &[Spec],
    terms: Terms,
    hosting: &Hosting,
    keep: &Keep,
) -> Result<Tournament> {
    let n_seats = game.n_players();
    if n_seats == 0 {
        bail!("the game has no player but chance");
    }
    // Where there are too few, they play several roles.
    let n_players = specs.len().max(n_seats);
    let players: Vec<Spec> = specs.iter().cycle().take(n_players).cloned().collect();
    let schedule = Schedule {
        n_seats,
        kind: Kind::RoundRobin,
        ..Schedule::of_match(n_players, hosting.matches)
    };
    let setup = Setup {
        game: name.into(),
        rules: load::rules_digest(name)?,
        players,
        schedule,
        seed: terms.seed,
        n_opening: 0,
        n_plies_max: terms.n_plies_max,
    };
    // Wrong players are found before anything is written.
    matches::check(game, &setup, Some(ludex_server::connect))?;
    let run = match store::open(keep)? {
        Some(store) => Run::begin(store, "host", setup)?,
        None => Run::new(setup),
    };
    let engine = game.engine().context("the game has no rule sheet")?.clone();
    Ok(Tournament::of_engine(run, engine, terms, hosting.at_a_time.into())?)
}

/// Shows how the games went, and how the players served.
fn report(
    common: &Common,
    out: &mut Output,
    events: &[Tournament],
    summary: &Summary,
    results: Vec<ResultData>,
) -> Result<()> {
    let result = |event: &Tournament| MatchResult::new(event.run());
    if common.json {
        let games = events.iter().map(|event| result(event).to_data()).collect();
        out.json(&HostData { games, results, service: summary.to_json() })?;
        return Ok(());
    }
    out.line("")?;
    for event in events {
        out.text(&result(event).to_text())?;
        out.line("")?;
    }
    out.text(&summary.to_text())?;
    Ok(())
}

/// The results of a manager, as data.
#[derive(Serialize, JsonSchema)]
pub struct HostData {
    games: Vec<MatchData>,
    /// Each match. While matches are played, these are lines of standard error.
    results: Vec<ResultData>,
    /// How the players served.
    service: serde_json::Value,
}

/// One hosted match, as data.
#[derive(Serialize, JsonSchema)]
pub struct ResultData {
    game: String,
    /// The number of the match, as `ludex replay` takes it.
    number: u32,
    /// The players in the order of their roles, without chance.
    players: Vec<SeatData>,
    plies: usize,
    /// `terminal`, `stuck` or `capped`.
    ending: String,
}

/// A player of a hosted match, as data.
#[derive(Serialize, JsonSchema)]
pub struct SeatData {
    role: String,
    player: String,
    goal: u8,
    /// The number of moves drawn in place of late or illegal ones.
    replaced: u32,
}

impl ResultData {
    fn of(outcome: &MatchOutcome) -> Self {
        let players = outcome.seats.iter().map(|seat| SeatData {
            role: seat.role.clone(),
            player: seat.player.clone(),
            goal: seat.goal,
            replaced: seat.n_replaced,
        });
        Self {
            game: outcome.game.clone(),
            number: outcome.number,
            players: players.collect(),
            plies: outcome.n_plies,
            ending: outcome.ending.to_string(),
        }
    }
}
