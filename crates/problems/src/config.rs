//! The table `problem` of a player.

use std::collections::BTreeMap;

use ludex_evolve::{Config, Function};
use ludex_search::evaluate::Grammar;
use ludex_search::{Spec, evaluate};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The config of the kind `player`: the game, the opponents and the trees.
///
/// ```
/// use ludex_evolve::Config;
/// use ludex_problems::ProblemConfig;
///
/// let text = "[problem]\ngame = 'native:reversi'\ndepth = 2\nco_play = { games = 5 }\n";
/// let config = ProblemConfig::read(&Config::parse(text).unwrap()).unwrap();
/// assert_eq!((config.game.as_str(), config.depth), ("native:reversi", 2));
/// let text = "[problem]\ngame = 'native:reversi'\ndeph = 2\n";
/// let error = ProblemConfig::read(&Config::parse(text).unwrap()).unwrap_err();
/// assert_eq!(error.to_string(), "[problem]: `deph` is not known; did you mean `depth`?");
/// let text = "[problem]\nrace = { rounds = 8 }\n";
/// let error = ProblemConfig::read(&Config::parse(text).unwrap()).unwrap_err();
/// assert_eq!(error.to_string(), "[problem]: `race` is now `halving`");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ProblemConfig {
    /// The kind of problem: `player`.
    pub kind: String,
    /// The game.
    pub game: String,
    /// The search depth of individuals, in plies.
    pub depth: u32,
    /// The number of trees of an individual.
    pub trees: usize,
    /// The expression of `t1`, `t2`, … that joins several trees; ten trees have a default.
    pub top: Option<String>,
    /// The names of the functions of trees.
    pub functions: Vec<String>,
    /// The range of constants and of the factors of `scale`.
    pub constants: [f64; 2],
    /// Primitives that trees do not have.
    pub exclude: Vec<String>,
    /// Fixed players that individuals play, in this order.
    pub guides: Vec<GuideConfig>,
    /// The number of points by which an individual may trail the best and still play guides.
    pub cutoff: f64,
    /// Games against guides by successive halving, instead of rounds with a cut-off.
    pub halving: Option<HalvingConfig>,
    /// Games among the population.
    pub co_play: CoPlayConfig,
    /// The opponent of the re-tests by which the best individual of a run is chosen.
    pub benchmark: String,
    /// The search depth of individuals in re-tests, if it differs.
    pub benchmark_depth: Option<u32>,
    /// The number of plies after which a game is given up as drawn.
    pub plies_max: u32,
    /// Adjudication of drawn games of an evaluation.
    pub adjudication: Option<AdjudicationConfig>,
    /// The number of random plies at the start of a game.
    pub opening_plies: u32,
    /// The positions from which games start, as texts that the game reads.
    pub starts: Vec<String>,
    /// Terminals in the language of the rules.
    pub queries: Vec<QueryConfig>,
    /// A file of learned knowledge about the game, whose evaluator and winning moves become
    /// terminals.
    pub learned: Option<String>,
    /// Named expressions, of which the first trees are made and which seeds may use.
    pub building_blocks: BTreeMap<String, String>,
    /// Initial individuals, as texts of trees.
    pub seeds: Vec<String>,
}

/// A conjunction over the facts of a position, in the language of the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct QueryConfig {
    /// The name in trees.
    pub name: String,
    /// Literals whose matches are counted.
    pub count: Option<String>,
    /// Literals that are true if there is a match.
    pub test: Option<String>,
}

/// A fixed player that individuals play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GuideConfig {
    /// The spec of the player.
    pub player: String,
    /// The number of rounds; the cut-off applies before each.
    pub rounds: usize,
    /// The number of games in a round.
    pub games: usize,
    /// The points of a win.
    pub points: f64,
}

/// Successive halving: in each round every individual that is left plays the games that guides
/// have in a round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HalvingConfig {
    /// The number of rounds.
    pub rounds: usize,
    /// The share of the individuals of a round that take part in the next one.
    pub keep_share: f64,
}

/// Adjudication of drawn games: the better position scores up to three quarters of a win. For
/// games that weak players hardly ever win. Benchmarks are not adjudicated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AdjudicationConfig {
    /// The evaluator.
    pub eval: String,
    /// The number of plies after which a game is adjudicated.
    pub plies_max: u32,
    /// The generation from which on draws are draws: players first learn to get better
    /// positions, then to win.
    pub until_generation: Option<usize>,
}

/// Games among the population.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CoPlayConfig {
    /// The number of games of each individual with either colour.
    pub games: usize,
    /// The points of a win.
    pub points: f64,
}

impl Default for ProblemConfig {
    fn default() -> Self {
        let Grammar { functions, constants, n_trees, top } = Grammar::default();
        Self {
            kind: crate::kinds::PLAYER.into(),
            game: String::new(),
            depth: 1,
            trees: n_trees,
            top,
            functions: functions.iter().map(|function| function.name().into()).collect(),
            constants: [constants.start, constants.end],
            exclude: Vec::new(),
            guides: Vec::new(),
            cutoff: f64::MAX,
            halving: None,
            co_play: CoPlayConfig::default(),
            benchmark: "random".into(),
            benchmark_depth: None,
            plies_max: 1000,
            adjudication: None,
            opening_plies: 0,
            starts: Vec::new(),
            queries: Vec::new(),
            learned: None,
            building_blocks: BTreeMap::new(),
            seeds: Vec::new(),
        }
    }
}

impl Default for AdjudicationConfig {
    fn default() -> Self {
        Self { eval: "material".into(), plies_max: 1000, until_generation: None }
    }
}

impl Default for HalvingConfig {
    fn default() -> Self {
        Self { rounds: 8, keep_share: 0.5 }
    }
}

impl Default for GuideConfig {
    fn default() -> Self {
        Self { player: "random".into(), rounds: 1, games: 10, points: 1.0 }
    }
}

impl Default for CoPlayConfig {
    fn default() -> Self {
        Self { games: 0, points: 1.0 }
    }
}

/// Keys of former versions, and their names now.
const RENAMED: &[(&str, &str)] = &[
    ("race", "halving"),
    ("share", "keep_share"),
    ("verdict", "adjudication"),
    ("until", "until_generation"),
    ("plies", "plies_max"),
    ("opening", "opening_plies"),
    ("without", "exclude"),
    ("ideas", "building_blocks"),
];

/// An error of a config.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("[problem]: {0}")]
pub struct ProblemConfigError(pub String);

impl ProblemConfig {
    /// Reads the table `problem` of a file.
    pub fn read(config: &Config) -> Result<Self, ProblemConfigError> {
        let config: Self =
            config.problem.clone().try_into().map_err(|error: toml::de::Error| {
                ProblemConfigError(ludex_evolve::ConfigError::of(&error, "", RENAMED).what)
            })?;
        config.check()?;
        Ok(config)
    }

    /// The search depth of individuals in re-tests, in plies.
    pub fn test_depth(&self) -> u32 {
        self.benchmark_depth.unwrap_or(self.depth)
    }

    /// The number of games in a round of successive halving.
    pub(crate) fn n_games_of_round(&self) -> usize {
        self.guides.iter().map(|guide| guide.games).sum()
    }

    /// The functions and constants of trees, and how trees are joined.
    pub(crate) fn grammar(&self) -> Result<Grammar, String> {
        let find = |name: &String| {
            Function::named(name).ok_or_else(|| {
                let names = Function::ALL.iter().map(|function| function.name());
                ludex_support::unknown_word("function", name, names)
            })
        };
        Ok(Grammar {
            functions: self.functions.iter().map(find).collect::<Result<_, _>>()?,
            constants: self.constants[0]..self.constants[1],
            n_trees: self.trees,
            top: self.top.clone(),
        })
    }

    /// Checks the config for a game with a number of players.
    pub(crate) fn check_players(&self, n_players: usize) -> Result<(), ProblemConfigError> {
        let game = &self.game;
        let wrong = |what: String| Err(ProblemConfigError(what));
        match n_players {
            0 => wrong(format!("{game}: a game with a player is needed")),
            1 if self.adjudication.is_some() => {
                wrong(format!("`adjudication` needs a game of two or more; {game} has one player"))
            }
            n if n != 2 && self.co_play.games > 0 => {
                wrong(format!("`co_play` needs a game of two; {game} is one of {n}"))
            }
            _ => Ok(()),
        }
    }

    /// The names and digests of the config itself and of the files that guides, benchmark and
    /// adjudication read.
    pub(crate) fn digests(&self) -> Result<Vec<(String, String)>, ProblemConfigError> {
        let players = self.guides.iter().map(|guide| &guide.player).chain([&self.benchmark]);
        let mut paths = Vec::new();
        for player in players {
            let spec =
                Spec::parse(player).map_err(|error| ProblemConfigError(error.to_string()))?;
            paths.extend(spec.files());
        }
        if let Some(AdjudicationConfig { eval, .. }) = &self.adjudication {
            paths.extend(evaluate::files(eval));
        }
        paths.sort();
        paths.dedup();
        let text = toml::to_string(self).map_err(|error| ProblemConfigError(error.to_string()))?;
        let own = ("the table [problem]".into(), digest(text.as_bytes()));
        let files = paths.into_iter().map(file_digest);
        std::iter::once(Ok(own)).chain(files).collect()
    }

    fn check(&self) -> Result<(), ProblemConfigError> {
        let wrong = |what: &str| Err(ProblemConfigError(what.into()));
        let has_games = self.co_play.games > 0 || self.guides.iter().any(GuideConfig::has_games);
        match self {
            Self { depth: 0, .. } | Self { benchmark_depth: Some(0), .. } => {
                wrong("depth is 0, but must be at least 1")
            }
            Self { plies_max: 0, .. }
            | Self { adjudication: Some(AdjudicationConfig { plies_max: 0, .. }), .. } => {
                wrong("plies_max is 0, but must be at least 1")
            }
            Self { game, .. } if game.is_empty() => wrong("`game` is missing"),
            Self { queries, .. } if queries.iter().any(|query| query.text().is_none()) => {
                wrong("a query needs a `name` of letters, digits and `_`, and `count` or `test`")
            }
            Self { starts, opening_plies: 1.., .. } if !starts.is_empty() => {
                wrong("`starts` and `opening_plies` exclude each other")
            }
            Self { halving: Some(halving), .. }
                if !(halving.keep_share > 0.0 && halving.keep_share <= 1.0) =>
            {
                wrong("`keep_share` of `halving` is a share: more than 0, at most 1")
            }
            Self { halving: Some(halving), guides, co_play, .. }
                if halving.rounds == 0
                    || co_play.games > 0
                    || guides.iter().any(|guide| guide.rounds != 1) =>
            {
                wrong(
                    "`halving` has rounds of its own and no other games: without `co_play`, and without `rounds` of guides",
                )
            }
            _ if !has_games => wrong("there are no games: give `guides`, or `games` of `co_play`"),
            _ => Ok(()),
        }
    }
}

/// The digest of some bytes.
pub(crate) fn digest(bytes: &[u8]) -> String {
    sha1_smol::Sha1::from(bytes).digest().to_string()
}

/// The name and the digest of a file.
fn file_digest(path: String) -> Result<(String, String), ProblemConfigError> {
    let bytes =
        std::fs::read(&path).map_err(|error| ProblemConfigError(format!("`{path}`: {error}")))?;
    Ok((format!("the file {path}"), digest(&bytes)))
}

impl QueryConfig {
    /// The literals, and whether they are tested rather than counted; none if the query is
    /// incomplete.
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

impl GuideConfig {
    fn has_games(&self) -> bool {
        self.rounds > 0 && self.games > 0
    }
}
