//! `ludex explain`: searches made visible.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use game::{Choices, Playable, RoleId, Turn, Visitor};
use search::explain::{Algorithm, Kind, Node, Order, Recorder, Settings, Show, Tree, svg, text};
use search::{RootError, TreeGame, check_root, evaluate};
use serde_json::{Value, json};

use crate::args::{AlgorithmChoice, Common, OrderChoice};
use crate::load;
use crate::output::Output;

/// What to draw, and how.
pub struct Options<'a> {
    pub game: Option<&'a str>,
    /// A tree written out, instead of a game.
    pub tree: Option<&'a str>,
    pub position: Option<&'a str>,
    pub eval: Option<&'a str>,
    pub settings: Settings,
    pub show: Show,
    pub svg: Option<&'a Path>,
}

/// The words of the command line as settings.
pub fn settings(
    algorithm: AlgorithmChoice,
    order: OrderChoice,
    depth: u32,
    keeps_pruned: bool,
    n_nodes_max: usize,
) -> Settings {
    let algorithm = match algorithm {
        AlgorithmChoice::Minimax => Algorithm::Minimax,
        AlgorithmChoice::Alphabeta => Algorithm::AlphaBeta,
    };
    let order = match order {
        OrderChoice::Natural => Order::Natural,
        OrderChoice::Promise => Order::Promise,
        OrderChoice::Best => Order::Best,
        OrderChoice::Worst => Order::Worst,
    };
    Settings { algorithm, order, depth, keeps_pruned, n_nodes_max }
}

pub fn run(common: &Common, out: &mut Output, options: &Options<'_>) -> Result<bool> {
    let tree = match (options.game, options.tree) {
        (_, Some(tree)) => lecture(common, tree, options)?,
        (Some(name), None) => {
            load::visit_at(name, common, options.position, Record { common, options })??
        }
        (None, None) => bail!("give a game, or a tree with --tree"),
    };
    if options.show.boards && !tree.root.nodes().iter().any(|node| node.has_short_board()) {
        eprintln!("note: this game has no short text for positions, so they are not shown");
    }
    if let Some(path) = options.svg {
        out.file(path, svg::draw(&tree, &options.show));
    }
    match (common.json, options.svg) {
        (true, _) => {
            let mut json = to_json(&tree.root);
            json["assumption"] = tree.assumption.map(|assumption| assumption.to_string()).into();
            out.json(&json)?
        }
        (false, Some(path)) => out.line(format!("{} ({})", path.display(), tree.caption()))?,
        (false, None) => out.text(&text::draw(&tree, &options.show))?,
    }
    Ok(true)
}

/// A tree that is written out. All of it is drawn, pruned parts in grey.
fn lecture(common: &Common, tree: &str, options: &Options<'_>) -> Result<Tree> {
    let game: TreeGame = tree.parse().context("--tree")?;
    let settings = Settings { keeps_pruned: true, ..options.settings };
    let options = Options { eval: options.eval.or(Some("leaf")), settings, ..*options };
    let mut tree = record(common, &game, &options)?;
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

struct Record<'a> {
    common: &'a Common,
    options: &'a Options<'a>,
}

impl Visitor for Record<'_> {
    type Output = Result<Tree>;

    fn visit<G: Playable>(self, game: Arc<G>) -> Result<Tree> {
        record(self.common, &*game, self.options)
    }
}

fn record<G: Playable>(common: &Common, game: &G, options: &Options<'_>) -> Result<Tree> {
    let state = match options.position {
        None => game.initial(),
        Some(facts) => {
            game.read_position(facts).map_err(anyhow::Error::msg).context("--position")?
        }
    };
    if let Err(stuck @ RootError::Stuck(_)) = check_root(game, &state) {
        bail!(stuck);
    }
    let context = search::Context { seed: common.seed, ..search::Context::default() };
    let eval = options.eval.unwrap_or("goal");
    let mut evaluator =
        evaluate::named(eval, game, &context).map_err(anyhow::Error::msg).context("--eval")?;
    let role = asking(game, &state);
    let tree = Recorder::new(game, &mut *evaluator, role, options.settings).record(&state)?;
    match game.fault() {
        Some(fault) => bail!("{fault}"),
        None => Ok(tree),
    }
}

/// Whoever is on turn asks; the first player where nobody is, or several are.
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

fn to_json(node: &Node) -> Value {
    let kind = match node.kind {
        Kind::Max => "max",
        Kind::Min => "min",
        Kind::Chance => "chance",
        Kind::Leaf => "leaf",
        Kind::Pruned => "pruned",
    };
    // JSON has no infinities: they become null.
    json!({
        "kind": kind,
        "move": node.edge,
        "probability": node.probability.map(|(n, of)| n as f64 / of as f64),
        "value": node.value,
        "at_least": node.bounds.0,
        "at_most": node.bounds.1,
        "alpha": node.window.alpha,
        "beta": node.window.beta,
        "cut": node.cut.map(|cut| cut.label()),
        "pruned": node.is_pruned(),
        "on_line": node.is_on_line,
        "children": node.children.iter().map(to_json).collect::<Vec<_>>(),
    })
}
