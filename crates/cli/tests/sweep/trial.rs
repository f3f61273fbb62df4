//! Runs one command line.

use std::fs::{self, File};
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::fixture::{Contents, FILES, Fixture, contents, damage};
use crate::line::{Disturbance, Line};

/// The outcome of a line.
#[derive(Debug)]
pub struct Outcome {
    pub status: ExitStatus,
    /// How it exceeded its time, if it did.
    pub late: Option<Late>,
    pub stdout: String,
    pub stderr: String,
    pub before: Contents,
    pub after: Contents,
}

/// How a line exceeded its time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Late {
    /// It was still working: the line requests much work.
    Working,
    /// It was idle: it waits without end.
    Idle,
    /// It did not end after a signal to terminate.
    Deaf,
}

/// Maximum working time before a line gets a signal to terminate.
const WORK_MAX: Duration = Duration::from_secs(8);

/// Maximum idle time.
const IDLE_MAX: Duration = Duration::from_secs(6);

/// Maximum time to end after the signal.
const END_MAX: Duration = Duration::from_secs(6);

/// Maximum address space of a line; far more than the memory that it needs.
const MEMORY_KB_MAX: u64 = 6 << 20;

/// Maximum length of the output that is read.
const OUTPUT_MAX: u64 = 8 << 20;

impl Outcome {
    /// The exit status as a word.
    pub fn ending(&self) -> String {
        match (self.late, self.status.code(), self.status.signal()) {
            (Some(late), ..) => format!("{late:?}"),
            (_, Some(code), _) => format!("exit {code}"),
            (_, _, Some(signal)) => format!("signal {signal}"),
            _ => "unknown".into(),
        }
    }
}

/// Runs a line in a home of its own.
pub fn run(fixture: &Fixture, line: &Line) -> Outcome {
    let home = fixture.copy();
    let home = home.path();
    prepare(home, line);
    let before = contents(home);
    let mut command = command(fixture, home, line);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    if line.disturbance == Disturbance::FullOutput {
        command.stdout(File::options().write(true).open("/dev/full").expect("a device"));
    }
    if line.disturbance == Disturbance::Chatter {
        command.stdin(File::open(home.join("work/words.txt")).expect("a file"));
    }
    let started = Instant::now();
    let mut child = command.spawn().expect("it starts");
    let limit = match line.disturbance {
        Disturbance::ClosedPipe(n_bytes) => n_bytes as u64,
        _ => OUTPUT_MAX,
    };
    let stdout = child.stdout.take().map(|pipe| listen(pipe, limit));
    let stderr = child.stderr.take().map(|pipe| listen(pipe, OUTPUT_MAX));
    let late = wait(&mut child, line, started);
    let status = child.wait().expect("it ends");
    let text = |thread: Option<JoinHandle<Vec<u8>>>| {
        let bytes = thread.map(|thread| thread.join().expect("it listens")).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let (stdout, stderr) = (text(stdout), text(stderr));
    Outcome { status, late, stdout, stderr, before, after: contents(home) }
}

/// Creates the files that the line names, and damages data if the disturbance says so.
fn prepare(home: &Path, line: &Line) {
    for file in FILES {
        let is_named = |word: &std::ffi::OsString| {
            word.to_str().is_some_and(|word| word.contains(&format!("damaged-{file}")))
        };
        if line.words.iter().any(is_named) {
            let work = home.join("work");
            damage(&work.join(file), &work.join(format!("damaged-{file}")), line.seed);
        }
    }
    if line.disturbance == Disturbance::DamagedData {
        let data = home.join("data");
        for (at, name) in contents(&data).keys().enumerate() {
            damage(&data.join(name), &data.join(name), line.seed ^ at as u64);
        }
    }
}

/// The command with bounded memory, and on a full disk if required. Ignored signals are
/// inherited, so that a write beyond the limit fails instead of ending the process.
fn command(fixture: &Fixture, home: &Path, line: &Line) -> Command {
    let (program, args, limit): (&str, &[&str], String) = match line.disturbance {
        Disturbance::FullDisk(n_blocks) => {
            ("sh", &["-c"], format!("trap '' XFSZ; ulimit -f {n_blocks};"))
        }
        Disturbance::FullTmpfs => {
            let mount = "mount -t tmpfs -o size=40k none \"$HOME/data\" || exit 1;";
            ("unshare", &["-rm", "sh", "-c"], mount.into())
        }
        _ => ("sh", &["-c"], String::new()),
    };
    let mut command = fixture.command(home, Path::new(program));
    command.args(args).arg(format!("{limit} ulimit -v {MEMORY_KB_MAX}; exec \"$0\" \"$@\""));
    command.arg(&fixture.program).args(&line.words);
    command
}

/// Reads a pipe in the background, and closes it after `limit` bytes.
fn listen(pipe: impl Read + Send + 'static, limit: u64) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.take(limit).read_to_end(&mut bytes);
        bytes
    })
}

/// Waits for the end, and terminates the line if it takes too long.
fn wait(child: &mut Child, line: &Line, started: Instant) -> Option<Late> {
    let mut signal = match line.disturbance {
        Disturbance::Signal(name, millis) => Some((name, Duration::from_millis(millis))),
        _ => None,
    };
    let (mut work, mut worked) = (0, Instant::now());
    let mut asked: Option<(Instant, Late)> = None;
    loop {
        if child.try_wait().expect("it can be asked").is_some() {
            return asked.map(|(_, late)| late).filter(|_| signal.is_none());
        }
        std::thread::sleep(Duration::from_millis(if started.elapsed().as_millis() < 300 {
            2
        } else {
            20
        }));
        if let Some((name, _)) = signal.filter(|(_, after)| started.elapsed() >= *after)
            && asked.is_none()
        {
            send(child, name);
            asked = Some((Instant::now(), Late::Working));
        }
        if let Some((since, _)) = asked {
            if since.elapsed() > END_MAX {
                child.kill().expect("it can be killed");
                return Some(Late::Deaf);
            }
            continue;
        }
        let now = cpu_ticks(child.id());
        if now > work + 1 {
            (work, worked) = (now, Instant::now());
        }
        let late = match (worked.elapsed() > IDLE_MAX, started.elapsed() > WORK_MAX) {
            (true, _) => Late::Idle,
            (_, true) => Late::Working,
            _ => continue,
        };
        signal = None;
        send(child, "TERM");
        asked = Some((Instant::now(), late));
    }
}

fn send(child: &Child, signal: &str) {
    let _ = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
}

/// The processor time of a process so far, in hundredths of a second.
fn cpu_ticks(id: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum()
}
