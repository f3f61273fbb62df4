//! Learned features as text: hints for playouts.
//!
//! ```text
//! ; anything after a semicolon is for people
//! ludex features 1
//! use yes
//! greed 0.75
//! others 0.5
//! offensive white 100 (move 2 7 2 8) if (cell 2 7 white) (control white)
//! defensive black 90 (move 3 7 2 6) if (cell 2 6 white) (control black)
//! ```
//!
//! Facts and moves are in the words of the rule sheet; `(not FACT)` holds where the fact does
//! not. `use no` marks features that did not help in this game, which searches ignore; `use
//! playouts` marks features that help a search with a limit on playouts but cost too much time
//! for a search with a clock. `greed` is the probability of the best feature where none wins or
//! saves (`temperature` is the alternative, Boltzmann's distribution), `others` the probability
//! that the opponents of a search follow the features.

use std::fmt;

use ludex_game::{Condition, Hint, Hints, Manner, Playable, RoleId};

/// Features in the words of a rule sheet, and how to use them.
///
/// ```
/// use ludex_search::Features;
///
/// let text = "ludex features 1\nuse yes\noffensive x 100 (mark 2 2) if (cell 1 1 x) (not (cell 3 3 o))\n";
/// let features = Features::parse(text).unwrap();
/// assert_eq!(features.list[0].facts, ["(cell 1 1 x)"]);
/// assert_eq!(features.list[0].absent, ["(cell 3 3 o)"]);
/// assert_eq!(Features::parse(&features.to_string()).unwrap(), features);
/// assert!(Features::parse("ludex features 1\noffensive x 100 a if (b) c)\n").is_err());
/// assert!(Features::parse("ludex features 2").unwrap_err().contains("version"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Features {
    /// Comments: lines without a semicolon.
    pub remarks: Vec<String>,
    /// The searches that the features help in this game.
    pub used: Use,
    /// The choice among features where none wins or saves.
    pub manner: Manner,
    /// The probability that another role follows them in a step of a playout.
    pub others: f64,
    /// The features.
    pub list: Vec<Feature>,
}

/// The searches that features help.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Use {
    /// Every search.
    #[default]
    Always,
    /// Searches with a limit on playouts, not on time.
    Playouts,
    /// None.
    Never,
}

impl Use {
    const WORDS: [(Self, &str); 3] =
        [(Self::Always, "yes"), (Self::Playouts, "playouts"), (Self::Never, "no")];

    /// Whether features help a search, given whether its only limit is the clock.
    pub fn helps(self, is_timed: bool) -> bool {
        self == Self::Always || self == Self::Playouts && !is_timed
    }
}

/// A feature in the words of a rule sheet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Feature {
    /// Whether it is offensive (a win) rather than defensive (an averted loss).
    pub is_offensive: bool,
    /// The role that moves.
    pub role: String,
    /// From 0 to 100. A move of value 100 takes precedence.
    pub value: u8,
    /// The move.
    pub mv: String,
    /// Facts that must all hold.
    pub facts: Vec<String>,
    /// Facts that must not hold.
    pub absent: Vec<String>,
    /// A comment.
    pub remark: String,
}

/// The version of the text format.
const VERSION: &str = "1";

impl Default for Features {
    fn default() -> Self {
        let (remarks, list) = (Vec::new(), Vec::new());
        Self { remarks, used: Use::default(), manner: Manner::Greedy(0.75), others: 1.0, list }
    }
}

impl Features {
    /// Reads a text. The error describes the problem.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut features = Self::default();
        let mut is_known = false;
        for (at, line) in text.lines().enumerate() {
            let (line, remark) = line.split_once(';').unwrap_or((line, ""));
            let (line, remark) = (line.trim(), remark.trim());
            let wrong = |what: &str| format!("line {}: {what}", at + 1);
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "" if remark.is_empty() => {}
                "" => features.remarks.push(remark.into()),
                "ludex" if rest == format!("features {VERSION}") => is_known = true,
                "ludex" => {
                    let what = format!("version {VERSION} of features is needed, not `{line}`");
                    return Err(wrong(&what));
                }
                _ if !is_known => return Err(wrong("`ludex features 1` must come first")),
                "use" => {
                    let known = Use::WORDS.iter().find(|(_, word)| *word == rest);
                    let what = "`use` is followed by `yes`, `playouts` or `no`";
                    features.used = known.ok_or_else(|| wrong(what))?.0;
                }
                "greed" | "temperature" | "others" => {
                    let number = rest.parse().ok().filter(|x: &f64| (0.0..=100.0).contains(x));
                    let number = number.ok_or_else(|| wrong(&format!("`{rest}` is no number")))?;
                    match word {
                        "others" => features.others = number,
                        "greed" => features.manner = Manner::Greedy(number.min(1.0)),
                        _ => features.manner = Manner::Boltzmann(number.max(0.01)),
                    }
                }
                "offensive" | "defensive" => {
                    let feature = Feature::parse(word == "offensive", rest, remark);
                    features.list.push(feature.ok_or_else(|| wrong("this is no feature"))?);
                }
                _ => return Err(wrong(&format!("`{word}` is not known"))),
            }
        }
        if is_known { Ok(features) } else { Err("these are no features".into()) }
    }

    /// The features in the numbers of a game. The error lists the names that the game lacks.
    pub fn hints<G: Playable>(&self, game: &G) -> Result<Hints<G::Move>, String> {
        let facts = game.facts();
        let hint = |feature: &Feature| {
            let role = game.roles().iter().position(|role| role.name == feature.role);
            let role = role.ok_or_else(|| format!("`{}` is no role of this game", feature.role))?;
            let mv = facts.and_then(|facts| facts.move_named(RoleId::new(role), &feature.mv));
            let mv = mv.ok_or_else(|| format!("`{}` is no move of this game", feature.mv))?;
            let fact = |text: &String| {
                let fact = facts.and_then(|facts| facts.fact_named(text));
                fact.ok_or_else(|| format!("`{text}` is no fact of this game"))
            };
            let present = feature.facts.iter().map(|text| fact(text).map(Condition::present));
            let absent = feature.absent.iter().map(|text| fact(text).map(Condition::absent));
            let mut when = present.chain(absent).collect::<Result<Vec<_>, _>>()?;
            when.sort_unstable();
            let Feature { value, is_offensive, .. } = *feature;
            Ok(Hint { role, mv, when, value, is_offensive })
        };
        let list: Result<Vec<Hint<G::Move>>, String> = self.list.iter().map(hint).collect();
        Ok(Hints::new(list?, self.manner))
    }
}

impl Feature {
    /// The conditions in words: facts that must hold and that must not.
    ///
    /// ```
    /// let mut feature = ludex_search::Feature { facts: vec!["(cell 1 1 x)".into()], ..Default::default() };
    /// feature.absent.push("(cell 3 3 o)".into());
    /// assert_eq!(feature.conditions(), "(cell 1 1 x) (not (cell 3 3 o))");
    /// ```
    pub fn conditions(&self) -> String {
        let absent = self.absent.iter().map(|fact| format!("(not {fact})"));
        let all: Vec<String> = self.facts.iter().cloned().chain(absent).collect();
        all.join(" ")
    }

    fn parse(is_offensive: bool, text: &str, remark: &str) -> Option<Self> {
        if !is_balanced(text) {
            return None;
        }
        let mut terms = terms(text).into_iter();
        let (role, value) = (terms.next()?, terms.next()?.parse().ok()?);
        let (mv, word) = (terms.next()?, terms.next()?);
        let negated = |term: &str| term.strip_prefix("(not ")?.strip_suffix(')').map(String::from);
        let (absent, facts): (Vec<&str>, Vec<&str>) =
            terms.partition(|term| negated(term).is_some());
        let facts = facts.into_iter().map(String::from).collect();
        let absent = absent.into_iter().filter_map(negated).collect();
        let (role, mv, remark) = (role.into(), mv.into(), remark.into());
        (word == "if" && value <= 100).then_some(Self {
            is_offensive,
            role,
            value,
            mv,
            facts,
            absent,
            remark,
        })
    }
}

/// The part of a knowledge text that begins with `ludex` and a name, up to the next such part.
///
/// ```
/// let text = "; of a game\nludex knowledge 1\ngame x\nludex features 1\nuse yes\n";
/// assert_eq!(ludex_search::section(text, "features"), Some("ludex features 1\nuse yes\n"));
/// assert_eq!(ludex_search::section(text, "evaluator"), None);
/// ```
pub fn section<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let title = format!("ludex {name} ");
    let starts = || text.match_indices("ludex ").map(|(at, _)| at);
    let begins_line = |&at: &usize| at == 0 || text[..at].ends_with('\n');
    let from = starts().filter(begins_line).find(|&at| text[at..].starts_with(&title))?;
    let end = starts().filter(begins_line).find(|&at| at > from).unwrap_or(text.len());
    Some(&text[from..end])
}

/// Whether all brackets match.
fn is_balanced(text: &str) -> bool {
    let depth = text.chars().try_fold(0usize, |depth, symbol| match symbol {
        '(' => Some(depth + 1),
        ')' => depth.checked_sub(1),
        _ => Some(depth),
    });
    depth == Some(0)
}

/// The words and bracketed terms of a text.
pub(crate) fn terms(text: &str) -> Vec<&str> {
    let (mut depth, mut from, mut terms) = (0i32, 0, Vec::new());
    for (at, symbol) in text.char_indices() {
        match symbol {
            '(' => depth += 1,
            ')' => depth -= 1,
            ' ' if depth <= 0 => {
                terms.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    terms.push(&text[from..]);
    terms.into_iter().map(str::trim).filter(|term| !term.is_empty()).collect()
}

impl fmt::Display for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The title comes first, so that comments stay with their part of a file.
        writeln!(f, "ludex features {VERSION}")?;
        self.remarks.iter().try_for_each(|remark| writeln!(f, "; {remark}"))?;
        let word = Use::WORDS.iter().find(|(one, _)| *one == self.used).map_or("yes", |one| one.1);
        writeln!(f, "use {word}")?;
        match self.manner {
            Manner::Greedy(share) => writeln!(f, "greed {share}")?,
            Manner::Boltzmann(temperature) => writeln!(f, "temperature {temperature}")?,
        }
        writeln!(f, "others {}", self.others)?;
        self.list.iter().try_for_each(|feature| writeln!(f, "{feature}"))
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_offensive { "offensive" } else { "defensive" };
        write!(f, "{kind} {} {} {} if {}", self.role, self.value, self.mv, self.conditions())?;
        match &self.remark[..] {
            "" => Ok(()),
            remark => write!(f, " ; {remark}"),
        }
    }
}
