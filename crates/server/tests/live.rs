//! Player and manager on loopback: everything over HTTP.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ludex_arena::schedule::{Kind, Schedule};
use ludex_arena::{Run, Setup};
use ludex_game::{Ending, Playable, Visitor};
use ludex_gdl::circuit::Budget;
use ludex_gdl::{Engine, Limits, Sheet, library};
use ludex_server::host::{self, SpectatorPages, Summary, Terms, Tournament};
use ludex_server::http::{Bounds, Server};
use ludex_server::player::{PlayerService, Settings};

/// A player on a free port.
fn serve(settings: Settings, bounds: Bounds) -> Server {
    let service = PlayerService::new(settings);
    let answer = Arc::new(move |request| service.respond(&request));
    Server::open("127.0.0.1:0", bounds, answer).expect("a free port")
}

fn small() -> Settings {
    Settings { n_threads: 1, memory_bytes: 1 << 30, ..Settings::default() }
}

struct Prepare<'a> {
    name: &'a str,
    players: Vec<String>,
    n_matches: u32,
    terms: Terms,
}

impl Visitor for Prepare<'_> {
    type Output = Tournament;

    fn visit<G: Playable>(self, game: Arc<G>) -> Tournament {
        let n_seats = game.roles().iter().filter(|role| !role.is_chance()).count();
        let n_players = self.players.len().max(n_seats);
        let players = self.players.iter().cycle().take(n_players);
        let setup = Setup {
            game: self.name.into(),
            rules: None,
            players: players.map(|player| player.parse().expect("a spec")).collect(),
            schedule: Schedule {
                n_seats,
                kind: Kind::RoundRobin,
                ..Schedule::of_match(n_players, self.n_matches)
            },
            seed: 1,
            n_opening: 0,
            n_plies_max: self.terms.n_plies_max,
        };
        Tournament::new(Run::new(setup), game, self.terms, 4).expect("an event")
    }
}

fn event(name: &str, players: &[String], n_matches: u32, terms: Terms) -> Tournament {
    let (sheet, _) = Sheet::parse(library::find(name).expect("a bundled game").source());
    let loaded = Engine::load(&sheet, &Limits::default(), &Budget::default()).expect("an engine");
    let prepare = Prepare { name, players: players.to_vec(), n_matches, terms };
    match loaded.engine {
        Engine::Circuit(game) => prepare.visit(game),
        Engine::Reference(game) => prepare.visit(game),
    }
}

fn terms(start: u64, play: u64) -> Terms {
    Terms {
        start_clock: Duration::from_secs(start),
        play_clock: Duration::from_secs(play),
        ..Terms::default()
    }
}

fn remote(server: &Server) -> String {
    format!("remote:http://{}", server.address())
}

fn play(events: &mut [Tournament], pages: Option<&SpectatorPages>) -> Summary {
    host::play(events, 4, pages, |_| {}).expect("nothing is written")
}

#[test]
fn games_of_all_kinds_are_played_to_their_end() {
    let fast = Settings { player: Some("uct:playouts=50".parse().expect("a spec")), ..small() };
    let (one, two) = (serve(fast.clone(), Bounds::default()), serve(fast, Bounds::default()));
    let players = [remote(&one), remote(&two)];
    let games = [
        "tic-tac-toe",
        "rock-paper-scissors",
        "eight-queens",
        "dice-race",
        "three-player-squava",
        "bidding-tic-tac-toe",
    ];
    let terms = Terms { scrambles: true, ..terms(1, 1) };
    let mut events: Vec<Tournament> =
        games.iter().map(|game| event(game, &players, 2, terms)).collect();
    let pages = SpectatorPages::default();
    let summary = play(&mut events, Some(&pages));
    assert!(summary.is_clean(), "{}", summary.to_text());
    for event in &events {
        let records = event.run().records();
        assert!(records.len() >= 2);
        assert!(records.iter().all(|record| record.ending == Ending::Terminal));
    }
    let page = pages.page();
    assert!(
        page.contains("No match is being played.") && page.contains("three-player-squava"),
        "{page}"
    );
}

#[test]
fn the_largest_games_are_played_at_one_second() {
    let (one, two) = (serve(small(), Bounds::default()), serve(small(), Bounds::default()));
    let players = [remote(&one), remote(&two)];
    let terms = Terms { n_plies_max: 4, ..terms(1, 1) };
    let games = ["chess", "amazons", "checkers"];
    let mut events: Vec<Tournament> =
        games.iter().map(|game| event(game, &players, 1, terms)).collect();
    let summary = play(&mut events, None);
    assert!(summary.is_clean(), "{}", summary.to_text());
}

#[test]
fn built_in_players_meet_those_far_away() {
    let one = serve(small(), Bounds::default());
    let players = ["uct:playouts=100".to_string(), remote(&one)];
    let mut events = [event("tic-tac-toe", &players, 2, terms(1, 1))];
    let summary = play(&mut events, None);
    assert!(summary.is_clean(), "{}", summary.to_text());
    assert_eq!(events[0].run().records().len(), 2);
}

#[test]
fn a_player_that_is_gone_is_replaced_and_counted() {
    let gone = {
        let server = serve(small(), Bounds::default());
        remote(&server)
    };
    let players = [gone.clone(), "random".to_string()];
    let mut events = [event("tic-tac-toe", &players, 1, terms(1, 1))];
    let summary = play(&mut events, None);
    let service = &summary.services[&gone];
    assert!(service.n_lost > 0 && service.n_lost == service.n_turns, "{}", summary.to_text());
    let record = &events[0].run().records()[0];
    assert_eq!(record.ending, Ending::Terminal);
    assert_eq!(record.efforts[0].n_replaced, service.n_lost);
}

#[test]
fn a_player_that_comes_back_does_not_know_the_match() {
    // As if the process had been killed: the new one knows no match.
    let fast = Settings { player: Some("uct:playouts=50".parse().expect("a spec")), ..small() };
    let forgets = Arc::new(AtomicBool::new(false));
    let (before, after) = (PlayerService::new(fast.clone()), PlayerService::new(fast));
    let is_new = Arc::clone(&forgets);
    let answer = Arc::new(move |request: ludex_server::http::Request| {
        if request.body.contains("STOP") || !request.body.contains("PLAY") {
            return before.respond(&request);
        }
        // After the first move, another process answers.
        match is_new.swap(true, Relaxed) {
            false => before.respond(&request),
            true => after.respond(&request),
        }
    });
    let server = Server::open("127.0.0.1:0", Bounds::default(), answer).expect("a free port");
    let players = [remote(&server), "random".to_string()];
    let mut events = [event("tic-tac-toe", &players, 1, terms(1, 1))];
    let summary = play(&mut events, None);
    let service = &summary.services[&remote(&server)];
    assert_eq!(service.n_illegal, service.n_turns - 1, "{}", summary.to_text());
    assert_eq!(events[0].run().records()[0].ending, Ending::Terminal);
}

/// Sends raw bytes; returns the reply, and its delay after the last byte.
fn send(address: SocketAddr, bytes: &[u8]) -> (String, Duration) {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time limit");
    // The server may close the connection before all is sent.
    let _ = stream.write_all(bytes);
    let sent = Instant::now();
    let _ = stream.shutdown(Shutdown::Write);
    let mut reply = Vec::new();
    let mut chunk = [0; 1024];
    let mut first = None;
    while let Ok(n @ 1..) = stream.read(&mut chunk) {
        first.get_or_insert_with(|| sent.elapsed());
        reply.extend_from_slice(&chunk[..n]);
    }
    (String::from_utf8_lossy(&reply).into_owned(), first.unwrap_or(Duration::MAX))
}

fn request(head: &str, body: &str) -> Vec<u8> {
    format!("POST / HTTP/1.0\r\n{head}\r\n{body}").into_bytes()
}

/// Malformed requests, each with its expected status.
fn malformed() -> Vec<(Vec<u8>, &'static str)> {
    let of = |body: &str| request(&format!("Content-Length: {}\r\n", body.len()), body);
    let mut all = vec![
        (b"\x00\x01\x02\xff\xfe".to_vec(), "400"),
        (b"GET".to_vec(), "400"),
        (Vec::new(), "400"),
        (b"BREW / HTTP/1.0\r\n\r\n".to_vec(), "405"),
        (b"GET /hello HTTP/1.0\r\n\r\n".to_vec(), "400"),
        (of("hello"), "400"),
        (of("()"), "400"),
        (of("(HELLO)"), "400"),
        (of("(PLAY m1 ((mark 1"), "400"),
        (of("(START m1 white ((role"), "400"),
        (of(&"(".repeat(1 << 20)), "400"),
        (of(&"()".repeat(1 << 19)), "400"),
        (of(&")".repeat(1 << 20)), "400"),
        (of("(START m1 x ((role x)) ten 1)"), "400"),
        (request("", "(PLAY m1"), "400"),
        (request("Content-Length: 99999999999999999999999999\r\n", "(INFO)"), "413"),
        (request("Content-Length: 1000000000\r\n", "(INFO"), "413"),
        (request("Content-Length: -1\r\n", "(INFO)"), "400"),
        (request("Content-Length: 500\r\n", "(PLAY m1"), "400"),
        (request("Origin: http://evil.example\r\nContent-Length: 6\r\n", "(INFO)"), "403"),
        (b"GET /(INFO) HTTP/1.0\r\nSec-Fetch-Site: cross-site\r\n\r\n".to_vec(), "403"),
        (b"GET /(INFO) HTTP/1.0\r\nReferer: http://evil.example/\r\n\r\n".to_vec(), "403"),
        (request(&"X: y\r\n".repeat(100), "(INFO)"), "431"),
        (request(&format!("X: {}\r\n", "y".repeat(100_000)), "(INFO)"), "431"),
        (request("Transfer-Encoding: chunked\r\n", "6\r\n(INFO)\r\n0\r\n\r\n"), "501"),
    ];
    let mut rng = ludex_game::rng(7, 0);
    for _ in 0..60 {
        use rand::Rng as _;
        let n_bytes = rng.random_range(0..400);
        let mut noise: Vec<u8> = (0..n_bytes).map(|_| rng.random()).collect();
        // Without this it might be a valid message.
        noise.insert(0, b'x');
        let head = format!("POST / HTTP/1.0\r\nContent-Length: {}\r\n\r\n", noise.len());
        let body = head.into_bytes().into_iter().chain(noise.iter().copied()).collect();
        all.push((body, "400"));
        all.push((noise, "400"));
    }
    all
}

#[test]
fn nonsense_is_refused_at_once_while_a_match_goes_on() {
    let server = serve(small(), Bounds::default());
    let address = server.address();
    let players = [remote(&server), "random".to_string()];
    let mut events = [event("connect-four", &players, 1, Terms { n_plies_max: 8, ..terms(1, 1) })];
    let is_over = AtomicBool::new(false);
    let summary = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Relaxed) {
                for (bytes, status) in malformed() {
                    let (reply, time) = send(address, &bytes);
                    let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(80)]).into_owned();
                    assert!(reply.starts_with(&format!("HTTP/1.0 {status}")), "{shown}: {reply}");
                    // Generous for a busy machine; `flood` measures the delay.
                    assert!(time < Duration::from_secs(3), "{shown}: {time:?}");
                }
            }
        });
        let summary = play(&mut events, None);
        is_over.store(true, Relaxed);
        summary
    });
    assert!(summary.is_clean(), "{}", summary.to_text());
}

#[test]
fn managers_are_understood_whatever_they_leave_out() {
    let server = serve(small(), Bounds::default());
    let address = server.address();
    let ok = |bytes: &[u8]| {
        let (reply, _) = send(address, bytes);
        assert!(reply.starts_with("HTTP/1.0 200 OK"), "{reply}");
        assert!(reply.contains("status available"), "{reply}");
    };
    ok(b"POST / HTTP/1.0\r\n\r\n( INFO )");
    ok(b"post / HTTP/1.1\r\ncontent-length:8\r\n\r\n( info )");
    ok(b"POST / HTTP/1.0\nContent-Length: 6\n\n(INFO)");
    ok(b"POST / HTTP/1.0\r\nContent-Length: 600\r\n\r\n(INFO)");
    ok(b"POST / HTTP/1.0\r\nContent-Length: 7\r\n\r\n(INFO))");
    ok(b"GET /%28%20INFO%20%29 HTTP/1.0\r\n\r\n");
    ok(b"GET /?(INFO) HTTP/1.0\r\n\r\n");
}

#[test]
fn slow_senders_are_cut_and_crowds_refused() {
    let bounds = Bounds {
        receive_max: Duration::from_millis(1500),
        silence_max: Duration::from_millis(1000),
        n_connections_max: 4,
        ..Bounds::default()
    };
    let server = serve(small(), bounds);
    let address = server.address();
    let connect = || TcpStream::connect(address).expect("a connection");
    // One sends nothing, one a byte now and then, one stops in the middle.
    let read = |mut stream: TcpStream| {
        let mut text = String::new();
        let _ = stream.read_to_string(&mut text);
        text
    };
    let silent = connect();
    let mut half = connect();
    half.write_all(b"POST / HTTP/1.0\r\nContent-Length: 100\r\n\r\n(PLAY").expect("sent");
    let begun = Instant::now();
    let mut slow = connect();
    for letter in b"POST / HTTP/1.0\r\nX: yyyyyyyyyyyyyyyyyy" {
        std::thread::sleep(Duration::from_millis(50));
        if slow.write_all(&[*letter]).is_err() {
            break;
        }
    }
    assert!(begun.elapsed() < Duration::from_secs(10));
    assert!(read(silent).starts_with("HTTP/1.0 408"));
    assert!(read(half).starts_with("HTTP/1.0 408"));
    // Open connections are kept; further ones get the status to retry later.
    let crowd: Vec<TcpStream> = (0..4).map(|_| connect()).collect();
    std::thread::sleep(Duration::from_millis(50));
    let (reply, _) = send(address, b"POST / HTTP/1.0\r\n\r\n(INFO)");
    assert!(reply.starts_with("HTTP/1.0 503"), "{reply}");
    drop(crowd);
    let until = Instant::now() + Duration::from_secs(10);
    loop {
        let (reply, _) = send(address, b"POST / HTTP/1.0\r\n\r\n(INFO)");
        if reply.starts_with("HTTP/1.0 200") {
            break;
        }
        assert!(Instant::now() < until, "{reply}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn connections_cut_in_the_middle_do_no_harm() {
    let server = serve(small(), Bounds::default());
    let rules = library::find("tic-tac-toe").expect("a game").source().text().to_string();
    let message = format!("(START m1 x ({rules}) 1 1)");
    let whole = request(&format!("Content-Length: {}\r\n", message.len()), &message);
    for n_bytes in (1..whole.len()).step_by(97) {
        let mut stream = TcpStream::connect(server.address()).expect("a connection");
        let _ = stream.write_all(&whole[..n_bytes]);
    }
    let (reply, _) = send(server.address(), b"POST / HTTP/1.0\r\n\r\n(PLAY m1 NIL)");
    assert!(reply.ends_with("busy"), "no match was begun: {reply}");
    let (reply, _) = send(server.address(), &whole);
    assert!(reply.ends_with("ready"), "{reply}");
    // The manager sends a request, and disconnects before the reply.
    drop(TcpStream::connect(server.address()).map(|mut stream| {
        stream.write_all(b"POST / HTTP/1.0\r\n\r\n(PLAY m1 NIL)").expect("sent");
    }));
    std::thread::sleep(Duration::from_millis(50));
    let (reply, _) = send(server.address(), b"POST / HTTP/1.0\r\n\r\n(PLAY m1 NIL)");
    assert!(reply.contains("(mark "), "{reply}");
}

#[test]
fn a_player_far_away_plays_through_another_player() {
    // The one that thinks, with all that it hears.
    let fast = Settings { player: Some("uct:playouts=50".parse().expect("a spec")), ..small() };
    let service = PlayerService::new(fast);
    let heard = Arc::new(Mutex::new(Vec::new()));
    let hears = Arc::clone(&heard);
    let answer = Arc::new(move |request: ludex_server::http::Request| {
        hears.lock().expect("no panic").push(request.body.clone());
        service.respond(&request)
    });
    let thinker = Server::open("127.0.0.1:0", Bounds::default(), answer).expect("a free port");
    let spec = format!("{},start=2s,time=1s", remote(&thinker)).parse().expect("a spec");
    let between = serve(Settings { player: Some(spec), ..small() }, Bounds::default());
    let mut events = [event("tic-tac-toe", &[remote(&between), "random".into()], 2, terms(5, 5))];
    let summary = play(&mut events, None);
    assert!(summary.is_clean(), "{}", summary.to_text());
    let text = |body: &String| body.to_uppercase();
    wait_for(|| {
        heard.lock().expect("no panic").iter().filter(|body| text(body).contains("STOP")).count()
            == 2
    });
    let heard = heard.lock().expect("no panic");
    let count = |word: &str| heard.iter().filter(|body| text(body).contains(word)).count();
    assert_eq!((count("START"), count("ABORT")), (2, 0));
    // The random player's moves give at least three requests per match.
    assert!(count("PLAY") >= 6, "{}", count("PLAY"));
}

fn wait_for(is_so: impl Fn() -> bool) {
    let until = Instant::now() + Duration::from_secs(20);
    while !is_so() {
        assert!(Instant::now() < until, "it never comes to that");
        std::thread::sleep(Duration::from_millis(20));
    }
}
