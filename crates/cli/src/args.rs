//! The arguments that commands share. Those of a single command are in its file.

mod given;
mod matches;
pub(crate) mod number;

use std::ffi::OsString;
use std::time::Duration;

use clap::{ArgMatches, Args as Group, CommandFactory, FromArgMatches, Parser};
use ludex::Settings;
use ludex_gdl::Limits;
use ludex_gdl::circuit::Budget;

use number::{seconds, whole};

pub use crate::commands::Command;
pub use given::Given;
pub use matches::{Conduct, Keep, Show};

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
    /// The command.
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

    /// The settings of services.
    pub fn settings(&self) -> Settings {
        let (limits, budget) = (self.limits(), self.budget());
        let connect = Some(ludex_server::connect as _);
        Settings { seed: self.seed, n_threads: self.n_threads(), limits, budget, connect }
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

/// Reads a command line.
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
