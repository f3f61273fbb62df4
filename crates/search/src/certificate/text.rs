//! The text form of certificates.
//!
//! ```text
//! ludex certificate 1
//! game: tic-tac-toe
//! rules: da39a3ee5e6b4b0d3255bfef95601890afd80709
//! claim: x has at least 50
//! (mark 2 2)
//! …
//! claim: x has at most 50
//! …
//! end
//! ```
//!
//! A line `position:` has the position if it is not the initial one. Other claims are `claim:
//! goal 100, best, shortest`, followed by moves, and `claim: equilibrium 50 50`, followed by a
//! line for each player in each position.

use std::fmt;

use super::{Bound, Claim};

/// Claims about one position of a game.
///
/// ```
/// use ludex_search::certificate::{Claim, Document};
///
/// let moves = vec!["(go 1)".to_string(), "(go 2)".to_string()];
/// let claim = Claim::Solution { goal: 100, is_best: true, is_shortest: true, moves };
/// let document =
///     Document { game: "maze".into(), rules: None, position: None, claims: vec![claim] };
/// assert_eq!(Document::read(&document.to_string()), Ok(document));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The name of the game, or the path of its rule sheet.
    pub game: String,
    /// The digest of its rules, if the game has a rule sheet.
    pub rules: Option<String>,
    /// The position, in the notation of the game, if it is not the initial one.
    pub position: Option<String>,
    /// The claims.
    pub claims: Vec<Claim>,
}

/// An error in the text of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct ReadError {
    /// The line, counted from 1.
    pub line: usize,
    /// Description of the error.
    pub what: String,
}

const FIRST: &str = "ludex certificate 1";
const LAST: &str = "end";

impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST}\ngame: {}", self.game)?;
        if let Some(rules) = &self.rules {
            writeln!(f, "rules: {rules}")?;
        }
        if let Some(position) = &self.position {
            // A line break would end the field.
            writeln!(f, "position: {}", position.split_whitespace().collect::<Vec<_>>().join(" "))?;
        }
        for claim in &self.claims {
            writeln!(f, "claim: {claim}")?;
            claim.lines().iter().try_for_each(|line| writeln!(f, "{line}"))?;
        }
        writeln!(f, "{LAST}")
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solution { goal, is_best, is_shortest, .. } => {
                let best = if *is_best { ", best" } else { "" };
                let shortest = if *is_shortest { ", shortest" } else { "" };
                write!(f, "goal {goal}{best}{shortest}")
            }
            Self::Strategy { role, bound, value, .. } => write!(f, "{role} has {bound} {value}"),
            Self::Equilibrium { values, .. } => {
                write!(f, "equilibrium")?;
                values.iter().try_for_each(|value| write!(f, " {value}"))
            }
        }
    }
}

impl Claim {
    fn lines(&self) -> &[String] {
        match self {
            Self::Solution { moves, .. } | Self::Strategy { moves, .. } => moves,
            Self::Equilibrium { stages, .. } => stages,
        }
    }

    fn lines_mut(&mut self) -> &mut Vec<String> {
        match self {
            Self::Solution { moves, .. } | Self::Strategy { moves, .. } => moves,
            Self::Equilibrium { stages, .. } => stages,
        }
    }

    /// Reads the header of a claim, without its lines.
    fn read(text: &str) -> Option<Self> {
        let number = |text: &str| text.parse().ok().filter(|value: &f64| value.is_finite());
        if let Some(rest) = text.strip_prefix("goal ") {
            let mut words = rest.split(", ");
            let goal = words.next()?.parse().ok().filter(|goal| *goal <= 100)?;
            let words: Vec<&str> = words.collect();
            let is_known = words.iter().all(|word| matches!(*word, "best" | "shortest"));
            let (is_best, is_shortest) = (words.contains(&"best"), words.contains(&"shortest"));
            return is_known.then_some(Self::Solution {
                goal,
                is_best,
                is_shortest,
                moves: Vec::new(),
            });
        }
        if let Some(rest) = text.strip_prefix("equilibrium ") {
            let values = rest.split(' ').map(number).collect::<Option<Vec<f64>>>()?;
            return Some(Self::Equilibrium { values, stages: Vec::new() });
        }
        let strategy = |bound: Bound| {
            let (role, value) = text.rsplit_once(&format!(" has {bound} "))?;
            let (role, value) = (role.to_string(), number(value)?);
            Some(Self::Strategy { role, bound, value, moves: Vec::new() })
        };
        strategy(Bound::AtLeast).or_else(|| strategy(Bound::AtMost))
    }
}

impl Document {
    /// Reads a text. Does not check the claims.
    pub fn read(text: &str) -> Result<Self, ReadError> {
        let mut document =
            Self { game: String::new(), rules: None, position: None, claims: Vec::new() };
        let mut lines = (1..).zip(text.lines());
        let wrong = |line: usize, what: &str| Err(ReadError { line, what: what.into() });
        match lines.next() {
            Some((_, FIRST)) => {}
            _ => return wrong(1, &format!("a certificate begins with `{FIRST}`")),
        }
        let mut n_lines = 1;
        for (line, text) in lines.by_ref() {
            n_lines = line;
            let field = text.split_once(": ");
            match (field, document.claims.last_mut()) {
                (Some(("claim", claim)), _) => match Claim::read(claim) {
                    Some(claim) => document.claims.push(claim),
                    None => return wrong(line, &format!("`{claim}` is no claim")),
                },
                _ if text == LAST => {
                    return match lines.next() {
                        Some((line, _)) => wrong(line, &format!("nothing comes after `{LAST}`")),
                        None if document.game.is_empty() => wrong(line, "no game is named"),
                        None if document.claims.is_empty() => wrong(line, "nothing is claimed"),
                        None => Ok(document),
                    };
                }
                (_, Some(claim)) => claim.lines_mut().push(text.to_string()),
                (Some(("game", game)), None) => document.game = game.into(),
                (Some(("rules", rules)), None) => document.rules = Some(rules.into()),
                (Some(("position", position)), None) => document.position = Some(position.into()),
                (_, None) => return wrong(line, &format!("`{text}` is not understood")),
            }
        }
        wrong(n_lines, &format!("`{LAST}` is missing: the certificate is not whole"))
    }
}
