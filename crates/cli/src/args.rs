//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use arena::stats::Sprt;
use clap::{Args as Group, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use gdl::Limits;
use gdl::circuit::Budget;
use search::puzzle::Method;

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
    /// Print results as JSON
    #[arg(long, global = true)]
    pub json: bool,
    /// Seed of everything random; the same seed gives the same result
    #[arg(long, global = true, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// Threads to use [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,
    /// Longest time that the rules may take for one question about one state
    #[arg(long, global = true, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    pub time_limit: f64,
    /// Longest time for turning rules into a circuit; beyond it, the slower
    /// reference reasoner plays
    #[arg(long, global = true, value_name = "SECONDS", default_value_t = 25.0, value_parser = seconds)]
    pub build_limit: f64,
    /// Most memory that derived facts may take
    #[arg(long, global = true, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..))]
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
}

impl Common {
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

fn lanes(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n @ (64 | 128 | 256 | 512 | 1024)) => Ok(n),
        _ => Err("64, 128, 256, 512 or 1024 is needed".into()),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value <= 1e9 => Ok(value),
        _ => Err("a number of seconds above 0 is needed".into()),
    }
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
        #[arg(long, default_value_t = 100, value_name = "N")]
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
        #[command(flatten)]
        wish: LearnWish,
    },
    /// Play one random game and write it out state by state
    Playthrough {
        /// Bundled name or path of a rule sheet
        game: String,
        /// Stop after this many plies
        #[arg(long, default_value_t = 10_000, value_name = "N")]
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
        #[arg(long, default_value_t = 100, value_name = "N")]
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
        #[arg(long, default_value_t = 4_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        games: u64,
        /// Draw the boards to this file; the second to NAME-2.svg and so on
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
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
        #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
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
        #[arg(long, default_value_t = 20, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
        games: u32,
        /// Rounds of a Swiss tournament [default: enough to find the best]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
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
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
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
        html: Option<PathBuf>,
    },
    /// List the runs in the store, or the games of one
    Runs {
        /// The number of a run
        run: Option<i64>,
        /// The store [default: in the user's data folder]
        #[arg(long, value_name = "FILE")]
        store: Option<PathBuf>,
    },
    /// Go on with a run that was interrupted, and show how it stands
    Resume {
        /// The number of the run
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
        run: i64,
        /// The number of the game
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
        run: i64,
        /// The number of a game [default: all]
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
        #[arg(long, value_name = "N")]
        nodes: Option<u64>,
        /// How to search
        #[arg(long, value_enum, default_value_t)]
        method: MethodChoice,
        /// Be content with a solution of any length
        #[arg(long)]
        any_length: bool,
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

/// What a player on the protocol is.
#[derive(Debug, Group)]
pub struct Serve {
    /// The address to listen at; others than this machine reach it at 0.0.0.0
    #[arg(long, default_value = "127.0.0.1", value_name = "ADDRESS")]
    pub bind: String,
    /// The port; the next free one if it is taken
    #[arg(long, default_value_t = 9147, value_name = "PORT")]
    pub port: u16,
    /// What it calls itself
    #[arg(long, default_value = "Ludex", value_name = "NAME", value_parser = plain_name)]
    pub name: String,
    /// Most memory that all matches may take together
    #[arg(long, default_value_t = 4096, value_name = "MB", value_parser = clap::value_parser!(u64).range(64..))]
    pub memory: u64,
    /// Most matches at a time
    #[arg(long, default_value_t = 12, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub matches: u16,
    /// Who plays [default: a solver where one is alone, else UCT]
    #[arg(long, value_name = "SPEC")]
    pub player: Option<String>,
    /// Where knowledge of games is kept [default: in the user's data folder]
    #[arg(long, value_name = "DIR")]
    pub knowledge: Option<PathBuf>,
}

/// How players meet under a manager.
#[derive(Debug, Group)]
pub struct Hosting {
    /// Matches of each group of players, in each game
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub matches: u32,
    /// Matches at a time
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub at_a_time: u16,
    /// Time until play begins
    #[arg(long, default_value_t = 10.0, value_name = "SECONDS", value_parser = seconds)]
    pub start_clock: f64,
    /// Time for each move
    #[arg(long, default_value_t = 1.0, value_name = "SECONDS", value_parser = seconds)]
    pub play_clock: f64,
    /// How much later an answer may come
    #[arg(long, default_value_t = 1.0, value_name = "SECONDS", value_parser = grace)]
    pub grace: f64,
    /// Give each match words of its own
    #[arg(long)]
    pub scramble: bool,
    /// Where a match is given up
    #[arg(long, default_value_t = 1000, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    pub plies: u32,
    /// Show the matches on a page at this port of this machine
    #[arg(long, value_name = "PORT")]
    pub watch: Option<u16>,
    /// Fail if any move had to be replaced
    #[arg(long)]
    pub strict: bool,
}

fn grace(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0..=1e6).contains(&value) => Ok(value),
        _ => Err("a number of seconds is needed".into()),
    }
}

fn plain_name(text: &str) -> Result<String, String> {
    let is_plain = |letter: char| letter.is_alphanumeric() || "._-".contains(letter);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => Ok(text.into()),
        false => Err("letters, digits, `.`, `_` and `-` make a name".into()),
    }
}

/// How games are played.
#[derive(Debug, Group)]
pub struct Conduct {
    /// Plies at the beginning that are drawn at random, alike in each role
    #[arg(long, default_value_t = 0, value_name = "PLIES")]
    pub opening: u32,
    /// Where a game is given up
    #[arg(long, default_value_t = 1000, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    pub plies: u32,
    /// Stop when two players' difference is surely above or below: two numbers
    /// of Elo points, as in `0,20`
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// How often the test may err either way
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = error_rate)]
    pub error: f64,
}

/// Where games are kept.
#[derive(Debug, Group)]
pub struct Keep {
    /// The store to keep the games in [default: in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// Keep no games
    #[arg(long, conflicts_with = "store")]
    pub no_store: bool,
}

/// How much of an experiment is done.
#[derive(Debug, Group)]
pub struct Extent {
    /// A glance that takes little time
    #[arg(long, conflicts_with = "full")]
    pub quick: bool,
    /// As much as was published
    #[arg(long)]
    pub full: bool,
    /// Only go on with what was begun
    #[arg(long, conflicts_with_all = ["fresh", "no_store"])]
    pub resume: bool,
    /// Begin anew, whatever was played
    #[arg(long)]
    pub fresh: bool,
    /// Tell what it costs, and do no more
    #[arg(long)]
    pub estimate: bool,
    /// Read rule sheets from this folder where an experiment knows their names
    #[arg(long, value_name = "FOLDER")]
    pub sheets: Option<PathBuf>,
}

/// What is shown besides the table.
#[derive(Debug, Group)]
pub struct Show {
    /// Write the table to this file, as comma-separated values
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write a page with plots to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TournamentKind {
    /// Everyone meets everyone
    #[default]
    RoundRobin,
    /// The first player meets all others
    Gauntlet,
    /// In each round, two of similar success meet
    Swiss,
}

/// In what form games are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// JSON match records, as game servers of general game playing write them
    #[default]
    Ggp,
    /// Portable Game Notation, for chess
    Pgn,
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let ends = text.split_once(',').and_then(|(low, high)| {
        Some((low.trim().parse::<f64>().ok()?, high.trim().parse::<f64>().ok()?))
    });
    match ends {
        Some((elo0, elo1)) if elo0 < elo1 && elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0 => {
            Ok(Sprt { elo0, elo1, ..Sprt::default() })
        }
        _ => Err("two numbers are needed, the lower first, as in `0,20`".into()),
    }
}

fn error_rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(rate) if rate > 0.0 && rate < 0.5 => Ok(rate),
        _ => Err("a number between 0 and 0.5 is needed".into()),
    }
}

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
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
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
        #[arg(long, default_value_t = 300, value_name = "N")]
        nodes: usize,
        /// Write a picture to this file
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
    },
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

/// What is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ConformChoice {
    /// The reference reasoner with traces
    #[default]
    Reference,
    /// Every engine, with traces and with the reference
    All,
}

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
        #[arg(long, value_name = "N", default_value_t = 20)]
        games: u32,
        /// Where a game is given up
        #[arg(long, value_name = "N", default_value_t = 500)]
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
        #[arg(long, value_name = "N", default_value_t = 1000)]
        positions: u32,
        /// Nodes that the solution of a position may take
        #[arg(long, value_name = "N", default_value_t = 300_000)]
        nodes: u64,
        /// Searches of each player in each position, with different seeds
        #[arg(long, value_name = "N", default_value_t = 1)]
        searches: u32,
        /// Take positions from games that this player plays against itself, not from random ones
        #[arg(long, value_name = "SPEC")]
        from: Option<String>,
        /// Leave out the positions in which this player is right, as too easy
        #[arg(long, value_name = "SPEC")]
        sieve: Option<String>,
    },
    /// How far searches overrun their time, on some games in random positions
    Overrun {
        /// Bundled names or paths of rule sheets
        #[arg(required = true, value_name = "GAME")]
        games: Vec<String>,
        /// How many searches in all
        #[arg(long, value_name = "N", default_value_t = 60)]
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

/// How to learn, and how much.
#[derive(Debug, clap::Args)]
pub struct LearnWish {
    /// Write a page with pictures to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Keep what was learned in this file [default: in the user's data folder]
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Learn nothing, but print or save what was learned before of this game,
    /// in the words of this sheet, whatever they were then
    #[arg(long)]
    pub recall: bool,
    /// Leave parts out, such as `features,matches`
    #[arg(long, value_enum, value_delimiter = ',', value_name = "PARTS")]
    pub skip: Vec<LearnPart>,
    /// Games against itself that evaluators are learned from [default: what
    /// takes some twenty seconds]
    #[arg(long, value_name = "N")]
    pub games: Option<u32>,
    /// Random games that features are learned from
    #[arg(long, default_value_t = 500, value_name = "N")]
    pub runs: u32,
    /// Games of each match that proves what was learned
    #[arg(long, default_value_t = 100, value_name = "N")]
    pub matches: u32,
    /// Playouts a move in the match at equal playouts
    #[arg(long, default_value_t = 1000, value_name = "N")]
    pub playouts: u64,
    /// Milliseconds a move in the match at equal time
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub milliseconds: u64,
    /// How many moves above the last one features are learned from; the paper has 3
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub levels: u32,
    /// Remove facts in pairs as well
    #[arg(long)]
    pub pairs: bool,
    /// What to make of how often features worked in random games
    #[arg(long, value_enum, default_value_t)]
    pub weigh: WeighChoice,
    /// How often playouts follow the best feature where none wins or saves
    /// [default: what does best in a short match]
    #[arg(long, value_name = "P")]
    pub greed: Option<f64>,
    /// Draw by Boltzmann's distribution instead; the paper has 0.5
    #[arg(long, conflicts_with = "greed", value_name = "T")]
    pub temperature: Option<f64>,
    /// How often opponents are taken to know the features
    #[arg(long, default_value_t = 1.0, value_name = "P")]
    pub others: f64,
    /// Use features without a match that tells whether they help
    #[arg(long)]
    pub unguarded: bool,
}

/// What learning consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LearnPart {
    /// Each term of the evaluator alone against random play
    Terms,
    /// What positions are worth
    Evaluator,
    /// Moves that win or are needed
    Features,
    /// The matches that prove what was learned
    Matches,
}

/// What to make of how often features worked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum WeighChoice {
    /// Nothing
    #[default]
    Keep,
    /// A winning move that does not always win loses its rank
    Demote,
    /// Values follow how much more often the move's maker won
    Gain,
    /// What did harm goes
    Prune,
}
