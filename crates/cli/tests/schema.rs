//! The JSON of every command is as docs/schema.json says.

use std::collections::BTreeSet;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

fn ludex(folder: &Path, line: &str) -> String {
    let mut command = Command::cargo_bin("ludex").expect("the binary");
    command.env("XDG_DATA_HOME", folder.join("data")).current_dir(folder);
    let output = command.args(line.split(' ')).output().expect("it runs");
    assert!(!output.stdout.is_empty(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Command lines that take little time, with the names of their schemas.
const LINES: &[(&str, &str)] = &[
    ("games", "games"),
    ("info", "info tic-tac-toe --playouts 5"),
    ("check", "check tic-tac-toe"),
    ("fmt", "fmt --check rules.kif"),
    ("perft", "perft tic-tac-toe 2 --divide"),
    ("perft", "perft rock-paper-scissors"),
    ("learn", "learn tic-tac-toe --games 10 --skip terms,features,matches"),
    ("learn", "learn tic-tac-toe --recall"),
    ("evolve", "evolve list"),
    ("evolve", "evolve --game tic-tac-toe --generations 1 --population 4 --test 2 --keep a.run"),
    ("evolve", "evolve regression --generations 1 --population 4 --test 1 --keep b.run"),
    ("explain evolved", "explain evolved a.run --games 2 --strong 1"),
    ("playthrough", "playthrough tic-tac-toe"),
    ("conform", "conform --games . --engine all --states 2"),
    ("scramble", "scramble tic-tac-toe"),
    ("search", "search tic-tac-toe --player uct:playouts=20"),
    ("match", "match tic-tac-toe random random --games 2"),
    ("tournament", "tournament tic-tac-toe random uct:playouts=5 minimax:depth=1 --games 2"),
    ("resume", "resume 1"),
    ("runs", "runs"),
    ("runs", "runs 1"),
    ("replay", "replay 1 0"),
    ("replay", "replay 1 0 --boards"),
    ("experiment", "experiment list"),
    ("analyse", "analyse tic-tac-toe --games 2 --time 0.1"),
    ("players", "players native:chess"),
    ("solve", "solve lights-out --nodes 1000"),
    ("solve", "solve tic-tac-toe --certificate proof.txt"),
    ("solve", "solve rock-paper-scissors"),
    ("solve", "solve freecell 1..2"),
    ("solve", "solve rushhour boards.txt --no-store"),
    ("verify", "verify proof.txt"),
    ("host", "host tic-tac-toe --players random --start-clock 0.1 --play-clock 0.1 --no-store"),
    ("explain tree", "explain tree nim --depth 1"),
    ("bench strength", "bench strength . --player random --games 1"),
    ("bench accuracy", "bench accuracy tic-tac-toe random --positions 2"),
    ("bench claims", "bench claims --games 2"),
    ("bench claims", "bench claims --show 1"),
    ("bench exploitability", "bench exploitability rock-paper-scissors uct:playouts=100 random"),
    ("bench overrun", "bench overrun tic-tac-toe --searches 1 --shortest 0.01 --longest 0.02"),
    ("bench playouts", "bench playouts tic-tac-toe --seconds 0.1"),
    ("bench uct", "bench uct tic-tac-toe --seconds 0.1"),
];

/// Commands that are not run here: a server does not end, and the signature has a test of
/// its own.
const NOT_RUN: [&str; 2] = ["serve", "bench signature"];

#[test]
fn the_json_of_every_command_is_valid() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = ludex(folder.path(), "scramble tic-tac-toe");
    std::fs::write(folder.path().join("rules.kif"), rules).expect("writable");
    std::fs::write(folder.path().join("boards.txt"), "one .A./.A./XX.\n").expect("writable");
    let schema: Value = serde_json::from_str(&ludex(folder.path(), "schema")).expect("JSON");
    let mut missing: BTreeSet<&str> =
        schema["properties"].as_object().expect("an object").keys().map(String::as_str).collect();
    for (name, line) in LINES {
        let text = ludex(folder.path(), &format!("{line} --json"));
        let value: Value = serde_json::from_str(&text).expect("JSON");
        let expected = &schema["properties"][*name];
        assert!(!expected.is_null(), "{name} has no schema");
        check(&schema, expected, &value).unwrap_or_else(|error| panic!("{line}: {error}"));
        missing.remove(name);
    }
    missing.retain(|name| !NOT_RUN.contains(name));
    assert!(missing.is_empty(), "no command line for {missing:?}");
}

#[test]
fn the_published_schema_is_that_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema.json");
    let printed = ludex(Path::new("."), "schema");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &printed).expect("writable");
    }
    let published = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(published == printed, "docs/schema.json is old: UPDATE_EXPECT=1 writes it");
}

/// Checks a value against the part of JSON Schema that the schema uses.
fn check(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    if let Some(name) = schema["$ref"].as_str() {
        return check(root, root.pointer(&name[1..]).expect("a definition"), value);
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(options) = schema[key].as_array() {
            let errors: Vec<String> =
                options.iter().filter_map(|option| check(root, option, value).err()).collect();
            if errors.len() == options.len() {
                return Err(errors.join(" or "));
            }
        }
    }
    check_type(schema, value)?;
    if let (Some(properties), Some(object)) = (schema["properties"].as_object(), value.as_object())
    {
        for key in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            object.get(key).ok_or_else(|| format!("{key} is missing"))?;
        }
        for (key, value) in object {
            let expected = properties.get(key).ok_or_else(|| format!("{key} is not expected"))?;
            check(root, expected, value).map_err(|error| format!("{key}: {error}"))?;
        }
    }
    for value in value.as_array().into_iter().flatten() {
        check(root, &schema["items"], value)?;
    }
    if let (Some(each), Some(object)) = (schema.get("additionalProperties"), value.as_object()) {
        object.values().try_for_each(|value| check(root, each, value))?;
    }
    Ok(())
}

fn check_type(schema: &Value, value: &Value) -> Result<(), String> {
    let types: Vec<&str> = match &schema["type"] {
        Value::String(name) => vec![name],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => return Ok(()),
    };
    let is = |name: &&str| match *name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    };
    types.iter().any(is).then_some(()).ok_or_else(|| format!("{value} is not {types:?}"))
}
