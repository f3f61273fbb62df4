//! Player specs: one small language that names players.
//!
//! ```text
//! spec   = kind [ ":" option { "," option } ]
//! option = name "=" value | word
//! ```
//!
//! `random`, `alphabeta:depth=5,eval=mobility`, `uct:playouts=1000`,
//! `uct:time=2s`, `uci:stockfish,set=(Skill Level=3)`. A word alone is an option
//! that is switched on; where a kind needs one thing above all, such as the
//! program of an engine, it is the first word. Commas within brackets belong to
//! the value. Every kind understands `time`, and has options of its own;
//! [`crate::players::kinds`] lists them. Numbers may have a unit:
//! times `50ms` or `2s`, sizes `64MB`, counts `10k` or `2M`.
//!
//! ```
//! use std::sync::Arc;
//! use game::{Game, RoleId, examples::Nim};
//! use search::{Context, Spec, Stop};
//!
//! let nim = Arc::new(Nim::new(&[3, 4, 5]));
//! let mut seat = Spec::parse("random").unwrap().seat(&nim, &Context::default()).unwrap();
//! let report = seat.player.choose(&nim.initial(), RoleId(0), &Stop::never());
//! assert_eq!(nim.move_name(report.mv), "(take 2 5)");
//! ```

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use game::{Playable, RoleId};

use crate::{Player, Report, Stop, evaluate, players};

/// A player, as a user names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    kind: String,
    options: Vec<Given>,
}

/// An option and its value; a word alone has none.
type Given = (String, Option<String>);

/// What is wrong with a spec.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("player `{spec}`: {what}")]
pub struct SpecError {
    /// The whole spec.
    pub spec: String,
    /// What is wrong with it.
    pub what: String,
}

/// What a player gets from its surroundings rather than from its spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// All randomness comes from it.
    pub seed: u64,
    /// How many threads it may use.
    pub n_threads: usize,
}

impl Default for Context {
    fn default() -> Self {
        Self { seed: 1, n_threads: 1 }
    }
}

/// A player at the table.
pub struct Seat<G: Playable> {
    /// Who chooses.
    pub player: Box<dyn Player<G>>,
    /// How long a move may take, if the spec says so. Whoever asks for moves
    /// has the clock and keeps this limit.
    pub time_max: Option<Duration>,
    /// How messages name the player: by its spec.
    pub name: String,
}

/// Why a player can no longer choose.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("player `{player}` failed: {what}")]
pub struct PlayerFault {
    /// The player, by its spec.
    pub player: String,
    /// What went wrong.
    pub what: String,
}

impl<G: Playable> Seat<G> {
    /// The player's move, unless the player has failed: see [`Player::choose`] and
    /// [`Player::fault`].
    ///
    /// ```
    /// use std::sync::Arc;
    /// use game::{Game, RoleId, examples::Nim};
    /// use search::{Context, Spec, Stop};
    ///
    /// let nim = Arc::new(Nim::new(&[3, 4, 5]));
    /// let mut seat = Spec::parse("random").unwrap().seat(&nim, &Context::default()).unwrap();
    /// assert!(seat.choose(&nim.initial(), RoleId(0), &Stop::never()).is_ok());
    /// ```
    pub fn choose(
        &mut self,
        state: &G::State,
        role: RoleId,
        stop: &Stop,
    ) -> Result<Report<G::Move>, PlayerFault> {
        let report = self.player.choose(state, role, stop);
        match self.player.fault() {
            None => Ok(report),
            Some(what) => Err(PlayerFault { player: self.name.clone(), what }),
        }
    }
}

impl Spec {
    /// Reads a spec. Whether its words are known shows in [`seat`](Self::seat).
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let error = |what: &str| SpecError { spec: text.into(), what: what.into() };
        let text = text.trim();
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        if kind.is_empty() {
            return Err(error("a kind of player comes first, as in `uct:playouts=1000`"));
        }
        let mut options: Vec<Given> = Vec::new();
        for option in split_options(rest) {
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name.trim(), Some(value.trim())),
                None => (option.trim(), None),
            };
            if name.is_empty() || value == Some("") {
                return Err(error(&format!("`{option}` is no option; `name=value` is")));
            }
            if options.iter().any(|(known, _)| known == name) {
                return Err(error(&format!("`{name}` is given twice")));
            }
            options.push((name.into(), value.map(String::from)));
        }
        Ok(Self { kind: kind.trim().into(), options })
    }

    /// Sets an option unless the spec has it already.
    pub fn or(mut self, name: &str, value: &str) -> Self {
        if !self.options.iter().any(|(known, _)| known == name) {
            self.options.push((name.into(), Some(value.into())));
        }
        self
    }

    /// The files that the player reads: what it learned and how it judges positions.
    ///
    /// ```
    /// let spec = search::Spec::parse("uct:features=a.txt,eval=file:b.txt|goal").unwrap();
    /// assert_eq!(spec.files(), ["a.txt", "b.txt"]);
    /// ```
    pub fn files(&self) -> Vec<&str> {
        let mut files = Vec::new();
        for (name, value) in &self.options {
            match (name.as_str(), value.as_deref()) {
                ("features", Some(path)) => files.push(path),
                ("eval", Some(text)) => files.extend(evaluate::files(text)),
                _ => {}
            }
        }
        files
    }

    /// Whether an option is given.
    pub fn has(&self, name: &str) -> bool {
        self.options.iter().any(|(known, _)| known == name)
    }

    /// The player that this spec names, for a game.
    pub fn seat<G: Playable>(
        &self,
        game: &Arc<G>,
        context: &Context,
    ) -> Result<Seat<G>, SpecError> {
        self.try_seat(game, context).map_err(|what| SpecError { spec: self.to_string(), what })
    }

    fn try_seat<G: Playable>(&self, game: &Arc<G>, context: &Context) -> Result<Seat<G>, String> {
        let kinds = players::kinds::<G>();
        let Some(kind) = kinds.iter().find(|kind| kind.name == self.kind) else {
            return Err(unknown("kind of player", &self.kind, kinds.iter().map(|kind| kind.name)));
        };
        let mut options =
            Options { given: self.options.clone(), asked: vec!["time"], time_max: None };
        let time_max = options.time("time")?;
        if time_max.is_some_and(|time| time.is_zero()) {
            return Err("`time=0`: a time above 0 is needed".into());
        }
        options.time_max = time_max;
        let player = (kind.make)(game, context, &mut options)?;
        options.finish()?;
        Ok(Seat { player, time_max, name: self.to_string() })
    }
}

/// Commas inside brackets belong to the value.
pub(crate) fn split_options(text: &str) -> Vec<&str> {
    let (mut depth, mut from, mut options) = (0i32, 0, Vec::new());
    for (at, symbol) in text.char_indices() {
        match symbol {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' if depth <= 0 => {
                options.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    options.push(&text[from..]);
    options.into_iter().filter(|option| !option.trim().is_empty()).collect()
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        Self::parse(text)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind)?;
        for (at, (name, value)) in self.options.iter().enumerate() {
            write!(f, "{}{name}", if at == 0 { ":" } else { "," })?;
            value.iter().try_for_each(|value| write!(f, "={value}"))?;
        }
        Ok(())
    }
}

/// The options of a spec, taken one by one.
pub struct Options {
    given: Vec<Given>,
    asked: Vec<&'static str>,
    time_max: Option<Duration>,
}

impl Options {
    /// How long a move may take, if the spec says so. Search need not know: it
    /// is told when to stop.
    pub fn time_max(&self) -> Option<Duration> {
        self.time_max
    }

    /// The value that may stand alone in front of all options, or be given by
    /// its name.
    pub fn leading(&mut self, name: &'static str) -> Option<String> {
        match self.given.first() {
            Some((_, None)) => Some(self.given.remove(0).0),
            _ => self.text(name),
        }
    }

    /// A list in brackets, such as `(Skill Level=3,Threads=1)`. One item needs
    /// no brackets.
    pub fn list(&mut self, name: &'static str) -> Option<Vec<String>> {
        let text = self.text(name)?;
        let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let items = split_options(inner.unwrap_or(&text));
        Some(items.into_iter().map(|item| item.trim().to_string()).collect())
    }

    /// The text of an option.
    pub fn text(&mut self, name: &'static str) -> Option<String> {
        if !self.asked.contains(&name) {
            self.asked.push(name);
        }
        let at = self.given.iter().position(|(known, _)| known == name)?;
        Some(self.given.remove(at).1.unwrap_or_else(|| "yes".into()))
    }

    /// A count, such as `1000`, `10k` or `2M`.
    pub fn count(&mut self, name: &'static str) -> Result<Option<u64>, String> {
        let units = [("k", 1e3), ("M", 1e6), ("G", 1e9), ("", 1.0)];
        let value = self.scaled(name, &units, "a count such as 1000, 10k or 2M")?;
        Ok(value.map(|value| value as u64))
    }

    /// A size of memory in bytes, such as `64MB`.
    pub fn bytes(&mut self, name: &'static str) -> Result<Option<usize>, String> {
        let units = [("kB", 1024.0), ("MB", 1048576.0), ("GB", 1073741824.0)];
        let value = self.scaled(name, &units, "a size such as 64MB or 2GB")?;
        Ok(value.map(|value| value as usize))
    }

    /// A time, such as `50ms` or `2s`.
    pub fn time(&mut self, name: &'static str) -> Result<Option<Duration>, String> {
        let units = [("ms", 1e-3), ("min", 60.0), ("s", 1.0)];
        let value = self.scaled(name, &units, "a time such as 50ms, 2s or 5min")?;
        match value {
            Some(value) if value > 1e7 => Err(format!("`{name}` is longer than a season")),
            value => Ok(value.map(Duration::from_secs_f64)),
        }
    }

    /// A number.
    pub fn number(&mut self, name: &'static str) -> Result<Option<f64>, String> {
        self.parse(name, "a number", |text| {
            text.parse().ok().filter(|value: &f64| value.is_finite())
        })
    }

    /// Yes or no.
    pub fn flag(&mut self, name: &'static str) -> Result<Option<bool>, String> {
        self.parse(name, "yes or no", |text| match text {
            "yes" | "on" | "true" => Some(true),
            "no" | "off" | "false" => Some(false),
            _ => None,
        })
    }

    /// One of some words.
    pub fn word<T: Copy>(
        &mut self,
        name: &'static str,
        words: &[(&str, T)],
    ) -> Result<Option<T>, String> {
        let Some(text) = self.text(name) else { return Ok(None) };
        match words.iter().find(|(word, _)| *word == text) {
            Some(&(_, value)) => Ok(Some(value)),
            None => Err(unknown(name, &text, words.iter().map(|&(word, _)| word))),
        }
    }

    fn scaled(
        &mut self,
        name: &'static str,
        units: &[(&str, f64)],
        wanted: &str,
    ) -> Result<Option<f64>, String> {
        self.parse(name, wanted, |text| {
            let (number, scale) = units
                .iter()
                .find_map(|&(unit, scale)| Some((text.strip_suffix(unit)?.trim(), scale)))?;
            let value = number.parse::<f64>().ok()? * scale;
            (0.0..=1e18).contains(&value).then_some(value)
        })
    }

    fn parse<T>(
        &mut self,
        name: &'static str,
        wanted: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, String> {
        let Some(text) = self.text(name) else { return Ok(None) };
        match read(&text) {
            Some(value) => Ok(Some(value)),
            None => Err(format!("`{name}={text}`: {wanted} is needed")),
        }
    }

    /// Complains of what nobody asked for.
    fn finish(self) -> Result<(), String> {
        match self.given.first() {
            None => Ok(()),
            Some((name, _)) => Err(unknown("option", name, self.asked.iter().copied())),
        }
    }
}

/// A message about a word that is not known, with all that are.
pub(crate) fn unknown<'a>(
    what: &str,
    word: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> String {
    let close = known
        .clone()
        .filter(|known| strsim::damerau_levenshtein(known, word) <= 2)
        .min_by_key(|known| strsim::damerau_levenshtein(known, word));
    let hint = close.map(|close| format!(" (did you mean `{close}`?)")).unwrap_or_default();
    let all: Vec<&str> = known.collect();
    format!("`{word}` is no {what}{hint}; possible: {}", all.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::examples::Nim;

    fn complaint(spec: &str) -> String {
        let nim = Arc::new(Nim::new(&[1]));
        let seat = Spec::parse(spec).and_then(|spec| spec.seat(&nim, &Context::default()));
        seat.err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn wrong_specs_are_explained() {
        assert!(complaint("randm").contains("did you mean `random`?"), "{}", complaint("randm"));
        assert!(complaint("random:depth=3").contains("`depth` is no option; possible: time"));
        assert!(complaint("random:time=fast").contains("a time such as 50ms"));
        assert!(complaint("random:time=1s,time=2s").contains("given twice"));
        assert!(complaint(":x").contains("a kind of player comes first"));
        assert_eq!(complaint("random:time=1s"), "");
    }

    #[test]
    fn specs_print_as_they_are_read() {
        for text in [
            "random",
            "uct:playouts=1000,time=2s",
            "alphabeta:eval=sum(a,b),depth=3,plain",
            "uci:stockfish,set=(Skill Level=3,Threads=1)",
        ] {
            assert_eq!(Spec::parse(text).unwrap().to_string(), text);
        }
    }
}
