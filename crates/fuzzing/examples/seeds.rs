//! Writes the valid inputs and the dictionary of each reader, for libFuzzer:
//! `cargo run -p ludex-fuzzing --example seeds -- fuzz/corpus`.

use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "corpus".into()));
    for reader in fuzzing::READERS {
        let inputs = folder.join(reader.name);
        std::fs::create_dir_all(&inputs)?;
        for (at, seed) in (reader.seeds)().iter().enumerate() {
            std::fs::write(inputs.join(format!("seed-{at}")), seed)?;
        }
        let escaped = |word: &&str| {
            let bytes: String = word.bytes().map(|byte| format!("\\x{byte:02x}")).collect();
            format!("\"{bytes}\"\n")
        };
        let words: String = reader.words.iter().map(escaped).collect();
        std::fs::write(folder.join(format!("{}.dict", reader.name)), words)?;
    }
    Ok(())
}
