//! The options of `ludex explain`.

use clap::{Args as Group, Subcommand, ValueEnum};

use super::number::whole;
use crate::file::OutFile;

/// What to explain.
#[derive(Debug, Subcommand)]
pub enum Explain {
    /// Draw the tree of a small search, with its values, cuts and bounds
    #[command(after_help = "\
Examples:
  ludex explain tree --tree \"(max (min 3 12 8) (min 2 4 6) (min 14 5 2))\"
  ludex explain tree nim --depth 2 --svg nim.svg
  ludex explain tree --tree \"(max (chance 0.9:2 0.1:3) (chance 0.9:1 0.1:4))\" --svg dice.svg")]
    Tree {
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
    },
    /// Tell what evolved in a run, and which of its terminals matter
    #[command(after_help = "\
Examples:
  ludex explain evolved lose-checkers-1 --html anatomy.html
  ludex explain evolved best.run --strength 2 --generations 20
  ludex explain evolved best.run --pairs 4")]
    Evolved {
        /// The file of a run, or its name in the user's data folder, such as
        /// lose-checkers-1
        run: String,
        /// How closely the run is looked at.
        #[command(flatten)]
        wish: EvolvedWish,
    },
}

/// How closely a run is looked at.
#[derive(Debug, Group)]
pub struct EvolvedWish {
    /// Games by which players are compared
    #[arg(long, default_value_t = 200, value_name = "N", value_parser = whole(1..=10_000_000_u32))]
    pub games: u32,
    /// How many of the strongest players are made to do without a terminal
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = whole(1..=u32::MAX))]
    pub strong: u32,
    /// Evolve so many times without each terminal, which takes long
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = whole(0..=u32::MAX))]
    pub strength: u32,
    /// Evolve with each two of so many of the strongest terminals alone
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = whole(0..=u32::MAX))]
    pub pairs: u32,
    /// Generations of these evolutions [default: as in the run]
    #[arg(long, value_name = "N", value_parser = whole(1..=u32::MAX))]
    pub generations: Option<u32>,
    /// Write a page with pictures to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<OutFile>,
}

/// In which order moves are looked at.
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
