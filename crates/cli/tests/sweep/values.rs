//! Values of options by value name or type, valid and invalid.

use std::any::TypeId;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use clap::Arg;
use ludex_cli::file::OutFile;
use ludex_game::Rng;
use rand::Rng as _;
use rand::seq::IndexedRandom;

use crate::fixture::FILES;

/// Words for value names. Other options take a number, a choice or a path by their
/// type, or else `x`.
const WORDS: &[(&str, &[&str])] = &[
    (
        "GAME",
        &["tic-tac-toe", "nim", "rules.kif", "native:tic-tac-toe", "rock-paper-scissors", "maze"],
    ),
    (
        "SPEC",
        &["random", "uct:playouts=20", "alphabeta:depth=2", "minimax:depth=1", "uct:time=5ms"],
    ),
    ("PLAYER", &["random", "uct:playouts=10", "http://127.0.0.1:1"]),
    ("FILE", &["rules.kif", "new.txt", "old.txt"]),
    ("PRESET|FILE", &["list", "run.toml"]),
    ("DIR", &["games", "traces", "new-folder"]),
    ("FOLDER", &["games"]),
    ("ID", &["list", "evolved-to-win-3.5", "gifl-1"]),
    ("RUN", &["run-1", "evolved.run"]),
    ("CERTIFICATE", &["nim.cert"]),
    ("ROLE", &["x", "o", "first", "left", "all"]),
    ("FACTS", &["(heap a 1) (heap b 1) (heap c 0) (control second)", "x.o/.x./..o x"]),
    ("POSITION", &["(heap a 1) (heap b 1) (heap c 0) (control second)", "x.o/.x./..o x"]),
    ("EVALUATOR", &["goal", "mobility", "file:learned.txt"]),
    ("TREE", &["(max (min 3 12) (min 2 4))", "(max (chance 0.9:2 0.1:3) 1)"]),
    ("ELO0,ELO1", &["0,20"]),
    ("ADDRESS", &["127.0.0.1"]),
    ("NAME", &["Anna"]),
    ("PORT", &["0"]),
];

/// Paths of options that write files.
const OUTPUTS: &[&str] = &["new.out", "old.txt", "old.html", "folder/new.out"];

/// Options whose files are read.
const INPUTS: &[(&str, &[&str])] =
    &[("store", &["store.sqlite", "new.sqlite"]), ("learned", &["learned.txt"])];

/// The value names of an option.
fn name(arg: &Arg) -> String {
    let names = arg.get_value_names().unwrap_or_default();
    names.first().map_or_else(|| arg.get_id().as_str().to_uppercase(), ToString::to_string)
}

fn is<T: 'static>(arg: &Arg) -> bool {
    arg.get_value_parser().type_id() == TypeId::of::<T>()
}

/// Whether an option takes a number.
pub fn is_number(arg: &Arg) -> bool {
    let is_whole = is::<u16>(arg) || is::<u32>(arg) || is::<u64>(arg) || is::<usize>(arg);
    is_whole
        || is::<i64>(arg)
        || is::<i32>(arg)
        || is::<u8>(arg)
        || is::<f32>(arg)
        || is::<f64>(arg)
}

/// Whether an option takes a path of a file or folder.
pub fn is_path(arg: &Arg) -> bool {
    is::<PathBuf>(arg)
        || is::<OutFile>(arg)
        || ["FILE", "DIR", "FOLDER"].contains(&name(arg).as_str())
}

/// Values that should be valid, in random order: clap decides.
pub fn good(rng: &mut Rng, arg: &Arg) -> Vec<OsString> {
    let choices = arg.get_possible_values();
    let mut values: Vec<String> = if !choices.is_empty() {
        choices.iter().map(|choice| choice.get_name().to_string()).collect()
    } else if (is::<OutFile>(arg) || is::<PathBuf>(arg)) && name(arg) == "FILE" {
        let inputs = INPUTS.iter().find(|(name, _)| Some(*name) == arg.get_long());
        inputs.map_or(OUTPUTS, |(_, values)| values).iter().map(ToString::to_string).collect()
    } else if let Some((_, words)) = WORDS.iter().find(|(word, _)| *word == name(arg))
        && (!is_number(arg) || name(arg) == "PORT")
    {
        words.iter().map(ToString::to_string).collect()
    } else if is::<f64>(arg) || is::<f32>(arg) {
        ["0.1", "0.2", "0.05"].map(String::from).to_vec()
    } else if is_number(arg) {
        // The first that clap accepts, so that little work is requested.
        return ["1", "2", "4", "64", "100"]
            .iter()
            .skip(rng.random_range(0..2))
            .map(OsString::from)
            .collect();
    } else {
        vec!["x".into()]
    };
    let from = rng.random_range(0..values.len());
    values.rotate_left(from);
    values.into_iter().map(OsString::from).collect()
}

/// A value that is invalid or extreme.
pub fn bad(rng: &mut Rng, arg: &Arg) -> OsString {
    const ANY: &[&str] = &[
        "",
        " ",
        "-1",
        "0",
        "00",
        "1e400",
        "NaN",
        "inf",
        "-inf",
        "18446744073709551616",
        "18446744073709551615",
        "4294967295",
        "999999999",
        "0x10",
        "1,2",
        "a\nb",
        "\u{1b}[2J",
        "é",
        "--",
        "-",
        "(",
        ")",
        "((((",
        "native:",
        "native:nothing",
        "file:",
        ":",
        "=",
        "%s",
        "*",
        "uct:playouts=0",
        "uct:memory=999GB,playouts=5",
        "alphabeta:depth=999999999,nodes=50",
        "uct:playouts=-1",
        "uct:c=NaN,playouts=5",
        "uci:false",
        "uci:true",
        "gtp:nothing-like-it",
        "uct:features=nothing.txt",
        "alphabeta:depth=1,eval=file:/dev/zero",
        "remote:127.0.0.1:1",
        "uct:time=0s",
        "alphabeta:depth=1,eval=file:damaged",
        "k7/8/K7/8/8/8/8/8 w - - 0 1",
    ];
    const PATHS: &[&str] = &[
        "missing.kif",
        "missing/file.txt",
        "rules.kif/below",
        ".",
        "/",
        "folder",
        "/dev/null",
        "/dev/full",
        "/dev/full/below",
        "/dev/zero",
        "/proc/self/mem",
        "/proc/nothing",
        "/sys/kernel",
        "empty.txt",
        "words.txt",
        "folder/../old.txt",
        "link.txt",
        "circle.txt",
        "~",
        "dangling.txt",
    ];
    let damaged = || FILES.iter().map(|file| format!("damaged-{file}")).collect::<Vec<_>>();
    match rng.random_range(0..10) {
        0 => OsString::from_vec(
            b"\xff\xfe\x00nonsense".iter().copied().filter(|&b| b != 0).collect(),
        ),
        1 => "x".repeat(60_000).into(),
        2 | 3 => damaged().choose(rng).map_or_else(OsString::new, OsString::from),
        4..=6 => PATHS.choose(rng).map_or_else(OsString::new, OsString::from),
        _ if is_path(arg) => PATHS.choose(rng).map_or_else(OsString::new, OsString::from),
        _ => ANY.choose(rng).map_or_else(OsString::new, OsString::from),
    }
}
