//! Every reader of outside text and files, with what must hold of it for any bytes:
//! no panic, no endless loop, bounded memory, and where there is a printer, what is
//! printed is read as the same again.
//!
//! The targets in `fuzz/` call [`check`] with bytes from libFuzzer; the tests of this
//! crate call it with [mutations](mutation::mutated) of valid inputs from a fixed seed.
//! A new reader is one file in `readers/` and one line in [`READERS`].

pub mod mutation;
mod readers;

use std::path::Path;
use std::{fs, io};

pub use readers::READERS;

/// A reader of outside text or files.
pub struct Reader {
    /// The name, which is also that of its fuzz target.
    pub name: &'static str,
    /// Valid inputs, from which others are made.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Words of the format.
    pub words: &'static [&'static str],
    /// How many mutations the short test reads.
    pub n_short: usize,
    /// Reads bytes, and panics if a promise does not hold. Whether the bytes were
    /// understood.
    pub check: fn(&[u8]) -> bool,
}

/// Reads bytes with the reader of this name, and panics if a promise does not hold.
///
/// ```
/// assert!(fuzzing::check("spec", b"uct:playouts=1000"));
/// assert!(!fuzzing::check("spec", b":"));
/// ```
pub fn check(name: &str, bytes: &[u8]) -> bool {
    (reader(name).check)(bytes)
}

/// Writes the valid inputs of a reader to `folder/NAME` and its words to
/// `folder/NAME.dict`, as libFuzzer reads them.
///
/// ```
/// let folder = tempfile::tempdir()?;
/// fuzzing::write_seeds("spec", folder.path())?;
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

/// Bytes as the text that readers of text get.
fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}
