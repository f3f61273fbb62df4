//! Command lines, generated from clap's tree.

use std::ffi::{OsStr, OsString};
use std::fmt;

use clap::{Arg, ArgAction, Command, CommandFactory};
use ludex_cli::args::Args;
use ludex_game::Rng;
use rand::seq::IndexedRandom;
use rand::{Rng as _, SeedableRng};

use crate::fixture::Fixture;
use crate::values;

/// A disturbance of the environment of a command.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Disturbance {
    /// Nothing.
    None,
    /// Standard output is closed after some bytes.
    ClosedPipe(usize),
    /// Standard output is a full device.
    FullOutput,
    /// No file can grow beyond some blocks of 512 bytes.
    FullDisk(u32),
    /// The data folder is on a full file system.
    FullTmpfs,
    /// Standard input has unexpected text.
    Chatter,
    /// A signal after some milliseconds.
    Signal(&'static str, u64),
    /// A file in the data folder is damaged beforehand.
    DamagedData,
}

/// A command line and its disturbance.
pub struct Line {
    /// The command's path, such as `bench playouts`.
    pub command: Vec<String>,
    /// All words.
    pub words: Vec<OsString>,
    /// The disturbance.
    pub disturbance: Disturbance,
    /// The seed of damage.
    pub seed: u64,
}

impl Line {
    /// Whether the line has an option.
    pub fn has(&self, option: &str) -> bool {
        self.words.iter().any(|word| word == option)
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ludex")?;
        for word in &self.words {
            let word = word.to_string_lossy();
            match word.len() {
                0..=200 => write!(f, " {word:?}")?,
                n => write!(f, " <{n} bytes: {:?}...>", &word[..8])?,
            }
        }
        write!(f, "  [{:?}]", self.disturbance)
    }
}

/// A command without subcommands.
struct Leaf {
    path: Vec<String>,
    args: Vec<Arg>,
}

/// All lines of a sweep.
pub struct Sweep {
    seed: u64,
    leaves: Vec<Leaf>,
    n_lines: usize,
    /// Leaf and option of each line with one bad value.
    options: Vec<(usize, usize)>,
}

/// Commands that do not end by themselves, or not soon.
const ENDLESS: &[&[&str]] = &[&["serve"], &["experiment"], &["explain", "evolved"]];

impl Sweep {
    pub fn new(seed: u64, n_lines: usize) -> Self {
        let mut root = Args::command();
        root.build();
        let mut leaves = Vec::new();
        collect(&root, &mut Vec::new(), &mut leaves);
        let all = |(at, leaf): (usize, &Leaf)| {
            (0..leaf.args.len()).map(move |arg| (at, arg)).collect::<Vec<_>>()
        };
        let options = leaves.iter().enumerate().flat_map(all).collect();
        Self { seed, leaves, n_lines, options }
    }

    pub fn len(&self) -> usize {
        self.options.len() + self.n_lines
    }

    /// The line with a number: first one for each option of each command, then random
    /// ones.
    pub fn line(&self, number: usize, fixture: &Fixture) -> Line {
        let mut rng = Rng::seed_from_u64(self.seed.wrapping_mul(1_000_003) + number as u64);
        let rng = &mut rng;
        let (leaf, bad) = match self.options.get(number) {
            Some(&(leaf, option)) => (&self.leaves[leaf], Some(option)),
            None => {
                let leaf = self.leaves.choose(rng).expect("there are commands");
                let option = rng.random_range(0..leaf.args.len());
                (leaf, rng.random_bool(0.4).then_some(option))
            }
        };
        let mut words = valid(rng, leaf);
        if let Some(option) = bad {
            spoil(rng, &mut words, leaf, &leaf.args[option]);
        }
        let is_endless = ENDLESS.iter().any(|path| *path == leaf.path);
        let disturbance = disturbance(rng, fixture, is_endless, bad.is_some());
        Line { command: leaf.path.clone(), words, disturbance, seed: rng.random() }
    }
}

/// The leaf commands below a command, in the order of clap's tree.
fn collect(command: &Command, path: &mut Vec<String>, leaves: &mut Vec<Leaf>) {
    let mut is_leaf = true;
    for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
        is_leaf = false;
        path.push(inner.get_name().into());
        collect(inner, path, leaves);
        path.pop();
    }
    if is_leaf {
        leaves.push(Leaf { path: path.clone(), args: command.get_arguments().cloned().collect() });
    }
}

/// A line that clap accepts, with little work: required options, all numbers, and some
/// of the other options.
fn valid(rng: &mut Rng, leaf: &Leaf) -> Vec<OsString> {
    let mut words: Vec<OsString> = leaf.path.iter().map(OsString::from).collect();
    for arg in leaf.args.iter().filter(|arg| arg.is_positional()) {
        let n_values = match arg.get_num_args() {
            Some(range) if range.max_values() > 1 => range.min_values().max(2),
            _ => 1,
        };
        if arg.is_required_set() || rng.random_bool(0.9) {
            words.extend((0..n_values).map(|_| values::good(rng, arg).swap_remove(0)));
        }
    }
    // Adds required options one after another until clap accepts the line.
    let is_small = |arg: &Arg| values::is_number(arg) && !arg.is_global_set();
    let mut options: Vec<&Arg> = leaf.args.iter().filter(|arg| !arg.is_positional()).collect();
    options.sort_by_key(|arg| (!arg.is_required_set(), !is_small(arg)));
    let mut fit = words;
    for arg in options {
        let is_wanted = arg.is_required_set() || is_small(arg) || rng.random_bool(0.15);
        let is_help = matches!(arg.get_action(), ArgAction::Help | ArgAction::Version);
        if !is_wanted || (is_help && rng.random_bool(0.95)) {
            continue;
        }
        let tried = values::good(rng, arg).into_iter().map(|value| {
            let mut words = fit.clone();
            words.extend(option_words(arg, value));
            words
        });
        let found = tried.into_iter().find(|words| arg.is_required_set() || is_accepted(words));
        fit = found.unwrap_or(fit);
    }
    fit
}

/// An option as words.
fn option_words(arg: &Arg, value: OsString) -> Vec<OsString> {
    let name = match (arg.get_long(), arg.get_short()) {
        (Some(long), _) => format!("--{long}"),
        (None, Some(short)) => format!("-{short}"),
        (None, None) => return vec![value],
    };
    match arg.get_action().takes_values() {
        true => vec![name.into(), value],
        false => vec![name.into()],
    }
}

fn is_accepted(words: &[OsString]) -> bool {
    let all = std::iter::once(OsStr::new("ludex")).chain(words.iter().map(OsString::as_os_str));
    Args::command().try_get_matches_from(all).is_ok()
}

/// Gives one option a bad value; a flag is given twice, or with an option it conflicts
/// with.
fn spoil(rng: &mut Rng, words: &mut Vec<OsString>, leaf: &Leaf, arg: &Arg) {
    let value = values::bad(rng, arg);
    if arg.is_positional() {
        let at = leaf.path.len()
            + leaf
                .args
                .iter()
                .filter(|one| one.is_positional())
                .position(|one| one.get_id() == arg.get_id())
                .unwrap_or_default();
        match words.get_mut(at) {
            Some(word) => *word = value,
            None => words.push(value),
        }
        return;
    }
    let given = option_words(arg, value);
    match words.iter().position(|word| *word == given[0]) {
        Some(at) if given.len() == 2 && at + 1 < words.len() => words[at + 1] = given[1].clone(),
        _ => words.extend(given),
    }
}

fn disturbance(rng: &mut Rng, fixture: &Fixture, is_endless: bool, is_bad: bool) -> Disturbance {
    if is_endless {
        let signal = ["INT", "TERM", "KILL"][rng.random_range(0..3)];
        return Disturbance::Signal(signal, rng.random_range(50..1500));
    }
    if is_bad && rng.random_bool(0.8) {
        return Disturbance::None;
    }
    match rng.random_range(0..12) {
        0 => Disturbance::ClosedPipe(rng.random_range(0..200)),
        1 => Disturbance::FullOutput,
        2 | 3 => Disturbance::FullDisk(rng.random_range(0..80)),
        4 if fixture.has_namespaces => Disturbance::FullTmpfs,
        5 => Disturbance::Chatter,
        6 => Disturbance::Signal("INT", rng.random_range(1..800)),
        7 => Disturbance::Signal("TERM", rng.random_range(1..800)),
        8 => Disturbance::Signal("KILL", rng.random_range(1..800)),
        9 => Disturbance::DamagedData,
        _ => Disturbance::None,
    }
}
