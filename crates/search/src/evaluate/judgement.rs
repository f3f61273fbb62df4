//! Learned evaluators as a text: what facts and choices are worth.
//!
//! ```text
//! ; anything after a semicolon is for people
//! ludex evaluator 1
//! role white
//! 0.4 (cell 2 7 white)
//! -0.1 all (cell 1 1 black) (cell 3 3 black)
//! 0.02 moves white
//! 1.5 goal white
//! 0.1 squares (cell 1 1 white) (cell 1 2 white)
//! 0.3 just 1 (cell 1 1 white) (or (cell 1 2 white) (cell 1 2 king)) without (cell 1 1 black)
//! 0.9 near 2
//! 0.2 always
//! part all (cell 4 4 white) (not (cell 5 5 black))
//! part any 1 (cell 6 6 white)
//! ```
//!
//! A line is a weight and what it counts: a fact, or several that hold together,
//! or the square of how many hold; whether [just so many](Line) of some places are
//! filled and nothing is in their way; the legal moves of a role; what the rules
//! would give it if the game ended here, from 0 to 1; or nothing but one. `near`
//! is how near a goal is, from 0 to 1: one by one more than the steps that are
//! [missing](super::Plan); `holds` is whether none is. What it takes is said in parts, which are counted from
//! 1 and may ask for each other: all of some conditions, or any; of a fact, that it
//! does `not` hold, or that `unless` it holds there is no hope.
//! The sum is the logarithm of the odds of winning, for the role named above it.
//! Of two roles, the one that is not named wants the opposite.

use std::fmt;
use std::sync::Arc;

use game::{Evaluator, Game, Playable, RoleId};

use super::judge::{Judge, role_named};
use super::{Condition, Line, Part, title};
use crate::features::terms;

/// What facts and choices are worth, in the words of a rule sheet.
///
/// ```
/// use search::evaluate::Judgement;
///
/// let text = "ludex evaluator 1\nrole x\n0.5 (cell 2 2 x)\n-0.1 moves o\n";
/// let judgement = Judgement::parse(text).unwrap();
/// assert_eq!(judgement.roles[0].1.len(), 2);
/// assert_eq!(Judgement::parse(&judgement.to_string()).unwrap(), judgement);
/// let error = Judgement::parse("ludex evaluator 1\nrole x\n0,5 always").unwrap_err();
/// assert_eq!(error, "line 3: `0,5` is no weight");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judgement {
    /// What people may want to know: lines without a semicolon.
    pub remarks: Vec<String>,
    /// Each role that has a judgement, with its weights.
    pub roles: Vec<(String, Vec<(f64, Count)>)>,
    /// What goals take.
    pub parts: Vec<Part<String>>,
}

/// What is counted.
#[derive(Clone, Debug, PartialEq)]
pub enum Count {
    /// Whether all of these facts hold.
    All(Vec<String>),
    /// The square of how many of these facts hold.
    Squares(Vec<String>),
    /// Whether just so many places of a line are filled, and nothing spoils it.
    Just(usize, Line<String>),
    /// How near a part is, by its place.
    Near(usize),
    /// Whether a part is there, by its place.
    Holds(usize),
    /// The legal moves of a role.
    Moves(String),
    /// The goal of a role, from 0 to 1.
    Goal(String),
    /// One.
    Always,
}

/// The first line of such a text, without remarks.
const TITLE: &str = "ludex evaluator 1";

impl Judgement {
    /// Whether a text may be one, rather than a formula.
    pub fn is_meant(text: &str) -> bool {
        title(text).is_some_and(|line| line.starts_with("ludex"))
    }

    /// Reads a text. The error says what is wrong where.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut judgement = Self::default();
        let mut is_known = false;
        for (at, line) in text.lines().enumerate() {
            let (line, remark) = line.split_once(';').unwrap_or((line, ""));
            let (line, remark) = (line.trim(), remark.trim());
            let wrong = |what: String| format!("line {}: {what}", at + 1);
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match (word, judgement.roles.last_mut()) {
                ("", _) if remark.is_empty() => {}
                ("", _) => judgement.remarks.push(remark.into()),
                ("ludex", _) if line == TITLE => is_known = true,
                ("ludex", _) => return Err(wrong(format!("`{TITLE}` is needed, not `{line}`"))),
                _ if !is_known => return Err(wrong(format!("`{TITLE}` must come first"))),
                ("part", _) => judgement.parts.push(read_part(line).map_err(wrong)?),
                ("role", _) => judgement.roles.push((rest.trim().into(), Vec::new())),
                (_, None) => return Err(wrong("`role` and its name must come first".into())),
                (_, Some((_, counts))) => counts.push(read_count(line).map_err(wrong)?),
            }
        }
        match judgement.roles.is_empty() {
            true => Err("nothing is judged for any role".into()),
            false => Ok(judgement),
        }
    }

    /// The evaluator, for a game. The error names what the game does not know.
    pub fn evaluator<G: Playable>(&self, game: &G) -> Result<Box<dyn Evaluator<G>>, String> {
        let mut judges = vec![None; game.roles().len()];
        for (name, counts) in &self.roles {
            judges[role_named(game, name)?.index()] = Some(Judge::new(counts, &self.parts, game)?);
        }
        let n_players = game.roles().iter().filter(|role| !role.is_chance()).count();
        if judges.iter().flatten().count() < n_players && n_players != 2 {
            return Err("this evaluator does not judge for every role".into());
        }
        Ok(Box::new(Judges { of_role: Arc::new(judges), moves: Vec::new() }))
    }
}

impl Count {
    fn parse(text: &str) -> Option<Self> {
        let terms = terms(text);
        let rest = || terms[1..].iter().map(|term| term.to_string()).collect::<Vec<_>>();
        Some(match *terms.first()? {
            "always" if terms.len() == 1 => Self::Always,
            "moves" if terms.len() == 2 => Self::Moves(terms[1].into()),
            "goal" if terms.len() == 2 => Self::Goal(terms[1].into()),
            "just" if terms.len() > 2 => {
                let mut halves = terms[2..].split(|&term| term == "without");
                let places = halves.next()?.iter().map(|term| parse_place(term));
                let places = places.collect::<Option<Vec<_>>>().filter(|all| !all.is_empty())?;
                let without = halves.next().unwrap_or_default().iter().map(ToString::to_string);
                let line = Line { places, without: without.collect() };
                Self::Just(terms[1].parse().ok().filter(|_| halves.next().is_none())?, line)
            }
            "near" if terms.len() == 2 => Self::Near(parse_number(terms[1])?),
            "holds" if terms.len() == 2 => Self::Holds(parse_number(terms[1])?),
            "squares" if terms.len() > 1 => Self::Squares(rest()),
            "all" if terms.len() > 1 => Self::All(rest()),
            fact if terms.len() == 1 => Self::All(vec![fact.into()]),
            _ => return None,
        })
    }
}

/// A line that counts: a weight, and what is counted.
pub(super) fn read_count(line: &str) -> Result<(f64, Count), String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let weight = word.parse().ok().filter(|weight: &f64| weight.is_finite());
    let weight = weight.ok_or_else(|| format!("`{word}` is no weight"))?;
    let count = Count::parse(rest);
    Ok((weight, count.ok_or_else(|| format!("`{rest}` is nothing that can be counted"))?))
}

/// A line that begins with `part`.
pub(super) fn read_part(line: &str) -> Result<Part<String>, String> {
    let rest = line.trim_start_matches("part").trim_start();
    parse_part(rest).ok_or_else(|| format!("`{rest}` is no part"))
}

/// A place as people count, from 1.
fn parse_number(text: &str) -> Option<usize> {
    text.parse::<usize>().ok()?.checked_sub(1)
}

/// A fact, or `(or FACT FACT ..)` of two facts at least.
fn parse_place(text: &str) -> Option<Vec<String>> {
    match text.strip_prefix("(or ").and_then(|rest| rest.strip_suffix(')')) {
        None => Some(vec![text.into()]),
        Some(inner) => {
            let facts: Vec<String> = terms(inner).into_iter().map(Into::into).collect();
            Some(facts).filter(|facts| facts.len() > 1)
        }
    }
}

fn parse_part(text: &str) -> Option<Part<String>> {
    let terms = terms(text);
    let is_all = match *terms.first()? {
        "all" => true,
        "any" => false,
        _ => return None,
    };
    let within = |term: &str, word: &str| {
        let rest = term.strip_prefix('(')?.strip_prefix(word)?.strip_prefix(' ')?;
        Some(rest.strip_suffix(')')?.trim().to_string())
    };
    let condition = |term: &&str| {
        let (not, unless) = (within(term, "not"), within(term, "unless"));
        Some(match (term.parse::<usize>(), not, unless) {
            (Ok(part), ..) => Condition::Part(part.checked_sub(1)?),
            (_, Some(fact), _) => Condition::Not(fact),
            (_, _, Some(fact)) => Condition::Unless(fact),
            _ => Condition::Fact(term.to_string()),
        })
    };
    let conditions = terms[1..].iter().map(condition).collect::<Option<_>>()?;
    Some(Part { is_all, conditions })
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The title comes first, so that remarks stay with their part of a file.
        writeln!(f, "{TITLE}")?;
        self.remarks.iter().try_for_each(|remark| writeln!(f, "; {remark}"))?;
        for (role, counts) in &self.roles {
            writeln!(f, "role {role}")?;
            counts.iter().try_for_each(|(weight, count)| writeln!(f, "{weight} {count}"))?;
        }
        self.parts.iter().try_for_each(|part| write_part(f, part))
    }
}

/// A part as a line.
pub(super) fn write_part(f: &mut impl fmt::Write, part: &Part<String>) -> fmt::Result {
    write!(f, "part {}", if part.is_all { "all" } else { "any" })?;
    for condition in &part.conditions {
        match condition {
            Condition::Fact(fact) => write!(f, " {fact}")?,
            Condition::Not(fact) => write!(f, " (not {fact})")?,
            Condition::Unless(fact) => write!(f, " (unless {fact})")?,
            Condition::Part(part) => write!(f, " {}", part + 1)?,
        }
    }
    writeln!(f)
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // A fact of this name is no constant.
            Self::All(facts) if facts.len() == 1 && facts[0] != "always" => f.write_str(&facts[0]),
            Self::All(facts) => write!(f, "all {}", facts.join(" ")),
            Self::Squares(facts) => write!(f, "squares {}", facts.join(" ")),
            Self::Just(n, line) => {
                write!(f, "just {n}")?;
                for place in &line.places {
                    match &place[..] {
                        [only] => write!(f, " {only}")?,
                        several => write!(f, " (or {})", several.join(" "))?,
                    }
                }
                match &line.without[..] {
                    [] => Ok(()),
                    facts => write!(f, " without {}", facts.join(" ")),
                }
            }
            Self::Near(part) => write!(f, "near {}", part + 1),
            Self::Holds(part) => write!(f, "holds {}", part + 1),
            Self::Moves(role) => write!(f, "moves {role}"),
            Self::Goal(role) => write!(f, "goal {role}"),
            Self::Always => f.write_str("always"),
        }
    }
}

struct Judges<G: Game> {
    of_role: Arc<Vec<Option<Judge>>>,
    moves: Vec<G::Move>,
}

impl<G: Playable> Evaluator<G> for Judges<G> {
    fn evaluate(&mut self, game: &G, state: &G::State, role: RoleId) -> f64 {
        let mut sum = |judge: &Judge| judge.sum(game, state, &mut self.moves);
        match &self.of_role[role.index()] {
            Some(judge) => likelihood(sum(judge)),
            None => {
                let other = self.of_role.iter().flatten().next();
                other.map_or(50.0, |judge| likelihood(-sum(judge)))
            }
        }
    }
}

/// The logarithm of odds on the scale of goals; never quite sure, so that a
/// certain win is better.
fn likelihood(sum: f64) -> f64 {
    let sure = 100.0 / (1.0 + (-sum).exp());
    0.01 + 0.9998 * sure
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read_as_the_same() {
        let read = |count: &str| Judgement::parse(&format!("{TITLE}\nrole x\n0.5 {count}\n"));
        let error = "line 3: `just 1   without` is nothing that can be counted";
        assert_eq!(read("just 1   without ").unwrap_err(), error);
        for wrong in ["just 1 a (or )", "just 1 a (or without)", "just 1 (or (or a b))"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert!(read("just 1 a (or b c) without d").is_ok());
        for text in ["all always", "always", "a"] {
            let once = read(text).unwrap();
            assert_eq!(Judgement::parse(&once.to_string()), Ok(once), "{text}");
        }
    }
}
