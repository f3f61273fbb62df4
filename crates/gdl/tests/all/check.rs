//! Wrong rule sheets give the expected messages beside them, and sound sheets
//! give none.

use std::fs;
use std::path::{Path, PathBuf};

use ludex_gdl::{Diagnostic, Sheet, Source, check::check};

/// All problems of a sheet, those of the parser first.
fn problems(path: &Path) -> (Sheet, Vec<Diagnostic>) {
    let name = path.file_name().expect("a file").to_string_lossy();
    let bytes = fs::read(path).expect("a readable file");
    let (sheet, mut problems) = Sheet::parse(Source::from_bytes(name, &bytes));
    problems.extend(check(&sheet));
    (sheet, problems)
}

fn sheets_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut paths: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|it| it == "kif")).collect();
    paths.sort();
    paths
}

/// `UPDATE_EXPECT=1 cargo test` writes the messages; read them before you commit.
#[test]
fn wrong_sheets_get_their_messages() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wrong");
    let is_update = std::env::var_os("UPDATE_EXPECT").is_some();
    let sheets = sheets_in(&folder);
    assert!(sheets.len() >= 45);
    let mut failures = Vec::new();
    for path in sheets {
        let (sheet, problems) = problems(&path);
        assert!(!problems.is_empty(), "{}: nothing wrong", path.display());
        let messages: Vec<_> = problems
            .iter()
            .map(|problem| format!("{}\n", problem.render(sheet.source(), false)))
            .collect();
        let messages = messages.join("\n");
        let expected = path.with_extension("expected");
        if is_update {
            fs::write(&expected, messages).expect("a writable folder");
        } else if fs::read_to_string(&expected).is_ok_and(|text| text == messages) {
        } else {
            failures.push(format!("{}\n{messages}", path.display()));
        }
    }
    assert!(
        failures.is_empty(),
        "other messages than expected:\n\n{}\n(UPDATE_EXPECT=1 accepts them)",
        failures.join("\n")
    );
}

/// The public rule sheets define the line between errors and warnings. They are
/// not part of this repository; without them nothing is tested.
#[test]
fn public_sheets_have_errors_only_where_they_are_broken() {
    let folder = match std::env::var_os("LUDEX_SHARED") {
        Some(shared) => PathBuf::from(shared).join("ggp"),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/ggp"),
    };
    let broken = fs::read_to_string(folder.join("broken.txt")).unwrap_or_default();
    let broken: Vec<&str> = broken.lines().collect();
    let mut failures = Vec::new();
    for path in sheets_in(&folder.join("games")) {
        let name = path.file_stem().expect("a file").to_string_lossy().into_owned();
        let (sheet, problems) = problems(&path);
        let errors: Vec<_> = problems.iter().filter(|problem| problem.is_error()).collect();
        if errors.is_empty() == broken.contains(&name.as_str()) {
            failures.push(format!("{name}: {} errors", errors.len()));
            failures.extend(errors.iter().map(|error| error.render(sheet.source(), false)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
