//! Output files of commands: opened first, written last, and a failure does not lose a
//! result.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn ludex(args: &[&str], home: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.args(args).env("NO_COLOR", "1").env("XDG_DATA_HOME", home).stdin(Stdio::null());
    command.output().expect("it runs")
}

fn said(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

/// Each command with each option that names an output file, and its other arguments.
/// All of them would run for a long time.
const WRITERS: &[(&[&str], &str)] = &[
    (&["match", "chess", "uct:playouts=100k", "random"], "--html"),
    (&["match", "chess", "uct:playouts=100k", "random"], "--csv"),
    (&["tournament", "chess", "uct:playouts=100k", "random"], "--html"),
    (&["experiment", "evolved-to-win-3.5", "--full"], "--csv"),
    (&["analyse", "chess", "--time", "1000"], "--html"),
    (&["structure", "chess", "--games", "1000000"], "--svg"),
    (&["explain", "tree", "chess"], "--svg"),
    (&["learn", "chess"], "--html"),
    (&["learn", "chess"], "--save"),
    (&["evolve", "lose-checkers"], "--html"),
    (&["evolve", "lose-checkers"], "--save"),
];

#[test]
fn paths_are_tried_before_the_work() {
    let home = tempfile::tempdir().expect("a folder");
    for (args, option) in WRITERS {
        let started = Instant::now();
        let output = ludex(&[args, &[*option, "/nonexistent/page.html"][..]].concat(), home.path());
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert_eq!(
            said(&output.stderr),
            "error: cannot write /nonexistent/page.html: no such folder: /nonexistent\n"
        );
        assert_eq!(said(&output.stdout), "");
        assert!(started.elapsed() < Duration::from_secs(5), "{args:?}");
    }
    assert_eq!(std::fs::read_dir(home.path()).expect("readable").count(), 0, "nothing is kept");
}

#[test]
fn wrong_paths_are_told_apart() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("file");
    std::fs::write(&file, "kept").expect("writable");
    let fails = |path: &Path| {
        let path = path.display().to_string();
        let output = ludex(&["analyse", "nim", "--html", &path], home.path());
        assert_eq!(output.status.code(), Some(1));
        said(&output.stderr)
    };
    assert!(fails(home.path()).ends_with(": it is a folder\n"));
    assert!(fails(&file.join("page.html")).contains(": not a folder: "));
    assert!(fails(Path::new("")).contains("no name of a file"));
    let same = file.display().to_string();
    let both = ["match", "nim", "random", "random", "--csv", &same, "--html", &same];
    let output = ludex(&both, home.path());
    assert!(said(&output.stderr).contains("--csv and --html both want to write"));
    assert_eq!(std::fs::read_to_string(&file).expect("readable"), "kept");
}

/// A failure that cannot be detected in advance: a full device.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_fails_costs_neither_the_text_nor_other_files() {
    let home = tempfile::tempdir().expect("a folder");
    let csv = home.path().join("match.csv");
    let args = ["match", "nim", "random", "random", "--games", "2", "--no-store"];
    let files = ["--html", "/dev/full", "--csv", csv.to_str().expect("a name")];
    let output = ludex(&[&args[..], &files].concat(), home.path());
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output.stdout).starts_with("nim: 2 games of"), "{}", said(&output.stdout));
    let message = said(&output.stderr);
    assert!(message.starts_with("error: cannot write /dev/full: No space left"), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    assert_eq!(std::fs::read_to_string(csv).expect("a table").lines().count(), 3);
}

#[test]
fn a_closed_pipe_does_not_cost_the_files() {
    let home = tempfile::tempdir().expect("a folder");
    let page = home.path().join("page.html");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.args(["match", "nim", "random", "random", "--games", "2", "--no-store", "--html"]);
    command.arg(&page).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("it starts");
    drop(child.stdout.take());
    assert!(child.wait().expect("it ends").success());
    assert!(std::fs::read_to_string(page).expect("a page").contains("<svg"));
}

#[test]
fn pages_have_a_foot() {
    let home = tempfile::tempdir().expect("a folder");
    let page = home.path().join("page.html");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludex"));
    command.args(["match", "nim", "random", "random", "--games", "2", "--seed", "7"]);
    command.args(["--no-store", "--html"]).arg(&page).env("SOURCE_DATE_EPOCH", "1000000000");
    assert!(command.output().expect("it runs").status.success());
    let html = std::fs::read_to_string(&page).expect("a page");
    let foot = &html[html.find("<footer>").expect("a foot")..];
    let name = page.display();
    for entry in [
        format!("ludex match nim random random --games 2 --seed 7 --no-store --html {name}"),
        "<dt>seed</dt><dd>7</dd>".into(),
        format!("<dd>Ludex {}</dd>", env!("CARGO_PKG_VERSION")),
        "<dt>date</dt><dd>2001-09-09</dd>".into(),
    ] {
        assert!(foot.contains(&entry), "{entry}: {foot}");
    }
}

/// A batch of positions takes from the store what an earlier run has solved, and solves the rest.
#[test]
fn a_batch_goes_on_where_it_was() {
    let home = tempfile::tempdir().expect("a folder");
    let solve = |args: &[&str]| -> serde_json::Value {
        let output = ludex(&[&["solve", "freecell"][..], args, &["--json"]].concat(), home.path());
        assert!(output.status.success(), "{}", said(&output.stderr));
        serde_json::from_slice(&output.stdout).expect("JSON")
    };
    let first = solve(&["1..10"]);
    assert_eq!(first["deals"].as_array().map(Vec::len), Some(10));
    // The time of each deal tells that it was not solved again.
    let more = solve(&["6..15", "--resume"]);
    let deals = |value: &serde_json::Value, range: std::ops::Range<usize>| {
        value["deals"].as_array().expect("deals")[range].to_vec()
    };
    assert_eq!(deals(&more, 0..5), deals(&first, 5..10));
    assert_eq!((&more["solved"], &more["deals"][9]["name"]), (&10.into(), &"15".into()));
}
