//! Reference traces: games that another implementation played, state by state.
//!
//! A trace is a text of one JSON object per line. The first names the game, each
//! further one is a state: its facts, whether it is terminal, the legal moves and
//! goals of every role, and the joint move that leads to the next line's state.

use std::io::{BufRead, BufReader, Read};

use game::{Game, RoleId};
use serde::Deserialize;

use crate::read::ReadError;
use crate::reason::Fault;
use crate::reference::Reference;
use crate::state::State;
use crate::term::TermId;

/// The first line of a trace.
#[derive(Clone, Debug, Deserialize)]
pub struct Header {
    /// Name of the game.
    pub game: String,
    /// Of the bytes of its rule sheet.
    pub sha1: String,
    /// In the order of the sheet.
    pub roles: Vec<String>,
}

/// One state of a trace.
#[derive(Clone, Debug, Deserialize)]
pub struct Step {
    /// Which of several games.
    pub playout: u32,
    /// Moves made before.
    pub ply: u32,
    /// All facts.
    #[serde(rename = "true")]
    pub facts: Vec<String>,
    /// Whether the game is over.
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
    /// What was played.
    pub header: Header,
    /// All states in order.
    pub steps: Vec<Step>,
}

/// Why a trace cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// Not readable at all.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A line that is not of the format.
    #[error("line {line}: {error}")]
    Line {
        /// Its number.
        line: usize,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// No first line.
    #[error("empty trace")]
    Empty,
}

/// Where an implementation and a trace disagree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("playout {playout}, ply {ply}: {what}")]
pub struct Mismatch {
    /// Which playout.
    pub playout: u32,
    /// Which state of it.
    pub ply: u32,
    /// What differs.
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

    /// Replays the trace: every answer of `game` must be the recorded one.
    /// Returns how many states were compared.
    pub fn replay(&self, game: &Reference) -> Result<usize, Mismatch> {
        let names: Vec<&str> = game.roles().iter().map(|role| role.name.as_str()).collect();
        if names != self.header.roles {
            let what = format!("roles are {names:?}, recorded are {:?}", self.header.roles);
            return Err(Mismatch { playout: 0, ply: 0, what });
        }
        let mut expected: Option<State> = None;
        for step in &self.steps {
            let fail = |what| Mismatch { playout: step.playout, ply: step.ply, what };
            if step.ply == 0 {
                expected = Some(game.initial());
            }
            expected = replay_step(game, step, expected).map_err(|error| fail(error.0))?;
        }
        Ok(self.steps.len())
    }
}

fn parse<'a, T: Deserialize<'a>>(line: usize, text: &'a str) -> Result<T, TraceError> {
    serde_json::from_str(text).map_err(|error| TraceError::Line { line, error })
}

/// What differs, in words.
struct Difference(String);

impl From<ReadError> for Difference {
    fn from(error: ReadError) -> Self {
        Self(error.to_string())
    }
}

impl From<Fault> for Difference {
    fn from(fault: Fault) -> Self {
        Self(fault.to_string())
    }
}

/// Compares one state with what was derived for it and derives the next.
fn replay_step(
    game: &Reference,
    step: &Step,
    derived: Option<State>,
) -> Result<Option<State>, Difference> {
    let state = game.state(read_all(game, &step.facts)?);
    if let Some(derived) = derived {
        same_terms(game, "facts", derived.facts(), state.facts())?;
    }
    if game.try_is_terminal(&state)? != step.terminal {
        return Err(Difference(format!("terminal should be {}", step.terminal)));
    }
    for (at, recorded) in step.goal.iter().enumerate() {
        let goals = game.try_goals(&state, RoleId::new(at))?;
        if goals != *recorded {
            let role = &game.roles()[at].name;
            return Err(Difference(format!("goals of {role} are {goals:?}, not {recorded:?}")));
        }
    }
    for (at, recorded) in step.legal.iter().flatten().enumerate() {
        let legal = game.try_legal_moves(&state, RoleId::new(at))?;
        let what = format!("legal moves of {}", game.roles()[at].name);
        same_terms(game, &what, &legal, &read_all(game, recorded)?)?;
    }
    let Some(joint) = &step.joint else { return Ok(None) };
    Ok(Some(game.try_next(&state, &read_all(game, joint)?)?))
}

fn read_all(game: &Reference, texts: &[String]) -> Result<Vec<TermId>, ReadError> {
    texts.iter().map(|text| game.terms().read(text)).collect()
}

/// Compares two sets of terms and names a few that are in only one of them.
fn same_terms(
    game: &Reference,
    what: &str,
    derived: &[TermId],
    recorded: &[TermId],
) -> Result<(), Difference> {
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
    Err(Difference(format!("{what}: too many {}; missing {}", list(extra), list(missing))))
}
