//! The home folder in which commands run: a data folder with games, knowledge and a run
//! of evolution, and a folder of input files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ludex_game::Rng;
use rand::{Rng as _, SeedableRng};
use tempfile::TempDir;

/// Files that commands read; each can be replaced by a damaged version.
pub const FILES: &[&str] = &[
    "store.sqlite",
    "evolved.run",
    "learned.txt",
    "best.txt",
    "run.toml",
    "rules.kif",
    "nim.cert",
];

const RUN: &str = "\
generations = 2
population = 4
retest = { every = 2, top = 1, games = 2 }

[problem]
game = 'native:lose-checkers'
depth = 1
guides = [{ player = 'random', games = 2 }]
";

/// A home folder, created once and copied for each command line.
pub struct Fixture {
    folder: TempDir,
    /// The program under test.
    pub program: PathBuf,
    /// Whether commands can have a file system of their own.
    pub has_namespaces: bool,
}

/// All files of a folder with their contents, by their paths below it.
pub type Contents = BTreeMap<PathBuf, Vec<u8>>;

impl Fixture {
    pub fn new() -> Self {
        let program = std::env::var_os("LUDEX_SWEEP_PROGRAM")
            .map_or_else(|| env!("CARGO_BIN_EXE_ludex").into(), PathBuf::from);
        let folder = tempfile::tempdir().expect("a folder");
        let test = "mount -t tmpfs -o size=64k none /mnt";
        let mut unshare = Command::new("unshare");
        unshare.args(["-rm", "sh", "-c", test]).stderr(Stdio::null());
        let has_namespaces = unshare.status().is_ok_and(|status| status.success());
        let fixture = Self { folder, program, has_namespaces };
        fixture.fill();
        fixture
    }

    /// A copy of the home.
    pub fn copy(&self) -> TempDir {
        let home = tempfile::tempdir().expect("a folder");
        copy(self.folder.path(), home.path());
        let work = home.path().join("work");
        let link = |to: &str, name: &str| {
            std::os::unix::fs::symlink(to, work.join(name)).expect("a link");
        };
        link("old.txt", "link.txt");
        link("circle.txt", "circle.txt");
        link("missing/nothing.txt", "dangling.txt");
        home
    }

    /// The program in a home folder, with an empty standard input.
    pub fn command(&self, home: &Path, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(home.join("work")).stdin(Stdio::null());
        command.env("XDG_DATA_HOME", home.join("data")).env("HOME", home);
        command.env("TMPDIR", home.join("tmp")).env("NO_COLOR", "1").env("RUST_BACKTRACE", "1");
        command.env_remove("RUST_LOG");
        command
    }

    fn fill(&self) {
        let home = self.folder.path();
        let work = home.join("work");
        for folder in ["data", "tmp", "work/games", "work/traces", "work/folder"] {
            fs::create_dir_all(home.join(folder)).expect("a folder");
        }
        let write = |name: &str, text: &str| fs::write(work.join(name), text).expect("a file");
        let rules = ludex_gdl::library::find("nim").expect("it is bundled").source();
        write("rules.kif", rules.text());
        write("games/nim.kif", rules.text());
        write("run.toml", RUN);
        write("empty.txt", "");
        write("words.txt", "These are words,\nand no more than that.\n");
        write("old.txt", "An old file.\n");
        write("old.html", "<html>old</html>\n");
        write(
            "traces/nim.jsonl",
            "{\"game\":\"nim\",\"sha1\":\"0\",\"roles\":[\"first\",\"second\"]}\n",
        );
        self.must(&["match", "tic-tac-toe", "random", "random", "--games", "2"]);
        self.must(&["match", "nim", "random", "random", "--games", "2", "--store", "store.sqlite"]);
        self.must(&["evolve", "run.toml", "--test", "2", "--save", "best.txt"]);
        self.must(&["evolve", "run.toml", "--test", "2", "--keep", "evolved.run"]);
        self.must(&["solve", "nim", "--certificate", "nim.cert"]);
        let learn = [
            "learn",
            "nim",
            "--games",
            "4",
            "--runs",
            "4",
            "--skip",
            "terms,matches",
            "--unguarded",
        ];
        self.must(&learn);
        self.must(&[&learn[..], &["--save", "learned.txt"]].concat());
    }

    fn must(&self, args: &[&str]) {
        let output = self.command(self.folder.path(), &self.program).args(args).output();
        let output = output.expect("it starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "ludex {}: {said}", args.join(" "));
    }
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let target = to.join(entry.file_name());
        if entry.file_type().expect("a kind").is_dir() {
            fs::create_dir_all(&target).expect("a folder");
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).expect("a copy");
        }
    }
}

/// The files below a folder. Links are not followed.
pub fn contents(folder: &Path) -> Contents {
    let mut contents = Contents::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(&inner).into_iter().flatten().flatten() {
            let path = entry.path();
            let kind = entry.file_type().expect("a kind");
            let name = path.strip_prefix(folder).expect("it is below").to_path_buf();
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() {
                contents.insert(name, fs::read(&path).unwrap_or_default());
            }
        }
    }
    contents
}

/// Truncates a file, or flips some of its bits.
pub fn damage(path: &Path, to: &Path, seed: u64) {
    let mut rng = Rng::seed_from_u64(seed);
    let mut bytes = fs::read(path).expect("a file");
    match rng.random_range(0..3) {
        0 => bytes.truncate(rng.random_range(0..bytes.len().max(1))),
        _ => {
            for _ in 0..rng.random_range(1..8) {
                let at = rng.random_range(0..bytes.len().max(1));
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << rng.random_range(0..8);
                }
            }
        }
    }
    fs::write(to, bytes).expect("a file");
}
