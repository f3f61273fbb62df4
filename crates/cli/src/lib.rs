//! The command line of `ludex`: arguments, progress bars and output. The work is done by
//! the library `ludex`.
//!
//! ```
//! use clap::CommandFactory;
//!
//! assert!(ludex_cli::args::Args::command().find_subcommand("match").is_some());
//! ```

pub mod args;
mod commands;
mod failure;
pub mod file;
mod footer;
mod interrupt;
mod load;
mod log;
mod match_run;
mod output;
mod progress;
mod store;

use std::ffi::OsString;
use std::process::ExitCode;

use crate::args::Args;
use crate::commands::Run;
use crate::failure::Failure;
use crate::footer::Footer;
use crate::output::Output;

/// Runs the command line of the process.
pub fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    let (matches, args) = match args::read(&words) {
        Ok(read) => read,
        Err(error) => return failure::usage(&error, &words),
    };
    interrupt::listen();
    let mut out = Output::new(Footer::new(words, args.common.seed));
    let outcome = file::check_all(&matches).and_then(|()| run(&args, &mut out));
    end(&args, &mut out, outcome)
}

fn run(args: &Args, out: &mut Output) -> anyhow::Result<bool> {
    if let Some(threads) = args.common.threads {
        rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global()?;
    }
    args.command.run(&args.common, out)
}

/// Writes the files that options name, and prints all errors.
fn end(args: &Args, out: &mut Output, outcome: anyhow::Result<bool>) -> ExitCode {
    let mut errors = out.write_files();
    let is_good = match outcome {
        Ok(is_good) => is_good,
        // The reader of the output has closed it: no failure of this process.
        Err(error) if output::is_broken_pipe(&error) => true,
        Err(error) => {
            errors.insert(0, error);
            false
        }
    };
    errors.iter().for_each(|error| Failure::of(error).show(args.common.json, out));
    // A command that found a problem has printed it.
    ExitCode::from(u8::from(!is_good || !errors.is_empty()))
}
