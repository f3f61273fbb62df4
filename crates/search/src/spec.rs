//! Player specs: one small language that names players.
//!
//! ```text
//! spec   = kind [ ":" option { "," option } ]
//! option = name "=" value | word
//! value  = text | '"' quoted text '"'
//! ```
//!
//! `random`, `alphabeta:depth=5,eval=mobility`, `uct:playouts=1000`,
//! `uct:time=2s`, `uci:stockfish,set=(Skill Level=3)`. A word alone is an option
//! that is switched on; where a kind needs one thing above all, such as the
//! program of an engine, it is the first word. Commas within brackets belong to
//! the value. A value or word with commas or brackets of its own is quoted, as in
//! `uct:features="a,b.txt"`; within quotes, `\"` stands for the quote and `\\` for
//! the backslash. Every kind understands `time`, and has options of its own;
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

use game::examples::Nim;
use game::{Playable, RoleId};

use crate::quote::{quoted, split, unquoted};
use crate::{Learned, Player, Report, Stop, evaluate, players};

/// A player, as a user names it. Specs that print the same are equal.
#[derive(Clone, Debug)]
pub struct Spec {
    kind: String,
    options: Vec<Given>,
    /// Learned data by the name of the file that options would read.
    carried: Vec<(String, Arc<Learned>)>,
}

impl PartialEq for Spec {
    fn eq(&self, other: &Self) -> bool {
        (&self.kind, &self.options) == (&other.kind, &other.options)
    }
}

impl Eq for Spec {}

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
        for option in split_options(rest).map_err(|what| error(&what))? {
            let (name, value) = read_option(option).map_err(|what| error(&what))?;
            if options.iter().any(|(known, _)| *known == name) {
                return Err(error(&format!("`{name}` is given twice")));
            }
            options.push((name, value));
        }
        Ok(Self { kind: kind.trim().into(), options, carried: Vec::new() })
    }

    /// A kind of player with options, whose values may have any letters in them.
    ///
    /// ```
    /// let spec = search::Spec::new("uct", &[("time", "1s"), ("features", "a,b.txt")]);
    /// assert_eq!(spec.to_string(), r#"uct:time=1s,features="a,b.txt""#);
    /// ```
    pub fn new(kind: &str, options: &[(&str, &str)]) -> Self {
        let bare = Self { kind: kind.into(), options: Vec::new(), carried: Vec::new() };
        options.iter().fold(bare, |spec, (name, value)| spec.with(name, value))
    }

    /// Sets an option, whatever it was. The value may have any letters in it.
    ///
    /// ```
    /// use search::Spec;
    ///
    /// let spec = Spec::parse("uct:time=1s").unwrap().with("features", "a,b.txt");
    /// assert_eq!(spec.to_string(), r#"uct:time=1s,features="a,b.txt""#);
    /// assert_eq!(Spec::parse(&spec.to_string()), Ok(spec));
    /// ```
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.options.retain(|(known, _)| known != name);
        self.options.push((name.into(), Some(value.into())));
        self
    }

    /// Hands over learned data: options that name this file use the data, and the
    /// file is not read.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use game::examples::Nim;
    /// use search::{Context, Features, Learned, Spec};
    ///
    /// let learned = Learned { features: Some(Features::default()), evaluator: None };
    /// let spec = Spec::parse("uct").unwrap().with("features", "no-such-file");
    /// let nim = Arc::new(Nim::new(&[3, 4, 5]));
    /// assert!(spec.seat(&nim, &Context::default()).is_err());
    /// let spec = spec.carrying("no-such-file", Arc::new(learned));
    /// assert!(spec.seat(&nim, &Context::default()).is_ok());
    /// ```
    pub fn carrying(mut self, file: &str, learned: Arc<Learned>) -> Self {
        self.carried.push((file.into(), learned));
        self
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
    pub fn files(&self) -> Vec<String> {
        let mut files = Vec::new();
        for (name, value) in &self.options {
            match (name.as_str(), value.as_deref()) {
                ("features", Some(path)) => files.push(path.to_string()),
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
        let mut options = self.options();
        let time_max = options.read_time_max()?;
        options.time_max = time_max;
        let player = (kind.make)(game, context, &mut options)?;
        options.finish()?;
        Ok(Seat { player, time_max, name: self.to_string() })
    }

    fn options(&self) -> Options {
        Options {
            given: self.options.clone(),
            carried: self.carried.clone(),
            asked: vec!["time"],
            time_max: None,
            is_malformed: false,
        }
    }

    /// Finds what is wrong whatever the game: an unknown kind, an unknown option,
    /// a value that is not of its option's type.
    ///
    /// ```
    /// use search::Spec;
    ///
    /// let check = |text| Spec::parse(text).unwrap().check();
    /// assert!(check("uct:playouts=1000").is_ok());
    /// assert!(check("utc").unwrap_err().to_string().contains("did you mean `uct`?"));
    /// assert!(check("uct:playouts=many").unwrap_err().to_string().contains("a count such as"));
    /// // Another game may have such an evaluator.
    /// assert!(check("alphabeta:eval=open-lines").is_ok());
    /// ```
    pub fn check(&self) -> Result<(), SpecError> {
        self.try_check().map_err(|what| SpecError { spec: self.to_string(), what })
    }

    fn try_check(&self) -> Result<(), String> {
        let kinds = players::kinds::<Nim>();
        let Some(kind) = kinds.iter().find(|kind| kind.name == self.kind) else {
            return Err(unknown("kind of player", &self.kind, kinds.iter().map(|kind| kind.name)));
        };
        let known = || kind.options.iter().map(|(name, ..)| *name).chain(["time"]);
        let has_leading = known().any(|name| LEADING.contains(&name));
        for (at, (name, value)) in self.options.iter().enumerate() {
            let is_leading = has_leading && at == 0 && value.is_none();
            if !is_leading && !known().any(|known| known == name) {
                return Err(unknown("option", name, known()));
            }
        }
        let mut options = self.options();
        options.time_max = options.read_time_max()?;
        match (kind.make)(&Arc::new(Nim::new(&[1])), &Context::default(), &mut options) {
            Err(what) if options.is_malformed => Err(what),
            _ => Ok(()),
        }
    }
}

/// The options that may be given by the first word alone.
const LEADING: [&str; 2] = ["command", "address"];

/// Commas inside brackets and quotes belong to the value.
fn split_options(text: &str) -> Result<Vec<&str>, String> {
    let options = split(text, ',', true)?;
    Ok(options.into_iter().map(str::trim).filter(|option| !option.is_empty()).collect())
}

/// An option: `name=value`, or a word.
fn read_option(option: &str) -> Result<Given, String> {
    if option.starts_with('"') {
        let word = unquoted(option)?;
        return if word.is_empty() { Err("a word is empty".into()) } else { Ok((word, None)) };
    }
    let Some((name, value)) = option.split_once('=') else { return Ok((option.into(), None)) };
    let (name, value) = (name.trim(), value.trim());
    if name.is_empty() || value.is_empty() || name.contains(['"', '(', ')', '[', ']']) {
        return Err(format!("`{option}` is no option; `name=value` is"));
    }
    Ok((name.into(), Some(unquoted(value)?)))
}

/// Whether a value is read as it is, without quotes.
fn is_plain(value: &str) -> bool {
    let is_whole = |parts: Vec<&str>| parts == [value];
    !value.is_empty()
        && value.trim() == value
        && !value.starts_with('"')
        && split(value, ',', true).is_ok_and(is_whole)
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
            f.write_str(if at == 0 { ":" } else { "," })?;
            match value {
                Some(value) if is_plain(value) => write!(f, "{name}={value}")?,
                Some(value) => write!(f, "{name}={}", quoted(value))?,
                None if is_plain(name) && !name.contains('=') => f.write_str(name)?,
                None => f.write_str(&quoted(name))?,
            }
        }
        Ok(())
    }
}

/// The options of a spec, taken one by one.
pub struct Options {
    given: Vec<Given>,
    carried: Vec<(String, Arc<Learned>)>,
    asked: Vec<&'static str>,
    time_max: Option<Duration>,
    /// Whether a value was not of its option's type.
    is_malformed: bool,
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

    /// The learned data that the spec carries for a file, if it does.
    pub fn learned(&self, file: &str) -> Option<Arc<Learned>> {
        let carried = self.carried.iter().find(|(name, _)| name == file);
        carried.map(|(_, learned)| Arc::clone(learned))
    }

    /// Names and values in brackets, such as `(Skill Level=3,Threads=1)`. One pair
    /// needs no brackets.
    pub fn pairs(&mut self, name: &'static str) -> Result<Vec<(String, String)>, String> {
        let Some(text) = self.text(name) else { return Ok(Vec::new()) };
        let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        let pair = |item: &str| match item.split_once('=') {
            Some((name, value)) => Ok((name.trim().to_string(), unquoted(value.trim())?)),
            None => Err(format!("`{item}` is no option; `name=value` is")),
        };
        let pairs = split_options(inner.unwrap_or(&text))
            .and_then(|items| items.into_iter().map(pair).collect::<Result<_, _>>());
        self.is_malformed |= pairs.is_err();
        pairs.map_err(|what| format!("`{name}`: {what}"))
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

    /// A count that is not 0.
    pub fn positive(&mut self, name: &'static str) -> Result<Option<u64>, String> {
        let count = self.count(name)?;
        self.is_malformed |= count == Some(0);
        match count {
            Some(0) => Err(format!("`{name}=0`: at least 1 is needed")),
            count => Ok(count),
        }
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

    /// A number of at least 0.
    pub fn non_negative(&mut self, name: &'static str) -> Result<Option<f64>, String> {
        let number = self.number(name)?;
        match number {
            Some(number) if number < 0.0 => {
                self.is_malformed = true;
                Err(format!("`{name}={number}`: a number of at least 0 is needed"))
            }
            number => Ok(number),
        }
    }

    /// The time for a move, which is not 0.
    fn read_time_max(&mut self) -> Result<Option<Duration>, String> {
        match self.time("time")? {
            Some(Duration::ZERO) => {
                self.is_malformed = true;
                Err("`time=0`: a time above 0 is needed".into())
            }
            time => Ok(time),
        }
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
            None => {
                self.is_malformed = true;
                Err(unknown(name, &text, words.iter().map(|&(word, _)| word)))
            }
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
            None => {
                self.is_malformed = true;
                Err(format!("`{name}={text}`: {wanted} is needed"))
            }
        }
    }

    /// Rejects options that the kind does not have.
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
    use proptest::prelude::*;

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
            r#"uct:features="a,b (1).txt",time=1s"#,
            r#"alphabeta:eval=file:"a|b.txt"|goal"#,
            r#"uci:"an,engine",set=(Name="a,b")"#,
            r#"uct:features="C:\\new\"quoted.txt""#,
        ] {
            assert_eq!(Spec::parse(text).unwrap().to_string(), text);
        }
        // Quotes that are not needed are not printed.
        assert_eq!(
            Spec::parse(r#"uct:features="a b.txt""#).unwrap().to_string(),
            "uct:features=a b.txt"
        );
    }

    #[test]
    fn what_is_not_closed_is_said() {
        for (text, wanted) in [
            ("uct:features=a(b.txt", "a bracket is not closed"),
            ("uct:features=a)b.txt", "was not opened"),
            (r#"uct:features="a,b.txt"#, "is not closed"),
            (r#"uct:features="a"b.txt"#, "goes on after its closing quote"),
        ] {
            assert!(complaint(text).contains(wanted), "{text}: {}", complaint(text));
        }
    }

    #[test]
    fn options_of_the_list_are_those_that_are_read() {
        let nim = Arc::new(Nim::new(&[1]));
        for kind in players::kinds::<Nim>() {
            let mut options = Spec::parse(kind.name).unwrap().options();
            if (kind.make)(&nim, &Context::default(), &mut options).is_ok() {
                let listed: Vec<&str> = kind.options.iter().map(|(name, ..)| *name).collect();
                let asked = options.asked.iter().filter(|name| **name != "time");
                let unlisted: Vec<_> = asked.filter(|name| !listed.contains(name)).collect();
                assert!(unlisted.is_empty(), "{}: {unlisted:?}", kind.name);
            }
        }
    }

    proptest! {
        #[test]
        fn any_value_is_printed_and_read_back(value in any::<String>(), word in "\\PC+") {
            let spec = Spec::parse("uct:time=1s").unwrap().with("features", &value);
            let spec = spec.or("memory", "64MB");
            prop_assert_eq!(&Spec::parse(&spec.to_string()).unwrap(), &spec);
            let quoted = format!("uci:{},depth=3", quoted(&word));
            let spec = Spec::parse(&quoted).unwrap();
            prop_assert_eq!(Spec::parse(&spec.to_string()).unwrap(), spec);
        }

        #[test]
        fn whatever_is_read_prints_the_same(text in r#"[a-z:=,()\["\\ \]]{0,24}"#) {
            if let Ok(spec) = Spec::parse(&format!("uct:{text}")) {
                prop_assert_eq!(Spec::parse(&spec.to_string()), Ok(spec));
            }
        }
    }
}
