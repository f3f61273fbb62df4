//! Learned evaluators as a text: what facts and choices are worth.
//!
//! ```text
//! ; anything after a semicolon is for people
//! ludex evaluator 1
//! role white
//! 0.4 (cell 2 7 white)
//! -0.1 all (cell 1 1 black) (cell 3 3 black)
//! 0.02 moves white
//! 0.1 squares (cell 1 1 white) (cell 1 2 white)
//! 0.2 always
//! ```
//!
//! A line is a weight and what it counts: a fact, or several that hold together,
//! or the square of how many hold; the legal moves of a role; or nothing but one.
//! The sum is the logarithm of the odds of winning, for the role named above it.
//! Of two roles, the one that is not named wants the opposite.

use std::fmt;
use std::sync::Arc;

use game::{Evaluator, Game, Playable, RoleId};

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
}

/// What is counted.
#[derive(Clone, Debug, PartialEq)]
pub enum Count {
    /// Whether all of these facts hold.
    All(Vec<String>),
    /// The square of how many of these facts hold.
    Squares(Vec<String>),
    /// The legal moves of a role.
    Moves(String),
    /// One.
    Always,
}

/// The first line of such a text, without remarks.
const TITLE: &str = "ludex evaluator 1";

impl Judgement {
    /// Whether a text may be one, rather than a formula.
    pub fn is_meant(text: &str) -> bool {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.find(|line| !line.starts_with(';')).is_some_and(|line| line.starts_with("ludex"))
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
                ("role", _) => judgement.roles.push((rest.trim().into(), Vec::new())),
                (_, None) => return Err(wrong("`role` and its name must come first".into())),
                (_, Some((_, counts))) => {
                    let weight = word.parse().ok().filter(|weight: &f64| weight.is_finite());
                    let weight = weight.ok_or_else(|| wrong(format!("`{word}` is no weight")))?;
                    let count = Count::parse(rest);
                    let count = count
                        .ok_or_else(|| wrong(format!("`{rest}` is nothing that can be counted")))?;
                    counts.push((weight, count));
                }
            }
        }
        match judgement.roles.is_empty() {
            true => Err("nothing is judged for any role".into()),
            false => Ok(judgement),
        }
    }

    /// The evaluator, for a game. The error names what the game does not know.
    pub fn evaluator<G: Playable>(&self, game: &G) -> Result<Box<dyn Evaluator<G>>, String> {
        let of_name = |name: &str| {
            let role = game.roles().iter().position(|role| role.name == name);
            role.ok_or_else(|| format!("`{name}` is no role of this game"))
        };
        let fact = |text: &String| {
            game.read_fact(text).ok_or_else(|| format!("`{text}` is no fact of this game"))
        };
        let facts = |list: &[String]| list.iter().map(fact).collect::<Result<Vec<_>, _>>();
        let mut judges = vec![None; game.roles().len()];
        for (name, counts) in &self.roles {
            let mut judge = Judge::default();
            for (weight, count) in counts {
                match count {
                    Count::All(list) => match &facts(list)?[..] {
                        &[only] => judge.facts.push((only, *weight)),
                        several => judge.together.push((several.to_vec(), *weight)),
                    },
                    Count::Squares(list) => judge.squares.push((facts(list)?, *weight)),
                    Count::Moves(role) => {
                        judge.moves.push((RoleId::new(of_name(role)?), *weight));
                    }
                    Count::Always => judge.always += weight,
                }
            }
            judges[of_name(name)?] = Some(judge);
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
            "squares" if terms.len() > 1 => Self::Squares(rest()),
            "all" if terms.len() > 1 => Self::All(rest()),
            fact if terms.len() == 1 => Self::All(vec![fact.into()]),
            _ => return None,
        })
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.remarks.iter().try_for_each(|remark| writeln!(f, "; {remark}"))?;
        writeln!(f, "{TITLE}")?;
        for (role, counts) in &self.roles {
            writeln!(f, "role {role}")?;
            counts.iter().try_for_each(|(weight, count)| writeln!(f, "{weight} {count}"))?;
        }
        Ok(())
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::All(facts) if facts.len() == 1 => f.write_str(&facts[0]),
            Self::All(facts) => write!(f, "all {}", facts.join(" ")),
            Self::Squares(facts) => write!(f, "squares {}", facts.join(" ")),
            Self::Moves(role) => write!(f, "moves {role}"),
            Self::Always => f.write_str("always"),
        }
    }
}

/// The weights of one role, in the numbers of a game.
#[derive(Clone, Debug, Default)]
struct Judge {
    facts: Vec<(usize, f64)>,
    together: Vec<(Vec<usize>, f64)>,
    squares: Vec<(Vec<usize>, f64)>,
    moves: Vec<(RoleId, f64)>,
    always: f64,
}

struct Judges<G: Game> {
    of_role: Arc<Vec<Option<Judge>>>,
    moves: Vec<G::Move>,
}

impl<G: Playable> Evaluator<G> for Judges<G> {
    fn evaluate(&mut self, game: &G, state: &G::State, role: RoleId) -> f64 {
        let of_role = Arc::clone(&self.of_role);
        match &of_role[role.index()] {
            Some(judge) => likelihood(self.sum(judge, game, state)),
            None => {
                let other = of_role.iter().flatten().next();
                other.map_or(50.0, |judge| likelihood(-self.sum(judge, game, state)))
            }
        }
    }
}

impl<G: Playable> Judges<G> {
    fn sum(&mut self, judge: &Judge, game: &G, state: &G::State) -> f64 {
        let holds = |fact: &usize| game.holds(state, *fact);
        let mut sum = judge.always;
        sum += judge.facts.iter().filter(|(fact, _)| holds(fact)).map(|(_, w)| w).sum::<f64>();
        for (facts, weight) in &judge.together {
            sum += if facts.iter().all(holds) { *weight } else { 0.0 };
        }
        for (facts, weight) in &judge.squares {
            let n = facts.iter().filter(|&fact| holds(fact)).count() as f64;
            sum += weight * n * n;
        }
        for (role, weight) in &judge.moves {
            game.legal_moves(state, *role, &mut self.moves);
            sum += weight * self.moves.len() as f64;
        }
        sum
    }
}

/// The logarithm of odds on the scale of goals; never quite sure, so that a
/// certain win is better.
fn likelihood(sum: f64) -> f64 {
    let sure = 100.0 / (1.0 + (-sum).exp());
    0.01 + 0.9998 * sure
}
