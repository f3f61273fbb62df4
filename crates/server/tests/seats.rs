//! One player in several seats of a match, under managers that use one match name for all
//! of them; match names and clocks as managers have them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludex_game::{Choices, Game, RoleId};
use ludex_gdl::{Limits, Reference, Sheet, library};
use ludex_server::Message;
use ludex_server::http::{Bounds, Channel, Server};
use ludex_server::player::{PlayerService, Settings};

fn rules(game: &str) -> String {
    library::find(game).expect("a bundled game").source().text().to_string()
}

fn settings() -> Settings {
    Settings {
        n_threads: 1,
        memory_bytes: 256 << 20,
        player: Some("uct:playouts=100".parse().expect("a spec")),
        ..Settings::default()
    }
}

fn service() -> PlayerService {
    PlayerService::new(settings())
}

fn channel(receiver: &str) -> Channel {
    Channel { receiver: Some(receiver.into()), ..Channel::default() }
}

/// The answer of a player to a message on a channel.
fn say(service: &PlayerService, receiver: &str, text: &str) -> String {
    let message: Message = text.parse().expect("a message");
    service.answer_on(&channel(receiver), &message, Instant::now()).text
}

fn start(id: &str, role: &str, game: &str, clocks: &str) -> String {
    format!("(START {id} {role} ({}) {clocks})", rules(game))
}

#[test]
fn two_roles_on_one_channel_are_never_mixed_up() {
    let service = service();
    let say = |text: &str| say(&service, "Ludex", text);
    let begin = |role: &str| say(&start("m1", role, "tic-tac-toe", "1 1"));
    assert_eq!(begin("x"), "ready");
    assert_eq!(begin("x"), "ready", "a message may come twice");
    assert_eq!(begin("o"), "busy");
    // Managers go on after `busy`. No answer can be right for both roles.
    for text in ["(PLAY m1 NIL)", "(PLAY m1 NIL)", "(PLAY m1 ((mark 1 1) noop))"] {
        assert_eq!(say(text), "busy");
    }
    assert_eq!((begin("x"), begin("o"), begin("x")), ("busy".into(), "busy".into(), "busy".into()));
    assert_eq!(say("(INFO)"), "( ( name Ludex ) ( status available ) )");
    assert_eq!(say("(STOP m1 (noop (mark 1 2)))"), "busy");
    // Another match, by the same name.
    assert_eq!(begin("o"), "ready");
    assert_eq!(say("(PLAY m1 NIL)"), "noop");
    // Another game by the name of a match is no better.
    assert_eq!(say(&start("m1", "white", "breakthrough", "1 1")), "busy");
    assert_eq!(say("(PLAY m1 ((mark 1 1) noop))"), "busy");
    assert_eq!(say("(ABORT m1)"), "busy");
    assert_eq!(say("(ABORT m1)"), "busy");
    assert_eq!(begin("x"), "ready");
}

#[test]
fn two_starts_at_once_are_not_both_accepted() {
    for _ in 0..5 {
        let service = service();
        let begin = |role: &str| say(&service, "Ludex", &start("m1", role, "tic-tac-toe", "1 1"));
        std::thread::scope(|scope| {
            scope.spawn(|| begin("x"));
            scope.spawn(|| begin("o"));
        });
        assert_eq!(say(&service, "Ludex", "(PLAY m1 NIL)"), "busy");
        assert_eq!(say(&service, "Ludex", "(PLAY m1 NIL)"), "busy");
    }
}

/// Sends a message as managers do.
fn post(server: &Server, receiver: &str, text: &str) -> String {
    use std::io::{Read, Write};
    let mut stream = std::net::TcpStream::connect(server.address()).expect("it listens");
    let request = format!(
        "POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: 127.0.0.1\r\nSender: GAMESERVER\r\n\
         Receiver: {receiver}\r\nContent-Type: text/acl\r\nContent-Length: {}\r\n\r\n{text}",
        text.len()
    );
    stream.write_all(request.as_bytes()).expect("sent");
    let mut reply = String::new();
    stream.read_to_string(&mut reply).expect("a reply");
    reply.split_once("\r\n\r\n").expect("a body").1.to_string()
}

#[test]
fn a_manager_with_two_names_of_a_player_has_two_seats() {
    let service = service();
    let answer = Arc::new(move |request| service.respond(&request));
    let server = Server::open("127.0.0.1:0", Bounds::default(), answer).expect("a free port");
    for game in ["tic-tac-toe", "bidding-tic-tac-toe"] {
        let source = library::find(game).expect("a bundled game").source();
        let game_rules = Reference::new(&Sheet::parse(source).0, Limits::default()).expect("rules");
        let roles: Vec<String> = game_rules.roles().iter().map(|role| role.name.clone()).collect();
        // All seats are asked at the same time, by the same messages.
        let ask = |text: &(dyn Fn(&str) -> String + Sync)| -> Vec<String> {
            std::thread::scope(|scope| {
                let ask = |(at, role): (usize, &String)| {
                    let (server, receiver, text) = (&server, format!("player {at}"), text(role));
                    scope.spawn(move || post(server, &receiver, &text))
                };
                let threads: Vec<_> = roles.iter().enumerate().map(ask).collect();
                threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
            })
        };
        let ready = ask(&|role| start("kiosk.1", role, game, "1 1"));
        assert_eq!(ready, ["ready", "ready"]);
        let mut state = game_rules.initial();
        let mut choices = Choices::default();
        let mut last = "NIL".to_string();
        while !game_rules.is_terminal(&state) {
            let answers = ask(&|_| format!("(PLAY kiosk.1 {last})"));
            choices.read(&game_rules, &state);
            let find = |(at, answer): (usize, &String)| {
                let mut moves = choices.of(RoleId::new(at)).iter().copied();
                let found = moves.find(|&mv| game_rules.move_name(mv) == *answer);
                found.unwrap_or_else(|| panic!("{game}: {answer} is not legal for {}", roles[at]))
            };
            let joint: Vec<_> = answers.iter().enumerate().map(find).collect();
            game_rules.apply(&mut state, &joint);
            last = format!("({})", answers.join(" "));
        }
        assert_eq!(ask(&|_| format!("(STOP kiosk.1 {last})")), ["done", "done"]);
        assert_eq!(ask(&|_| format!("(STOP kiosk.1 {last})")), ["busy", "busy"]);
    }
}

#[test]
fn a_seat_without_a_quota_does_not_answer_for_another_one() {
    let service = PlayerService::new(Settings { n_matches_max: 1, ..settings() });
    let begin = |name: &str, role| say(&service, name, &start("m1", role, "tic-tac-toe", "0 1"));
    assert_eq!(begin("one", "x"), "ready");
    assert_eq!(begin("two", "o"), "busy");
    assert_eq!(say(&service, "two", "(PLAY m1 NIL)"), "busy");
    assert_eq!(say(&service, "two", "(STOP m1 (noop noop))"), "busy");
    assert!(say(&service, "one", "(PLAY m1 NIL)").starts_with("(mark "));
    // The same START again, now that there is room.
    assert_eq!(say(&service, "one", "(ABORT m1)"), "aborted");
    let until = Instant::now() + Duration::from_secs(20);
    while begin("two", "o") != "ready" {
        assert!(Instant::now() < until, "there is no room");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(say(&service, "two", "(PLAY m1 NIL)"), "noop");
}

#[test]
fn messages_on_an_unknown_channel_belong_to_the_only_match() {
    let service = service();
    assert_eq!(say(&service, "one", &start("Match.7", "x", "tic-tac-toe", "1 1")), "ready");
    let first = say(&service, "another", "(PLAY Match.7 NIL)");
    assert!(first.starts_with("(mark "), "{first}");
    assert_eq!(say(&service, "one", "(PLAY MATCH.7 NIL)"), first, "case does not matter");
    // Two matches whose names differ in case only are two matches.
    assert_eq!(say(&service, "one", &start("match.7", "o", "tic-tac-toe", "1 1")), "ready");
    assert_eq!(say(&service, "one", "(PLAY match.7 NIL)"), "noop");
    assert_eq!(say(&service, "one", "(PLAY Match.7 NIL)"), first);
    assert_eq!(say(&service, "one", "(PLAY MATCH.7 NIL)"), "busy");
}

#[test]
fn a_manager_that_repeats_its_match_names_begins_anew() {
    let service = service();
    let begin = |role: &str| say(&service, "Ludex", &start("m1", role, "tic-tac-toe", "1 1"));
    assert_eq!(begin("x"), "ready");
    let first = say(&service, "Ludex", "(PLAY m1 NIL)");
    assert_eq!(say(&service, "Ludex", &format!("(PLAY m1 ({first} noop))")), "noop");
    // The manager was killed and plays another match by the same name.
    assert_eq!(begin("o"), "ready");
    assert_eq!(say(&service, "Ludex", "(PLAY m1 NIL)"), "noop");
    let next = say(&service, "Ludex", "(PLAY m1 ((mark 1 1) noop))");
    assert!(next.starts_with("(mark ") && next != "(mark 1 1)", "{next}");
}

#[test]
fn clocks_are_as_other_managers_have_them() {
    let service = service();
    for (at, clocks) in ["0 0", "0.2 0.01", "1000000000000 1e30", "1 86400"].iter().enumerate() {
        let begun = Instant::now();
        let id = format!("m{at}");
        assert_eq!(say(&service, "a", &start(&id, "x", "tic-tac-toe", clocks)), "ready");
        let mv = say(&service, "a", &format!("(PLAY {id} NIL)"));
        assert!(mv.starts_with("(mark "), "{clocks}: {mv}");
        let noop = say(&service, "a", &format!("(PLAY {id} ({mv} noop))"));
        assert_eq!(noop, "noop", "{clocks}");
        assert!(begun.elapsed() < Duration::from_secs(5), "{clocks}: {:?}", begun.elapsed());
    }
}
