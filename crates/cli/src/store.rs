//! Where games are kept.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use ludex_arena::Store;

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
    Ok(ludex::data::folder().context("say where to keep games with --store")?.join("games.sqlite"))
}
