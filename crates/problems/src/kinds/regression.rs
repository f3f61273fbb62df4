//! `kind = "regression"`: a formula for a table of numbers.
//!
//! Symbolic regression, and the model of a kind of your own: a config, a [`Problem`], and what
//! [`KindProblem`] adds.

use ludex_evolve::{
    BlockProgram, Columns, Config, ConfigError, Evaluation, Forest, ForestPlan, Function,
    Primitives, Problem, Repeated, Scratch, Stage, Terminal, TreePlan, Type,
};
use ludex_support::unknown_word;
use serde::{Deserialize, Serialize};

use super::evolution::formulas;
use super::{Evolution, GameLoader, Kind, KindProblem, ProblemError, Solution};
use crate::ProblemConfigError;
use crate::config::digest;

/// The kind.
pub(super) struct RegressionKind;

/// The name in files.
const NAME: &str = "regression";

impl Kind for RegressionKind {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "a formula for a table of numbers, by symbolic regression"
    }

    fn open(
        &self,
        config: &Config,
        _: &dyn GameLoader,
    ) -> Result<Box<dyn Evolution>, ProblemError> {
        Ok(Box::new(Regression::new(RegressionConfig::read(config)?, config)?))
    }
}

/// The config of the kind `regression`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RegressionConfig {
    /// The kind of problem: `regression`.
    pub kind: String,
    /// The table: a line of names, then a line of numbers for each row.
    pub table: String,
    /// The column that the formula is for.
    pub target: String,
    /// The names of the functions of formulas.
    pub functions: Vec<String>,
    /// The range of constants.
    pub constants: [f64; 2],
}

impl Default for RegressionConfig {
    fn default() -> Self {
        Self {
            kind: NAME.into(),
            table: String::new(),
            target: String::new(),
            functions: ["add", "sub", "mul", "div"].map(Into::into).to_vec(),
            constants: [-5.0, 5.0],
        }
    }
}

impl RegressionConfig {
    /// Reads the table `problem` of a file.
    pub fn read(config: &Config) -> Result<Self, ProblemConfigError> {
        let read = config.problem.clone().try_into();
        read.map_err(|error: toml::de::Error| {
            ProblemConfigError(ConfigError::of(&error, "", &[]).what)
        })
    }

    fn functions(&self) -> Result<Vec<Function>, ProblemConfigError> {
        let find = |name: &String| {
            Function::named(name).ok_or_else(|| {
                let names = Function::ALL.iter().map(|function| function.name());
                ProblemConfigError(unknown_word("function", name, names))
            })
        };
        self.functions.iter().map(find).collect()
    }
}

/// A table whose target is to be computed from its other columns. The score of a formula is
/// 1 / (1 + its mean absolute error), so 1 is the best.
///
/// ```
/// use ludex_evolve::{Config, Run};
/// use ludex_problems::{Regression, RegressionConfig};
///
/// let text = "population = 200\ngenerations = 20\n[problem]\nkind = 'regression'\n\
///             target = 'y'\ntable = '''\nx y\n0 0\n1 2\n2 6\n3 12\n'''\n";
/// let config = Config::parse(text).unwrap();
/// let problem = Regression::new(RegressionConfig::read(&config).unwrap(), &config).unwrap();
/// let mut run = Run::new(&problem, config).unwrap();
/// run.finish(&mut ()).unwrap();
/// // x * x + x
/// assert_eq!(problem.score(&run.best().unwrap().genome), 1.0);
/// ```
pub struct Regression {
    plan: ForestPlan,
    columns: Columns,
    target: Vec<f64>,
    problem: RegressionConfig,
}

impl Regression {
    /// The problem of a config.
    pub fn new(problem: RegressionConfig, config: &Config) -> Result<Self, ProblemConfigError> {
        let (names, mut columns) = read_table(&problem.table)?;
        let Some(at) = names.iter().position(|name| *name == problem.target) else {
            let what = unknown_word("column", &problem.target, names.iter().copied());
            return Err(ProblemConfigError(format!("`target`: {what}")));
        };
        let target = columns.remove(at);
        let terminals = names.iter().filter(|name| **name != problem.target).enumerate();
        let [low, high] = problem.constants;
        let set = Primitives::builder(Type::Float)
            .functions(problem.functions()?)
            .terminals(terminals.map(|(id, name)| Terminal::new(id as u16, *name, Type::Float)))
            .ephemeral("number", low..high);
        let tree = TreePlan::new(&problem.target, set, config.trees)
            .map_err(|error| ProblemConfigError(error.to_string()))?;
        let (plan, columns) = (ForestPlan::new([tree]), Columns::new(&columns));
        Ok(Self { plan, columns, target, problem })
    }

    /// The score of a formula.
    pub fn score(&self, one: &Forest) -> f64 {
        let program = BlockProgram::new(&one.trees()[0], &self.plan.trees()[0].primitives);
        let program = program.expect("this set has no actions");
        let values = program.evaluate(&self.columns, &mut Scratch::default());
        let errors = values.iter().zip(&self.target).map(|(value, target)| (value - target).abs());
        1.0 / (1.0 + errors.sum::<f64>() / self.target.len() as f64)
    }
}

/// The names and columns of a table.
fn read_table(text: &str) -> Result<(Vec<&str>, Vec<Vec<f64>>), ProblemConfigError> {
    let wrong = |what: String| ProblemConfigError(format!("`table`: {what}"));
    let mut lines = text.lines().map(cells).filter(|cells| !cells.is_empty());
    let names = lines.next().ok_or_else(|| wrong("a line of names is missing".into()))?;
    let mut columns = vec![Vec::new(); names.len()];
    for cells in lines {
        if cells.len() != names.len() {
            let (n, n_names) = (cells.len(), names.len());
            return Err(wrong(format!("`{}` has {n} cells, not {n_names}", cells.join(" "))));
        }
        for (column, cell) in columns.iter_mut().zip(cells) {
            let number = cell.parse().ok().filter(|number: &f64| number.is_finite());
            column.push(number.ok_or_else(|| wrong(format!("`{cell}` is not a number")))?);
        }
    }
    match columns.first().is_none_or(Vec::is_empty) {
        true => Err(wrong("there are no rows".into())),
        false => Ok((names, columns)),
    }
}

/// The cells of a line, between commas or blanks.
fn cells(line: &str) -> Vec<&str> {
    let is_between = |c: char| c == ',' || c.is_whitespace();
    line.split(is_between).filter(|cell| !cell.is_empty()).collect()
}

impl Problem for Regression {
    type Genome = Forest;
    type Rival = ();

    fn plan(&self) -> &ForestPlan {
        &self.plan
    }

    fn evaluate(&self, stage: &Stage<'_, Forest>) -> Evaluation {
        let exam = |one: &Forest, _: usize, _: u64| self.score(one);
        stage.evaluate(&[&Repeated { exam: &exam, times: 1 }])
    }

    fn digests(&self) -> Vec<(String, String)> {
        let text = toml::to_string(&self.problem).unwrap_or_default();
        vec![("the table [problem]".into(), digest(text.as_bytes()))]
    }
}

impl KindProblem for Regression {
    fn title(&self) -> String {
        format!("a formula for {}", self.problem.target)
    }

    fn test_name(&self) -> String {
        "1 / (1 + mean absolute error) over the table".into()
    }

    /// One score: without chance, every test is the same.
    fn test(&self, one: &Forest, _: usize, _: u64) -> Result<Vec<f64>, ProblemError> {
        Ok(vec![self.score(one)])
    }

    fn solution(&self, one: &Forest, score: f64) -> Solution {
        let (formulas, size) = formulas(one, &self.plan);
        let simple = one.simplify(&self.plan);
        let text = format!("; score {score}\n{}", simple.to_text(&self.plan));
        Solution { formulas, size, text }
    }
}
