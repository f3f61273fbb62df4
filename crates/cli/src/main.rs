//! `ludex`: give it the rules; it learns to win, and shows you what it learned.

mod commands;
mod curiosity;
mod file;
mod load;
mod log;
mod output;
mod progress;
mod scene;
mod sitting;
mod store;

use std::process::ExitCode;

use clap::Parser;
use ludex::args;

use crate::args::Args;
use crate::output::Output;

fn main() -> ExitCode {
    let args = Args::parse();
    server::connect_remote_players();
    match commands::run(&args, &mut Output::new()) {
        Ok(true) => ExitCode::SUCCESS,
        // The command has said itself what is wrong.
        Ok(false) => ExitCode::FAILURE,
        // Whoever reads our output has had enough: no failure of ours.
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
