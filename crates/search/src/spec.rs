//! Player specs: the language of player names.
//!
//! ```text
//! spec   = kind [ ":" option { "," option } ]
//! option = name "=" value | word
//! value  = text | '"' quoted text '"'
//! ```
//!
//! `random`, `alphabeta:depth=5,eval=mobility`, `uct:playouts=1000`,
//! `uct:time=2s`, `uci:stockfish,set=(Skill Level=3)`. A word alone is an option that is
//! switched on; where a kind has a main option, such as the program of an engine, its value is
//! the first word. Commas within brackets belong to the value. A value or word with commas or
//! brackets of its own is quoted, as in `uct:features="a,b.txt"`; within quotes, `\"` is a
//! quote and `\\` a backslash. Every kind has the option `time`, and options of its own;
//! [`crate::players::kinds`] lists them. Numbers may have a unit: times `50ms` or `2s`, sizes
//! `64MB`, counts `10k` or `2M`.
//!
//! ```
//! use std::sync::Arc;
//! use ludex_game::{Game, RoleId, examples::Nim};
//! use ludex_search::{Context, Spec};
//!
//! let nim = Arc::new(Nim::new(&[3, 4, 5]));
//! let mut seat = Spec::parse("random").unwrap().seat(&nim, &Context::default()).unwrap();
//! let report = seat.choose(&nim.initial(), RoleId(0)).unwrap();
//! assert_eq!(nim.move_name(report.mv), "(take 2 5)");
//! ```

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use ludex_game::Playable;

use ludex_support::unknown_word;

use crate::options::{Carried, Given, Options, check_names, split_options};
use crate::players::Kind;
use crate::quote::{quoted, split, unquoted};
use crate::{Learned, Seat, evaluate, players};

/// A player by its text form. Specs that print the same are equal.
#[derive(Clone, Debug)]
pub struct Spec {
    kind: String,
    options: Vec<Given>,
    carried: Carried,
}

impl PartialEq for Spec {
    fn eq(&self, other: &Self) -> bool {
        (&self.kind, &self.options) == (&other.kind, &other.options)
    }
}

impl Eq for Spec {}

/// An error in a spec.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("player `{spec}`: {what}")]
pub struct SpecError {
    /// The whole spec.
    pub spec: String,
    /// Description of the error.
    pub what: String,
}

/// The inputs of a player that do not come from its spec.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// The random seed.
    pub seed: u64,
    /// Maximum number of threads.
    pub n_threads: usize,
    /// Opens connections to remote players; `None` if specs cannot name them.
    pub connect: Option<players::Connect>,
}

impl Default for Context {
    fn default() -> Self {
        Self { seed: 1, n_threads: 1, connect: None }
    }
}

impl Spec {
    /// Parses a spec. Unknown words are reported by [`seat`](Self::seat).
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
        Ok(Self { kind: kind.trim().into(), options, carried: Carried::default() })
    }

    /// A kind of player with options, whose values may contain any characters.
    ///
    /// ```
    /// let spec = ludex_search::Spec::new("uct", &[("time", "1s"), ("features", "a,b.txt")]);
    /// assert_eq!(spec.to_string(), r#"uct:time=1s,features="a,b.txt""#);
    /// ```
    pub fn new(kind: &str, options: &[(&str, &str)]) -> Self {
        let bare = Self { kind: kind.into(), options: Vec::new(), carried: Carried::default() };
        options.iter().fold(bare, |spec, (name, value)| spec.with(name, value))
    }

    /// Sets or replaces an option. The value may contain any characters.
    ///
    /// ```
    /// use ludex_search::Spec;
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

    /// Adds learned data: options that name this file use the data, and the file is not read.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use ludex_game::examples::Nim;
    /// use ludex_search::{Context, Features, Learned, Spec};
    ///
    /// let learned = Learned { features: Some(Features::default()), evaluator: None };
    /// let spec = Spec::parse("uct").unwrap().with("features", "no-such-file");
    /// let nim = Arc::new(Nim::new(&[3, 4, 5]));
    /// assert!(spec.seat(&nim, &Context::default()).is_err());
    /// let spec = spec.carrying("no-such-file", Arc::new(learned));
    /// assert!(spec.seat(&nim, &Context::default()).is_ok());
    /// ```
    pub fn carrying(mut self, file: &str, learned: Arc<Learned>) -> Self {
        self.carried.0.push((file.into(), learned));
        self
    }

    /// Sets an option unless the spec has it already.
    pub fn or(mut self, name: &str, value: &str) -> Self {
        if !self.options.iter().any(|(known, _)| known == name) {
            self.options.push((name.into(), Some(value.into())));
        }
        self
    }

    /// The files that the player reads: features and evaluators.
    ///
    /// ```
    /// let spec = ludex_search::Spec::parse("uct:features=a.txt,eval=file:b.txt|goal").unwrap();
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

    /// The player of this spec, for a game.
    pub fn seat<G: Playable>(
        &self,
        game: &Arc<G>,
        context: &Context,
    ) -> Result<Seat<G>, SpecError> {
        self.try_seat(game, context).map_err(|what| SpecError { spec: self.to_string(), what })
    }

    fn try_seat<G: Playable>(&self, game: &Arc<G>, context: &Context) -> Result<Seat<G>, String> {
        let (at, _, mut options) = self.open()?;
        let make = players::makers::<G>()[at];
        let player = make(game, context, &mut options)?;
        Ok(Seat { player, time_max: options.time_max(), name: self.to_string() })
    }

    /// The kind of player with its place in the list, and its options with checked names.
    fn open(&self) -> Result<(usize, Kind, Options), String> {
        let mut kinds = players::kinds();
        let Some(at) = kinds.iter().position(|kind| kind.name == self.kind) else {
            let names = kinds.iter().map(|kind| kind.name);
            return Err(unknown_word("kind of player", &self.kind, names));
        };
        let kind = kinds.swap_remove(at);
        check_names(&self.options, &kind.options())?;
        Ok((at, kind, Options::new(self.options.clone(), self.carried.clone())))
    }

    /// Finds the errors that do not depend on the game: an unknown kind, an unknown option, a
    /// value of the wrong type.
    ///
    /// ```
    /// use ludex_search::Spec;
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
        let (_, kind, mut options) = self.open()?;
        kind.check(&mut options)
    }
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

/// Whether a value can be written without quotes.
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

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_game::examples::Nim;
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
