//! Commands that are killed, and the properties that must hold afterwards.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::fixture::{Contents, Fixture};
use crate::store;

/// A command that is killed.
pub struct Workload {
    pub name: &'static str,
    pub args: &'static [&'static str],
    /// When to stop a workload without an end, or with a late one: the first run, and
    /// the resumed one.
    pub stops_after: Option<[Duration; 2]>,
    /// Actions of the test while it runs, given its output and its home.
    pub meanwhile: fn(ChildStdout, &Path),
    /// Checks after a kill that earlier data is still there and readable.
    pub check: fn(&Fixture, &Path, &Contents) -> Result<(), String>,
    /// The command that resumes it after a kill.
    pub next: fn(&Path) -> Vec<&'static str>,
    /// The result, without parts that depend on the clock.
    pub result: fn(&Path) -> Outcome,
}

/// The result of a workload, part by part.
pub type Outcome = BTreeMap<String, String>;

const STORE: &str = "data/ludex/games.sqlite";

const MATCH: &[&str] =
    &["match", "tic-tac-toe", "uct:playouts=20", "random", "--games", "12", "--threads", "1"];

const EVOLVE: &[&str] = &[
    "evolve",
    "run.toml",
    "--keep",
    "new.run",
    "--save",
    "new.txt",
    "--html",
    "new.html",
    "--test",
    "4",
    "--threads",
    "1",
    "--generations",
    "3",
];

const LEARN: &[&str] = &[
    "learn",
    "nim",
    "--games",
    "6",
    "--runs",
    "6",
    "--skip",
    "terms,matches",
    "--unguarded",
    "--html",
    "new.html",
    "--threads",
    "1",
];

const SOLVE: &[&str] = &["solve", "nim", "--certificate", "new.cert", "--threads", "1"];

const EXPERIMENT: &[&str] = &["experiment", "evolved-to-win-3.5", "--quick", "--threads", "1"];

const SERVE: &[&str] = &["serve", "--port", "0", "--threads", "1", "--memory", "64", "--json"];

/// All workloads.
pub const WORKLOADS: &[Workload] = &[
    Workload {
        name: "match",
        args: MATCH,
        stops_after: None,
        meanwhile: ignore,
        check: keeps,
        next: |home| {
            let runs = store::runs(&home.join(STORE)).unwrap_or_default();
            match runs.contains_key(&2) {
                true => vec!["resume", "2", "--threads", "1"],
                false => MATCH.to_vec(),
            }
        },
        result: games,
    },
    Workload {
        name: "evolve",
        args: EVOLVE,
        stops_after: None,
        meanwhile: ignore,
        check: keeps,
        next: |home| {
            let has_begun = home.join("work/new.run").exists();
            let more: &[&str] = if has_begun { &["--resume"] } else { &[] };
            [EVOLVE, more].concat()
        },
        result: |home| bytes(home, &["work/new.run", "work/new.txt"]),
    },
    Workload {
        name: "learn",
        args: LEARN,
        stops_after: None,
        meanwhile: ignore,
        check: keeps,
        next: |_| LEARN.to_vec(),
        result: knowledge,
    },
    Workload {
        name: "solve",
        args: SOLVE,
        stops_after: None,
        meanwhile: ignore,
        check: |fixture, home, before| {
            keeps(fixture, home, before)?;
            let after = crate::fixture::contents(home);
            let changed = before.iter().find(|(path, old)| after.get(*path) != Some(old));
            changed.map_or(Ok(()), |(path, _)| Err(format!("{} is changed", path.display())))
        },
        next: |_| SOLVE.to_vec(),
        result: |home| bytes(home, &["work/new.cert"]),
    },
    Workload {
        name: "experiment",
        args: EXPERIMENT,
        stops_after: Some([Duration::from_secs(3); 2]),
        meanwhile: ignore,
        check: keeps,
        next: |_| EXPERIMENT.to_vec(),
        result: games,
    },
    Workload {
        name: "serve",
        args: SERVE,
        stops_after: Some([Duration::from_secs(10), Duration::from_secs(4)]),
        meanwhile: play,
        check: keeps,
        next: |_| SERVE.to_vec(),
        result: replies,
    },
];

/// Maximum time until there is a result, on a slow machine.
const LONGEST: Duration = Duration::from_secs(120);

impl Workload {
    /// Its share of all kills: slow workloads are killed less often.
    pub fn share(&self) -> usize {
        if self.stops_after.is_some() { 1 } else { 4 }
    }

    /// Starts one of its commands in a process group of its own.
    pub fn start(&self, mut command: Command, home: &Path) -> Child {
        command.stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
        let mut child = command.spawn().expect("it starts");
        let output = child.stdout.take().expect("a pipe");
        (self.meanwhile)(output, home);
        child
    }

    /// Waits for the end, or stops the workload when it has a result; returns whether
    /// it ended well.
    pub fn wait(&self, child: &mut Child, home: &Path, goes_on: bool) -> bool {
        let Some(times) = self.stops_after else {
            return child.wait().expect("it ends").success();
        };
        let (started, time) = (Instant::now(), times[usize::from(goes_on)]);
        let is_due = |at: Duration| at >= time && !(self.result)(home).is_empty();
        while !is_due(started.elapsed()) && started.elapsed() < LONGEST {
            if let Some(status) = child.try_wait().expect("it is ours") {
                return status.success();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        stop(child);
        true
    }

    /// Runs the workload, or resumes it after a kill.
    pub fn run(&self, fixture: &Fixture, home: &Path, goes_on: bool) -> Result<Outcome, String> {
        let args = if goes_on { (self.next)(home) } else { self.args.to_vec() };
        let mut command = fixture.command(home, &fixture.program);
        command.args(&args);
        match self.wait(&mut self.start(command, home), home, goes_on) {
            true => Ok((self.result)(home)),
            false => Err(format!("`{}` fails", args.join(" "))),
        }
    }

    /// Whether the resumed run equals the uninterrupted one; for stopped workloads, as
    /// far as both have come.
    pub fn agrees(&self, expected: &Outcome, found: &Outcome) -> bool {
        match self.stops_after {
            None => expected == found,
            Some(_) => {
                let mut common = expected.iter().filter(|(key, _)| found.contains_key(*key));
                !found.is_empty() && common.all(|(key, value)| found[key] == *value)
            }
        }
    }
}

/// Kills a command and all processes that it started.
pub fn stop(child: &mut Child) {
    let group = format!("-{}", child.id());
    let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
    let _ = child.wait();
}

fn ignore(mut output: ChildStdout, _: &Path) {
    std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
}

/// Where [`play`] stores the replies of a player.
const REPLIES: &str = "tmp/replies.json";

/// Requests a move of a player and lets it learn before another match; stores its
/// replies to the first. No clock decides the move, since the game is solved before.
fn play(output: ChildStdout, home: &Path) {
    let file = home.join(REPLIES);
    std::thread::spawn(move || {
        let mut lines = BufReader::new(output);
        let mut text = String::new();
        while !text.contains('}') {
            if lines.read_line(&mut text).unwrap_or(0) == 0 {
                return;
            }
        }
        let told: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
        let address =
            told["address"].as_str().unwrap_or_default().trim_start_matches("http://").to_string();
        let ask = |message: &str| {
            let mut stream = TcpStream::connect(&address).ok()?;
            stream.write_all(format!("POST / HTTP/1.0\r\n\r\n{message}").as_bytes()).ok()?;
            let mut reply = String::new();
            stream.read_to_string(&mut reply).ok()?;
            reply.split_once("\r\n\r\n").map(|(_, body)| body.to_string())
        };
        let start = |game: &str, role: &str, clock: u32| {
            let rules = ludex_gdl::library::find(game).expect("it is bundled").source();
            format!("(START {game} {role} ({}) {clock} 1)", rules.text())
        };
        let mut replies = Outcome::new();
        for (name, message) in [
            ("START", start("nim", "first", 1)),
            ("PLAY", "(PLAY nim NIL)".into()),
            ("ABORT", "(ABORT nim)".into()),
        ] {
            let Some(reply) = ask(&message) else { return };
            replies.insert(name.into(), reply);
            let text = serde_json::to_string(&replies).expect("plain text");
            let _ = fs::write(&file, text);
        }
        ask(&start("breakthrough", "white", 5));
    });
}

/// The stored replies of a player.
fn replies(home: &Path) -> Outcome {
    let text = fs::read_to_string(home.join(REPLIES)).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// Checks that earlier data is intact: stores row for row, knowledge part for part, all
/// other files byte for byte. New files are complete.
fn keeps(fixture: &Fixture, home: &Path, before: &Contents) -> Result<(), String> {
    let work = tempfile::tempdir().map_err(|error| error.to_string())?;
    for (path, old) in before {
        let new = home.join(path);
        let shown = path.display();
        let Ok(bytes) = fs::read(&new) else { return Err(format!("{shown} is gone")) };
        if bytes == *old && !old.starts_with(b"SQLite") {
            continue;
        }
        if old.starts_with(b"SQLite") {
            let copy = work.path().join("old.sqlite");
            fs::write(&copy, old).map_err(|error| error.to_string())?;
            let fail = |error: rusqlite::Error| format!("{shown}: {error}");
            let (games, games_now) =
                (store::games(&copy).map_err(fail)?, store::games(&new).map_err(fail)?);
            let lost = games.iter().find(|(key, game)| games_now.get(key) != Some(game));
            if let Some((key, _)) = lost {
                return Err(format!("{shown} has lost game {key:?}"));
            }
        } else if path.starts_with("data/ludex/knowledge") {
            let text = String::from_utf8_lossy(&bytes);
            let parts = ["ludex knowledge 1", "ludex features 1", "ludex evaluator 1"];
            let had = |part: &&&str| String::from_utf8_lossy(old).contains(**part);
            if let Some(part) = parts.iter().filter(had).find(|part| !text.contains(**part)) {
                return Err(format!("{shown} has lost `{part}`"));
            }
        } else {
            return Err(format!("{shown} is changed"));
        }
    }
    for (path, bytes) in crate::fixture::contents(home) {
        let is_knowledge = path.starts_with("data/ludex/knowledge");
        if is_knowledge && path.extension().is_some_and(|extension| extension == "txt") {
            let text = String::from_utf8_lossy(&bytes);
            let parsed = ludex_learn::Knowledge::parse(&text);
            parsed.map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    let recall =
        fixture.command(home, &fixture.program).args(["learn", "nim", "--recall"]).output();
    match recall {
        Ok(output) if output.status.success() => Ok(()),
        output => Err(format!("what was learned cannot be recalled: {output:?}")),
    }
}

/// The games of all runs except the first, which existed before.
fn games(home: &Path) -> Outcome {
    let games = store::games(&home.join(STORE)).unwrap_or_default();
    let new = games.into_iter().filter(|((run, _), _)| *run > 1);
    new.map(|(key, game)| (format!("{key:?}"), game)).collect()
}

/// The learned knowledge, without comments.
fn knowledge(home: &Path) -> Outcome {
    let folder = home.join("data/ludex/knowledge");
    let mut all = Outcome::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let text = fs::read_to_string(entry.path()).unwrap_or_default();
        let lines = text.lines().filter(|line| !line.starts_with(';'));
        all.insert(
            entry.path().file_name().map(PathBuf::from).unwrap_or_default().display().to_string(),
            lines.collect::<Vec<_>>().join("\n"),
        );
    }
    // The remains of a file that was being written are not knowledge.
    all.retain(|name, _| name.ends_with(".txt"));
    all
}

/// Files byte for byte.
fn bytes(home: &Path, names: &[&str]) -> Outcome {
    let read = |name: &&str| {
        let bytes = fs::read(home.join(name)).unwrap_or_default();
        (
            name.to_string(),
            format!("{} bytes, {}", bytes.len(), sha1_smol::Sha1::from(bytes).digest()),
        )
    };
    names.iter().map(read).collect()
}
