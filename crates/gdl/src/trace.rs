//! Reference traces: games played by another implementation, state by state.
//!
//! A trace is a text of one JSON object per line. The first names the game,
//! each further one is a state: its facts, whether it is terminal, the legal
//! moves and goals of every role, and the joint move that leads to the next
//! line's state.

use std::io::{BufRead, BufReader, Read};

use serde::Deserialize;

use crate::answers::Answering;
use crate::term::TermId;

/// The first line of a trace.
#[derive(Clone, Debug, Deserialize)]
pub struct Header {
    /// Name of the game.
    pub game: String,
    /// SHA-1 of the bytes of its rule sheet.
    pub sha1: String,
    /// The roles, in sheet order.
    pub roles: Vec<String>,
}

/// One state of a trace.
#[derive(Clone, Debug, Deserialize)]
pub struct Step {
    /// Number of the playout.
    pub playout: u32,
    /// Number of moves made before.
    pub ply: u32,
    /// All facts of the state.
    #[serde(rename = "true")]
    pub facts: Vec<String>,
    /// Whether the state is terminal.
    pub terminal: bool,
    /// Legal moves by role; absent in terminal states.
    pub legal: Option<Vec<Vec<String>>>,
    /// Goal values by role.
    pub goal: Vec<Vec<i64>>,
    /// The joint move played; absent at the end.
    #[serde(rename = "move")]
    pub joint: Option<Vec<String>>,
}

/// A recorded set of playouts.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The game that was played.
    pub header: Header,
    /// All states in order.
    pub steps: Vec<Step>,
}

/// Why a trace cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A line that does not follow the format.
    #[error("line {line}: {error}")]
    Line {
        /// Line number.
        line: usize,
        /// The parse error.
        error: serde_json::Error,
    },
    /// The trace has no header line.
    #[error("empty trace")]
    Empty,
}

/// A difference between an engine and a trace.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("playout {playout}, ply {ply}: {what}")]
pub struct Mismatch {
    /// Number of the playout.
    pub playout: u32,
    /// Number of moves made before the state.
    pub ply: u32,
    /// Description of the difference.
    pub what: String,
}

impl Trace {
    /// Reads a trace, gzipped or plain.
    pub fn read(bytes: &[u8]) -> Result<Trace, TraceError> {
        let reader: Box<dyn Read + '_> = match bytes {
            [0x1f, 0x8b, ..] => Box::new(flate2::read::MultiGzDecoder::new(bytes)),
            _ => Box::new(bytes),
        };
        let mut lines = BufReader::new(reader).lines().enumerate();
        let (_, first) = lines.next().ok_or(TraceError::Empty)?;
        let header = parse(1, &first?)?;
        let mut steps = Vec::new();
        for (at, line) in lines {
            let line = line?;
            if !line.trim().is_empty() {
                steps.push(parse(at + 1, &line)?);
            }
        }
        Ok(Trace { header, steps })
    }

    /// Replays the trace: every answer of `game` must equal the recorded one.
    /// Returns the number of states compared.
    pub fn replay(&self, game: &impl Answering) -> Result<usize, Mismatch> {
        let names: Vec<&str> = game.roles().iter().map(|role| role.name.as_str()).collect();
        if names != self.header.roles {
            let what = format!("roles are {names:?}, recorded are {:?}", self.header.roles);
            return Err(Mismatch { playout: 0, ply: 0, what });
        }
        let mut derived: Option<Vec<TermId>> = None;
        for step in &self.steps {
            let fail = |what| Mismatch { playout: step.playout, ply: step.ply, what };
            if step.ply == 0 {
                derived = Some(game.initial_facts());
            }
            derived = replay_step(game, step, derived).map_err(fail)?;
        }
        Ok(self.steps.len())
    }
}

fn parse<'a, T: Deserialize<'a>>(line: usize, text: &'a str) -> Result<T, TraceError> {
    serde_json::from_str(text).map_err(|error| TraceError::Line { line, error })
}

/// Compares one state with the derived facts, and derives the next. The error
/// describes the difference.
fn replay_step(
    game: &impl Answering,
    step: &Step,
    derived: Option<Vec<TermId>>,
) -> Result<Option<Vec<TermId>>, String> {
    let read = |texts: &[String]| -> Result<Vec<TermId>, String> {
        texts
            .iter()
            .map(|text| game.terms().read(text).map_err(|error| error.to_string()))
            .collect()
    };
    let facts = read(&step.facts)?;
    if let Some(derived) = derived {
        same_terms(game, "facts", &derived, &facts)?;
    }
    let joint = step.joint.as_deref().map(read).transpose()?;
    let answers = game.answers(&facts, joint.as_deref())?;
    if answers.terminal != step.terminal {
        return Err(format!("terminal should be {}", step.terminal));
    }
    for ((role, goals), recorded) in game.roles().iter().zip(&answers.goals).zip(&step.goal) {
        if goals != recorded {
            return Err(format!("goals of {role} are {goals:?}, not {recorded:?}"));
        }
    }
    for ((role, legal), recorded) in
        game.roles().iter().zip(&answers.legal).zip(step.legal.iter().flatten())
    {
        same_terms(game, &format!("legal moves of {role}"), legal, &read(recorded)?)?;
    }
    Ok(joint.map(|_| answers.next))
}

/// Compares two sets of terms; the error names a few that are in only one of
/// them.
fn same_terms(
    game: &impl Answering,
    what: &str,
    derived: &[TermId],
    recorded: &[TermId],
) -> Result<(), String> {
    let minus = |left: &[TermId], right: &[TermId]| -> Vec<String> {
        let right: std::collections::HashSet<_> = right.iter().collect();
        let only = left.iter().filter(|term| !right.contains(term));
        only.map(|&term| game.terms().show(term).to_string()).collect()
    };
    let (extra, missing) = (minus(derived, recorded), minus(recorded, derived));
    if extra.is_empty() && missing.is_empty() && derived.len() == recorded.len() {
        return Ok(());
    }
    let list = |terms: Vec<String>| match terms.len() {
        0 => "none".to_string(),
        n @ 1..=3 => format!("{n}: {}", terms.join(" ")),
        n => format!("{n}: {} ...", terms[..3].join(" ")),
    };
    Err(format!("{what}: too many {}; missing {}", list(extra), list(missing)))
}
