//! Text files of bounded size.

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

/// Maximum length; the texts of this crate are far shorter.
const BYTES_MAX: u64 = 64 << 20;

/// Reads a text file of at most 64 MB; a longer file, such as an endless device, is not read
/// further.
///
/// ```
/// # #[cfg(unix)]
/// assert!(ludex_search::read_text("/dev/zero".as_ref()).unwrap_err().to_string().contains("64 MB"));
/// ```
pub fn read_text(path: &Path) -> Result<String> {
    let mut text = String::new();
    File::open(path)?.take(BYTES_MAX + 1).read_to_string(&mut text)?;
    match text.len() as u64 > BYTES_MAX {
        true => {
            let what = format!("it has more than {} MB", BYTES_MAX >> 20);
            Err(Error::new(ErrorKind::InvalidData, what))
        }
        false => Ok(text),
    }
}
