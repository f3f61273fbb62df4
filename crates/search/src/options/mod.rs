//! Options of player kinds, each declared once: name, [type](OptionType), help, default.
//!
//! A kind of player reads its options from [`Options`], and the call that reads an
//! option is its declaration. The same calls, made without any given values, yield
//! the list of options for `ludex players`, for the documentation and for messages
//! about unknown names:
//!
//! ```
//! use ludex_search::options::{Count, Flag, Options};
//!
//! fn read(options: &mut Options) -> Result<(Option<u64>, bool), String> {
//!     Ok((
//!         options.declare("depth", Count, "plies to look ahead").or_none("no limit")?,
//!         options.declare("plain", Flag, "without a table").or(false)?,
//!     ))
//! }
//!
//! let list = Options::list(|options| read(options).map(drop));
//! assert_eq!((list[1].name, &list[1].default[..]), ("plain", "no"));
//! ```

mod types;

use std::sync::Arc;
use std::time::Duration;

use ludex_support::unknown_word;

use crate::Learned;
use crate::quote::split;

pub use types::{
    Bytes, Count, Flag, NonNegative, Number, OptionType, Pairs, Positive, PositiveTime, Text, Time,
    Word,
};

/// The name of an option with its value; a word alone has no value.
pub(crate) type Given = (String, Option<String>);

/// The options given in a spec, for a kind of player to read.
pub struct Options {
    given: Vec<Given>,
    carried: Carried,
    declared: Vec<Declared>,
    time_max: Option<Duration>,
    /// Whether only the declarations are collected: needed values are then empty.
    is_listing: bool,
}

/// An option of a kind of player, as lists print it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The word before `=`.
    pub name: &'static str,
    /// The type of its value, in one or two words.
    pub of: String,
    /// The meaning.
    pub help: &'static str,
    /// The default value.
    pub default: String,
    /// Whether the first word of a spec may be this option's value.
    pub is_leading: bool,
}

/// Learned data that a spec carries, by the name of the file that it stands for.
#[derive(Clone, Debug, Default)]
pub struct Carried(pub(crate) Vec<(String, Arc<Learned>)>);

impl Carried {
    /// The learned data for a file, if the spec carries it.
    pub fn get(&self, file: &str) -> Option<Arc<Learned>> {
        let carried = self.0.iter().find(|(name, _)| name == file);
        carried.map(|(_, learned)| Arc::clone(learned))
    }
}

/// The option of every kind of player.
const TIME: &str = "time";

impl Options {
    pub(crate) fn new(given: Vec<Given>, carried: Carried) -> Self {
        Self { given, carried, declared: Vec::new(), time_max: None, is_listing: false }
    }

    /// The options that a function declares, and `time`.
    pub fn list(read: impl FnOnce(&mut Options) -> Result<(), String>) -> Vec<Declared> {
        let mut options = Self { is_listing: true, ..Self::new(Vec::new(), Carried::default()) };
        // Without given values, only contradictory defaults could cause an error.
        let listed = read(&mut options).and_then(|()| options.finish());
        debug_assert_eq!(listed, Ok(()));
        options.declared
    }

    /// Declares an option. The returned [`Declaration`] takes the default and reads the value.
    pub fn declare<T: OptionType>(
        &mut self,
        name: &'static str,
        of: T,
        help: &'static str,
    ) -> Declaration<'_, T> {
        Declaration { options: self, name, of, help, is_leading: false }
    }

    /// The learned data that the spec carries.
    pub fn carried(&self) -> &Carried {
        &self.carried
    }

    /// The time limit of a move, if the spec gives it. Searches do not need it: their caller
    /// has the clock.
    pub(crate) fn time_max(&self) -> Option<Duration> {
        self.time_max
    }

    /// Declares `time` unless the kind has declared it with a meaning of its own.
    pub(crate) fn finish(&mut self) -> Result<(), String> {
        if !self.declared.iter().any(|option| option.name == TIME) {
            self.declare(TIME, PositiveTime, "how long a move may take").or_none("no limit")?;
        }
        Ok(())
    }

    /// Removes an option from the given ones and returns its text.
    fn take(&mut self, name: &str, is_leading: bool) -> Option<String> {
        if is_leading && matches!(self.given.first(), Some((_, None))) {
            return Some(self.given.remove(0).0);
        }
        let at = self.given.iter().position(|(known, _)| known == name)?;
        Some(self.given.remove(at).1.unwrap_or_else(|| "yes".into()))
    }
}

/// Rejects the first given option that is not declared.
pub(crate) fn check_names(given: &[Given], declared: &[Declared]) -> Result<(), String> {
    let has_leading = declared.iter().any(|option| option.is_leading);
    let names = || declared.iter().map(|option| option.name);
    for (at, (name, value)) in given.iter().enumerate() {
        let is_leading = has_leading && at == 0 && value.is_none();
        if !is_leading && !names().any(|known| known == name) {
            return Err(unknown_word("option", name, names()));
        }
    }
    Ok(())
}

/// An option whose default is not set yet.
#[must_use = "the default reads the option"]
pub struct Declaration<'a, T> {
    options: &'a mut Options,
    name: &'static str,
    of: T,
    help: &'static str,
    is_leading: bool,
}

impl<T: OptionType> Declaration<'_, T> {
    /// Allows the value as the first word of the spec, without a name.
    pub fn leading(mut self) -> Self {
        self.is_leading = true;
        self
    }

    /// The value, or the default.
    pub fn or(self, default: T::Value) -> Result<T::Value, String> {
        let printed = self.of.print(&default);
        Ok(self.read(printed)?.unwrap_or(default))
    }

    /// The value, if given. `meaning` describes the behaviour without it.
    pub fn or_none(self, meaning: impl Into<String>) -> Result<Option<T::Value>, String> {
        self.read(meaning.into())
    }

    /// The value, if given. The caller uses the default under a condition.
    pub fn or_when(self, default: T::Value, condition: &str) -> Result<Option<T::Value>, String> {
        let printed = format!("{} if {condition}", self.of.print(&default));
        self.read(printed)
    }

    /// The value, which is required. The error shows how to give it.
    pub fn needed(self, missing: &str) -> Result<T::Value, String>
    where
        T::Value: Default,
    {
        let is_listing = self.options.is_listing;
        match self.read("needed".into())? {
            None if is_listing => Ok(T::Value::default()),
            value => value.ok_or_else(|| missing.into()),
        }
    }

    fn read(self, default: String) -> Result<Option<T::Value>, String> {
        let Self { options, name, of, help, is_leading } = self;
        options.declared.push(Declared { name, of: of.name(), help, default, is_leading });
        let Some(text) = options.take(name, is_leading) else { return Ok(None) };
        if name == TIME {
            options.time_max = Some(PositiveTime.read(name, &text)?);
        }
        of.read(name, &text).map(Some)
    }
}

/// The options in a text. Commas inside brackets and quotes belong to the value.
pub(crate) fn split_options(text: &str) -> Result<Vec<&str>, String> {
    let options = split(text, ',', true)?;
    Ok(options.into_iter().map(str::trim).filter(|option| !option.is_empty()).collect())
}
