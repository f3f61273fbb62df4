//! The options of `ludex bench`.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};

use super::number::{seconds, whole};

/// What to measure.
#[derive(Debug, Subcommand)]
pub enum Bench {
    /// One player against another in every game of a folder, in all roles; the
    /// mean is over games of two who take turns and share a constant sum
    Strength {
        /// Folder of rule sheets
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Who is measured
        #[arg(long, value_name = "SPEC", default_value = "uct:playouts=1000,memory=32MB")]
        player: String,
        /// Who fills all other roles
        #[arg(long, value_name = "SPEC", default_value = "random")]
        against: String,
        /// Games in each role
        #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole(1..=u32::MAX))]
        games: u32,
        /// Where a game is given up
        #[arg(long, value_name = "N", default_value_t = 500, value_parser = whole(1..=u32::MAX))]
        plies: u32,
    },
    /// How often players find a best move, in random positions that alpha-beta
    /// can solve; for games of two who share a constant sum
    Accuracy {
        /// Bundled name or path of a rule sheet
        game: String,
        /// The players
        #[arg(required = true, value_name = "SPEC")]
        players: Vec<String>,
        /// Random positions to try; many are too hard, or all moves equal
        #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(1..=u32::MAX))]
        positions: u32,
        /// Nodes that the solution of a position may take
        #[arg(long, value_name = "N", default_value_t = 300_000, value_parser = whole(1..=u64::MAX))]
        nodes: u64,
        /// Searches of each player in each position, with different seeds
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1..=u32::MAX))]
        searches: u32,
        /// Take positions from games that this player plays against itself, not from random ones
        #[arg(long, value_name = "SPEC")]
        from: Option<String>,
        /// Leave out the positions in which this player is right, as too easy
        #[arg(long, value_name = "SPEC")]
        sieve: Option<String>,
    },
    /// What searches claim of random small games, held against exhaustive
    /// solutions
    Claims {
        /// How many games
        #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole(1..=1_000_000_000_u64))]
        games: u64,
        /// Print the rules of the game with this number instead
        #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
        show: Option<u64>,
    },
    /// How far searches overrun their time, on some games in random positions
    Overrun {
        /// Bundled names or paths of rule sheets
        #[arg(required = true, value_name = "GAME")]
        games: Vec<String>,
        /// How many searches in all
        #[arg(long, value_name = "N", default_value_t = 60, value_parser = whole(1..=u32::MAX))]
        searches: u32,
        /// Who searches
        #[arg(long, value_name = "SPEC", default_value = "uct")]
        player: String,
        /// The shortest time to give
        #[arg(long, value_name = "SECONDS", default_value_t = 0.05, value_parser = seconds)]
        shortest: f64,
        /// The longest time to give
        #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
        longest: f64,
    },
    /// Fixed searches and random games: totals that stay the same as long as searches
    /// and engines do the same
    Signature,
    /// Uniformly random games from the initial state to the end, per CPU
    /// second; on one thread unless `--threads` says otherwise
    Playouts {
        /// Bundled names or paths of rule sheets
        #[arg(required = true, value_name = "GAME")]
        games: Vec<String>,
        /// Time to spend on each game
        #[arg(long, default_value_t = 3.0, value_name = "SECONDS", value_parser = seconds)]
        seconds: f64,
        /// What plays: many games at once, one state at a time, or the reasoner
        #[arg(long, value_enum, default_value_t)]
        engine: EngineChoice,
        /// Games side by side: 64, 128, 256, 512 or 1024 [default: what suits
        /// the machine]
        #[arg(long, value_name = "N", value_parser = lanes)]
        lanes: Option<usize>,
    },
}

/// What plays in a benchmark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum EngineChoice {
    /// Lanes if the rules ground, else the reasoner
    #[default]
    Auto,
    /// Many games at once on the circuit
    Lanes,
    /// One state at a time on the circuit
    Single,
    /// The reference reasoner
    Reference,
}

fn lanes(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n @ (64 | 128 | 256 | 512 | 1024)) => Ok(n),
        _ => Err("64, 128, 256, 512 or 1024 is needed".into()),
    }
}
