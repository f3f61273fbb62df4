//! A program at the other end of two pipes.
//!
//! Two threads read what it writes, so that waiting for a line can end before
//! there is one. The channel between is bounded: a program that never stops
//! talking is held up, and fills no memory.

use std::collections::VecDeque;
use std::fmt;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// How a program is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Command {
    pub program: String,
    pub args: Vec<String>,
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.program)?;
        self.args.iter().try_for_each(|arg| write!(f, " {arg}"))
    }
}

/// A running program. It ends when this is dropped.
pub(crate) struct Process {
    command: Command,
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Line>,
    /// The last lines it wrote, for complaints.
    heard: VecDeque<String>,
    /// The last line it was sent.
    asked: String,
}

enum Line {
    Output(String),
    Error(String),
}

/// Where Debian keeps games; not everybody has it on the path.
const GAMES_FOLDER: &str = "/usr/games/";

/// How long a program may take to leave when asked to.
const FAREWELL: Duration = Duration::from_millis(200);

/// How often waiting looks whether it should go on.
const TICK: Duration = Duration::from_millis(5);

/// Longer lines are cut: what a protocol says is short.
const LINE_BYTES_MAX: u64 = 1 << 16;

const N_LINES_WAITING_MAX: usize = 1024;

const N_LINES_HEARD: usize = 3;

impl Process {
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
        Ok(Self { command, child, input, output, heard: VecDeque::new(), asked: String::new() })
    }

    /// What was started.
    pub fn command(&self) -> &Command {
        &self.command
    }

    /// Sends one line.
    pub fn send(&mut self, line: &str) -> Result<(), String> {
        self.asked = line.to_string();
        let input = self.input.as_mut();
        let sent = input.map(|input| writeln!(input, "{line}").and_then(|()| input.flush()));
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(self.ended()),
        }
    }

    /// Forgets what the program wrote without being asked.
    pub fn drain(&mut self) {
        while let Ok(line) = self.output.try_recv() {
            self.hear(line);
        }
    }

    /// The next line that the program writes, unless `until` comes first.
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

    /// The next line, if it comes within a moment.
    pub fn line_soon(&mut self) -> Result<Option<String>, String> {
        match self.output.recv_timeout(TICK) {
            Ok(line) => Ok(self.hear(line)),
            // A pipe may outlive the program, in the hands of others it started.
            Err(RecvTimeoutError::Timeout) if matches!(self.child.try_wait(), Ok(None)) => Ok(None),
            Err(RecvTimeoutError::Timeout) => match self.output.try_recv() {
                Ok(line) => Ok(self.hear(line)),
                Err(_) => Err(self.ended()),
            },
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    /// A complaint, with what the program said last.
    pub fn complaint(&self, what: &str) -> String {
        let last = match self.heard.is_empty() {
            true => "it said nothing".to_string(),
            false => {
                let words: Vec<String> =
                    self.heard.iter().map(|line| format!("`{line}`")).collect();
                format!("the last it said was {}", words.join(", "))
            }
        };
        format!("`{}` {what}; {last}", self.command)
    }

    /// The complaint that an answer has not come in time.
    pub fn silent(&self) -> String {
        self.complaint(&format!("did not answer `{}` in time", self.asked))
    }

    /// Keeps a line in mind, and hands it on if it belongs to the conversation.
    fn hear(&mut self, line: Line) -> Option<String> {
        let (Line::Output(text) | Line::Error(text)) = &line;
        if !text.is_empty() {
            self.heard.push_back(text.chars().take(200).collect());
            if self.heard.len() > N_LINES_HEARD {
                self.heard.pop_front();
            }
        }
        match line {
            Line::Output(text) => Some(text),
            Line::Error(_) => None,
        }
    }

    /// The complaint that the program is gone.
    fn ended(&mut self) -> String {
        // Its last words may still be on their way.
        while let Ok(line) = self.output.recv_timeout(TICK) {
            self.hear(line);
        }
        self.input = None;
        let how = match self.wait(FAREWELL) {
            Some(status) if status.success() => String::new(),
            Some(status) => format!(" ({status})"),
            None => " its conversation".into(),
        };
        self.complaint(&format!("ended{how} after `{}`", self.asked))
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
    /// Asks the program to leave, then makes it. Either way nothing is left.
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            let _ = writeln!(input, "quit");
        }
        if self.wait(FAREWELL).is_none() {
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

/// Passes lines on until there are no more or nobody listens.
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
