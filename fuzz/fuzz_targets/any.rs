//! Any bytes for the reader that the target is named after.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    fuzzing::check(env!("CARGO_BIN_NAME"), bytes);
});
