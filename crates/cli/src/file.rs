//! The output files of a command line, checked before the work begins.

use std::ffi::OsString;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use clap::ArgMatches;
use ludex_support::atomic_file;

/// The path of a file that an option asks to be written.
///
/// [`check_all`] finds all options of this type and checks their paths, so that a
/// command with such an option need not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutFile(PathBuf);

impl From<OsString> for OutFile {
    fn from(path: OsString) -> Self {
        Self(path.into())
    }
}

impl Deref for OutFile {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

/// Checks whether the output files of a command line can be written. Creates and
/// changes nothing.
pub fn check_all(matches: &ArgMatches) -> Result<()> {
    let files = asked_for(matches);
    for (at, (option, path)) in files.iter().enumerate() {
        atomic_file::check(path)?;
        if let Some((other, _)) = files[..at].iter().find(|(_, other)| other == path) {
            let path = path.display();
            return Err(anyhow!("--{other} and --{option} both want to write {path}"));
        }
    }
    Ok(())
}

/// The options of type [`OutFile`] that were given, with their paths.
fn asked_for(matches: &ArgMatches) -> Vec<(String, &Path)> {
    let mut files = Vec::new();
    for id in matches.ids().map(|id| id.as_str()) {
        // Options of other types have an error here, which says just that.
        if let Ok(Some(file)) = matches.try_get_one::<OutFile>(id) {
            files.push((id.to_string(), &**file));
        }
    }
    if let Some((_, matches)) = matches.subcommand() {
        files.extend(asked_for(matches));
    }
    files
}
