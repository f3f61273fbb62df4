//! Atomic file writes: a file is replaced as a whole or not at all.
//!
//! The new content is written to a temporary file in the same folder, synced to the
//! disk and renamed over the old file. A process that is killed meanwhile leaves the
//! old file as it was, and at most a temporary file that no reader takes for it.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Why a file cannot be written. The old file, if any, is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The path ends in nothing that can be the name of a file.
    #[error("`{}` is no name of a file to write", .0.display())]
    NoName(PathBuf),
    /// The path names a folder.
    #[error("cannot write {}: it is a folder", .0.display())]
    IsFolder(PathBuf),
    /// The folder of the path does not exist.
    #[error("cannot write {}: no such folder: {}", path.display(), folder.display())]
    NoFolder {
        /// The path of the file.
        path: PathBuf,
        /// The folder.
        folder: PathBuf,
    },
    /// The parent of the path is a file.
    #[error("cannot write {}: not a folder: {}", path.display(), folder.display())]
    NotFolder {
        /// The path of the file.
        path: PathBuf,
        /// The parent.
        folder: PathBuf,
    },
    /// No file can be created in the folder.
    #[error("cannot write {}: {}: {error}", path.display(), folder.display())]
    Folder {
        /// The path of the file.
        path: PathBuf,
        /// The folder.
        folder: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The file cannot be opened, written, synced or replaced.
    #[error("cannot write {}: {error}", path.display())]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
}

/// Writes a file atomically.
///
/// An existing file keeps its permissions, and a symbolic link to it stays a link.
/// Pipes and devices cannot be replaced and are written to directly.
///
/// ```
/// use ludex_support::atomic_file;
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("page.html");
/// atomic_file::write(&path, "new").unwrap();
/// assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
/// let error = atomic_file::write(&path.join("inner"), "").unwrap_err();
/// assert!(error.to_string().contains("not a folder"));
/// ```
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), WriteError> {
    check_name(path)?;
    let _writing = writing();
    let fail = |error: io::Error| failed(path, &error);
    let target = target(path);
    let metadata = std::fs::metadata(&target).ok();
    match &metadata {
        Some(metadata) if metadata.is_dir() => return Err(WriteError::IsFolder(path.into())),
        Some(metadata) if !metadata.is_file() => {
            return std::fs::write(&target, content).map_err(fail);
        }
        _ => {}
    }
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
    let folder = folder(&target);
    let mut file = builder.tempfile_in(folder).map_err(|error| no_place(path, folder, &error))?;
    file.write_all(content.as_ref()).map_err(fail)?;
    if let Some(permissions) = metadata.as_ref().map(Metadata::permissions) {
        file.as_file().set_permissions(permissions).map_err(fail)?;
    }
    // The content must be on the disk before the name is: the machine may stop between.
    file.as_file().sync_all().map_err(fail)?;
    file.persist(&target).map_err(|failure| fail(failure.error))?;
    // The name must be on the disk, too. Not every system can open a folder.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Checks whether [`write`] can succeed, as far as that shows without writing.
/// Creates and changes nothing.
///
/// ```
/// use ludex_support::atomic_file;
///
/// let folder = tempfile::tempdir().unwrap();
/// assert!(atomic_file::check(&folder.path().join("page.html")).is_ok());
/// assert!(atomic_file::check(folder.path()).is_err());
/// assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
/// ```
pub fn check(path: &Path) -> Result<(), WriteError> {
    check_name(path)?;
    let target = target(path);
    match std::fs::metadata(&target) {
        Ok(metadata) if metadata.is_dir() => Err(WriteError::IsFolder(path.into())),
        Ok(metadata) if metadata.is_file() => {
            let open = OpenOptions::new().append(true).open(&target);
            open.map_err(|error| failed(path, &error))?;
            check_folder(path, &target)
        }
        // Pipes and devices: opening them may wait for a reader.
        Ok(_) => Ok(()),
        Err(_) => check_folder(path, &target),
    }
}

/// The lock that [`write`] holds. A thread that holds it can end the process without
/// leaving a temporary file behind.
///
/// ```
/// let _lock = ludex_support::atomic_file::writing();
/// // No file is half written now.
/// ```
pub fn writing() -> MutexGuard<'static, ()> {
    static WRITING: Mutex<()> = Mutex::new(());
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Rejects paths that cannot name a file.
fn check_name(path: &Path) -> Result<(), WriteError> {
    let text = path.as_os_str().to_string_lossy();
    match path.file_name() {
        None if path.is_dir() => Err(WriteError::IsFolder(path.into())),
        None => Err(WriteError::NoName(path.into())),
        Some(_) if text.ends_with(std::path::is_separator) => {
            Err(WriteError::IsFolder(path.into()))
        }
        Some(_) => Ok(()),
    }
}

/// Checks whether files can be created beside the target.
fn check_folder(path: &Path, target: &Path) -> Result<(), WriteError> {
    let folder = folder(target);
    // The file has no name where the system supports that.
    tempfile::tempfile_in(folder).map(drop).map_err(|error| no_place(path, folder, &error))
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

/// The reason why no file can be created in a folder.
fn no_place(path: &Path, folder: &Path, error: &io::Error) -> WriteError {
    let (path, parent) = (path.to_path_buf(), folder.to_path_buf());
    match std::fs::metadata(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            WriteError::NoFolder { path, folder: parent }
        }
        Ok(metadata) if !metadata.is_dir() => WriteError::NotFolder { path, folder: parent },
        _ => WriteError::Folder { path, folder: parent, error: cause(error) },
    }
}

fn failed(path: &Path, error: &io::Error) -> WriteError {
    WriteError::File { path: path.to_path_buf(), error: cause(error) }
}

/// The error of the operating system alone: `tempfile` adds the path of the
/// temporary file, which means nothing to users.
fn cause(error: &io::Error) -> io::Error {
    let inner = error.get_ref().and_then(|inner| inner.source()?.downcast_ref::<io::Error>());
    let code = error.raw_os_error().or_else(|| inner?.raw_os_error());
    code.map_or_else(|| error.kind().into(), io::Error::from_raw_os_error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_path_and_the_cause() {
        let home = tempfile::Builder::new().prefix("home").tempdir().expect("a folder");
        let path = |name: &str| home.path().join(name);
        let fails = |path: &Path| {
            let tried = check(path).expect_err("it cannot be written").to_string();
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
    fn a_check_changes_nothing() {
        let home = tempfile::tempdir().expect("a folder");
        let path = home.path().join("page.html");
        check(&path).expect("it can be written");
        assert_eq!(std::fs::read_dir(home.path()).expect("readable").count(), 0);
        std::fs::write(&path, "old").expect("writable");
        check(&path).expect("it can be replaced");
        assert_eq!(std::fs::read_to_string(&path).expect("readable"), "old");
        write(&path, "new").expect("it is replaced");
        assert_eq!(std::fs::read_to_string(&path).expect("readable"), "new");
        assert_eq!(std::fs::read_dir(home.path()).expect("readable").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let home = tempfile::tempdir().expect("a folder");
        let (path, link) = (home.path().join("file"), home.path().join("link"));
        std::fs::write(&path, "old").expect("writable");
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o600)).expect("changed");
        symlink(&path, &link).expect("a link");
        write(&link, "new").expect("it is replaced");
        assert!(std::fs::symlink_metadata(&link).expect("a link").is_symlink());
        let mode = std::fs::metadata(&path).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(std::fs::read_to_string(&path).expect("readable"), "new");
    }
}
