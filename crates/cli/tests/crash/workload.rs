//! Commands that are killed, and what must hold afterwards.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::ChildStdout;
use std::time::Duration;

use crate::fixture::{Contents, Fixture};
use crate::store;

/// A command that is killed.
pub struct Workload {
    pub name: &'static str,
    pub args: &'static [&'static str],
    /// Whether it ends by signals only.
    pub is_endless: bool,
    /// What happens while it runs, given its output.
    pub meanwhile: fn(Option<ChildStdout>),
    /// Whether what was there before is there after a kill, and readable.
    pub check: fn(&Fixture, &Path, &Contents) -> Result<(), String>,
    /// The command that goes on after a kill; none if it is not to come to its end.
    pub next: fn(&Path) -> Option<Vec<&'static str>>,
    /// What comes out, without what depends on the clock.
    pub result: fn(&Path) -> BTreeMap<String, String>,
}

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
        is_endless: false,
        meanwhile: ignore,
        check: keeps,
        next: |home| {
            let runs = store::runs(&home.join(STORE)).unwrap_or_default();
            Some(if runs.contains_key(&2) {
                vec!["resume", "2", "--threads", "1"]
            } else {
                MATCH.to_vec()
            })
        },
        result: games,
    },
    Workload {
        name: "evolve",
        args: EVOLVE,
        is_endless: false,
        meanwhile: ignore,
        check: keeps,
        next: |home| {
            let has_begun = home.join("work/new.run").exists();
            let more: &[&str] = if has_begun { &["--resume"] } else { &[] };
            Some([EVOLVE, more].concat())
        },
        result: |home| bytes(home, &["work/new.run", "work/new.txt"]),
    },
    Workload {
        name: "learn",
        args: LEARN,
        is_endless: false,
        meanwhile: ignore,
        check: keeps,
        next: |_| Some(LEARN.to_vec()),
        result: knowledge,
    },
    Workload {
        name: "solve",
        args: SOLVE,
        is_endless: false,
        meanwhile: ignore,
        check: |fixture, home, before| {
            keeps(fixture, home, before)?;
            let after = crate::fixture::contents(home);
            let changed = before.iter().find(|(path, old)| after.get(*path) != Some(old));
            changed.map_or(Ok(()), |(path, _)| Err(format!("{} is changed", path.display())))
        },
        next: |_| Some(SOLVE.to_vec()),
        result: |home| bytes(home, &["work/new.cert"]),
    },
    Workload {
        name: "experiment",
        args: EXPERIMENT,
        is_endless: true,
        meanwhile: ignore,
        check: keeps,
        next: |_| None,
        result: |_| BTreeMap::new(),
    },
    Workload {
        name: "serve",
        args: SERVE,
        is_endless: true,
        meanwhile: play,
        check: keeps,
        next: |_| None,
        result: |_| BTreeMap::new(),
    },
];

/// How long endless workloads run until they are killed, at most.
const ENDLESS: Duration = Duration::from_secs(2);

impl Workload {
    /// Runs it to its end, or for a while.
    pub fn run(&self, fixture: &Fixture, home: &Path) {
        if self.is_endless {
            std::thread::sleep(ENDLESS);
            return;
        }
        let output = fixture.command(home, &fixture.program).args(self.args).output();
        let output = output.expect("it starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {said}", self.name);
    }

    /// Goes on after a kill; whether it came to its end.
    pub fn go_on(&self, fixture: &Fixture, home: &Path) -> Result<bool, String> {
        let Some(args) = (self.next)(home) else { return Ok(false) };
        let output = fixture.command(home, &fixture.program).args(&args).output();
        let output = output.map_err(|error| error.to_string())?;
        match output.status.success() {
            true => Ok(true),
            false => {
                Err(format!("`{}`: {}", args.join(" "), String::from_utf8_lossy(&output.stderr)))
            }
        }
    }
}

fn ignore(output: Option<ChildStdout>) {
    if let Some(mut output) = output {
        std::thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
    }
}

/// Has a player begin a match and make moves.
fn play(output: Option<ChildStdout>) {
    let Some(output) = output else { return };
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
        let rules = gdl::library::find("nim").expect("it is bundled").source();
        let ask = |message: &str| {
            let mut stream = TcpStream::connect(&address).ok()?;
            stream.write_all(format!("POST / HTTP/1.0\r\n\r\n{message}").as_bytes()).ok()?;
            let mut reply = String::new();
            stream.read_to_string(&mut reply).ok()
        };
        ask(&format!("(START m.1 first ({}) 1 1)", rules.text()));
        ask("(PLAY m.1 NIL)");
        ask("(ABORT m.1)");
    });
}

/// What was there before is there: stores row for row, knowledge part for part, all
/// other files byte for byte. New files are whole.
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
            learn::Knowledge::parse(&text).map_err(|error| format!("{shown}: {error}"))?;
        } else {
            return Err(format!("{shown} is changed"));
        }
    }
    let recall =
        fixture.command(home, &fixture.program).args(["learn", "nim", "--recall"]).output();
    match recall {
        Ok(output) if output.status.success() => Ok(()),
        output => Err(format!("what was learned cannot be recalled: {output:?}")),
    }
}

/// The games of all runs.
fn games(home: &Path) -> BTreeMap<String, String> {
    let games = store::games(&home.join(STORE)).expect("a store");
    games.into_iter().map(|(key, game)| (format!("{key:?}"), game)).collect()
}

/// What was learned, without remarks.
fn knowledge(home: &Path) -> BTreeMap<String, String> {
    let folder = home.join("data/ludex/knowledge");
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let text = fs::read_to_string(entry.path()).unwrap_or_default();
        let lines = text.lines().filter(|line| !line.starts_with(';'));
        all.insert(
            entry.path().file_name().map(PathBuf::from).unwrap_or_default().display().to_string(),
            lines.collect::<Vec<_>>().join("\n"),
        );
    }
    // What a kill leaves of a file that was being written is no knowledge.
    all.retain(|name, _| name.ends_with(".txt"));
    all
}

/// Files byte for byte.
fn bytes(home: &Path, names: &[&str]) -> BTreeMap<String, String> {
    let read = |name: &&str| {
        let bytes = fs::read(home.join(name)).unwrap_or_default();
        (
            name.to_string(),
            format!("{} bytes, {}", bytes.len(), sha1_smol::Sha1::from(bytes).digest()),
        )
    };
    names.iter().map(read).collect()
}
