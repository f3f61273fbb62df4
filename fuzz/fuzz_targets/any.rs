//! Fuzz target of the reader with the target's name. Starts from its valid inputs,
//! which are written to `corpus/`.
#![no_main]

use std::path::Path;

libfuzzer_sys::fuzz_target!(
    init: {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus"));
        let written = ludex_fuzzing::write_seeds(env!("CARGO_BIN_NAME"), folder);
        written.expect("corpus/ can be written");
    },
    |bytes: &[u8]| {
        ludex_fuzzing::check(env!("CARGO_BIN_NAME"), bytes);
    }
);
