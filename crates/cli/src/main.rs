//! `ludex`: give it the rules; it learns to win, and shows you what it learned.

mod commands;
mod curiosity;
mod failure;
mod foot;
mod interrupt;
mod load;
mod log;
mod output;
mod progress;
mod scene;
mod sitting;
mod store;

use std::ffi::OsString;
use std::process::ExitCode;

use ludex::{args, file};

use crate::args::Args;
use crate::failure::Failure;
use crate::foot::Foot;
use crate::output::Output;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    let (matches, args) = match args::read(&words) {
        Ok(read) => read,
        Err(error) => return failure::usage(&error, &words),
    };
    interrupt::listen();
    server::connect_remote_players();
    let mut out = Output::new(Foot::new(words, args.common.seed));
    let outcome = file::try_all(&matches).and_then(|()| commands::run(&args, &mut out));
    end(&args, &mut out, outcome)
}

/// Writes the files that were asked for, and says what failed.
fn end(args: &Args, out: &mut Output, outcome: anyhow::Result<bool>) -> ExitCode {
    let mut errors = out.write_files();
    let is_good = match outcome {
        Ok(is_good) => is_good,
        // Whoever reads our output has had enough: no failure of ours.
        Err(error) if output::is_broken_pipe(&error) => true,
        Err(error) => {
            errors.insert(0, error);
            false
        }
    };
    errors.iter().for_each(|error| Failure::of(error).show(args.common.json, out));
    // A command that has found something to be wrong has said so itself.
    ExitCode::from(u8::from(!is_good || !errors.is_empty()))
}
