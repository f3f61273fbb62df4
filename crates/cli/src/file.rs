//! Files that commands write: tried before the work, written after it, as a
//! whole or not at all.

use std::ffi::OsString;
use std::io::Write;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::{Result, anyhow};
use clap::ArgMatches;

/// The path of a file that an option asks to be written.
///
/// [`try_all`] finds all options of this type and tries their paths, so that a
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

/// Tries every file that the command line asks to be written. Nothing is
/// created or changed.
pub fn try_all(matches: &ArgMatches) -> Result<()> {
    let files = asked_for(matches);
    for (at, (option, path)) in files.iter().enumerate() {
        try_write(path)?;
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

/// Whether a file can be written, as far as that can be told without writing it.
pub fn try_write(path: &Path) -> Result<()> {
    check_name(path)?;
    let target = target(path);
    match std::fs::metadata(&target) {
        Ok(metadata) if metadata.is_dir() => Err(failed(path, "it is a folder")),
        Ok(metadata) if metadata.is_file() => {
            let open = std::fs::OpenOptions::new().append(true).open(&target);
            open.map_err(|error| failed(path, cause(&error)))?;
            try_folder(path, &target)
        }
        // Pipes and devices: opening them may wait for a reader.
        Ok(_) => Ok(()),
        Err(_) => try_folder(path, &target),
    }
}

/// Whether files can be created next to one.
fn try_folder(path: &Path, target: &Path) -> Result<()> {
    let folder = folder(target);
    // It has no name where the system can do without one.
    tempfile::tempfile_in(folder).map(drop).map_err(|error| no_place(path, folder, &error))
}

/// Writes a file. One that is there is replaced at once and keeps its
/// permissions; a link to it stays a link.
pub fn write(path: &Path, text: &str) -> Result<()> {
    check_name(path)?;
    let _writing = writing();
    let fail = |error: std::io::Error| failed(path, cause(&error));
    let target = target(path);
    let metadata = std::fs::metadata(&target).ok();
    if metadata.as_ref().is_some_and(std::fs::Metadata::is_dir) {
        return Err(failed(path, "it is a folder"));
    }
    // Pipes and devices, `/dev/stdout` say, cannot be replaced.
    if metadata.as_ref().is_some_and(|metadata| !metadata.is_file()) {
        return std::fs::write(&target, text).map_err(fail);
    }
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
    let folder = folder(&target);
    let mut file = builder.tempfile_in(folder).map_err(|error| no_place(path, folder, &error))?;
    file.write_all(text.as_bytes()).map_err(fail)?;
    if let Some(metadata) = metadata {
        file.as_file().set_permissions(metadata.permissions()).map_err(fail)?;
    }
    // What replaces the old file must be whole, even if the machine stops now.
    file.as_file().sync_all().map_err(fail)?;
    file.persist(&target).map_err(|failure| fail(failure.error))?;
    Ok(())
}

/// Held while a file is written. Who holds it can end the process and leaves no
/// temporary file behind.
pub fn writing() -> MutexGuard<'static, ()> {
    static WRITING: Mutex<()> = Mutex::new(());
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Rejects what names no file.
fn check_name(path: &Path) -> Result<()> {
    let text = path.as_os_str().to_string_lossy();
    match path.file_name() {
        None if path.is_dir() => Err(failed(path, "it is a folder")),
        None => Err(anyhow!("`{text}` is no name of a file to write")),
        Some(_) if text.ends_with(std::path::is_separator) => Err(failed(path, "it is a folder")),
        Some(_) => Ok(()),
    }
}

/// The file behind links.
fn target(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

fn folder(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Why no file can be created in the folder of a path.
fn no_place(path: &Path, folder: &Path, error: &std::io::Error) -> anyhow::Error {
    let name = folder.display();
    failed(
        path,
        match std::fs::metadata(folder) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                format!("no such folder: {name}")
            }
            Ok(metadata) if !metadata.is_dir() => format!("not a folder: {name}"),
            _ => format!("{name}: {}", cause(error)),
        },
    )
}

fn failed(path: &Path, cause: impl std::fmt::Display) -> anyhow::Error {
    anyhow!("cannot write {}: {cause}", path.display())
}

/// What the system says, without the path that it was said of: that is a
/// temporary one.
fn cause(error: &std::io::Error) -> String {
    let system =
        |error: &std::io::Error| error.raw_os_error().map(std::io::Error::from_raw_os_error);
    let inner = error.get_ref().and_then(|inner| inner.source()?.downcast_ref::<std::io::Error>());
    let plain = system(error).or_else(|| system(inner?));
    plain.map_or_else(|| error.kind().to_string(), |plain| plain.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_path_and_the_cause() {
        let home = tempfile::Builder::new().prefix("home").tempdir().expect("a folder");
        let path = |name: &str| home.path().join(name);
        let fails = |path: &Path| {
            let tried = try_write(path).expect_err("it cannot be written").to_string();
            let written = write(path, "").expect_err("it cannot be written").to_string();
            assert_eq!(tried, written);
            assert!(!written.contains(".tmp"), "{written}");
            written
        };
        let absent = path("absent/page.html");
        let message = fails(&absent);
        assert!(
            message.starts_with(&format!("cannot write {}: no such folder: ", absent.display()))
        );
        assert!(fails(home.path()).ends_with(": it is a folder"));
        std::fs::write(path("file"), "kept").expect("writable");
        assert!(fails(&path("file/page.html")).contains(": not a folder: "));
        assert!(fails(&path("absent/")).ends_with(": it is a folder"));
        assert_eq!(fails(Path::new("")), "`` is no name of a file to write");
    }

    #[test]
    fn a_try_changes_nothing() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("page.html");
        try_write(&path).expect("it can be written");
        assert_eq!(std::fs::read_dir(home.path()).expect("readable").count(), 0);
        std::fs::write(&path, "old").expect("writable");
        try_write(&path).expect("it can be replaced");
        assert_eq!(std::fs::read_to_string(&path).expect("readable"), "old");
        write(&path, "new").expect("it is replaced");
        assert_eq!(std::fs::read_to_string(&path).expect("readable"), "new");
        assert_eq!(std::fs::read_dir(home.path()).expect("readable").count(), 1);
    }
}
