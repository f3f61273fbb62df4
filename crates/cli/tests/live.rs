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
        let port = port.to_string();
        let args = ["serve", "--port", &port, "--threads", "1", "--memory", "1024", "--json"];
        let mut process = ludex(&args).stderr(Stdio::null()).spawn().expect("it starts");
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
