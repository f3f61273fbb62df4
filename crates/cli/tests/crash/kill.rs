//! Points at which commands are killed.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use ludex_game::Rng;
use rand::Rng as _;

use crate::fixture::Fixture;
use crate::workload::{Workload, stop};

/// System calls that write, or make earlier writes durable.
const CALLS: &[&str] = &[
    "write",
    "pwrite64",
    "writev",
    "rename",
    "renameat",
    "renameat2",
    "fsync",
    "fdatasync",
    "ftruncate",
    "unlink",
    "unlinkat",
    "link",
    "linkat",
    "mkdir",
    "fchmod",
    "chmod",
];

/// A point at which a command is killed.
#[derive(Clone, Debug)]
pub enum Kill {
    /// Before a system call of a thread, counted from 1.
    Call(String, usize),
    /// After some time.
    Moment(Duration),
}

/// All points at which a command can be killed.
pub struct Points {
    /// Maximum number of times that one thread makes each call.
    calls: BTreeMap<String, usize>,
    /// Duration of the command.
    time: Duration,
}

impl Points {
    /// The kill points of a workload, from a traced run.
    pub fn find(fixture: &Fixture, workload: &Workload, time: Duration) -> Self {
        let home = fixture.copy();
        let log = home.path().join("tmp/strace.log");
        let mut command = fixture.command(home.path(), Path::new("strace"));
        command.arg("-f").arg("-o").arg(&log).arg("-e").arg(format!("trace={}", CALLS.join(",")));
        command.arg(&fixture.program).args(workload.args);
        let is_installed = Command::new("strace").arg("-V").output().is_ok();
        if !is_installed
            || !workload.wait(&mut workload.start(command, home.path()), home.path(), false)
        {
            eprintln!("strace is missing or may not look: kills are at random moments only");
            return Self { calls: BTreeMap::new(), time };
        }
        let log = std::fs::read_to_string(&log).unwrap_or_default();
        let mut of_thread: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for line in log.lines().filter(|line| !line.contains("resumed>")) {
            let Some((thread, rest)) = line.split_once(char::is_whitespace) else { continue };
            let call = rest.trim_start().split('(').next().unwrap_or_default();
            if CALLS.contains(&call) {
                *of_thread.entry((thread, call)).or_default() += 1;
            }
        }
        let mut calls: BTreeMap<String, usize> = BTreeMap::new();
        for ((_, call), n) in of_thread {
            let most = calls.entry(call.into()).or_default();
            *most = n.max(*most);
        }
        Self { calls, time }
    }

    /// Number of system-call points.
    pub fn n_places(&self) -> usize {
        self.calls.values().sum()
    }

    /// Draws a kill point: two in three are system calls, spread evenly over all of
    /// them; all calls are covered if there are enough kills.
    pub fn draw(&self, rng: &mut Rng, number: usize, n_kills: usize) -> Kill {
        let n_places = self.n_places();
        let n_at_calls = n_kills * 2 / 3;
        if n_places == 0 || number >= n_at_calls {
            return Kill::Moment(self.time.mul_f64(rng.random_range(0.0..1.1)));
        }
        let mut place = match n_at_calls >= n_places {
            true => number % n_places,
            false => number * n_places / n_at_calls,
        };
        for (call, &n) in &self.calls {
            if place < n {
                return Kill::Call(call.clone(), place + 1);
            }
            place -= n;
        }
        Kill::Moment(self.time / 2)
    }
}

impl Kill {
    /// Runs a workload and kills it; returns whether it was killed before its end.
    pub fn strike(&self, fixture: &Fixture, workload: &Workload, home: &Path) -> bool {
        let mut command = match self {
            Self::Moment(_) => fixture.command(home, &fixture.program),
            Self::Call(call, number) => {
                let mut command = fixture.command(home, Path::new("strace"));
                command.args(["-f", "-o", "/dev/null", "-e", &format!("trace={call}")]);
                command.args(["-e", &format!("inject={call}:signal=SIGKILL:when={number}")]);
                command.arg(&fixture.program);
                command
            }
        };
        command.args(workload.args);
        let mut child = workload.start(command, home);
        if let Self::Moment(after) = self {
            std::thread::sleep(*after);
            let has_ended = child.try_wait().expect("it is ours").is_some();
            stop(&mut child);
            return !has_ended;
        }
        !workload.wait(&mut child, home, false)
    }
}
