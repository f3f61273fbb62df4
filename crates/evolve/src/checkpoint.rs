//! Checkpoints: runs in files.
//!
//! A file is a line of text, the version, the length and checksum of the body, and the body.
//! It is written [atomically](atomic_file), so that there is a complete file at any time.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use ludex_support::atomic_file::{self, WriteError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The version of the format, raised when older files can no longer be read.
pub(crate) const VERSION: u32 = 6;

const TITLE: &[u8] = b"ludex evolution\n";

/// The length of title, version, length and checksum.
const HEADER: usize = TITLE.len() + 4 + 8 + 8;

/// Why a checkpoint cannot be used. No file was overwritten.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The file cannot be read.
    #[error("`{}`: {}", .0.display(), .1)]
    File(PathBuf, std::io::Error),
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The file is not a checkpoint.
    #[error("`{}` is no checkpoint of an evolution", .0.display())]
    Other(PathBuf),
    /// The file has another version.
    #[error("`{}` was written by version {} of the format, this is version {VERSION}: begin anew", .0.display(), .1)]
    Version(PathBuf, u32),
    /// The file is truncated.
    #[error("`{}` is cut short: {} of {} bytes are there", .0.display(), .1, .2)]
    Short(PathBuf, u64, u64),
    /// The checksum is wrong.
    #[error("`{}` is damaged: its checksum is another", .0.display())]
    Damaged(PathBuf),
    /// The file is of a run with other primitives.
    #[error("`{}` belongs to a run with other primitives or limits of genes", .0.display())]
    Foreign(PathBuf),
    /// A dependency of the scores has changed: the names of the changed ones.
    #[error("`{}` began with other contents of {}: resume it with those, or begin anew", .0.display(), .1.join(", "))]
    Changed(PathBuf, Vec<String>),
    /// The file exists.
    #[error("`{}` is there already; resume it or choose another name", .0.display())]
    Exists(PathBuf),
}

/// The part of a checkpoint that is checked before its state is read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Head {
    /// The text of the config.
    pub config: String,
    /// The text of the config as its file has it.
    pub source: String,
    /// The fingerprint of the genome's plan.
    pub fingerprint: String,
    /// The names and digests of everything else that scores depend on.
    pub digests: Vec<(String, String)>,
}

impl Head {
    /// The names whose digests differ, or are missing on one side.
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

/// Writes a state atomically.
pub(crate) fn write<T: Serialize>(path: &Path, state: &(&Head, &T)) -> Result<(), CheckpointError> {
    let fail = |error| CheckpointError::File(path.to_path_buf(), error);
    let body = postcard::to_stdvec(state).map_err(|error| fail(std::io::Error::other(error)))?;
    let mut bytes = Vec::with_capacity(HEADER + body.len());
    bytes.extend_from_slice(TITLE);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&(body.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&checksum(&body).to_le_bytes());
    bytes.extend_from_slice(&body);
    Ok(atomic_file::write(path, bytes)?)
}

/// Reads a file written by [`write`].
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

/// The bytes of a file; only the first few if it is not a checkpoint, since it may be an
/// endless device.
fn read_ours(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut bytes = Vec::new();
    Read::by_ref(&mut file).take(TITLE.len() as u64).read_to_end(&mut bytes)?;
    if bytes == TITLE {
        file.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// FNV-1a, against accidental damage.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
