//! What a file asks for.

use std::collections::BTreeMap;

use evolve::Config;
use search::{Spec, evaluate};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Which game is to be learned, and against whom: the table `problem` of a file.
///
/// ```
/// use evolve::Config;
/// use nursery::Wish;
///
/// let text = "[problem]\ngame = 'native:reversi'\ndepth = 2\nco_play = { games = 5 }\n";
/// let wish = Wish::read(&Config::parse(text).unwrap()).unwrap();
/// assert_eq!((wish.game.as_str(), wish.depth), ("native:reversi", 2));
/// let text = "[problem]\ngame = 'native:reversi'\ndeph = 2\n";
/// let error = Wish::read(&Config::parse(text).unwrap()).unwrap_err();
/// assert_eq!(error.to_string(), "[problem]: `deph` is not known; did you mean `depth`?");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Wish {
    /// The game.
    pub game: String,
    /// How many plies individuals look ahead.
    pub depth: u32,
    /// How many trees an individual has: 1, or 10 under a fixed top.
    pub trees: usize,
    /// Words that trees are not made of.
    pub without: Vec<String>,
    /// Fixed players that individuals meet, in this order.
    pub guides: Vec<GuideWish>,
    /// How many points one may trail the best and still meet guides.
    pub cutoff: f64,
    /// How guides are met instead: in a race, in which those who do best play most.
    pub race: Option<RaceWish>,
    /// Games among the population.
    pub co_play: CoPlayWish,
    /// Whom the best of some generations meet, to choose the best of the run.
    pub benchmark: String,
    /// How many plies individuals look ahead then, if not as many as otherwise.
    pub benchmark_depth: Option<u32>,
    /// Where a game is given up as drawn.
    pub plies: u32,
    /// How drawn games are judged while evolution goes on.
    pub verdict: Option<VerdictWish>,
    /// How many random plies games begin with.
    pub opening: u32,
    /// What people want to be asked, besides what is found in the rules.
    pub queries: Vec<QueryWish>,
    /// A file of what was learned about the game, whose evaluator and winning moves
    /// can be asked too.
    pub learned: Option<String>,
    /// Expressions with a name, which seeds may use and the first trees are made of.
    pub ideas: BTreeMap<String, String>,
    /// Individuals that the first generation begins with, as texts of trees.
    pub seeds: Vec<String>,
}

/// A conjunction over the facts of a position, in the language of the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct QueryWish {
    /// Its name in trees.
    pub name: String,
    /// Literals whose matches are counted.
    pub count: Option<String>,
    /// Literals of which it is asked whether there is a match.
    pub test: Option<String>,
}

/// A fixed player that individuals meet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GuideWish {
    /// Its spec.
    pub player: String,
    /// How many rounds there are; whoever trails too far is left out of the next.
    pub rounds: usize,
    /// How many games a round has.
    pub games: usize,
    /// What a game is worth.
    pub points: f64,
}

/// A race against the guides: in each round everyone who is left plays the games that
/// guides have in a round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RaceWish {
    /// How many rounds there are.
    pub rounds: usize,
    /// Which part of those in a round is in the next one.
    pub share: f64,
}

/// A verdict on drawn games: who stands better has up to three quarters of a win. For
/// games that are hardly ever won before players are good at them. The benchmark knows
/// the rules alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct VerdictWish {
    /// The evaluator that judges.
    pub eval: String,
    /// Where a game is given up and judged.
    pub plies: u32,
    /// The generation from which on draws are draws, if there is one: first players learn
    /// to stand better, then to win.
    pub until: Option<usize>,
}

/// Games among the population.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CoPlayWish {
    /// How many games each plays with either colour.
    pub games: usize,
    /// What a game is worth.
    pub points: f64,
}

impl Default for Wish {
    fn default() -> Self {
        Self {
            game: String::new(),
            depth: 1,
            trees: 1,
            without: Vec::new(),
            guides: Vec::new(),
            cutoff: f64::MAX,
            race: None,
            co_play: CoPlayWish::default(),
            benchmark: "random".into(),
            benchmark_depth: None,
            plies: 1000,
            verdict: None,
            opening: 0,
            queries: Vec::new(),
            learned: None,
            ideas: BTreeMap::new(),
            seeds: Vec::new(),
        }
    }
}

impl Default for VerdictWish {
    fn default() -> Self {
        Self { eval: "material".into(), plies: 1000, until: None }
    }
}

impl Default for RaceWish {
    fn default() -> Self {
        Self { rounds: 8, share: 0.5 }
    }
}

impl Default for GuideWish {
    fn default() -> Self {
        Self { player: "random".into(), rounds: 1, games: 10, points: 1.0 }
    }
}

impl Default for CoPlayWish {
    fn default() -> Self {
        Self { games: 0, points: 1.0 }
    }
}

/// What is wrong with a wish.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("[problem]: {0}")]
pub struct WishError(pub String);

impl Wish {
    /// Reads the wish of a file.
    pub fn read(config: &Config) -> Result<Self, WishError> {
        let wish: Self = config.problem.clone().try_into().map_err(|error: toml::de::Error| {
            WishError(evolve::ConfigError::of(&error, "").what)
        })?;
        wish.check()?;
        Ok(wish)
    }

    /// How many plies individuals look ahead in tests.
    pub fn test_depth(&self) -> u32 {
        self.benchmark_depth.unwrap_or(self.depth)
    }

    /// How many games a round of a race has.
    pub(crate) fn n_games_of_round(&self) -> usize {
        self.guides.iter().map(|guide| guide.games).sum()
    }

    /// The names and digests of the files that guides, benchmark and verdicts read.
    pub(crate) fn digests(&self) -> Result<Vec<(String, String)>, WishError> {
        let players = self.guides.iter().map(|guide| &guide.player).chain([&self.benchmark]);
        let mut paths = Vec::new();
        for player in players {
            let spec = Spec::parse(player).map_err(|error| WishError(error.to_string()))?;
            paths.extend(spec.files());
        }
        if let Some(VerdictWish { eval, .. }) = &self.verdict {
            paths.extend(evaluate::files(eval));
        }
        paths.sort();
        paths.dedup();
        paths.into_iter().map(digest).collect()
    }

    fn check(&self) -> Result<(), WishError> {
        let wrong = |what: &str| Err(WishError(what.into()));
        let has_games = self.co_play.games > 0 || self.guides.iter().any(GuideWish::has_games);
        match self {
            Self { depth: 0, .. } | Self { benchmark_depth: Some(0), .. } => {
                wrong("depth is 0, but must be at least 1")
            }
            Self { plies: 0, .. } | Self { verdict: Some(VerdictWish { plies: 0, .. }), .. } => {
                wrong("plies is 0, but must be at least 1")
            }
            Self { game, .. } if game.is_empty() => wrong("`game` is missing"),
            Self { queries, .. } if queries.iter().any(|query| query.text().is_none()) => {
                wrong("a query needs a `name` of letters, digits and `_`, and `count` or `test`")
            }
            Self { race: Some(race), .. } if !(race.share > 0.0 && race.share <= 1.0) => {
                wrong("`share` of `race` is which part goes on: more than 0, at most 1")
            }
            Self { race: Some(race), guides, co_play, .. }
                if race.rounds == 0
                    || co_play.games > 0
                    || guides.iter().any(|guide| guide.rounds != 1) =>
            {
                wrong(
                    "a race has rounds of its own and no other games: without `co_play`, and without `rounds` of guides",
                )
            }
            _ if !has_games => wrong("nobody plays: give `guides`, or `games` of `co_play`"),
            _ => Ok(()),
        }
    }
}

/// The name and the digest of a file.
fn digest(path: String) -> Result<(String, String), WishError> {
    let bytes = std::fs::read(&path).map_err(|error| WishError(format!("`{path}`: {error}")))?;
    Ok((format!("the file {path}"), sha1_smol::Sha1::from(bytes).digest().to_string()))
}

impl QueryWish {
    /// Its literals, and whether they are tested rather than counted; none if it is
    /// not complete.
    pub fn text(&self) -> Option<(&str, bool)> {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let is_named = self.name.starts_with(|c: char| c.is_ascii_alphabetic())
            && self.name.chars().all(is_word);
        match (&self.count, &self.test) {
            (Some(text), None) if is_named => Some((text, false)),
            (None, Some(text)) if is_named => Some((text, true)),
            _ => None,
        }
    }
}

impl GuideWish {
    fn has_games(&self) -> bool {
        self.rounds > 0 && self.games > 0
    }
}
