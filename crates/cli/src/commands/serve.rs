//! `ludex serve`: a player on the GGP protocol.

use std::net::TcpListener;
use std::sync::Arc;

use anyhow::{Context, Result};
use ludex_search::Spec;
use ludex_server::http::{Bounds, Server};
use ludex_server::player::{PlayerService, Settings};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::Run;
use crate::args::Common;
use crate::args::number::whole;
use crate::log;
use crate::output::Output;
use std::path::PathBuf;

/// Be a player that any game manager can talk to, on the GGP protocol
#[derive(Debug, clap::Args)]
#[command(after_help = "\
What was learned with `ludex learn` is used, also where a manager scrambles the
rules. The log goes to standard error, as JSON lines with --json: a line for each
move, with its value, playouts and expected line.

A manager that has one player in two roles of a match needs two names for it, or
two players: run `ludex serve` twice.

Examples:
  ludex serve
  ludex serve --bind 0.0.0.0 --port 9147 --name Anna --memory 8192
  ludex serve --player uct:playouts=10k")]
pub struct Args {
    /// The address to listen at; others than this machine reach it at 0.0.0.0
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    bind: String,
    /// The port; the next free one if it is taken
    #[arg(long, default_value_t = 9147, value_name = "PORT", value_parser = whole(0..=u16::MAX))]
    port: u16,
    /// What it calls itself
    #[arg(long, default_value = "Ludex", value_name = "NAME", value_parser = plain_name)]
    name: String,
    /// Most memory that all matches may take together
    #[arg(long, default_value_t = 4096, value_name = "MB", value_parser = whole(64..=u64::MAX))]
    memory: u64,
    /// Most matches at a time
    #[arg(long, default_value_t = 12, value_name = "N", value_parser = whole(1..=u16::MAX))]
    matches: u16,
    /// Who plays [default: a solver where one is alone, else UCT, or what won a
    /// match against it in `ludex learn`]
    #[arg(long, value_name = "SPEC")]
    player: Option<String>,
    /// Where knowledge of games is read and kept [default: in the user's data folder]
    #[arg(long, value_name = "DIR")]
    knowledge: Option<PathBuf>,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        run(common, out, self)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<ServeData>())
    }
}

fn plain_name(text: &str) -> Result<String, String> {
    let is_plain = |letter: char| letter.is_alphanumeric() || "._-".contains(letter);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => Ok(text.into()),
        false => Err("letters, digits, `.`, `_` and `-` make a name".into()),
    }
}

fn run(common: &Common, out: &mut Output, args: &Args) -> Result<bool> {
    let player = args.player.as_deref().map(Spec::parse).transpose()?;
    player.as_ref().map(Spec::check).transpose()?;
    log::begin("info", common.json);
    let service = Arc::new(PlayerService::new(Settings {
        name: args.name.clone(),
        player,
        n_threads: common.n_threads(),
        memory_bytes: usize::try_from(args.memory << 20).unwrap_or(usize::MAX),
        n_matches_max: args.matches.into(),
        knowledge: args.knowledge.clone().or_else(|| ludex::data::knowledge().ok()),
        seed: common.seed,
        ..Settings::default()
    }));
    let listener = listen(&args.bind, args.port)?;
    let answer = Arc::new(move |request| service.respond(&request));
    let server = Server::listen(listener, Bounds::default(), answer)?;
    let address = server.address();
    match common.json {
        true => out.json(&ServeData { address: format!("http://{address}") })?,
        false => out.line(format!("{} plays at http://{address}", args.name))?,
    }
    server.wait();
    Ok(true)
}

/// Listens at a port, or at the next one that is free.
fn listen(bind: &str, port: u16) -> Result<TcpListener> {
    const N_PORTS: u16 = 100;
    let ports = port..=port.saturating_add(N_PORTS);
    let mut failure = None;
    for port in ports {
        match TcpListener::bind((bind, port)) {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => failure = Some(error),
            Err(error) => return Err(error).with_context(|| format!("{bind}:{port}")),
        }
    }
    let failure = failure.unwrap_or_else(|| std::io::Error::other("there is no port"));
    Err(failure).with_context(|| format!("{bind}:{port} and the next {N_PORTS}"))
}

/// The address of a player, as data.
#[derive(Serialize, JsonSchema)]
pub struct ServeData {
    address: String,
}
