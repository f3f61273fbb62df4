//! Differences between the parameters of two runs.

use std::collections::BTreeSet;
use std::fmt;

use toml::{Table, Value};

use crate::Config;

/// A parameter whose value differs between two configs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its path in the file, such as `breeding.crossover`.
    pub parameter: String,
    /// The former value, as files write it; `None` if it is missing.
    pub before: Option<String>,
    /// The value now.
    pub now: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |value: &Option<String>| value.clone().unwrap_or("not given".into());
        write!(f, "`{}` was {}, now {}", self.parameter, text(&self.before), text(&self.now))
    }
}

impl Config {
    /// The parameters whose values differ.
    ///
    /// ```
    /// use ludex_evolve::Config;
    ///
    /// let before = Config::parse("population = 24\n[problem]\ndepth = 2\n").unwrap();
    /// let now = Config::parse("population = 30\n").unwrap();
    /// let told: Vec<String> = before.differences(&now).iter().map(ToString::to_string).collect();
    /// assert_eq!(told, ["`population` was 24, now 30", "`problem.depth` was 2, now not given"]);
    /// ```
    pub fn differences(&self, now: &Self) -> Vec<Difference> {
        let table = |config: &Self| Value::Table(Table::try_from(config).unwrap_or_default());
        let mut differences = Vec::new();
        compare("", Some(&table(self)), Some(&table(now)), &mut differences);
        differences
    }
}

/// Compares the values at a path, recursively where they have parts.
fn compare(place: &str, before: Option<&Value>, now: Option<&Value>, found: &mut Vec<Difference>) {
    match (before, now) {
        (before, now) if before == now => {}
        (Some(Value::Table(_)) | None, Some(Value::Table(_)) | None) => {
            let keys = |value: Option<&Value>| {
                let table = value.and_then(Value::as_table);
                table.into_iter().flat_map(|table| table.keys().cloned()).collect::<Vec<_>>()
            };
            for key in keys(before).into_iter().chain(keys(now)).collect::<BTreeSet<_>>() {
                let inner = match place {
                    "" => key.clone(),
                    place => format!("{place}.{key}"),
                };
                let of = |value: Option<&Value>| value.and_then(|value| value.get(&key)).cloned();
                compare(&inner, of(before).as_ref(), of(now).as_ref(), found);
            }
        }
        (Some(Value::Array(before)), Some(Value::Array(now))) if before.len() == now.len() => {
            for (at, (before, now)) in before.iter().zip(now).enumerate() {
                compare(&format!("{place}[{at}]"), Some(before), Some(now), found);
            }
        }
        (before, now) => {
            let (before, now) = (before.map(Value::to_string), now.map(Value::to_string));
            found.push(Difference { parameter: place.into(), before, now });
        }
    }
}
