//! `ludex`: give it the rules; it learns to win, and shows you what it learned.

use std::process::ExitCode;

fn main() -> ExitCode {
    ludex_cli::main()
}
