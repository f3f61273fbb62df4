//! The types of options: reading and printing of values.
//!
//! A printed value reads back as the same value; defaults are printed this way.

use std::time::Duration;

use ludex_support::unknown_word;

use super::split_options;
use crate::quote::unquoted;

/// The type of an option's value.
///
/// ```
/// use ludex_search::options::{Count, OptionType};
///
/// assert_eq!(Count.read("playouts", "10k"), Ok(10_000));
/// assert_eq!(Count.print(&10_000), "10k");
/// let error = Count.read("playouts", "many").unwrap_err();
/// assert_eq!(error, "`playouts=many`: a count such as 1000, 10k or 2M is needed");
/// ```
pub trait OptionType {
    /// The value.
    type Value;

    /// The type in one or two words, for lists of options.
    fn name(&self) -> String;

    /// Reads a value. The error names the option and the expected form.
    fn read(&self, option: &str, text: &str) -> Result<Self::Value, String>;

    /// Prints a value as `read` reads it.
    fn print(&self, value: &Self::Value) -> String;
}

/// A count, such as `1000`, `10k` or `2M`.
#[derive(Clone, Copy, Debug)]
pub struct Count;

/// A count of at least 1.
#[derive(Clone, Copy, Debug)]
pub struct Positive;

/// A size of memory in bytes, such as `64MB`.
#[derive(Clone, Copy, Debug)]
pub struct Bytes;

/// A time, such as `50ms` or `2s`.
#[derive(Clone, Copy, Debug)]
pub struct Time;

/// A time above 0.
#[derive(Clone, Copy, Debug)]
pub struct PositiveTime;

/// A finite number.
#[derive(Clone, Copy, Debug)]
pub struct Number;

/// A finite number of at least 0.
#[derive(Clone, Copy, Debug)]
pub struct NonNegative;

/// Yes or no; the name of the option alone means yes.
#[derive(Clone, Copy, Debug)]
pub struct Flag;

/// One of a list of words, each of which stands for a value.
#[derive(Clone, Copy, Debug)]
pub struct Word<'a, T>(pub &'a [(&'static str, T)]);

/// Any text.
#[derive(Clone, Copy, Debug)]
pub struct Text;

/// Names with values in brackets, such as `(Skill Level=3,Threads=1)`. One pair
/// needs no brackets.
#[derive(Clone, Copy, Debug)]
pub struct Pairs;

const COUNT_UNITS: [(&str, f64); 4] = [("k", 1e3), ("M", 1e6), ("G", 1e9), ("", 1.0)];
const BYTE_UNITS: [(&str, f64); 3] = [("kB", 1024.0), ("MB", 1048576.0), ("GB", 1073741824.0)];
const TIME_UNITS: [(&str, f64); 3] = [("ms", 1e-3), ("min", 60.0), ("s", 1.0)];

/// The longest time that can be given: 115 days.
const SECONDS_MAX: f64 = 1e7;

impl OptionType for Count {
    type Value = u64;

    fn name(&self) -> String {
        "count".into()
    }

    fn read(&self, option: &str, text: &str) -> Result<u64, String> {
        let value = scaled(text, &COUNT_UNITS);
        Ok(value.ok_or_else(|| needs(option, text, "a count such as 1000, 10k or 2M"))? as u64)
    }

    fn print(&self, value: &u64) -> String {
        match *value {
            n if n > 0 && n % 1_000_000 == 0 => format!("{}M", n / 1_000_000),
            n if n > 0 && n % 1_000 == 0 => format!("{}k", n / 1_000),
            n => n.to_string(),
        }
    }
}

impl OptionType for Positive {
    type Value = u64;

    fn name(&self) -> String {
        Count.name()
    }

    fn read(&self, option: &str, text: &str) -> Result<u64, String> {
        match Count.read(option, text)? {
            0 => Err(needs(option, text, "at least 1")),
            count => Ok(count),
        }
    }

    fn print(&self, value: &u64) -> String {
        Count.print(value)
    }
}

impl OptionType for Bytes {
    type Value = usize;

    fn name(&self) -> String {
        "size".into()
    }

    fn read(&self, option: &str, text: &str) -> Result<usize, String> {
        let value = scaled(text, &BYTE_UNITS);
        Ok(value.ok_or_else(|| needs(option, text, "a size such as 64MB or 2GB"))? as usize)
    }

    fn print(&self, value: &usize) -> String {
        match *value {
            n if n > 0 && n % (1 << 30) == 0 => format!("{}GB", n >> 30),
            n if n > 0 && n % (1 << 20) == 0 => format!("{}MB", n >> 20),
            n => format!("{}kB", n as f64 / 1024.0),
        }
    }
}

impl OptionType for Time {
    type Value = Duration;

    fn name(&self) -> String {
        "time".into()
    }

    fn read(&self, option: &str, text: &str) -> Result<Duration, String> {
        match scaled(text, &TIME_UNITS) {
            None => Err(needs(option, text, "a time such as 50ms, 2s or 5min")),
            Some(seconds) if seconds > SECONDS_MAX => {
                Err(needs(option, text, "a time of at most 115 days"))
            }
            Some(seconds) => Ok(Duration::from_secs_f64(seconds)),
        }
    }

    fn print(&self, value: &Duration) -> String {
        match value.subsec_nanos() {
            0 => format!("{}s", value.as_secs()),
            _ => format!("{}ms", value.as_secs_f64() * 1e3),
        }
    }
}

impl OptionType for PositiveTime {
    type Value = Duration;

    fn name(&self) -> String {
        Time.name()
    }

    fn read(&self, option: &str, text: &str) -> Result<Duration, String> {
        match Time.read(option, text)? {
            Duration::ZERO => Err(needs(option, text, "a time above 0")),
            time => Ok(time),
        }
    }

    fn print(&self, value: &Duration) -> String {
        Time.print(value)
    }
}

impl OptionType for Number {
    type Value = f64;

    fn name(&self) -> String {
        "number".into()
    }

    fn read(&self, option: &str, text: &str) -> Result<f64, String> {
        let value = text.parse().ok().filter(|value: &f64| value.is_finite());
        value.ok_or_else(|| needs(option, text, "a number"))
    }

    fn print(&self, value: &f64) -> String {
        value.to_string()
    }
}

impl OptionType for NonNegative {
    type Value = f32;

    fn name(&self) -> String {
        Number.name()
    }

    fn read(&self, option: &str, text: &str) -> Result<f32, String> {
        match Number.read(option, text)? {
            number if number < 0.0 => Err(needs(option, text, "a number of at least 0")),
            number => Ok(number as f32),
        }
    }

    fn print(&self, value: &f32) -> String {
        value.to_string()
    }
}

impl OptionType for Flag {
    type Value = bool;

    fn name(&self) -> String {
        "yes or no".into()
    }

    fn read(&self, option: &str, text: &str) -> Result<bool, String> {
        match text {
            "yes" | "on" | "true" => Ok(true),
            "no" | "off" | "false" => Ok(false),
            _ => Err(needs(option, text, "yes or no")),
        }
    }

    fn print(&self, value: &bool) -> String {
        if *value { "yes" } else { "no" }.into()
    }
}

impl<T: Copy + PartialEq> OptionType for Word<'_, T> {
    type Value = T;

    fn name(&self) -> String {
        let words: Vec<&str> = self.0.iter().map(|&(word, _)| word).collect();
        match &words[..] {
            [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
            words => words.concat(),
        }
    }

    fn read(&self, option: &str, text: &str) -> Result<T, String> {
        match self.0.iter().find(|(word, _)| *word == text) {
            Some(&(_, value)) => Ok(value),
            None => Err(unknown_word(option, text, self.0.iter().map(|&(word, _)| word))),
        }
    }

    fn print(&self, value: &T) -> String {
        let word = self.0.iter().find(|(_, known)| known == value);
        word.map_or("?", |(word, _)| word).into()
    }
}

impl OptionType for Text {
    type Value = String;

    fn name(&self) -> String {
        "text".into()
    }

    fn read(&self, _: &str, text: &str) -> Result<String, String> {
        Ok(text.into())
    }

    fn print(&self, value: &String) -> String {
        value.clone()
    }
}

impl OptionType for Pairs {
    type Value = Vec<(String, String)>;

    fn name(&self) -> String {
        "pairs".into()
    }

    fn read(&self, option: &str, text: &str) -> Result<Self::Value, String> {
        let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let pair = |item: &str| match item.split_once('=') {
            Some((name, value)) => Ok((name.trim().to_string(), unquoted(value.trim())?)),
            None => Err(format!("`{item}` is no option; `name=value` is")),
        };
        let pairs = split_options(inner.unwrap_or(text))
            .and_then(|items| items.into_iter().map(pair).collect::<Result<_, _>>());
        pairs.map_err(|what| format!("`{option}`: {what}"))
    }

    fn print(&self, value: &Self::Value) -> String {
        let pairs: Vec<String> =
            value.iter().map(|(name, value)| format!("{name}={value}")).collect();
        format!("({})", pairs.join(","))
    }
}

fn needs(option: &str, text: &str, needed: &str) -> String {
    format!("`{option}={text}`: {needed} is needed")
}

/// A number with a unit, from 0 to 10^18.
fn scaled(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let (number, scale) =
        units.iter().find_map(|&(unit, scale)| Some((text.strip_suffix(unit)?.trim(), scale)))?;
    let value = number.parse::<f64>().ok()? * scale;
    (0.0..=1e18).contains(&value).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_read_back<T: OptionType>(of: T, text: &str) -> bool {
        of.read("option", text).is_ok_and(|value| of.print(&value) == text)
    }

    #[test]
    fn printed_values_are_read_back() {
        for text in ["0", "16384", "10k", "2M"] {
            assert!(is_read_back(Count, text), "{text}");
        }
        assert!(is_read_back(Bytes, "64MB") && is_read_back(Bytes, "1GB"));
        assert!(is_read_back(Bytes, "1.5kB") && is_read_back(Bytes, "0kB"));
        assert!(is_read_back(Time, "10s") && is_read_back(PositiveTime, "50ms"));
        assert!(is_read_back(NonNegative, "0.7") && is_read_back(Number, "-1.5"));
        assert!(is_read_back(Flag, "yes") && is_read_back(Word(&[("a", 1), ("b", 2)]), "b"));
        assert!(is_read_back(Pairs, "(Skill Level=3,Threads=1)"));
    }
}
