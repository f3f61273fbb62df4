//! The command line of `ludex` as a library: what commands and options there are, for
//! tests that go over all of them, and the files that options name.
//!
//! ```
//! use clap::CommandFactory;
//!
//! assert!(ludex::args::Args::command().find_subcommand("match").is_some());
//! ```

pub mod args;
pub mod file;
