//! Files that we write: as a whole or not at all.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};

/// Writes a file. One that is there is replaced at once and keeps its
/// permissions; a link to it stays a link.
pub fn write(path: &Path, text: &str) -> Result<()> {
    let name = || path.display().to_string();
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    // Pipes and devices, `/dev/stdout` say, cannot be replaced.
    let metadata = std::fs::metadata(&target).ok();
    if metadata.as_ref().is_some_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
        return std::fs::write(&target, text).with_context(name);
    }
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
    let mut file = builder.tempfile_in(folder).with_context(name)?;
    file.write_all(text.as_bytes()).with_context(name)?;
    if let Some(metadata) = metadata {
        file.as_file().set_permissions(metadata.permissions()).with_context(name)?;
    }
    file.persist(&target).map_err(|failure| failure.error).with_context(name)?;
    Ok(())
}
