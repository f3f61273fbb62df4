//! Searches made visible: recorded trees with values, bounds and cuts.

use std::sync::Arc;

use ludex_game::{Choices, Playable, RoleId, Turn, Visitor};
use ludex_search::explain::{
    Algorithm, Kind, Node, Order, Recorder, Settings, Show, Tree, svg, text,
};
use ludex_search::{RootError, TreeError, TreeGame, check_root, evaluate};
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::{Context, bail};
use crate::{Error, Game, Result};

/// Which search is recorded, and how it is drawn.
#[derive(Clone)]
pub struct ExplainOptions {
    /// The seed of the evaluator.
    pub seed: u64,
    /// The position; the initial one where it is not given.
    pub position: Option<String>,
    /// The evaluator of positions at the end of the search; the goal value where it is not
    /// given.
    pub eval: Option<String>,
    /// The search.
    pub search: Settings,
    /// The drawing.
    pub show: Show,
}

impl Default for ExplainOptions {
    /// Alpha-beta, two plies deep.
    fn default() -> Self {
        let search = Settings {
            algorithm: Algorithm::AlphaBeta,
            order: Order::Natural,
            depth: 2,
            keeps_pruned: false,
            n_nodes_max: 300,
        };
        let show = Show { windows: false, boards: false, caption: true };
        Self { seed: 1, position: None, eval: None, search, show }
    }
}

/// Records the tree of a search in a game.
///
/// ```
/// use ludex::Game;
/// use ludex::explain::{ExplainOptions, explain};
///
/// let result = explain(&Game::load("nim")?, &ExplainOptions::default())?;
/// assert!(result.to_text().contains("alpha"), "{}", result.to_text());
/// # Ok::<(), ludex::Error>(())
/// ```
pub fn explain(game: &Game, options: &ExplainOptions) -> Result<ExplainResult> {
    let tree = game.visit(Record(options))?;
    Ok(ExplainResult { tree, show: options.show })
}

/// Records the tree of a search in a tree that is written out, such as
/// `(max (min 3 12 8) (min 2 4 6))`.
pub fn explain_tree(tree: &str, options: &ExplainOptions) -> Result<ExplainResult> {
    Ok(ExplainResult { tree: lecture(tree, options)?, show: options.show })
}

/// The recorded tree of a search.
pub struct ExplainResult {
    tree: Tree,
    show: Show,
}

impl ExplainResult {
    /// The tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Whether some position has a text that is short enough to be shown.
    pub fn has_boards(&self) -> bool {
        self.tree.root.nodes().iter().any(|node| node.has_short_board())
    }

    /// The tree for a terminal.
    pub fn to_text(&self) -> String {
        text::draw(&self.tree, &self.show)
    }

    /// The tree as a picture.
    pub fn to_svg(&self) -> String {
        svg::draw(&self.tree, &self.show).to_string()
    }

    /// The data that `--json` prints.
    pub fn to_data(&self) -> ExplainData {
        let assumption = self.tree.assumption.map(|assumption| assumption.to_string());
        ExplainData { root: NodeData::new(&self.tree.root), assumption }
    }
}

/// The tree of a search, as data.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ExplainData {
    /// The root.
    #[serde(flatten)]
    pub root: NodeData,
    /// What the value presupposes.
    pub assumption: Option<String>,
}

/// A node of a tree, as data. JSON has no infinities: they become null.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NodeData {
    /// `max`, `min`, `chance`, `leaf` or `pruned`.
    pub kind: String,
    /// The move that leads to it.
    #[serde(rename = "move")]
    pub mv: String,
    /// The probability of the move, if chance makes it.
    pub probability: Option<f64>,
    /// The value.
    pub value: Option<f64>,
    /// The lower bound of the value.
    pub at_least: Option<f64>,
    /// The upper bound of the value.
    pub at_most: Option<f64>,
    /// The window at the beginning.
    pub alpha: Option<f64>,
    /// The window at the beginning.
    pub beta: Option<f64>,
    /// The cut after this node.
    pub cut: Option<String>,
    /// Whether it was pruned.
    pub pruned: bool,
    /// Whether it is on the expected line.
    pub on_line: bool,
    /// The nodes below it.
    pub children: Vec<NodeData>,
}

/// A tree that is written out. All of it is drawn, pruned parts in grey.
fn lecture(tree: &str, options: &ExplainOptions) -> Result<Tree> {
    let game: TreeGame =
        tree.parse().map_err(|error: TreeError| Error::from(error)).context("--tree")?;
    let search = Settings { keeps_pruned: true, ..options.search };
    let eval = options.eval.clone().or(Some("leaf".into()));
    let mut tree = record(&game, &ExplainOptions { eval, search, ..options.clone() })?;
    unnumber(&mut tree.root);
    Ok(tree)
}

/// Moves without a label are numbered, which says nothing in a picture.
fn unnumber(node: &mut Node) {
    if node.edge.bytes().all(|byte| byte.is_ascii_digit()) {
        node.edge.clear();
    }
    node.children.iter_mut().for_each(unnumber);
}

struct Record<'a>(&'a ExplainOptions);

impl Visitor for Record<'_> {
    type Output = Result<Tree>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Tree> {
        record(&*game, self.0)
    }
}

fn record<G: Playable>(game: &G, options: &ExplainOptions) -> Result<Tree> {
    let state = match &options.position {
        None => game.initial(),
        Some(facts) => ludex_game::read_position(game, facts)
            .map_err(|error| Error::Invalid(error.to_string()))
            .context("--position")?,
    };
    if let Err(stuck @ RootError::Stuck(_)) = check_root(game, &state) {
        return Err(stuck.into());
    }
    let context = ludex_search::Context { seed: options.seed, ..ludex_search::Context::default() };
    let eval = options.eval.as_deref().unwrap_or("goal");
    let mut evaluator =
        evaluate::named(eval, game, &context).map_err(Error::from).context("--eval")?;
    let role = asking(game, &state);
    let tree = Recorder::new(game, &mut *evaluator, role, options.search).record(&state)?;
    match game.fault() {
        Some(fault) => bail!("{fault}"),
        None => Ok(tree),
    }
}

/// The role on turn; the first player where no role or several roles have a choice.
fn asking<G: Playable>(game: &G, state: &G::State) -> RoleId {
    let player = game.roles().iter().position(|role| !role.is_chance()).unwrap_or(0);
    match game.is_terminal(state) {
        true => RoleId::new(player),
        false => match Choices::default().read(game, state) {
            Turn::Player(role) => role,
            _ => RoleId::new(player),
        },
    }
}

impl NodeData {
    fn new(node: &Node) -> Self {
        let kind = match node.kind {
            Kind::Max => "max",
            Kind::Min => "min",
            Kind::Chance => "chance",
            Kind::Leaf => "leaf",
            Kind::Pruned => "pruned",
        };
        let finite = |value: f64| value.is_finite().then_some(value);
        Self {
            kind: kind.into(),
            mv: node.edge.clone(),
            probability: node.probability.map(|(n, of)| n as f64 / of as f64),
            value: node.value.and_then(finite),
            at_least: finite(node.bounds.0),
            at_most: finite(node.bounds.1),
            alpha: finite(node.window.alpha),
            beta: finite(node.window.beta),
            cut: node.cut.map(|cut| cut.label().to_string()),
            pruned: node.is_pruned(),
            on_line: node.is_on_line,
            children: node.children.iter().map(Self::new).collect(),
        }
    }
}
