//! Random text never makes the front end panic: a short, fixed version of the
//! fuzz target in `fuzz/`.

use std::fs;
use std::path::Path;

use ludex_game::Rng;
use ludex_gdl::{Sheet, Source, check::check, format};
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

/// Shapes that would take days or overflow the stack if some step were
/// quadratic, exponential or recursive in the number of rules.
#[test]
fn large_sheets() {
    let shapes: &[fn(usize) -> String] = &[
        |i| format!("(<= (p{i} ?x) (p{} ?x))", i + 1),
        |i| format!("(<= (p a{i} ?x) (p ?x a{}) (not (p ?x b{i})))", i * 7 % 5_000),
        |i| format!("(<= (p a{i}) (not (p a{})))", (i + 1) % 20_000),
        |i| format!("(<= (next (f ?x{i})) (not (q ?y)) (distinct ?z ?w) r{i})"),
        |i| format!("(<= (next (f {i} q)) (true (f {i} b)) (does r{i} (m {i})))"),
        |i| format!("(role r{i}) (<= (legal ?r m{i}) (p ?r)) (p {})", "a ".repeat(i % 9)),
    ];
    for shape in shapes {
        let rules: Vec<String> = (0..20_000).map(shape).collect();
        survives(format!("(role a) {}", rules.join("\n")));
    }
    let n = 50_000;
    let options: String = (0..n).map(|i| format!("(q{i} ?x)")).collect();
    survives(format!("(<= (p ?x) (or {options}) (not (or {options})))"));
    let equal: String = (0..n).map(|i| format!("(not (distinct ?x{} ?x{i}))", i + 1)).collect();
    survives(format!("(<= (p ?x{n}) {equal} (q ?x0))"));
    let (open, close) = ("(or (q ?x) ".repeat(190), ")".repeat(190));
    survives(format!("(<= (p ?x) {open} (r ?x) {close})").repeat(100));
    let (deep, end) = ("(f ?y ".repeat(40), ")".repeat(40));
    survives(format!(
        "(p a) (<= (p (f ?x ?x)) (p ?x)) (<= (q {deep} ?x {end}) (p {deep} ?x {end}) (not (q {deep} ?x {end})))"
    ));
    // Found by the fuzzer: the number of terms doubles in every round.
    survives(
        "(n 0) (<= (n (s ?x)) (n ?x)) (<= (n (t ?x)) (n ?x)) (<= (e ?x) (n ?x) (not (e (s ?x))))"
            .into(),
    );
    survives("(".repeat(1_000_000));
}

/// A few pieces dropped, duplicated, replaced or moved.
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
