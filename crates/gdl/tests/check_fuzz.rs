//! Random text never makes the front end panic: a short, fixed version of the
//! fuzz target in `fuzz/`.

use std::fs;
use std::path::Path;

use game::Rng;
use gdl::{Sheet, Source, check::check, format};
use rand::seq::IndexedRandom;
use rand::{Rng as _, SeedableRng};

const WORDS: &[&str] = &[
    "(",
    "(",
    "(",
    "(<=",
    "(<=",
    "(role",
    "(init",
    "(true",
    "(does",
    "(next",
    "(legal",
    "(goal",
    "(base",
    "(input",
    "(sees",
    "(not",
    "(or",
    "(distinct",
    "(p",
    "(f",
    ")",
    ")",
    ")",
    ")",
    ")",
    "))",
    ")))",
    "a",
    "b",
    "?x",
    "?y",
    "?x",
    "100",
    "0",
    "terminal",
    "random",
    "role",
    "p",
    "(p)",
    "; c\n",
    "\n",
    "\r",
    "é",
    "\u{0}",
    "<=",
    "not",
];

fn survives(text: String) {
    let source = Source::new("fuzz.kif", text);
    if let Ok(once) = format(&source) {
        assert_eq!(format(&Source::new("fuzz.kif", once.as_str())).as_ref(), Ok(&once));
    }
    let (sheet, mut problems) = Sheet::parse(source);
    problems.extend(check(&sheet));
    for problem in &problems {
        assert!(!problem.render(sheet.source(), false).is_empty());
        assert!(problem.to_json(sheet.source()).is_object());
    }
}

#[test]
fn soup_of_tokens() {
    let mut rng = Rng::seed_from_u64(1);
    for _ in 0..8_000 {
        let n_words = rng.random_range(0..120);
        let words: Vec<_> =
            (0..n_words).map(|_| *WORDS.choose(&mut rng).expect("not empty")).collect();
        survives(words.join(" "));
    }
}

#[test]
fn sheets_with_mistakes() {
    let mut rng = Rng::seed_from_u64(2);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wrong");
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("a folder").flatten().map(|it| it.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "kif"));
    paths.sort();
    for path in paths {
        let text = String::from_utf8_lossy(&fs::read(path).expect("a file")).into_owned();
        let words: Vec<_> = text.split_inclusive([' ', '\n', '(', ')']).collect();
        for _ in 0..50 {
            survives(mutated(&mut rng, &words));
        }
    }
}

/// A few pieces dropped, doubled, replaced or moved.
fn mutated(rng: &mut Rng, words: &[&str]) -> String {
    let mut words = words.to_vec();
    for _ in 0..rng.random_range(1..6) {
        let (at, other) = (rng.random_range(0..words.len()), rng.random_range(0..words.len()));
        match rng.random_range(0..4) {
            0 => words[at] = "",
            1 => words[at] = *WORDS.choose(rng).expect("not empty"),
            2 => words.insert(at, words[other]),
            _ => words.swap(at, other),
        }
    }
    words.concat()
}
