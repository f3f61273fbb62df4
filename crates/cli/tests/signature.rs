//! Searches and engines behave as before. A commit that changes the line below on
//! purpose says so, and names the new one.

use assert_cmd::Command;

const SIGNATURE: &str = "signature: 787424 nodes, 19404 playouts, 168410 plies, results 11efd059";

#[test]
fn searches_do_what_they_did() {
    for threads in ["1", "2"] {
        let mut command = Command::cargo_bin("ludex").expect("it was built for this test");
        let output = command.args(["bench", "signature", "--threads", threads]).output();
        let text = String::from_utf8(output.expect("it runs").stdout).expect("text");
        assert_eq!(text.lines().last(), Some(SIGNATURE), "{text}");
    }
}
