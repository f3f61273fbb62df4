//! Robustness properties of every reader of external text and files.
//!
//! For any bytes a reader must not panic or loop forever, must use bounded
//! memory, and, where there is a printer, must read the printed text as an
//! equal value. The targets in `fuzz/` call [`check`] with bytes from
//! libFuzzer; the tests of this crate call it with
//! [mutations](mutation::mutated) of valid inputs from a fixed seed. A new
//! reader is one file in `readers/` and one line in [`READERS`].

pub mod mutation;
mod readers;

use std::path::Path;
use std::{fs, io};

pub use readers::READERS;

/// A reader of external text or files.
pub struct Reader {
    /// Its name, which is also that of its fuzz target.
    pub name: &'static str,
    /// Valid inputs, the seeds of mutations.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Words of the format, for libFuzzer's dictionary and for mutations.
    pub words: &'static [&'static str],
    /// Number of mutations in the short test.
    pub n_short: usize,
    /// Reads bytes, and panics if a property is violated. Returns whether the
    /// input was accepted.
    pub check: fn(&[u8]) -> bool,
}

/// Reads bytes with the reader of this name, and panics if a property is
/// violated.
///
/// ```
/// assert!(ludex_fuzzing::check("spec", b"uct:playouts=1000"));
/// assert!(!ludex_fuzzing::check("spec", b":"));
/// ```
pub fn check(name: &str, bytes: &[u8]) -> bool {
    (reader(name).check)(bytes)
}

/// Writes the seeds of a reader to `folder/NAME` and its words to
/// `folder/NAME.dict`, in libFuzzer's formats.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// ludex_fuzzing::write_seeds("spec", folder.path())?;
/// assert!(folder.path().join("spec/seed-0").exists());
/// assert!(folder.path().join("spec.dict").exists());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_seeds(name: &str, folder: &Path) -> io::Result<()> {
    let reader = reader(name);
    let inputs = folder.join(name);
    fs::create_dir_all(&inputs)?;
    for (at, seed) in (reader.seeds)().iter().enumerate() {
        fs::write(inputs.join(format!("seed-{at}")), seed)?;
    }
    let escaped = |word: &&str| {
        let bytes: String = word.bytes().map(|byte| format!("\\x{byte:02x}")).collect();
        format!("\"{bytes}\"\n")
    };
    let words: String = reader.words.iter().map(escaped).collect();
    fs::write(folder.join(format!("{name}.dict")), words)
}

fn reader(name: &str) -> &'static Reader {
    let reader = READERS.iter().find(|reader| reader.name == name);
    reader.unwrap_or_else(|| panic!("there is no reader {name}"))
}

/// Texts as inputs.
fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// Bytes as text, or `None` if they are not valid UTF-8.
fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}
