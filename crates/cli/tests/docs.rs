//! Documents match the code: dependencies between crates, and the paths that they name.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// README.md and all documents, with their texts.
fn documents() -> Vec<(PathBuf, String)> {
    let docs = fs::read_dir(root().join("docs")).expect("a folder").flatten();
    let paths = docs.map(|entry| entry.path()).chain([root().join("README.md")]);
    let is_markdown = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    paths.filter(is_markdown).map(|path| (path.clone(), read(&path))).collect()
}

/// The crates of the workspace that each crate depends on, by Cargo.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let crates = fs::read_dir(root().join("crates")).expect("a folder").flatten();
    let of = |path: PathBuf| {
        let manifest = read(&path.join("Cargo.toml"));
        let section = manifest.split("[dependencies]").nth(1).unwrap_or_default();
        let lines = section.lines().skip(1).take_while(|line| !line.starts_with('['));
        let name =
            |line: &str| line.strip_prefix("ludex-")?.split(['.', ' ']).next().map(Into::into);
        let mut names: Vec<String> = lines.filter_map(name).collect();
        names.sort();
        (path.file_name().expect("a name").to_string_lossy().into_owned(), names)
    };
    crates.map(|entry| of(entry.path())).collect()
}

#[test]
fn dependencies_are_those_of_the_figure() {
    let text = read(&root().join("docs/ARCHITECTURE.md"));
    let figure = text.split("```dependencies\n").nth(1).and_then(|rest| rest.split("```").next());
    let drawn: BTreeMap<String, Vec<String>> = figure
        .expect("a figure")
        .lines()
        .map(|line| {
            let mut words = line.split_whitespace().filter(|word| *word != "─▶").map(String::from);
            let name = words.next().expect("a crate");
            let mut names: Vec<String> = words.collect();
            names.sort();
            (name, names)
        })
        .collect();
    assert_eq!(drawn, dependencies());
}

/// Dependencies point one way: a crate stands below all that it depends on.
#[test]
fn the_figure_goes_from_below_to_above() {
    let text = read(&root().join("docs/ARCHITECTURE.md"));
    let figure = text.split("```dependencies\n").nth(1).and_then(|rest| rest.split("```").next());
    let mut above: Vec<&str> = Vec::new();
    for line in figure.expect("a figure").lines() {
        let mut words = line.split_whitespace().filter(|word| *word != "─▶");
        let name = words.next().expect("a crate");
        let early: Vec<&str> = words.filter(|word| !above.contains(word)).collect();
        assert!(early.is_empty(), "{name} depends on {early:?}, which stand below it");
        above.push(name);
    }
}

/// Paths in documents begin with one of these.
const FOLDERS: [&str; 5] = ["crates/", "docs/", "games/", "fuzz/", ".ci/"];

/// What is made by a command, and is no part of the repository.
const MADE: [&str; 3] = ["fuzz/target", "fuzz/corpus", "fuzz/artifacts"];

#[test]
fn paths_in_documents_are_there() {
    let mut missing = Vec::new();
    for (document, text) in documents() {
        for quoted in text.split('`').skip(1).step_by(2) {
            let path = quoted.split([' ', ':', '#']).next().unwrap_or_default();
            let is_path = FOLDERS.iter().any(|folder| path.starts_with(folder));
            let is_pattern = path.contains(['*', '{', '<', 'N', 'G']);
            let is_made = MADE.iter().any(|made| path.starts_with(made));
            if is_path && !is_pattern && !is_made && !root().join(path).exists() {
                missing.push(format!("{}: {path}", document.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
