//! `ludex serve`: a player on the GGP protocol.

use std::net::TcpListener;
use std::sync::Arc;

use anyhow::{Context, Result};
use search::Spec;
use serde_json::json;
use server::http::{Bounds, Server};
use server::player::{Desk, Settings};

use crate::args::{Common, Serve};
use crate::output::Output;
use crate::{log, store};

pub fn run(common: &Common, out: &mut Output, wish: &Serve) -> Result<bool> {
    let player = wish.player.as_deref().map(Spec::parse).transpose()?;
    player.as_ref().map(Spec::check).transpose()?;
    log::begin("info");
    let desk = Arc::new(Desk::new(Settings {
        name: wish.name.clone(),
        player,
        n_threads: common.n_threads(),
        memory_bytes: usize::try_from(wish.memory << 20).unwrap_or(usize::MAX),
        n_matches_max: wish.matches.into(),
        knowledge: wish.knowledge.clone().or_else(|| store::knowledge().ok()),
        seed: common.seed,
        ..Settings::default()
    }));
    let listener = listen(&wish.bind, wish.port)?;
    let answer = Arc::new(move |request| desk.respond(&request));
    let server = Server::listen(listener, Bounds::default(), answer)?;
    let address = server.address();
    match common.json {
        true => out.json(&json!({ "address": format!("http://{address}") }))?,
        false => out.line(format!("{} plays at http://{address}", wish.name))?,
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
