//! Certificates from `ludex solve` to `ludex verify`.

use std::path::Path;
use std::time::Duration;

use assert_cmd::Command;

fn ludex(args: &[&str]) -> (bool, String, String) {
    let mut command = Command::cargo_bin("ludex").expect("it was built for this test");
    command.args(args).env("NO_COLOR", "1").timeout(Duration::from_secs(120));
    command.env("XDG_DATA_HOME", env!("CARGO_TARGET_TMPDIR"));
    let output = command.output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.success(), text(output.stdout), text(output.stderr))
}

fn certificate(folder: &Path, game: &str) -> String {
    let path = folder.join("certificate.txt").display().to_string();
    let (is_success, _, errors) = ludex(&["solve", game, "--certificate", &path]);
    assert!(is_success && errors.contains("ludex verify"), "{errors}");
    path
}

#[test]
fn what_is_solved_can_be_verified() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = certificate(folder.path(), "tic-tac-toe");
    let (is_success, text, _) = ludex(&["verify", &path]);
    assert!(is_success && text.contains("is sure of 50, and so is"), "{text}");
    let (is_success, text, _) = ludex(&["verify", &path, "--json"]);
    assert!(is_success && text.contains("\"positions\""), "{text}");

    let path = certificate(folder.path(), "towers-of-hanoi");
    let (is_success, text, _) = ludex(&["verify", &path]);
    assert!(is_success && text.contains("goal 100, best, shortest"), "{text}");
    // All positions up to 30 plies exceed this limit.
    let (is_success, text, _) = ludex(&["verify", &path, "--positions", "100"]);
    assert!(is_success && text.contains("too many others to try them all"), "{text}");
}

#[test]
fn a_wrong_certificate_is_told_where() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = certificate(folder.path(), "tic-tac-toe");
    let text = std::fs::read_to_string(&path).expect("it is there");
    let wrong = |text: String, expected: &str| {
        std::fs::write(&path, text).expect("writable");
        let (is_success, output, errors) = ludex(&["verify", &path]);
        assert!(!is_success && output.is_empty(), "{output}");
        assert!(errors.contains(expected) && errors.lines().count() == 1, "{errors}");
    };
    wrong(text.replacen("at least 50", "at least 60", 1), "has 50 here, not at least 60");
    wrong(text.replacen("(mark 1 1)", "(mark 7 7)", 1), "`(mark 7 7)` is not legal");
    wrong(text[..text.len() / 2].into(), "the certificate is not whole");
    wrong(text.replacen("rules: ", "rules: 0", 1), "are not those of the certificate");
    wrong(text.replacen("game: tic-tac-toe", "game: tic-tac-to", 1), "did you mean");
    wrong(String::new(), "line 1: a certificate begins with");
    let (is_success, _, errors) = ludex(&["verify", "no-such-file"]);
    assert!(!is_success && errors.contains("no-such-file"), "{errors}");
}

#[test]
fn a_certificate_that_cannot_be_written_costs_no_result() {
    let (is_success, text, errors) = ludex(&["solve", "tic-tac-toe", "--certificate", "/dev/full"]);
    assert!(!is_success && text.contains("proven"), "{text}");
    assert!(errors.contains("cannot write /dev/full"), "{errors}");
    // A known failure is reported before the work starts.
    let (is_success, text, errors) =
        ludex(&["solve", "tic-tac-toe", "--certificate", "/no/such/folder/file"]);
    assert!(!is_success && text.is_empty(), "{text}");
    assert!(errors.contains("/no/such/folder/file"), "{errors}");
}

#[test]
fn claims_about_random_games_are_compared() {
    let (is_success, text, _) = ludex(&["bench", "claims", "--games", "20", "--seed", "5"]);
    assert!(is_success && text.contains("20 games") && text.contains("0 disagreements"), "{text}");
    let (_, again, _) = ludex(&["bench", "claims", "--show", "7"]);
    assert!(again.contains("(role red)"), "{again}");
}
