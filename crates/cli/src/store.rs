//! Where games are kept.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use arena::Store;

use crate::args::Keep;

/// The store that the user means; `None` if nothing is to be kept.
pub fn open(keep: &Keep) -> Result<Option<Store>> {
    Ok(place(keep)?.map(|path| Store::open(&path)).transpose()?)
}

/// The file of the store that the user means, in a folder that exists; `None`
/// if nothing is to be kept.
pub fn place(keep: &Keep) -> Result<Option<PathBuf>> {
    if keep.no_store {
        return Ok(None);
    }
    let path = path(keep.store.as_deref())?;
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    Ok(Some(path))
}

/// The store that the user means, which must exist.
pub fn existing(store: Option<&Path>) -> Result<Store> {
    let path = path(store)?;
    if !path.exists() {
        bail!("there is no store {}: nothing has been played yet", path.display());
    }
    Ok(Store::open(&path)?)
}

fn path(store: Option<&Path>) -> Result<PathBuf> {
    if let Some(path) = store {
        return Ok(path.into());
    }
    Ok(folder().context("say where to keep games with --store")?.join("games.sqlite"))
}

/// Where Ludex keeps data of this user.
pub fn folder() -> Result<PathBuf> {
    let folder = data_folder().context("there is no data folder for this user")?;
    Ok(folder.join("ludex"))
}

/// Where knowledge of games is kept.
pub fn knowledge() -> Result<PathBuf> {
    Ok(folder()?.join("knowledge"))
}

/// Where runs of evolution are kept.
pub fn runs() -> Result<PathBuf> {
    Ok(folder()?.join("evolved"))
}

/// Where programs keep data of this user.
fn data_folder() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    if let Some(folder) = variable(if cfg!(windows) { "APPDATA" } else { "XDG_DATA_HOME" }) {
        return Some(folder.into());
    }
    let below_home =
        if cfg!(target_os = "macos") { "Library/Application Support" } else { ".local/share" };
    std::env::home_dir().map(|home| home.join(below_home))
}
