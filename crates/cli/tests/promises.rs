//! The tests that docs/PROMISES.md names exist.

use std::path::Path;

/// The cells of a row of a Markdown table.
fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect()
}

#[test]
fn every_test_that_is_named_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/PROMISES.md")).expect("the page");
    let rows = page.lines().filter(|line| line.starts_with('|')).map(cells);
    let mut n_tests = 0;
    for row in rows.filter(|row| row.len() == 3 && row[2].starts_with("crates/")) {
        let (test, file) = (row[1], row[2]);
        let text = std::fs::read_to_string(root.join(file))
            .unwrap_or_else(|error| panic!("{file}: {error}"));
        let is_there = text.lines().any(|line| line.trim().starts_with(&format!("fn {test}(")));
        assert!(is_there, "{file} has no test {test}");
        n_tests += 1;
    }
    assert!(n_tests > 30, "{n_tests}");
}
