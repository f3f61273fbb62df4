//! Runs kept in files.
//!
//! A file is a line of text for people, the version, the length and a checksum of
//! what follows, and the state. It is written beside the old one and then takes its
//! place in one step, so that there is a whole one at any time.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Changes whenever older files cannot be read any more.
pub(crate) const VERSION: u32 = 5;

const TITLE: &[u8] = b"ludex evolution\n";

/// Behind the title: version, length, checksum.
const HEADER: usize = TITLE.len() + 4 + 8 + 8;

/// Why a checkpoint cannot be used. Nothing was overwritten.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The file cannot be read or written.
    #[error("`{}`: {}", .0.display(), .1)]
    File(PathBuf, std::io::Error),
    /// It is something else.
    #[error("`{}` is no checkpoint of an evolution", .0.display())]
    Other(PathBuf),
    /// Another version wrote it.
    #[error("`{}` was written by version {} of the format, this is version {VERSION}: begin anew", .0.display(), .1)]
    Version(PathBuf, u32),
    /// Something is missing at its end.
    #[error("`{}` is cut short: {} of {} bytes are there", .0.display(), .1, .2)]
    Short(PathBuf, u64, u64),
    /// It was changed.
    #[error("`{}` is damaged: its checksum is another", .0.display())]
    Damaged(PathBuf),
    /// It belongs to a run with other primitives.
    #[error("`{}` belongs to a run with other primitives or limits of genes", .0.display())]
    Foreign(PathBuf),
    /// What its scores depend on has changed: the names of what.
    #[error("`{}` began with other contents of {}: resume it with those, or begin anew", .0.display(), .1.join(", "))]
    Changed(PathBuf, Vec<String>),
    /// There is a file that would be overwritten.
    #[error("`{}` is there already; resume it or choose another name", .0.display())]
    Exists(PathBuf),
}

/// What is asked of a checkpoint before its state is read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Head {
    /// The text of the config.
    pub config: String,
    /// The text of the config as its file has it.
    pub source: String,
    /// What genes mean.
    pub fingerprint: String,
    /// What scores depend on besides: names and digests.
    pub digests: Vec<(String, String)>,
}

impl Head {
    /// The names of what has another digest now, or is not there any more.
    pub fn changed(&self, now: &[(String, String)]) -> Vec<String> {
        let missing = |these: &[(String, String)], those: &[(String, String)]| {
            let missing = these.iter().filter(|one| !those.contains(one));
            missing.map(|(name, _)| name.clone()).collect::<Vec<_>>()
        };
        let mut names = missing(&self.digests, now);
        names.extend(missing(now, &self.digests));
        names.sort();
        names.dedup();
        names
    }
}

/// A checkpoint whose head has been read.
pub(crate) struct Checkpoint {
    pub head: Head,
    path: PathBuf,
    bytes: Vec<u8>,
    /// Where the state begins.
    at: usize,
}

impl Checkpoint {
    pub fn state<T: DeserializeOwned>(&self) -> Result<T, CheckpointError> {
        let state = postcard::from_bytes(&self.bytes[self.at..]);
        state.map_err(|_| CheckpointError::Damaged(self.path.clone()))
    }
}

/// Writes a state in one step.
pub(crate) fn write<T: Serialize>(path: &Path, state: &(&Head, &T)) -> Result<(), CheckpointError> {
    let fail = |error| CheckpointError::File(path.to_path_buf(), error);
    let body = postcard::to_stdvec(state).map_err(|error| fail(std::io::Error::other(error)))?;
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".tmp");
    let draft = path.with_file_name(name);
    let write = || -> std::io::Result<()> {
        let mut file = File::create(&draft)?;
        file.write_all(TITLE)?;
        file.write_all(&VERSION.to_le_bytes())?;
        file.write_all(&(body.len() as u64).to_le_bytes())?;
        file.write_all(&checksum(&body).to_le_bytes())?;
        file.write_all(&body)?;
        file.sync_all()?;
        fs::rename(&draft, path)?;
        // The new name is only safe when the folder is.
        match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            Some(folder) => File::open(folder)?.sync_all(),
            None => File::open(".")?.sync_all(),
        }
    };
    write().map_err(|error| {
        // A draft that is not whole is of no use; what it was to replace is still there.
        let _ = fs::remove_file(&draft);
        fail(error)
    })
}

/// Reads what [`write`] wrote.
pub(crate) fn read(path: &Path) -> Result<Checkpoint, CheckpointError> {
    let at = || path.to_path_buf();
    let bytes = read_ours(path).map_err(|error| CheckpointError::File(at(), error))?;
    if !bytes.starts_with(&TITLE[..TITLE.len().min(bytes.len())]) {
        return Err(CheckpointError::Other(at()));
    }
    let number = |from: usize| {
        let part = bytes.get(from..from + 8)?;
        part.try_into().ok().map(u64::from_le_bytes)
    };
    let version = bytes.get(TITLE.len()..TITLE.len() + 4).and_then(|part| part.try_into().ok());
    match version.map(u32::from_le_bytes) {
        Some(VERSION) => {}
        Some(version) => return Err(CheckpointError::Version(at(), version)),
        None => return Err(CheckpointError::Short(at(), bytes.len() as u64, HEADER as u64)),
    }
    let (Some(length), Some(sum)) = (number(TITLE.len() + 4), number(TITLE.len() + 12)) else {
        return Err(CheckpointError::Short(at(), bytes.len() as u64, HEADER as u64));
    };
    let body = &bytes[HEADER..];
    if (body.len() as u64) < length {
        let whole = length.saturating_add(HEADER as u64);
        return Err(CheckpointError::Short(at(), bytes.len() as u64, whole));
    }
    if body.len() as u64 != length || checksum(body) != sum {
        return Err(CheckpointError::Damaged(at()));
    }
    let (head, rest): (Head, _) =
        postcard::take_from_bytes(body).map_err(|_| CheckpointError::Damaged(at()))?;
    let at = bytes.len() - rest.len();
    Ok(Checkpoint { head, path: path.to_path_buf(), at, bytes })
}

/// The bytes of a file; of one that is no checkpoint, and may be a device without end,
/// the first few.
fn read_ours(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut bytes = Vec::new();
    Read::by_ref(&mut file).take(TITLE.len() as u64).read_to_end(&mut bytes)?;
    if bytes == TITLE {
        file.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// FNV-1a: enough against accidents.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
