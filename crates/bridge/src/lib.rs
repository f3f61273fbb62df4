//! Runs external programs and exchanges lines with them.
//!
//! A [`Process`] is a child process connected by two pipes. Every wait has a
//! deadline, and every error is one sentence that names the program and its
//! last output. The protocol (UCI, GTP, a simulator's) belongs to the callers.

mod process;

pub use process::{Command, Process};
