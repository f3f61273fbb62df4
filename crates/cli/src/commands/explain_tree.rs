//! `ludex explain tree`: searches made visible.

use anyhow::{Result, bail};
use clap::ValueEnum;
use ludex::explain::{ExplainOptions, explain, explain_tree};
use ludex_search::explain::{Algorithm, Order, Settings, Show};
use schemars::{Schema, SchemaGenerator};

use super::Run;
use crate::args::Common;
use crate::args::number::whole;
use crate::file::OutFile;
use crate::load;
use crate::output::Output;

/// Draw the tree of a small search, with its values, cuts and bounds
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  ludex explain tree --tree \"(max (min 3 12 8) (min 2 4 6) (min 14 5 2))\"
  ludex explain tree nim --depth 2 --svg nim.svg
  ludex explain tree --tree \"(max (chance 0.9:2 0.1:3) (chance 0.9:1 0.1:4))\" --svg dice.svg")]
pub struct Args {
    /// Bundled name or path of a rule sheet
    #[arg(required_unless_present = "tree")]
    game: Option<String>,
    /// A tree instead of a game: a number, or a kind and subtrees in brackets
    #[arg(long, value_name = "TREE", conflicts_with_all = ["game", "position"])]
    tree: Option<String>,
    /// Start from the state with these facts
    #[arg(long, value_name = "FACTS")]
    position: Option<String>,
    /// Plies to look ahead [default: 2; of a given tree, all]
    #[arg(long, value_name = "N", value_parser = whole(1..=u32::MAX))]
    depth: Option<u32>,
    /// What values positions where the search ends [default: goal]
    #[arg(long, value_name = "EVALUATOR")]
    eval: Option<String>,
    /// In which order moves are looked at
    #[arg(long, value_enum, default_value_t)]
    order: OrderChoice,
    /// Which search
    #[arg(long, value_enum, default_value_t)]
    algorithm: AlgorithmChoice,
    /// Show the window with which each node is searched
    #[arg(long)]
    windows: bool,
    /// Show positions, where their text is short
    #[arg(long)]
    boards: bool,
    /// Draw in grey what is pruned, not only that something is
    #[arg(long)]
    pruned: bool,
    /// Most nodes to draw
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = whole(1..=1_000_000usize))]
    nodes: usize,
    /// Write a picture to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<OutFile>,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        let options = self.options(common);
        let explained = match (&self.game, &self.tree) {
            (_, Some(tree)) => explain_tree(tree, &options)?,
            (Some(name), None) => {
                explain(&load::game(name, common, self.position.as_deref())?, &options)?
            }
            (None, None) => bail!("give a game, or a tree with --tree"),
        };
        if self.boards && !explained.has_boards() {
            eprintln!("note: this game has no short text for positions, so they are not shown");
        }
        if let Some(path) = &self.svg {
            out.file(path, explained.to_svg());
        }
        match (common.json, &self.svg) {
            (true, _) => out.json(&explained.to_data())?,
            (false, Some(path)) => {
                out.line(format!("{} ({})", path.display(), explained.tree().caption()))?
            }
            (false, None) => out.text(&explained.to_text())?,
        }
        Ok(true)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<ludex::explain::ExplainData>())
    }
}

impl Args {
    fn options(&self, common: &Common) -> ExplainOptions {
        let algorithm = match self.algorithm {
            AlgorithmChoice::Minimax => Algorithm::Minimax,
            AlgorithmChoice::Alphabeta => Algorithm::AlphaBeta,
        };
        let order = match self.order {
            OrderChoice::Natural => Order::Natural,
            OrderChoice::Promise => Order::Promise,
            OrderChoice::Best => Order::Best,
            OrderChoice::Worst => Order::Worst,
        };
        let depth_default = if self.tree.is_some() { u32::MAX } else { 2 };
        let depth = self.depth.unwrap_or(depth_default);
        let (keeps_pruned, n_nodes_max) = (self.pruned, self.nodes);
        ExplainOptions {
            seed: common.seed,
            position: self.position.clone(),
            eval: self.eval.clone(),
            search: Settings { algorithm, order, depth, keeps_pruned, n_nodes_max },
            show: Show { windows: self.windows, boards: self.boards, caption: true },
        }
    }
}

/// The order in which moves are searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum OrderChoice {
    /// As the rules list them
    #[default]
    Natural,
    /// What the game finds promising first
    Promise,
    /// The best first, as if they were known
    Best,
    /// The worst first
    Worst,
}

/// Which search to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum AlgorithmChoice {
    /// Everything is looked at
    Minimax,
    /// What cannot matter is pruned
    #[default]
    Alphabeta,
}
