//! Documents match the code: dependencies between crates, paths, links, chapters of the book.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The documents at the root, in docs/ and of all crates, with their texts.
fn documents() -> Vec<(PathBuf, String)> {
    let docs = fs::read_dir(root().join("docs")).expect("a folder").flatten();
    let crates = fs::read_dir(root().join("crates")).expect("a folder").flatten();
    let at_root = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root().join(name));
    let of_crates = crates.map(|entry| entry.path().join("README.md"));
    let paths = docs.map(|entry| entry.path()).chain(at_root).chain(of_crates);
    let is_markdown = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    paths.filter(is_markdown).map(|path| (path.clone(), read(&path))).collect()
}

/// The workspace crates that each crate depends on, according to Cargo.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let crates = fs::read_dir(root().join("crates")).expect("a folder").flatten();
    let of = |path: PathBuf| {
        let manifest = read(&path.join("Cargo.toml"));
        let section = manifest.split("[dependencies]").nth(1).unwrap_or_default();
        let lines = section.lines().skip(1).take_while(|line| !line.starts_with('['));
        // The facade has the name of the project alone.
        let name = |line: &str| match line.split(['.', ' ']).next()? {
            "ludex" => Some("ludex".into()),
            name => name.strip_prefix("ludex-").map(Into::into),
        };
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

/// Dependencies point one way: a crate stands below the crates that it depends on.
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

/// Folders that commands create and that are not part of the repository.
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

/// Each path of a walk through the code appears once.
#[test]
fn no_walk_visits_a_file_twice() {
    let text = read(&root().join("docs/ARCHITECTURE.md"));
    let walks = text.split("\n## ").find(|part| part.starts_with("Four walks")).expect("walks");
    let mut n_walks = 0;
    for walk in walks.split("\n### ").skip(1) {
        let quoted = walk.split('`').skip(1).step_by(2);
        let mut paths: Vec<&str> = quoted.filter(|quoted| quoted.starts_with("crates/")).collect();
        assert!(paths.len() > 5, "{walk}");
        let n_paths = paths.len();
        paths.sort_unstable();
        paths.dedup();
        assert_eq!(paths.len(), n_paths, "{walk}");
        n_walks += 1;
    }
    assert_eq!(n_walks, 4);
}

/// The targets of relative links in a text: path and anchor.
fn links(text: &str) -> Vec<(&str, Option<&str>)> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let relative = targets.filter(|target| !target.contains("://"));
    relative
        .map(|target| match target.split_once('#') {
            Some((path, anchor)) => (path, Some(anchor)),
            None => (target, None),
        })
        .collect()
}

/// The anchor of a heading, as mdBook and GitHub make it.
fn anchor(heading: &str) -> String {
    let is_kept = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ');
    heading.to_lowercase().chars().filter(is_kept).map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn links_in_documents_have_targets() {
    let mut broken = Vec::new();
    for (document, text) in documents() {
        for (path, wanted) in links(&text) {
            let target = match path {
                "" => document.clone(),
                _ => document.parent().expect("a folder").join(path),
            };
            let has_anchor = |wanted: &str| {
                let headings = read(&target);
                let mut headings = headings.lines().filter_map(|line| line.strip_prefix('#'));
                headings.any(|heading| anchor(heading.trim_start_matches('#').trim()) == wanted)
            };
            if !target.exists() || wanted.is_some_and(|wanted| !has_anchor(wanted)) {
                broken.push(format!("{}: {path} {wanted:?}", document.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_document_is_a_chapter_of_the_book() {
    let summary = read(&root().join("docs/SUMMARY.md"));
    let chapters: Vec<&str> = links(&summary).into_iter().map(|(path, _)| path).collect();
    for entry in fs::read_dir(root().join("docs")).expect("a folder").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_chapter = name.ends_with(".md") && name != "SUMMARY.md";
        assert!(!is_chapter || chapters.contains(&name.as_str()), "docs/SUMMARY.md lacks {name}");
    }
}
