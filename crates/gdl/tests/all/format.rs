//! Formatting changes blanks only, and is idempotent.

use std::fs;
use std::path::{Path, PathBuf};

use ludex_gdl::{Source, format};
use proptest::prelude::*;

/// Words, brackets and comments, which the formatter must preserve.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    for line in text.trim_start_matches('\u{feff}').split(['\n', '\r']) {
        let (code, comment) = line.split_at(line.find(';').unwrap_or(line.len()));
        let code = code.replace('(', " ( ").replace(')', " ) ");
        let is_blank = [' ', '\t', '\x0b', '\x0c', '\u{a0}'];
        tokens.extend(code.split(is_blank).filter(|word| !word.is_empty()).map(String::from));
        if !comment.is_empty() {
            tokens.push(comment.trim_end().to_string());
        }
    }
    tokens
}

fn formatted(text: &str) -> String {
    format(&Source::new("test.kif", text)).expect("balanced brackets")
}

fn assert_kept(text: &str) {
    let once = formatted(text);
    assert_eq!(tokens(text), tokens(&once), "tokens changed in\n{text}");
    assert_eq!(once, formatted(&once), "not settled after one round:\n{text}");
    assert!(!once.contains("\n\n\n") && !once.lines().any(|line| line.ends_with(' ')));
}

#[test]
fn a_sheet_is_laid_out_evenly() {
    let text = "
; Doors.

;;; roles
( role   robot )  ; the only one
(succ 0 1) (succ 1 2)


(<= (legal robot open)
(true (door closed))   ; or it is open
    ; Locks need keys.
 (or (not (true locked)) (true key)))
(<= terminal (true (door open)))
(<= (goal robot 100) (true (door open)) (true (window open)) (true (curtain drawn)) (true night))
(<= (next ?fact) (or (true
  ?fact) (does robot ?fact)
  ) ; last
)
(init (board a-long-word another-long-word a-third-long-word (nested term with some words) last))";
    let expected = "\
; Doors.

;;; roles
(role robot) ; the only one
(succ 0 1) (succ 1 2)

(<= (legal robot open)
  (true (door closed)) ; or it is open
  ; Locks need keys.
  (or (not (true locked)) (true key)))
(<= terminal (true (door open)))
(<= (goal robot 100)
  (true (door open))
  (true (window open))
  (true (curtain drawn))
  (true night))
(<= (next ?fact)
  (or
    (true ?fact)
    (does robot ?fact)) ; last
)
(init
  (board a-long-word another-long-word a-third-long-word
    (nested term with some words) last))
";
    assert_eq!(formatted(text), expected);
    assert_kept(text);
}

#[test]
fn unbalanced_text_is_not_touched() {
    assert!(format(&Source::new("test.kif", "(role robot")).is_err());
}

#[test]
fn public_sheets_keep_their_tokens() {
    let folder = match std::env::var_os("LUDEX_SHARED") {
        Some(shared) => PathBuf::from(shared).join("ggp/games"),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/ggp/games"),
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let bytes = fs::read(entry.path()).expect("a readable file");
        assert_kept(&String::from_utf8_lossy(&bytes));
    }
}

/// Balanced text with comments in every place.
fn sheet() -> impl Strategy<Value = String> {
    let word =
        prop_oneof!["[a-z?]{1,12}", Just("<=".into()), Just("or".into()), Just("not".into())];
    let blank = "[ \n]{1,3}|\n\n\n|\r\n|\r|\t";
    let comment = "[ \n]{0,2};[a-z();é ]{0,20}\n";
    let leaf = prop_oneof![6 => word, 2 => blank, 1 => comment];
    leaf.prop_recursive(6, 200, 12, move |inner| {
        prop::collection::vec((inner, blank), 0..12).prop_map(|parts| {
            let parts: Vec<String> = parts.into_iter().map(|(part, blank)| part + &blank).collect();
            format!("({})", parts.concat())
        })
    })
}

proptest! {
    #[test]
    fn random_text_keeps_its_tokens(parts in prop::collection::vec(sheet(), 0..6)) {
        assert_kept(&parts.join(" "));
    }
}
