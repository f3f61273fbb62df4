//! An analysis as data.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::stats::EloDifference;

use super::{Analysis, Choice, Course, Level, Measured, Proof, RoleScore, Skill, Spread, Swings};

impl Analysis {
    /// The whole analysis except the games themselves.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use ludex_arena::analysis::{Options, analyse};
    ///
    /// let nim = Arc::new(ludex_game::examples::Nim::new(&[1, 2]));
    /// let options = Options { seconds: 0.1, n_games: Some(8), ..Options::default() };
    /// let data = analyse("nim", &nim, &options, &mut |_| {}).unwrap().to_data();
    /// assert_eq!(data.game, "nim");
    /// ```
    pub fn to_data(&self) -> AnalysisData {
        let nature = &self.nature;
        let levels = self.levels.iter().zip(&self.branching);
        AnalysisData {
            game: self.game.clone(),
            confidence: super::CONFIDENCE,
            roles: nature.roles.clone(),
            chance: nature.has_chance,
            simultaneous: nature.is_simultaneous,
            constant_sum: nature.is_constant_sum,
            proof: ProofData::new(&self.proof),
            levels: levels.map(|(level, course)| LevelData::new(level, course)).collect(),
            swings: self.swings.as_ref().map(SwingsData::new),
            choice: self.choice.as_ref().map(ChoiceData::new),
            skill: self.skill.as_ref().map(SkillData::new),
            moves: MovesData {
                legal: self.moves.legal.len(),
                made: self.moves.made.len(),
                never_made: self.moves.legal.difference(&self.moves.made).cloned().collect(),
            },
            notes: self.notes.clone(),
        }
    }
}

/// The analysis of a game, as data.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct AnalysisData {
    /// The game.
    pub game: String,
    /// The confidence of all intervals.
    pub confidence: f64,
    /// The roles.
    pub roles: Vec<String>,
    /// Whether chance takes part.
    pub chance: bool,
    /// Whether several roles choose at the same time.
    pub simultaneous: bool,
    /// Whether goals have a constant sum.
    pub constant_sum: bool,
    proof: ProofData,
    levels: Vec<LevelData>,
    swings: Option<SwingsData>,
    choice: Option<ChoiceData>,
    skill: Option<SkillData>,
    moves: MovesData,
    /// Remarks.
    pub notes: Vec<String>,
}

/// The value of the game, as far as it is proven.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
enum ProofData {
    /// A value with a best move.
    Proven {
        proven: bool,
        role: String,
        value: f64,
        #[serde(rename = "move")]
        mv: String,
        nodes: u64,
    },
    /// A value with mixed strategies.
    Mixed {
        proven: bool,
        role: String,
        value: f64,
        strategies: BTreeMap<String, Vec<MoveProbability>>,
        nodes: u64,
    },
    /// A bound.
    Bound {
        proven: bool,
        role: String,
        at_least: f64,
        #[serde(rename = "move")]
        mv: String,
        assumption: String,
        why: Option<String>,
        nodes: u64,
    },
    /// Nothing within the limits.
    Open { proven: bool, why: Option<String>, nodes: u64 },
    /// The game is not suitable.
    Unsuitable { proven: bool, why: String },
}

/// A move of a mixed strategy.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
struct MoveProbability {
    #[serde(rename = "move")]
    mv: String,
    probability: f64,
}

impl ProofData {
    fn new(proof: &Proof) -> Self {
        match proof.clone() {
            Proof::Proven { role, value, mv, n_nodes: nodes } => {
                Self::Proven { proven: true, role, value, mv, nodes }
            }
            Proof::Mixed { role, value, strategies, n_nodes: nodes } => {
                let moves = |moves: Vec<(String, f64)>| {
                    moves.into_iter().map(|(mv, probability)| MoveProbability { mv, probability })
                };
                let strategies = strategies.into_iter();
                let strategies = strategies.map(|(role, made)| (role, moves(made).collect()));
                let strategies = strategies.collect();
                Self::Mixed { proven: true, role, value, strategies, nodes }
            }
            Proof::Bound { role, value: at_least, mv, assumption, why, n_nodes: nodes } => {
                let (assumption, why) = (assumption.to_string(), why.map(|why| why.to_string()));
                Self::Bound { proven: false, role, at_least, mv, assumption, why, nodes }
            }
            Proof::Open { why, n_nodes: nodes } => {
                Self::Open { proven: false, why: why.map(|why| why.to_string()), nodes }
            }
            Proof::Unsuitable(why) => Self::Unsuitable { proven: false, why: why.to_string() },
        }
    }
}

/// Games between equal players of one strength.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
struct LevelData {
    player: String,
    games: u32,
    different_games: u32,
    unfinished: u32,
    roles: Vec<RoleData>,
    draws: Option<MeasuredData>,
    length: SpreadData,
    branching: SpreadData,
    branching_per_game: Option<MeasuredData>,
    branching_by_ply: Vec<f64>,
}

/// The results of one role.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
struct RoleData {
    role: String,
    score: Option<MeasuredData>,
    goal: Option<MeasuredData>,
}

impl LevelData {
    fn new(level: &Level, branching: &Course) -> Self {
        let role = |role: &RoleScore| RoleData {
            role: role.role.clone(),
            score: role.score.map(MeasuredData::new),
            goal: role.goal.map(MeasuredData::new),
        };
        Self {
            player: level.spec.clone(),
            games: level.n_games,
            different_games: level.n_different,
            unfinished: level.n_unfinished,
            roles: level.roles.iter().map(role).collect(),
            draws: level.draws.map(MeasuredData::new),
            length: SpreadData::new(&level.lengths),
            branching: SpreadData::new(&branching.all),
            branching_per_game: branching.games.mean().map(MeasuredData::new),
            branching_by_ply: branching.by_ply.clone(),
        }
    }
}

/// How far expectations move from turn to turn.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
struct SwingsData {
    games: usize,
    mean: MeasuredData,
    large: Vec<LargeSwings>,
    decided: SpreadData,
    sure: f64,
    comebacks: Option<MeasuredData>,
    behind: f64,
}

/// The share of swings above a number of points.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
struct LargeSwings {
    more_than: f64,
    share: MeasuredData,
}

impl SwingsData {
    fn new(swings: &Swings) -> Self {
        let large = Swings::LARGE
            .iter()
            .zip(&swings.large)
            .map(|(&more_than, &share)| LargeSwings { more_than, share: MeasuredData::new(share) });
        Self {
            games: swings.n_games,
            mean: MeasuredData::new(swings.mean),
            large: large.collect(),
            decided: SpreadData::new(&swings.decided),
            sure: Swings::SURE,
            comebacks: swings.comebacks.map(MeasuredData::new),
            behind: Swings::BEHIND,
        }
    }
}

/// How many of the legal moves are about as good as the best.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
struct ChoiceData {
    positions: u64,
    close: f64,
    moves: MeasuredData,
    good_moves: MeasuredData,
    good_share: MeasuredData,
    only_one: MeasuredData,
    all_alike: MeasuredData,
    best_over_median: MeasuredData,
}

impl ChoiceData {
    fn new(choice: &Choice) -> Self {
        Self {
            positions: choice.n_moves.n,
            close: Choice::CLOSE,
            moves: MeasuredData::new(choice.n_moves),
            good_moves: MeasuredData::new(choice.n_good),
            good_share: MeasuredData::new(choice.good),
            only_one: MeasuredData::new(choice.only_one),
            all_alike: MeasuredData::new(choice.all_alike),
            best_over_median: MeasuredData::new(choice.edge),
        }
    }
}

/// Matches of each strength against the next.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
struct SkillData {
    steps: Vec<StepData>,
    total: EloDifference,
}

/// A match of two strengths.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
struct StepData {
    strong: String,
    weak: String,
    wins: u64,
    draws: u64,
    losses: u64,
    score: MeasuredData,
    elo: EloDifference,
}

impl SkillData {
    fn new(skill: &Skill) -> Self {
        let step = |step: &super::Step| StepData {
            strong: step.strong.clone(),
            weak: step.weak.clone(),
            wins: step.tally.wins,
            draws: step.tally.draws,
            losses: step.tally.losses,
            score: MeasuredData::new(step.score),
            elo: step.elo,
        };
        Self { steps: skill.steps.iter().map(step).collect(), total: skill.total }
    }
}

/// The moves of all games.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
struct MovesData {
    legal: usize,
    made: usize,
    never_made: Vec<String>,
}

/// A distribution.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
struct SpreadData {
    mean: Option<MeasuredData>,
    n: usize,
    least: Option<f64>,
    tenth: Option<f64>,
    quarter: Option<f64>,
    median: Option<f64>,
    three_quarters: Option<f64>,
    nine_tenths: Option<f64>,
    most: Option<f64>,
}

impl SpreadData {
    fn new(spread: &Spread) -> Self {
        let quantile = |share| spread.quantile(share);
        Self {
            mean: spread.mean().map(MeasuredData::new),
            n: spread.values().len(),
            least: quantile(0.0),
            tenth: quantile(0.1),
            quarter: quantile(0.25),
            median: quantile(0.5),
            three_quarters: quantile(0.75),
            nine_tenths: quantile(0.9),
            most: quantile(1.0),
        }
    }
}

/// A figure with its interval. JSON has no infinity: an end without a bound is null.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
struct MeasuredData {
    value: f64,
    interval: [Option<f64>; 2],
    n: u64,
}

impl MeasuredData {
    fn new(measured: Measured) -> Self {
        let finite = |end: f64| end.is_finite().then_some(end);
        let interval = [finite(measured.interval.low), finite(measured.interval.high)];
        Self { value: measured.value, interval, n: measured.n }
    }
}
