//! Linear evaluators: weighted sums of measures, as a text and as an evaluator.
//!
//! ```text
//! ; a remark
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
//! A line is a weight and a [measure](AnyMeasure): a fact, or facts that hold together; the
//! square of the number of facts that hold; whether exactly N places of a [line](super::Line)
//! are filled and no fact blocks it; the legal moves of a role; its goal if the game ended
//! here, from 0 to 1; or the constant one. `near` is the nearness of a [plan](super::Plan)'s
//! goal: the reciprocal of one plus the number of missing steps; `holds` is whether no step is
//! missing. Plans are written as parts, which are counted from 1 and may refer to each other:
//! the conjunction or disjunction of some conditions; a fact that must `not` hold costs a step,
//! and `unless` rules the goal out while its fact holds. The sum is the log-odds of a win for
//! the role named above it. Of two roles, the unnamed one has the negated sum.

use std::fmt;
use std::sync::Arc;

use ludex_game::{Evaluator, Playable, RoleId};

use super::measures::{AnyMeasure, Position, WeightedMeasures, role_named};
use super::{Condition, Part, title};
use crate::features::terms;

/// Weighted measures for each role, in the words of a rule sheet.
///
/// ```
/// use ludex_search::evaluate::LinearEvaluator;
///
/// let text = "ludex evaluator 1\nrole x\n0.5 (cell 2 2 x)\n-0.1 moves o\n";
/// let evaluator = LinearEvaluator::parse(text).unwrap();
/// assert_eq!(evaluator.roles[0].1.len(), 2);
/// assert_eq!(LinearEvaluator::parse(&evaluator.to_string()).unwrap(), evaluator);
/// let error = LinearEvaluator::parse("ludex evaluator 1\nrole x\n0,5 always").unwrap_err();
/// assert_eq!(error, "line 3: `0,5` is no weight");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinearEvaluator {
    /// Comments, one line each.
    pub remarks: Vec<String>,
    /// Each role with weights, with its measures.
    pub roles: Vec<(String, Vec<(f64, AnyMeasure)>)>,
    /// The parts of plans.
    pub parts: Vec<Part<String>>,
}

/// The first line of a text, without comments.
const TITLE: &str = "ludex evaluator 1";

impl LinearEvaluator {
    /// Whether a text begins like a linear evaluator, rather than a formula.
    pub fn is_meant(text: &str) -> bool {
        title(text).is_some_and(|line| line.starts_with("ludex"))
    }

    /// Reads a text. The error has the line and a description.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut evaluator = Self::default();
        let mut is_known = false;
        for (at, line) in text.lines().enumerate() {
            let (line, remark) = line.split_once(';').unwrap_or((line, ""));
            let (line, remark) = (line.trim(), remark.trim());
            let wrong = |what: String| format!("line {}: {what}", at + 1);
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match (word, evaluator.roles.last_mut()) {
                ("", _) if remark.is_empty() => {}
                ("", _) => evaluator.remarks.push(remark.into()),
                ("ludex", _) if line == TITLE => is_known = true,
                ("ludex", _) => return Err(wrong(format!("`{TITLE}` is needed, not `{line}`"))),
                _ if !is_known => return Err(wrong(format!("`{TITLE}` must come first"))),
                ("part", _) => evaluator.parts.push(read_part(line).map_err(wrong)?),
                ("role", _) => evaluator.roles.push((rest.trim().into(), Vec::new())),
                (_, None) => return Err(wrong("`role` and its name must come first".into())),
                (_, Some((_, measures))) => measures.push(read_weighted(line).map_err(wrong)?),
            }
        }
        match evaluator.roles.is_empty() {
            true => Err("no role has weights".into()),
            false => Ok(evaluator),
        }
    }

    /// The evaluator for a game. The error lists the names that the game lacks.
    pub fn evaluator<G: Playable>(&self, game: &G) -> Result<Box<dyn Evaluator<G>>, String> {
        let mut of_role = vec![None; game.roles().len()];
        for (name, measures) in &self.roles {
            let sum = WeightedMeasures::new(measures, &self.parts, game)?;
            of_role[role_named(game, name)?.index()] = Some(sum);
        }
        let n_players = game.roles().iter().filter(|role| !role.is_chance()).count();
        if of_role.iter().flatten().count() < n_players && n_players != 2 {
            return Err("this evaluator has no weights for some role".into());
        }
        Ok(Box::new(OfRoles { of_role: Arc::new(of_role), moves: Vec::<G::Move>::new() }))
    }
}

/// A line with a weight and a measure.
pub(super) fn read_weighted(line: &str) -> Result<(f64, AnyMeasure), String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let weight = word.parse().ok().filter(|weight: &f64| weight.is_finite());
    let weight = weight.ok_or_else(|| format!("`{word}` is no weight"))?;
    let measure = AnyMeasure::parse(rest);
    Ok((weight, measure.ok_or_else(|| format!("`{rest}` is no measure"))?))
}

/// A line that begins with `part`.
pub(super) fn read_part(line: &str) -> Result<Part<String>, String> {
    let rest = line.trim_start_matches("part").trim_start();
    parse_part(rest).ok_or_else(|| format!("`{rest}` is no part"))
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

impl fmt::Display for LinearEvaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The title comes first, so that comments stay with their part of a file.
        writeln!(f, "{TITLE}")?;
        self.remarks.iter().try_for_each(|remark| writeln!(f, "; {remark}"))?;
        for (role, measures) in &self.roles {
            writeln!(f, "role {role}")?;
            measures.iter().try_for_each(|(weight, one)| writeln!(f, "{weight} {one}"))?;
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

/// The sums of the roles, shared by copies of an evaluator.
struct OfRoles<M> {
    of_role: Arc<Vec<Option<WeightedMeasures>>>,
    moves: Vec<M>,
}

impl<G: Playable> Evaluator<G> for OfRoles<G::Move> {
    fn evaluate(&mut self, game: &G, state: &G::State, role: RoleId) -> f64 {
        let mut position = Position::new(game, state, &mut self.moves);
        match &self.of_role[role.index()] {
            Some(own) => likelihood(own.sum(&mut position)),
            None => {
                let other = self.of_role.iter().flatten().next();
                other.map_or(50.0, |other| likelihood(-other.sum(&mut position)))
            }
        }
    }
}

/// Converts log-odds to the scale of goals, below certainty, so that a proven win ranks higher.
fn likelihood(sum: f64) -> f64 {
    let sure = 100.0 / (1.0 + (-sum).exp());
    0.01 + 0.9998 * sure
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read_as_the_same() {
        let read = |count: &str| LinearEvaluator::parse(&format!("{TITLE}\nrole x\n0.5 {count}\n"));
        let error = "line 3: `just 1   without` is no measure";
        assert_eq!(read("just 1   without ").unwrap_err(), error);
        for wrong in ["just 1 a (or )", "just 1 a (or without)", "just 1 (or (or a b))"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert!(read("just 1 a (or b c) without d").is_ok());
        for text in ["all always", "always", "a"] {
            let once = read(text).unwrap();
            assert_eq!(LinearEvaluator::parse(&once.to_string()), Ok(once), "{text}");
        }
    }
}
