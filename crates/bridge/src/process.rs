//! A child process connected by pipes.
//!
//! Two threads read its output, so that a wait for a line can time out. The
//! channel between is bounded: a program that writes without end blocks instead
//! of filling memory.

use std::collections::VecDeque;
use std::fmt;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// The command line of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The program: a name on the path, or a path.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.program)?;
        self.args.iter().try_for_each(|arg| write!(f, " {arg}"))
    }
}

/// A running program. Dropping it ends the program.
pub struct Process {
    command: Command,
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Line>,
    /// The last lines it wrote, for error messages.
    recent_lines: VecDeque<String>,
    /// The last line sent to it.
    last_sent: String,
}

enum Line {
    Output(String),
    Error(String),
}

/// Where Debian installs games; often not on the path.
const GAMES_FOLDER: &str = "/usr/games/";

/// Time for the program to exit after it was asked to.
const EXIT_TIME_MAX: Duration = Duration::from_millis(200);

/// Interval at which waits check whether to continue.
const TICK: Duration = Duration::from_millis(5);

/// Maximum length of a line; longer ones are truncated. Protocol lines are
/// short.
const LINE_BYTES_MAX: u64 = 1 << 16;

const N_LINES_WAITING_MAX: usize = 1024;

const N_RECENT_LINES: usize = 3;

impl Process {
    /// Starts a program. The error says why it cannot be started.
    pub fn start(command: &Command) -> Result<Self, String> {
        let mut child = spawn(command).map_err(|error| match error.kind() {
            ErrorKind::NotFound => {
                format!("there is no program `{}`: is it installed?", command.program)
            }
            _ => format!("cannot start `{command}`: {error}"),
        })?;
        let (sender, output) = sync_channel(N_LINES_WAITING_MAX);
        if let Some(stdout) = child.stdout.take() {
            let sender = sender.clone();
            std::thread::spawn(move || forward(stdout, &sender, Line::Output));
        }
        if let Some(stderr) = child.stderr.take() {
            std::thread::spawn(move || forward(stderr, &sender, Line::Error));
        }
        let input = child.stdin.take();
        let command = command.clone();
        Ok(Self {
            command,
            child,
            input,
            output,
            recent_lines: VecDeque::new(),
            last_sent: String::new(),
        })
    }

    /// The command that was started.
    pub fn command(&self) -> &Command {
        &self.command
    }

    /// Sends one line.
    pub fn send(&mut self, line: &str) -> Result<(), String> {
        self.last_sent = line.to_string();
        let input = self.input.as_mut();
        let sent = input.map(|input| writeln!(input, "{line}").and_then(|()| input.flush()));
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(self.ended()),
        }
    }

    /// Discards unread output.
    pub fn drain(&mut self) {
        while let Ok(line) = self.output.try_recv() {
            self.record(line);
        }
    }

    /// The next line of the program's output; an error if `until` comes first.
    pub fn line(&mut self, until: Instant) -> Result<String, String> {
        loop {
            if let Some(line) = self.line_soon()? {
                return Ok(line);
            }
            if Instant::now() >= until {
                return Err(self.silent());
            }
        }
    }

    /// The next line, if it arrives within `TICK`.
    pub fn line_soon(&mut self) -> Result<Option<String>, String> {
        match self.output.recv_timeout(TICK) {
            Ok(line) => Ok(self.record(line)),
            // A pipe may outlive the program, held by its own child processes.
            Err(RecvTimeoutError::Timeout) if matches!(self.child.try_wait(), Ok(None)) => Ok(None),
            Err(RecvTimeoutError::Timeout) => match self.output.try_recv() {
                Ok(line) => Ok(self.record(line)),
                Err(_) => Err(self.ended()),
            },
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    /// An error message with the program's last output.
    pub fn complaint(&self, what: &str) -> String {
        let last = match self.recent_lines.is_empty() {
            true => "it printed nothing".to_string(),
            false => {
                let words: Vec<String> =
                    self.recent_lines.iter().map(|line| format!("`{line}`")).collect();
                format!("its last output was {}", words.join(", "))
            }
        };
        format!("`{}` {what}; {last}", self.command)
    }

    /// The error message for an answer that did not come in time.
    pub fn silent(&self) -> String {
        self.complaint(&format!("did not answer `{}` in time", self.last_sent))
    }

    /// Records a line, and returns it if it belongs to the standard output.
    fn record(&mut self, line: Line) -> Option<String> {
        let (Line::Output(text) | Line::Error(text)) = &line;
        if !text.is_empty() {
            self.recent_lines.push_back(text.chars().take(200).collect());
            if self.recent_lines.len() > N_RECENT_LINES {
                self.recent_lines.pop_front();
            }
        }
        match line {
            Line::Output(text) => Some(text),
            Line::Error(_) => None,
        }
    }

    /// The error message for a program that has ended.
    fn ended(&mut self) -> String {
        // Its last output may still be in the channel.
        while let Ok(line) = self.output.recv_timeout(TICK) {
            self.record(line);
        }
        self.input = None;
        let how = match self.wait(EXIT_TIME_MAX) {
            Some(status) if status.success() => String::new(),
            Some(status) => format!(" ({status})"),
            None => " its conversation".into(),
        };
        self.complaint(&format!("ended{how} after `{}`", self.last_sent))
    }

    fn wait(&mut self, time_max: Duration) -> Option<std::process::ExitStatus> {
        let until = Instant::now() + time_max;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(1)),
                _ => return None,
            }
        }
    }
}

impl Drop for Process {
    /// Asks the program to exit, then kills it. No process is left behind.
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            let _ = writeln!(input, "quit");
        }
        if self.wait(EXIT_TIME_MAX).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn spawn(command: &Command) -> std::io::Result<Child> {
    let start = |program: &str| {
        std::process::Command::new(program)
            .args(&command.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
    };
    match start(&command.program) {
        Err(error) if error.kind() == ErrorKind::NotFound && !command.program.contains('/') => {
            start(&format!("{GAMES_FOLDER}{}", command.program)).map_err(|_| error)
        }
        started => started,
    }
}

/// Forwards lines until the end of the pipe or of the receiver.
fn forward(pipe: impl Read, sender: &SyncSender<Line>, line: fn(String) -> Line) {
    let mut reader = BufReader::new(pipe);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match reader.by_ref().take(LINE_BYTES_MAX).read_until(b'\n', &mut bytes) {
            Ok(1..) => {
                let text = String::from_utf8_lossy(&bytes).trim().to_string();
                if sender.send(line(text)).is_err() {
                    return;
                }
            }
            _ => return,
        }
    }
}
