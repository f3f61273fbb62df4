//! Reading trees from text.

use std::collections::HashSet;
use std::str::FromStr;

use super::{Child, Kind, Plan, TreeGame};

/// Maximum number of equally likely moves of a chance node.
const N_COPIES_MAX: u64 = 10_000;

/// Maximum depth: the reader recurses for each level.
const DEPTH_MAX: usize = 500;

/// An error in the text of a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct TreeError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// Description of the error.
    pub what: String,
}

impl FromStr for TreeGame {
    type Err = TreeError;

    fn from_str(text: &str) -> Result<Self, TreeError> {
        let mut reader = Reader { text, at: 0 };
        let tree = reader.tree(0);
        let plan = tree.and_then(|plan| match reader.token() {
            None => Ok(plan),
            Some(token) => Err(token.error("the tree has ended before this")),
        });
        plan.map(TreeGame::planted).map_err(|(at, what)| located(text, at, what))
    }
}

/// A message, and the byte offset of its cause.
type Fault = (usize, String);

fn located(text: &str, at: usize, what: String) -> TreeError {
    let before = &text[..at];
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    TreeError {
        line: 1 + before.matches('\n').count(),
        column: 1 + before[line_start..].chars().count(),
        what,
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

/// A bracket, a word with its colon, or a word.
#[derive(Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    at: usize,
}

impl Token<'_> {
    fn error(&self, what: impl Into<String>) -> Fault {
        (self.at, what.into())
    }
}

impl<'a> Reader<'a> {
    fn token(&mut self) -> Option<Token<'a>> {
        let rest = &self.text[self.at..];
        let at = self.at + rest.find(|symbol: char| !symbol.is_whitespace())?;
        let rest = &self.text[at..];
        let ends = |symbol: char| symbol.is_whitespace() || "():".contains(symbol);
        let length = match rest.find(ends) {
            None => rest.len(),
            Some(0) => 1,
            Some(end) => end + usize::from(rest[end..].starts_with(':')),
        };
        self.at = at + length;
        Some(Token { text: &rest[..length], at })
    }

    /// The next token, not consumed.
    fn peek(&mut self) -> Option<Token<'a>> {
        let at = self.at;
        let token = self.token();
        self.at = at;
        token
    }

    fn tree(&mut self, depth: usize) -> Result<Plan, Fault> {
        let Some(token) = self.token() else {
            return Err((self.text.len(), "a tree is missing: a number or `(`".into()));
        };
        match token.text {
            "(" if depth == DEPTH_MAX => {
                Err(token.error(format!("more than {DEPTH_MAX} nodes are in each other")))
            }
            "(" => self.node(token, depth),
            text => match text.parse::<f64>() {
                Ok(number) if number.is_finite() => Ok(Plan::leaf(number)),
                _ => Err(token.error(format!("`{text}` is no tree; a number is, or `(max ...)`"))),
            },
        }
    }

    /// Reads the node after an opening bracket.
    fn node(&mut self, open: Token<'a>, depth: usize) -> Result<Plan, Fault> {
        let never_closed = || open.error("`(` is never closed");
        let word = self.token().ok_or_else(never_closed)?;
        let kind = match word.text {
            "max" => Kind::Max,
            "min" => Kind::Min,
            "chance" => Kind::Chance,
            text => {
                return Err(word.error(format!("`{text}` is neither `max`, `min` nor `chance`")));
            }
        };
        let (mut children, mut weights, mut labels) = (Vec::new(), Vec::new(), HashSet::new());
        loop {
            let next = self.peek().ok_or_else(never_closed)?;
            if next.text == ")" {
                self.token();
                break;
            }
            weights.extend(self.weight(kind)?);
            let label = self.label()?;
            if label.as_ref().is_some_and(|label| !labels.insert(label.clone())) {
                return Err(next.error("two children of a node have this label"));
            }
            if self.peek().is_none() {
                return Err(never_closed());
            }
            children.push(Child { label, ..Child::of(self.tree(depth + 1)?) });
        }
        if children.is_empty() {
            return Err(open.error(format!("this `{}` has no children", word.text)));
        }
        share_out(&mut children, &weights).map_err(|what| open.error(what))?;
        Ok(Plan { kind, children })
    }

    fn weight(&mut self, kind: Kind) -> Result<Option<Ratio>, Fault> {
        let Some(token) = self.peek() else { return Ok(None) };
        let Some(word) = token.text.strip_suffix(':') else { return Ok(None) };
        if !word.starts_with(|symbol: char| symbol.is_ascii_digit() || "+-./".contains(symbol)) {
            return Ok(None);
        }
        if kind != Kind::Chance {
            return Err(token.error("only the children of `chance` have probabilities"));
        }
        self.token();
        match Ratio::parse(word) {
            Some(ratio) => Ok(Some(ratio)),
            None => Err(token.error(format!(
                "`{word}` is no probability above 0 such as 0.9 or 1/36, with at most 4 digits"
            ))),
        }
    }

    fn label(&mut self) -> Result<Option<String>, Fault> {
        let Some(token) = self.peek() else { return Ok(None) };
        let Some(word) = token.text.strip_suffix(':') else { return Ok(None) };
        // Children without a label are named by numbers.
        if !word.starts_with(char::is_alphabetic) {
            return Err(token.error(format!("`{word}` is no label: those begin with a letter")));
        }
        self.token();
        Ok(Some(word.into()))
    }
}

/// Gives each child a number of moves in proportion to its probability.
fn share_out(children: &mut [Child], weights: &[Ratio]) -> Result<(), String> {
    if weights.is_empty() {
        return Ok(());
    }
    if weights.len() != children.len() {
        return Err("some children have a probability and some have none".into());
    }
    let n_copies = weights.iter().try_fold(1, |all, weight| {
        let all = all / gcd(all, weight.whole) * weight.whole;
        (all <= N_COPIES_MAX).then_some(all)
    });
    let Some(n_copies) = n_copies else {
        return Err(format!("the probabilities have no common denominator up to {N_COPIES_MAX}"));
    };
    let shares = weights.iter().map(|weight| weight.part * (n_copies / weight.whole));
    let sum: u64 = shares.clone().sum();
    if sum != n_copies {
        return Err(format!("the probabilities add up to {sum}/{n_copies}, not to 1"));
    }
    for (child, share) in children.iter_mut().zip(shares) {
        child.n_copies = u16::try_from(share).expect("at most the common denominator");
    }
    Ok(())
}

/// A fraction in lowest terms.
#[derive(Clone, Copy, Debug)]
struct Ratio {
    part: u64,
    whole: u64,
}

impl Ratio {
    /// `0.9`, `1` or `1/36`, with a denominator up to [`N_COPIES_MAX`].
    fn parse(text: &str) -> Option<Self> {
        let (part, whole) = match text.split_once('/') {
            Some((part, whole)) => (part.parse::<u64>().ok()?, whole.parse::<u64>().ok()?),
            None => {
                let (units, digits) = text.split_once('.').unwrap_or((text, ""));
                let whole = 10u64.checked_pow(u32::try_from(digits.len()).ok()?)?;
                (format!("{units}{digits}").parse::<u64>().ok()?, whole)
            }
        };
        let divisor = gcd(part, whole);
        let is_share = 0 < part && part <= whole && whole / divisor <= N_COPIES_MAX;
        is_share.then(|| Self { part: part / divisor, whole: whole / divisor })
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(text: &str) -> String {
        text.parse::<TreeGame>().map_or_else(|error| error.to_string(), |_| String::new())
    }

    #[test]
    fn wrong_trees_are_explained() {
        for (text, message) in [
            ("", "line 1, column 1: a tree is missing: a number or `(`"),
            ("(max\n  (mix 1))", "line 2, column 4: `mix` is neither `max`, `min` nor `chance`"),
            ("(max 1 2) 3", "line 1, column 11: the tree has ended before this"),
            ("(max)", "line 1, column 1: this `max` has no children"),
            ("(max two)", "line 1, column 6: `two` is no tree; a number is, or `(max ...)`"),
            ("(max 1 a:", "line 1, column 1: `(` is never closed"),
            ("(max a:1 a:2)", "line 1, column 10: two children of a node have this label"),
            ("(max 0.5:1 2)", "line 1, column 6: only the children of `chance` have probabilities"),
            (
                "(chance 0.5:1 2)",
                "line 1, column 1: some children have a probability and some have none",
            ),
            (
                "(chance 0.5:1 0.4:2)",
                "line 1, column 1: the probabilities add up to 9/10, not to 1",
            ),
            (
                "(chance 1/9999:1 9999/10000:2)",
                "line 1, column 1: the probabilities have no common denominator up to 10000",
            ),
        ] {
            assert_eq!(complaint(text), message);
        }
        assert!(complaint("(chance 0.00001:1 0.99999:2)").contains("is no probability"));
        assert!(complaint("(chance 3/2:1)").contains("is no probability"));
        assert!(complaint(&"(max ".repeat(100_000)).contains("more than 500 nodes"));
    }

    #[test]
    fn outcomes_have_as_many_moves_as_they_need() {
        let tree: TreeGame = "(chance 1/6:1 0.5:2 1/3:3)".parse().unwrap();
        assert_eq!(tree.to_string(), "(chance 1/6:1 3/6:2 2/6:3)");
    }
}
