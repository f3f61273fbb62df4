//! The foot of pages: how they came to be.

use std::ffi::OsString;
use std::path::MAIN_SEPARATOR;
use std::time::{SystemTime, UNIX_EPOCH};

/// How a page came to be: command, seed, version and date.
pub struct Footer {
    command: String,
    seed: u64,
}

impl Footer {
    /// The foot of what a command line makes.
    pub fn new(args: impl IntoIterator<Item = OsString>, seed: u64) -> Self {
        let words = args.into_iter().skip(1).map(|word| quoted(&word.to_string_lossy()));
        let command = std::iter::once("ludex".to_string()).chain(words);
        Self { command: command.collect::<Vec<_>>().join(" "), seed }
    }

    /// What it says, part by part.
    pub fn entries(&self) -> [(&'static str, String); 4] {
        [
            ("command", self.command.clone()),
            ("seed", self.seed.to_string()),
            ("version", format!("Ludex {}", env!("CARGO_PKG_VERSION"))),
            ("date", date(now())),
        ]
    }
}

/// A word as shells read it.
pub fn quoted(word: &str) -> String {
    let is_plain = |letter: char| {
        letter.is_alphanumeric() || letter == MAIN_SEPARATOR || "._-+:@%=,".contains(letter)
    };
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.into(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// Seconds since 1970, or what `SOURCE_DATE_EPOCH` says instead: those who build
/// the same page twice want the same bytes.
fn now() -> u64 {
    let fixed = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    fixed.unwrap_or_else(clock)
}

/// The day of a time in UTC, as in 2026-11-17.
fn date(seconds: u64) -> String {
    // Years begin in March here, so that a leap day is the last day of one.
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = 400 * era + year + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        let day = |days: u64| date(days * 86_400 + 86_399);
        assert_eq!([day(0), day(58), day(59)], ["1970-01-01", "1970-02-28", "1970-03-01"]);
        assert_eq!([day(11_016), day(11_017)], ["2000-02-29", "2000-03-01"]);
        assert_eq!([day(20_773), day(20_819)], ["2026-11-16", "2027-01-01"]);
    }

    #[test]
    fn the_command_can_be_pasted() {
        let args = ["target/ludex", "match", "nim", "uct:playouts=9,c=1", "--html", "it's"];
        let foot = Footer::new(args.map(OsString::from), 3);
        let command = r"ludex match nim uct:playouts=9,c=1 --html 'it'\''s'";
        assert_eq!(foot.entries()[0], ("command", command.to_string()));
    }
}
