//! Any bytes at all are read, checked, rendered and formatted without a panic.
#![no_main]

use gdl::{Sheet, Source, check::check, format};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let source = Source::from_bytes("fuzz.kif", bytes);
    if let Ok(once) = format(&source) {
        let twice = format(&Source::new("fuzz.kif", once.as_str())).expect("still balanced");
        assert_eq!(once, twice, "formatting settles at once");
    }
    let (sheet, mut problems) = Sheet::parse(source);
    problems.extend(check(&sheet));
    for problem in &problems {
        problem.render(sheet.source(), false);
        problem.to_json(sheet.source());
    }
});
