//! `ludex serve` and `ludex host` as processes, which may be killed.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

fn ludex(args: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("ludex"));
    command.args(args).env("NO_COLOR", "1").env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.stdin(Stdio::null()).stderr(Stdio::piped()).stdout(Stdio::piped());
    command
}

/// A player process that runs until it is dropped.
struct Player {
    process: Child,
    address: String,
}

impl Player {
    fn start(port: u16) -> Self {
        Self::logging(port, &[], Stdio::null())
    }

    /// A player with more options, and a log.
    fn logging(port: u16, more: &[&str], log: impl Into<Stdio>) -> Self {
        let port = port.to_string();
        let args = ["serve", "--port", &port, "--threads", "1", "--memory", "1024", "--json"];
        let args = [&args[..], more].concat();
        let mut process = ludex(&args).stderr(log).spawn().expect("it starts");
        let mut text = String::new();
        let mut lines = BufReader::new(process.stdout.take().expect("its output"));
        while !text.contains('}') {
            lines.read_line(&mut text).expect("it tells where it listens");
        }
        let told: Value = serde_json::from_str(&text).expect("it prints JSON");
        Self { process, address: told["address"].as_str().expect("an address").into() }
    }

    fn port(&self) -> u16 {
        self.address.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port")
    }

    fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// Its answer to a message.
    fn ask(&self, message: &str) -> String {
        get(&self.address, &format!("POST / HTTP/1.0\r\n\r\n{message}"))
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        self.kill();
    }
}

fn get(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address.trim_start_matches("http://")).expect("it listens");
    stream.write_all(request.as_bytes()).expect("sent");
    let mut reply = String::new();
    stream.read_to_string(&mut reply).expect("a reply");
    reply
}

fn finish(host: Child) -> Value {
    let Output { status, stdout, stderr } = host.wait_with_output().expect("it ends");
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    serde_json::from_slice(&stdout).expect("it prints JSON")
}

fn host(args: &[&str]) -> Child {
    let usual = ["--start-clock", "1", "--play-clock", "1", "--no-store", "--json"];
    let all: Vec<&str> = ["host"].iter().chain(args).chain(&usual).copied().collect();
    ludex(&all).spawn().expect("it starts")
}

/// Waits until spectators can see a move, and returns the address.
fn wait_for_a_move(host: &mut Child) -> String {
    let mut line = String::new();
    let mut lines = BufReader::new(host.stderr.take().expect("its messages"));
    lines.read_line(&mut line).expect("it tells where");
    // The rest of the output is discarded, so that the manager can write.
    std::thread::spawn(move || std::io::copy(&mut lines, &mut std::io::sink()));
    let address = line.trim().rsplit(' ').next().expect("an address").to_string();
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        let page = get(&address, "GET / HTTP/1.0\r\n\r\n");
        if page.contains("<svg") && page.contains("<dt>last</dt>") {
            return address;
        }
        assert!(Instant::now() < until, "{page}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_player_is_killed_and_comes_back() {
    let mut one = Player::start(29_147);
    // This game has no winner within a few turns.
    let args = ["breakthrough", "--players", &one.address, "random", "--matches", "1"];
    let mut host = host(&[&args[..], &["--watch", "0"]].concat());
    wait_for_a_move(&mut host);
    one.kill();
    // The same address, but a process that does not know the match.
    let two = Player::start(one.port());
    assert_eq!(two.address, one.address);
    let told = finish(host);
    assert_eq!(told["games"][0]["games"], 1);
    let service = &told["service"]["players"][1];
    let count = |name: &str| service[name].as_u64().expect("a count");
    assert_eq!(service["player"], format!("remote:{}", one.address));
    assert!(count("lost") + count("illegal") > 0, "{told}");
    assert!(two.ask("(INFO)").contains("available"));
}

#[test]
fn a_manager_is_killed_and_the_player_plays_on() {
    let player = Player::start(29_247);
    let args = ["breakthrough", "--players", &player.address, "random", "--watch", "0"];
    let mut killed = host(&args);
    wait_for_a_move(&mut killed);
    killed.kill().expect("it runs");
    let _ = killed.wait();
    assert!(player.ask("(INFO)").contains("available"));
    let args = ["tic-tac-toe", "--players", &player.address, "uct:playouts=100", "--strict"];
    let told = finish(host(&args));
    assert_eq!(told["games"][0]["games"], 2);
}

/// The rules of tic-tac-toe.
fn rules() -> String {
    ludex_gdl::library::find("tic-tac-toe").expect("a bundled game").source().text().into()
}

#[test]
fn each_move_is_a_line_of_the_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let log = std::fs::File::create(&path).expect("a file");
    let player = Player::logging(29_447, &["--player", "uct:playouts=300"], log);
    let body = |message: &str| {
        let reply = player.ask(message);
        reply.split_once("\r\n\r\n").expect("a body").1.to_string()
    };
    assert_eq!(body(&format!("(START m1 x ({}) 1 2)", rules())), "ready");
    let first = body("(PLAY m1 NIL)");
    assert_eq!(body("(PLAY m1 NIL)"), first);
    assert_eq!(body(&format!("(PLAY m1 ({first} noop))")), "noop");
    assert_eq!(body("(ABORT m1)"), "aborted");
    let text = std::fs::read_to_string(&path).expect("a log");
    let lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let moves: Vec<&Value> = lines.iter().filter(|line| line["message"] == "a move").collect();
    let [one, two] = moves[..] else { panic!("a repeated message is not logged again: {text}") };
    assert_eq!((&one["id"], &one["ply"], &one["role"]), (&"m1".into(), &0.into(), &"x".into()));
    assert_eq!((&one["mv"], &one["thought"]), (&first.as_str().into(), &"searched".into()));
    assert_eq!((&one["engine"], &one["proven"]), (&"circuit".into(), &false.into()));
    assert!(one["player"].as_str().is_some_and(|name| name.starts_with("uct:playouts=300")));
    assert!(one["value"].as_f64().is_some_and(|value| (0.0..=100.0).contains(&value)), "{one}");
    assert!(one["playouts"].as_u64().is_some_and(|n| n >= 100), "{one}");
    assert!(one["line"].as_str().is_some_and(|line| line.starts_with(&first)), "{one}");
    assert!(one["used_ms"].as_u64().is_some_and(|ms| ms < 2000), "{one}");
    assert_eq!(one["clock_ms"], 2000);
    assert_eq!((&two["ply"], &two["mv"]), (&1.into(), &"noop".into()));
    assert_eq!(two["thought"], "forced");
    assert!(two.get("playouts").is_none() && two.get("player").is_none(), "{two}");
}

#[test]
fn results_are_printed_when_they_are_there() {
    // The second match takes long.
    let args = ["host", "tic-tac-toe", "breakthrough", "--players", "uct:time=500ms", "random"];
    let clocks = ["--start-clock", "1", "--play-clock", "1", "--no-store"];
    let mut host = ludex(&[&args[..], &clocks].concat()).spawn().expect("it starts");
    let mut line = String::new();
    let mut lines = BufReader::new(host.stdout.take().expect("its output"));
    lines.read_line(&mut line).expect("a line");
    assert!(host.try_wait().expect("a status").is_none(), "the other match is being played");
    host.kill().expect("it runs");
    let _ = host.wait();
    assert!(line.starts_with("tic-tac-toe 0: x uct:time=500ms "), "{line}");
    assert!(line.contains(", o random ") && line.trim_end().ends_with(" plies"), "{line}");
}

#[test]
fn results_name_their_players() {
    let args = ["tic-tac-toe", "--players", "uct:playouts=50", "random", "--matches", "2"];
    let output = host(&args).wait_with_output().expect("it ends");
    let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let results = told["results"].as_array().expect("a list");
    assert_eq!(results.len(), 2);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let lines: Vec<Value> =
        stderr.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    assert!(results.iter().all(|result| lines.contains(result)), "{stderr}");
    for (result, names) in
        results.iter().zip([["uct:playouts=50", "random"], ["random", "uct:playouts=50"]])
    {
        let of = |seat: usize, key: &str| &result["players"][seat][key];
        assert_eq!([of(0, "role"), of(1, "role")], ["x", "o"]);
        assert_eq!([of(0, "player"), of(1, "player")], names);
        let goals = of(0, "goal").as_u64().zip(of(1, "goal").as_u64());
        assert!(goals.is_some_and(|(x, o)| x + o == 100), "{result}");
        assert_eq!((&result["ending"], of(0, "replaced")), (&"terminal".into(), &0.into()));
    }
}

#[test]
fn players_far_away_play_in_local_matches() {
    let player = Player::start(29_347);
    let spec = format!("remote:{},start=1s", player.address);
    let args = ["match", "tic-tac-toe", &spec, "uct:playouts=200", "--games", "2", "--no-store"];
    let told =
        finish(ludex(&[&args[..], &["--opening", "2", "--json"]].concat()).spawn().expect("x"));
    assert_eq!(told["games"], 2);
    let wrong = ludex(&["match", "native:chess", &spec, "random"]).output().expect("it ends");
    let said = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(said.contains("this game has no rule sheet"), "{said}");
    let gone = ["match", "tic-tac-toe", "remote:http://127.0.0.1:1", "random", "--no-store"];
    let said = ludex(&gone).output().expect("it ends").stderr;
    assert!(String::from_utf8_lossy(&said).contains("http://127.0.0.1:1"));
}

#[test]
fn a_player_that_nobody_knows_is_said_at_once() {
    for (player, wanted) in [
        ("foo", "player `foo`: `foo` is no kind of player"),
        ("utc:playouts=100", "did you mean `uct`?"),
        ("uct:playouts=many", "a count such as 1000, 10k or 2M is needed"),
        ("uct:playuts=100", "`playuts` is no option (did you mean `playouts`?)"),
        ("uct:playouts=0", "`playouts=0`: at least 1 is needed"),
        ("remote:http://127.0.0.1:1,tme=1s", "`tme` is no option"),
    ] {
        let output =
            ludex(&["serve", "--port", "0", "--player", player]).output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains(wanted) && said.lines().count() == 1, "{said}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn spectators_see_the_board() {
    let args = ["connect-four", "--players", "uct:time=700ms", "random", "--watch", "0"];
    let mut host = host(&args);
    let address = wait_for_a_move(&mut host);
    assert!(get(&address, "GET /etc/passwd HTTP/1.0\r\n\r\n").starts_with("HTTP/1.0 404"));
    host.kill().expect("it runs");
    let _ = host.wait();
}
