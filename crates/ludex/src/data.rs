//! The folders in which data is kept between runs.

use std::path::PathBuf;

use crate::Result;
use crate::error::Context;

/// The folder of this user's data.
pub fn folder() -> Result<PathBuf> {
    let folder = data_folder().context("there is no data folder for this user")?;
    Ok(folder.join("ludex"))
}

/// The folder of what was learned about games.
pub fn knowledge() -> Result<PathBuf> {
    Ok(folder()?.join("knowledge"))
}

/// The folder of the runs of evolution.
pub fn runs() -> Result<PathBuf> {
    Ok(folder()?.join("evolved"))
}

/// The folder in which programs keep data of this user.
fn data_folder() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    if let Some(folder) = variable(if cfg!(windows) { "APPDATA" } else { "XDG_DATA_HOME" }) {
        return Some(folder.into());
    }
    let below_home =
        if cfg!(target_os = "macos") { "Library/Application Support" } else { ".local/share" };
    std::env::home_dir().map(|home| home.join(below_home))
}
