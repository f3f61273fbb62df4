//! `ludex host`: a manager of matches on the GGP protocol.

use std::collections::HashMap;
use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use arena::schedule::{Kind, Schedule};
use arena::{Run, Setup, Standings, page::Shown};
use game::{Playable, Visitor};
use search::Spec;
use serde_json::{Value, json};
use server::Message;
use server::host::{self, Contestant, Event, Gallery, Scene, Summary, Terms};
use server::http::{self, Bounds, Server};

use crate::args::{Common, Hosting, Keep};
use crate::output::Output;
use crate::{interrupt, load, log, progress, sitting, store};

pub fn run(
    common: &Common,
    out: &mut Output,
    (games, players): (&[String], &[String]),
    hosting: &Hosting,
    keep: &Keep,
) -> Result<bool> {
    log::begin("warn");
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
    let (mut events, mut scenes) = (Vec::new(), HashMap::new());
    for game in games {
        let sheet = load::sheet(game).with_context(|| game.clone())?;
        let engine = load::engine(&sheet, common)?.engine;
        if hosting.watch.is_some() {
            scenes.insert(game.clone(), Scene::find(&sheet, &engine, common.seed));
        }
        let prepare = Prepare { game, specs: &specs, terms, hosting, keep };
        events.push(load::visit_engine(engine, prepare).with_context(|| game.clone())?);
    }
    let gallery = Arc::new(Gallery::new(scenes).with_foot(out.foot()));
    let _watched = match hosting.watch {
        Some(port) => Some(watch(&gallery, port)?),
        None => None,
    };
    let n_matches: u32 = events.iter().map(|event| event.run().progress().n_max).sum();
    let bar = progress::games(arena::Progress { n_played: 0, n_max: n_matches });
    let _hint = (!keep.no_store)
        .then(|| interrupt::hint("matches that have ended are kept: `ludex runs` lists them"));
    let gallery = hosting.watch.is_some().then_some(&*gallery);
    let played = host::play(&mut events, hosting.at_a_time.into(), gallery, |n_played| {
        bar.set_position(n_played as u64);
    });
    bar.finish_and_clear();
    let summary = played?;
    report(common, out, &events, &summary)?;
    Ok(!hosting.strict || summary.is_clean())
}

/// A player as the user names it: an address alone is one far away.
fn spec(player: &str) -> Result<Spec> {
    Ok(match player.starts_with("http://") {
        true => Spec::parse(&format!("remote:{player}"))?,
        false => Spec::parse(player)?,
    })
}

/// Complains of a player where nobody listens; what it says does not matter.
fn greet(spec: &Spec) -> Result<()> {
    const TIME_MAX: Duration = Duration::from_secs(3);
    if let Contestant::Far(address) = Contestant::new(spec, 1, 1)? {
        match http::post(&address, &Message::Info.to_string(), TIME_MAX) {
            Err(error) if error.kind() == ErrorKind::ConnectionRefused => {
                bail!("nobody listens at {address}; `ludex serve` would");
            }
            _ => {}
        }
    }
    Ok(())
}

/// Shows the matches to spectators on this machine.
fn watch(gallery: &Arc<Gallery>, port: u16) -> Result<Server> {
    let address = format!("127.0.0.1:{port}");
    let gallery = Arc::clone(gallery);
    let answer = Arc::new(move |request| gallery.respond(&request));
    let bounds = Bounds { refuses_pages: false, ..Bounds::default() };
    let server = Server::open(&address, bounds, answer).with_context(|| address)?;
    eprintln!("matches are shown at http://{}", server.address());
    Ok(server)
}

struct Prepare<'a> {
    game: &'a str,
    specs: &'a [Spec],
    terms: Terms,
    hosting: &'a Hosting,
    keep: &'a Keep,
}

impl Visitor for Prepare<'_> {
    type Output = Result<Event>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Event> {
        let n_seats = game.roles().iter().filter(|role| !role.is_chance()).count();
        if n_seats == 0 {
            bail!("nobody plays but nature");
        }
        // Where there are too few, they play several roles.
        let n_players = self.specs.len().max(n_seats);
        let players: Vec<Spec> = self.specs.iter().cycle().take(n_players).cloned().collect();
        let schedule = Schedule {
            n_seats,
            kind: Kind::RoundRobin,
            ..Schedule::of_match(n_players, self.hosting.matches)
        };
        let setup = Setup {
            game: self.game.into(),
            rules: sitting::digest(self.game)?,
            players,
            schedule,
            seed: self.terms.seed,
            n_opening: 0,
            n_plies_max: self.terms.n_plies_max,
        };
        // Wrong players are found before anything is written.
        arena::hall::Hall::new(&game, &setup)?;
        let run = match store::open(self.keep)? {
            Some(store) => Run::begin(store, "host", setup)?,
            None => Run::new(setup),
        };
        Ok(Event::new(run, game, self.terms, self.hosting.at_a_time.into())?)
    }
}

/// Shows how the games went, and how the players served.
fn report(common: &Common, out: &mut Output, events: &[Event], summary: &Summary) -> Result<()> {
    let shown = |event: &Event, show: &dyn Fn(&Shown<'_>) -> Result<Value>| {
        let (setup, run) = (event.run().setup(), event.run().id());
        let standings = Standings::new(setup, event.run().records());
        show(&Shown { setup, standings: &standings, run })
    };
    if common.json {
        let games = events.iter().map(|event| shown(event, &|page| Ok(page.to_json())));
        let games: Vec<Value> = games.collect::<Result<_>>()?;
        out.json(&json!({ "games": games, "service": summary.to_json() }))?;
        return Ok(());
    }
    for event in events {
        let text = shown(event, &|page| Ok(Value::String(page.to_text())))?;
        out.text(text.as_str().unwrap_or_default())?;
        out.line("")?;
    }
    out.text(&summary.to_text())?;
    Ok(())
}
