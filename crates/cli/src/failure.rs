//! What went wrong, for people and for programs.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use serde_json::{Value, json};

use crate::output::Output;

/// A message, with what led to it.
#[derive(Debug, PartialEq, Eq)]
pub struct Failure {
    message: String,
    causes: Vec<String>,
}

impl Failure {
    /// What an error says.
    pub fn of(error: &anyhow::Error) -> Self {
        let mut chain = error.chain().map(ToString::to_string);
        Self { message: chain.next().unwrap_or_default(), causes: chain.collect() }
    }

    /// Prints it. For programs it is what standard output holds instead of a
    /// result; where a result was printed, it is a line of standard error.
    pub fn show(&self, is_json: bool, out: &mut Output) {
        // A closed pipe is no reason to do anything else.
        match (is_json, out.is_used()) {
            (true, false) => drop(out.json(&self.to_json())),
            (true, true) => eprintln!("{}", self.to_json()),
            (false, _) => eprintln!("error: {}", self.to_text()),
        }
    }

    fn to_json(&self) -> Value {
        json!({ "error": self.message, "causes": self.causes })
    }

    fn to_text(&self) -> String {
        let mut text = self.message.clone();
        self.causes.iter().for_each(|cause| text += &format!(": {cause}"));
        text
    }
}

/// Says what is wrong with a command line, or shows the help that it asks for.
pub fn usage(error: &clap::Error, words: &[OsString]) -> ExitCode {
    if error.use_stderr() && words.iter().any(|word| word == "--json") {
        let text = error.render().to_string();
        // As above.
        let _ = writeln!(std::io::stdout(), "{:#}", Failure::of_usage(&text).to_json());
    } else {
        // As above.
        let _ = error.print();
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

impl Failure {
    /// What clap says: the first paragraph, and the tips after it.
    fn of_usage(text: &str) -> Self {
        let mut parts = text.split("\n\n").map(str::trim);
        let first = parts.next().unwrap_or_default();
        let message = first.strip_prefix("error: ").unwrap_or(first).to_string();
        let tips = parts.filter_map(|part| part.strip_prefix("tip: ")).map(str::to_string);
        Self { message, causes: tips.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_follow_in_order() {
        let error = anyhow::anyhow!("no such file").context("rules.kif").context("--game");
        let failure = Failure::of(&error);
        assert_eq!(failure.to_text(), "--game: rules.kif: no such file");
        let expected = json!({ "error": "--game", "causes": ["rules.kif", "no such file"] });
        assert_eq!(failure.to_json(), expected);
    }

    #[test]
    fn usage_is_a_message_and_tips() {
        let text = "error: unexpected argument '--sed' found\n\n  tip: a similar argument exists: \
                    '--seed'\n\nUsage: ludex games\n\nFor more information, try '--help'.\n";
        let failure = Failure::of_usage(text);
        assert_eq!(failure.message, "unexpected argument '--sed' found");
        assert_eq!(failure.causes, ["a similar argument exists: '--seed'"]);
    }
}
