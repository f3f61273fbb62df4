//! The command line. Options that belong together have files of their own.

mod bench;
mod evolve;
mod explain;
mod given;
mod learn;
mod live;
mod matches;
mod number;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{
    ArgMatches, Args as Group, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum,
};
use clap_complete::Shell;
use gdl::Limits;
use gdl::circuit::Budget;
use search::puzzle::Method;

use crate::file::OutFile;
use number::{seconds, whole};

pub use bench::{Bench, EngineChoice};
pub use evolve::EvolveWish;
pub use explain::{AlgorithmChoice, EvolvedWish, Explain, OrderChoice};
pub use given::Given;
pub use learn::{LearnPart, LearnWish, WeighChoice};
pub use live::{Hosting, Serve};
pub use matches::{Conduct, ExportFormat, Extent, Keep, Show, TournamentKind};

/// Give it the rules. It learns to win, and shows you what it learned.
///
/// Ludex reads the rules of a game or puzzle, written in GDL (the Game
/// Description Language), and plays it. Wherever a command wants a game, give
/// the name of a bundled one (`ludex games` lists them) or the path of a rule
/// sheet.
#[derive(Debug, Parser)]
#[command(name = "ludex", version, arg_required_else_help = true)]
#[command(after_help = "\
Examples:
  ludex games                      what is bundled
  ludex play breakthrough          play it yourself
  ludex info breakthrough          roles, length, branching of a game
  ludex check my-game.kif          what is wrong with my rules?
  ludex structure chess            its boards, pieces and turns
  ludex solve eight-puzzle         the shortest way through a puzzle
  ludex analyse hex --quick        is it fair, deep, long, decisive?
  ludex explain tree nim           a search, drawn as a tree
  ludex perft chess 3              count move sequences
  ludex playthrough tic-tac-toe    one random game, state by state")]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Options of every command.
    #[command(flatten)]
    pub common: Common,
}

/// Options of every command.
#[derive(Debug, Group)]
pub struct Common {
    /// Which of them are given. It is read first, while all of them are still there.
    #[command(flatten)]
    pub given: Given,
    /// Print results as JSON
    #[arg(long, global = true)]
    pub json: bool,
    /// Seed of everything random; the same seed gives the same result
    #[arg(long, global = true, default_value_t = 1, value_name = "N", value_parser = whole(0..=u64::MAX))]
    pub seed: u64,
    /// Threads to use [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = whole(1..=u16::MAX))]
    pub threads: Option<u16>,
    /// Longest time that the rules may take for one question about one state
    #[arg(long, global = true, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    pub time_limit: f64,
    /// Longest time for turning rules into a circuit; beyond it, the slower
    /// reference reasoner plays
    #[arg(long, global = true, value_name = "SECONDS", default_value_t = 25.0, value_parser = seconds)]
    pub build_limit: f64,
    /// Most memory that derived facts may take
    #[arg(long, global = true, value_name = "MB", default_value_t = 4096, value_parser = whole(1..=1u64 << 40))]
    pub memory_limit: u64,
}

impl Common {
    /// The limits for the reasoner.
    pub fn limits(&self) -> Limits {
        Limits {
            time_max: Duration::from_secs_f64(self.time_limit),
            memory_bytes_max: usize::try_from(self.memory_limit << 20).unwrap_or(usize::MAX),
            ..Limits::default()
        }
    }

    /// How many threads to use.
    pub fn n_threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all, usize::from)
    }

    /// The budget for circuits.
    pub fn budget(&self) -> Budget {
        Budget {
            time_max: Duration::from_secs_f64(self.build_limit),
            // Gates take about as much again, twice.
            memory_bytes_max: usize::try_from((self.memory_limit << 20) / 4).unwrap_or(usize::MAX),
            ..Budget::default()
        }
    }
}

/// What a command line says, read and as clap sees it.
pub fn read(words: &[OsString]) -> Result<(ArgMatches, Args), clap::Error> {
    let mut command = tolerant(Args::command());
    let matches = command.try_get_matches_from_mut(words)?;
    let args = Args::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
    Ok((matches, args))
}

/// The same command, which takes `-3` for a number where a value is due. The
/// option then says which numbers it wants.
fn tolerant(command: clap::Command) -> clap::Command {
    let tolerant_arg = |arg: clap::Arg| match arg.get_action().takes_values() {
        true => arg.allow_negative_numbers(true),
        false => arg,
    };
    command.mut_args(tolerant_arg).mut_subcommands(tolerant)
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the bundled games
    Games,
    /// Show what a game is: roles, size, mean length, branching
    Info {
        /// Bundled name or path of a rule sheet
        game: String,
        /// Random games to play for the figures
        #[arg(long, default_value_t = 100, value_name = "N", value_parser = whole(0..=u64::MAX))]
        playouts: u64,
        /// Longest time to play them for; the figures then rest on fewer games
        #[arg(long, default_value_t = 5.0, value_name = "SECONDS", value_parser = seconds)]
        seconds: f64,
    },
    /// Validate rules: every problem at once, each with its place
    Check {
        /// Rule sheets, or names of bundled games
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
        /// Treat warnings as errors
        #[arg(long)]
        strict: bool,
    },
    /// Format rule sheets in place, keeping every comment
    Fmt {
        /// Rule sheets; `-` reads standard input and writes standard output
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
        /// Change nothing; fail if a file is not formatted
        #[arg(long)]
        check: bool,
    },
    /// Count the move sequences of a given length
    Perft {
        /// Bundled name or path of a rule sheet
        game: String,
        /// Length of the sequences; without it, a bundled game's known counts
        /// are compared
        #[arg(value_parser = whole(0..=1000u32))]
        depth: Option<u32>,
        /// Count turns instead of plies: a run of plies by the same role is one
        #[arg(long)]
        turns: bool,
        /// Count games that end earlier as one sequence each
        #[arg(long)]
        count_ended: bool,
        /// Show the count below each first move
        #[arg(long)]
        divide: bool,
        /// Start from the state with these facts, e.g. "(cell 1 1 x) (control o)"
        #[arg(long, value_name = "FACTS")]
        position: Option<String>,
    },
    /// Understand a game, learn what wins it, and prove it in matches
    #[command(after_help = "Examples:\n  ludex learn breakthrough --html breakthrough.html\n  \
        ludex learn my-game.kif --games 4000 --matches 400\n  \
        ludex learn reversi --skip features,matches --save reversi.txt")]
    Learn {
        /// Bundled name or path of a rule sheet
        game: String,
        /// How to learn, and how much.
        #[command(flatten)]
        wish: LearnWish,
    },
    /// Evolve players: trees that judge positions, by genetic programming
    #[command(after_help = "Examples:\n  ludex evolve list\n  \
        ludex evolve lose-checkers --save best.txt --html curves.html\n  \
        ludex evolve --game breakthrough --save best.txt\n  \
        ludex evolve my-run.toml --generations 20\n  \
        ludex evolve lose-checkers --resume\n  \
        ludex evolve --game breakthrough --resume")]
    Evolve {
        /// A preset (`list` tells which there are) or the path of a file
        #[arg(value_name = "PRESET|FILE", required_unless_present = "game")]
        run: Option<String>,
        /// How players are evolved.
        #[command(flatten)]
        wish: EvolveWish,
    },
    /// Play one random game and write it out state by state
    Playthrough {
        /// Bundled name or path of a rule sheet
        game: String,
        /// Stop after this many plies
        #[arg(long, default_value_t = 10_000, value_name = "N", value_parser = whole(0..=u32::MAX))]
        plies: u32,
    },
    /// Compare with reference traces: facts, legal moves, goals, ends of games
    Conform {
        /// Folder of rule sheets
        #[arg(long, value_name = "DIR")]
        games: PathBuf,
        /// Folder of traces (NAME.jsonl or NAME.jsonl.gz)
        #[arg(long, value_name = "DIR")]
        traces: Option<PathBuf>,
        /// `reference` replays traces; `all` also compares every engine with
        /// the reference, in random games of all games in the folder
        #[arg(long, value_enum, default_value_t)]
        engine: ConformChoice,
        /// States to compare in each game with `--engine all`
        #[arg(long, default_value_t = 100, value_name = "N", value_parser = whole(1..=usize::MAX))]
        states: usize,
    },
    /// Find out what a game is made of, and draw it: boards, pieces, turns,
    /// counters, purses
    #[command(after_help = "\
What is found does not depend on names, on the order of arguments, on idle
arguments or on coordinates that are one term: `ludex scramble` makes such sheets.

Examples:
  ludex structure breakthrough
  ludex structure my-game.kif --json
  ludex structure chess --svg chess.svg")]
    Structure {
        /// Bundled name or path of a rule sheet
        game: String,
        /// Most random games to look at
        #[arg(long, default_value_t = 4_000, value_name = "N", value_parser = whole(1..=u64::MAX))]
        games: u64,
        /// Draw the boards to this file; the second to NAME-2.svg and so on
        #[arg(long, value_name = "FILE")]
        svg: Option<OutFile>,
    },
    /// Print the same game in other words [default: all names changed]
    #[command(after_help = "\
Examples:
  ludex scramble breakthrough > same.kif
  ludex scramble breakthrough --reorder --dummy --combine --symbols --seed 7")]
    Scramble {
        /// Bundled name or path of a rule sheet
        game: String,
        /// Change every name
        #[arg(long)]
        symbols: bool,
        /// Let the arguments of facts change places
        #[arg(long)]
        reorder: bool,
        /// Give facts an argument that says nothing
        #[arg(long)]
        dummy: bool,
        /// Make the coordinates of boards one term
        #[arg(long)]
        combine: bool,
    },
    /// Let a player choose a move, and show why
    Search {
        /// Bundled name or path of a rule sheet
        game: String,
        /// Who chooses, e.g. `uct:time=2s`; `ludex players` tells what there is
        /// [default: `uct:time=1s`, and `puzzle:time=10s` where there is one role]
        #[arg(long, value_name = "SPEC")]
        player: Option<String>,
        /// The position to choose in, e.g. "(cell 1 1 x) (control o)"
        #[arg(long, value_name = "POSITION")]
        position: Option<String>,
        /// For whom to choose [default: who has a choice]
        #[arg(long, value_name = "ROLE")]
        role: Option<String>,
    },
    /// Let players play against each other, in all roles in turn
    #[command(after_help = "\
Examples:
  ludex match breakthrough uct:playouts=1000 alphabeta:depth=3 --games 100
  ludex match connect-four uct:c=0.5 uct:c=1 --games 2000 --sprt 0,30
  ludex match native:chess alphabeta:depth=3,eval=turing random --opening 4 --html match.html")]
    Match {
        /// Bundled name or path of a rule sheet
        game: String,
        /// The players, as many as the game has roles
        #[arg(required = true, value_name = "SPEC")]
        players: Vec<String>,
        /// How many games; at most so many with `--sprt`
        #[arg(long, default_value_t = 20, value_name = "N", value_parser = whole(1..=u32::MAX))]
        games: u32,
        /// How games are played
        #[command(flatten)]
        conduct: Conduct,
        /// Where they are kept
        #[command(flatten)]
        keep: Keep,
        /// What is shown
        #[command(flatten)]
        show: Show,
    },
    /// Let many players play, and rate them
    #[command(after_help = "\
Examples:
  ludex tournament tic-tac-toe random uct:playouts=20 uct:playouts=200 alphabeta:depth=9
  ludex tournament breakthrough uct:playouts=500 uct:c=0.4 uct:c=1 --kind gauntlet --games 100")]
    Tournament {
        /// Bundled name or path of a rule sheet
        game: String,
        /// The players
        #[arg(required = true, num_args = 2.., value_name = "SPEC")]
        players: Vec<String>,
        /// Who meets whom
        #[arg(long, value_enum, default_value_t)]
        kind: TournamentKind,
        /// How many games those who meet play
        #[arg(long, default_value_t = 20, value_name = "N", value_parser = whole(1..=u32::MAX))]
        games: u32,
        /// Rounds of a Swiss tournament [default: enough to find the best]
        #[arg(long, value_name = "N", value_parser = whole(1..=u32::MAX))]
        rounds: Option<u32>,
        /// How games are played
        #[command(flatten)]
        conduct: Conduct,
        /// Where they are kept
        #[command(flatten)]
        keep: Keep,
        /// What is shown
        #[command(flatten)]
        show: Show,
    },
    /// Make a published table again, and compare the figures
    #[command(after_help = "\
An experiment that was interrupted goes on when it is run again with the same
size and seed.

Examples:
  ludex experiment list
  ludex experiment evolved-to-win-3.5 --quick
  ludex experiment evolved-to-win-3.5 --full --html table.html")]
    Experiment {
        /// Which one; `list` tells what there is
        #[arg(value_name = "ID")]
        id: String,
        /// How much of it
        #[command(flatten)]
        extent: Extent,
        /// Where games are kept
        #[command(flatten)]
        keep: Keep,
        /// What is shown
        #[command(flatten)]
        show: Show,
    },
    /// Report on a game for its designer: fairness, draws, length, decisive
    /// moves, rules without use, how much skill matters
    #[command(after_help = "\
Examples:
  ludex analyse breakthrough --html breakthrough.html
  ludex analyse my-game.kif --quick
  ludex analyse native:reversi --time 300 --json")]
    Analyse {
        /// Bundled name or path of a rule sheet
        game: String,
        /// Games of each strength, and of each match of two strengths [default:
        /// as many as there is time for]
        #[arg(long, value_name = "N", value_parser = whole(1..=10_000_000_u32))]
        games: Option<u32>,
        /// How long it should take on two cores, roughly: the work is cut to
        /// fit, without looking at a clock
        #[arg(long, default_value_t = 120.0, value_name = "SECONDS", value_parser = seconds)]
        time: f64,
        /// The same as `--time 10`
        #[arg(long, conflicts_with = "time")]
        quick: bool,
        /// Write a page with plots to this file
        #[arg(long, value_name = "FILE")]
        html: Option<OutFile>,
    },
    /// List the runs in the store, or the games of one
    Runs {
        /// The number of a run
        #[arg(value_parser = whole(1..=i64::MAX))]
        run: Option<i64>,
        /// The store [default: in the user's data folder]
        #[arg(long, value_name = "FILE")]
        store: Option<PathBuf>,
    },
    /// Go on with a run that was interrupted, and show how it stands
    Resume {
        /// The number of the run
        #[arg(value_parser = whole(1..=i64::MAX))]
        run: i64,
        /// The store [default: in the user's data folder]
        #[arg(long, value_name = "FILE")]
        store: Option<PathBuf>,
        /// What is shown
        #[command(flatten)]
        show: Show,
    },
    /// Show a game of a run, move by move
    Replay {
        /// The number of the run
        #[arg(value_parser = whole(1..=i64::MAX))]
        run: i64,
        /// The number of the game
        #[arg(value_parser = whole(0..=u32::MAX))]
        game: u32,
        /// Show the position after each move
        #[arg(long)]
        boards: bool,
        /// The store [default: in the user's data folder]
        #[arg(long, value_name = "FILE")]
        store: Option<PathBuf>,
    },
    /// Write games of a run in a form that other programs read
    Export {
        /// The number of the run
        #[arg(value_parser = whole(1..=i64::MAX))]
        run: i64,
        /// The number of a game [default: all]
        #[arg(value_parser = whole(0..=u32::MAX))]
        game: Option<u32>,
        /// The form
        #[arg(long, value_enum, default_value_t)]
        format: ExportFormat,
        /// The store [default: in the user's data folder]
        #[arg(long, value_name = "FILE")]
        store: Option<PathBuf>,
    },
    /// Play a game yourself, in this terminal
    #[command(after_help = "\
Examples:
  ludex play tic-tac-toe
  ludex play breakthrough --as black --against uct:time=5s
  ludex play native:chess --against uci:stockfish,depth=5
  ludex play connect-four --as all           two people at one keyboard")]
    Play {
        /// Bundled name or path of a rule sheet
        game: String,
        /// The role you play, or `all`; may be repeated [default: the first]
        #[arg(long = "as", value_name = "ROLE")]
        people: Vec<String>,
        /// Who plays the others: one for all, or one each in the order of roles
        /// [default: `uct:time=1s`]
        #[arg(long, value_name = "SPEC")]
        against: Vec<String>,
        /// The position to begin with
        #[arg(long, value_name = "POSITION")]
        position: Option<String>,
    },
    /// List the players and evaluators that specs can name
    Players {
        /// List the evaluators of this game as well
        game: Option<String>,
    },
    /// Find the best way through a puzzle, or the value of a game of two
    Solve {
        /// Bundled name or path of a rule sheet
        game: String,
        /// Start from the state with these facts, e.g. "(on 1 a) (on 2 b)"
        #[arg(long, value_name = "FACTS")]
        position: Option<String>,
        /// Longest time to search
        #[arg(long, default_value_t = 30.0, value_name = "SECONDS", value_parser = seconds)]
        time: f64,
        /// Most positions to look at; with it instead of the time, results
        /// are the same each time
        #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX))]
        nodes: Option<u64>,
        /// How to search
        #[arg(long, value_enum, default_value_t)]
        method: MethodChoice,
        /// Be content with a solution of any length
        #[arg(long)]
        any_length: bool,
        /// Write what shows that the result is right to a file
        #[arg(long, value_name = "FILE")]
        certificate: Option<OutFile>,
    },
    /// Replay a certificate of `ludex solve` by the rules alone
    Verify {
        /// The certificate
        #[arg(value_name = "CERTIFICATE")]
        file: PathBuf,
        /// Most positions to look at for each claim
        #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = whole(1..=u64::MAX))]
        positions: u64,
    },
    /// Be a player that any game manager can talk to, on the GGP protocol
    #[command(after_help = "\
What was learned with `ludex learn` is used, also where a manager scrambles the
rules. The log goes to standard error; RUST_LOG=debug tells of every move.

Examples:
  ludex serve
  ludex serve --bind 0.0.0.0 --port 9147 --name Anna --memory 8192
  ludex serve --player uct:playouts=10k")]
    Serve(Serve),
    /// Be a game manager: matches between players on the GGP protocol and
    /// built-in ones
    #[command(after_help = "\
A player is an address such as http://127.0.0.1:9147, or a spec as in `ludex match`.
Everyone meets everyone, in all roles in turn; where a game has more roles than
there are players, they play several.

Examples:
  ludex host tic-tac-toe --players http://127.0.0.1:9147 uct:time=500ms
  ludex host breakthrough chess --players http://127.0.0.1:9147 http://127.0.0.1:9148 \\
    --matches 10 --at-a-time 2 --start-clock 10 --play-clock 1 --scramble --watch 8080")]
    Host {
        /// Bundled names or paths of rule sheets
        #[arg(required = true, value_name = "GAME")]
        games: Vec<String>,
        /// The players: addresses or specs
        #[arg(long, required = true, num_args = 1.., value_name = "PLAYER")]
        players: Vec<String>,
        /// How they meet
        #[command(flatten)]
        hosting: Hosting,
        /// Where games are kept
        #[command(flatten)]
        keep: Keep,
    },
    /// Show how a search works
    #[command(subcommand)]
    Explain(Explain),
    /// Measure speed
    #[command(subcommand)]
    Bench(Bench),
    /// Print a completion script for a shell
    Completions {
        /// Which shell
        shell: Shell,
    },
    /// Print the manual page
    Man,
}

/// How to search for solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum MethodChoice {
    /// All of them by turns
    #[default]
    Auto,
    /// Breadth-first: the shortest way, while memory lasts
    Bfs,
    /// A*: as breadth-first, led by a bound on what is left
    Astar,
    /// Iterative deepening: the shortest way, in little memory
    Ida,
    /// Beam search: the most promising positions of each ply
    Beam,
    /// Nested Monte Carlo search: random games that learn from each other
    Nested,
}

impl MethodChoice {
    /// What search calls it.
    pub fn method(self) -> Method {
        match self {
            Self::Auto => Method::Auto,
            Self::Bfs => Method::Bfs,
            Self::Astar => Method::Astar,
            Self::Ida => Method::Ida,
            Self::Beam => Method::Beam,
            Self::Nested => Method::Nested,
        }
    }
}

/// What is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ConformChoice {
    /// The reference reasoner with traces
    #[default]
    Reference,
    /// Every engine, with traces and with the reference
    All,
}

#[cfg(test)]
mod tests {
    use std::any::TypeId;

    use super::*;

    /// Command lines that give a wrong number to each option and argument that takes
    /// one, below a command.
    fn wrong_lines(command: &clap::Command, path: &[String]) -> Vec<Vec<String>> {
        let mut lines = Vec::new();
        for arg in command.get_arguments().filter(|arg| is_number(arg)) {
            let mut line = path.to_vec();
            match (arg.get_long(), arg.get_index()) {
                (Some(long), _) => line.push(format!("--{long}=-1e300")),
                (None, index) => {
                    line.extend(vec!["1".into(); index.unwrap_or(1) - 1]);
                    line.push("-1e300".into());
                }
            }
            lines.push(line);
        }
        for below in command.get_subcommands() {
            lines.extend(wrong_lines(below, &[path, &[below.get_name().into()]].concat()));
        }
        lines
    }

    fn is_number(arg: &clap::Arg) -> bool {
        let numbers = [
            TypeId::of::<u16>(),
            TypeId::of::<u32>(),
            TypeId::of::<u64>(),
            TypeId::of::<usize>(),
            TypeId::of::<i64>(),
            TypeId::of::<f64>(),
        ];
        let kind = arg.get_value_parser().type_id();
        numbers.into_iter().any(|number| kind == number)
    }

    #[test]
    fn every_number_has_a_range_that_is_named() {
        let mut command = Args::command();
        command.build();
        let lines = wrong_lines(&command, &["ludex".into()]);
        assert!(lines.len() > 40, "{}", lines.len());
        for line in lines {
            let words: Vec<OsString> = line.iter().map(Into::into).collect();
            let message = read(&words).expect_err("the number is wrong").to_string();
            assert!(message.contains(" needed"), "{line:?}: {message}");
        }
    }
}
