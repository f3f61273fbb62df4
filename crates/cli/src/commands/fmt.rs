//! `ludex fmt`: rule sheets in our format.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use gdl::Source;
use serde_json::json;

use crate::args::Common;
use crate::load;
use crate::output::Output;

pub fn run(common: &Common, out: &mut Output, files: &[String], check: bool) -> Result<bool> {
    // All are formatted before any is written: a mistake changes nothing.
    let mut results = Vec::new();
    for file in files {
        let source = if file == "-" { load::stdin()? } else { load::file(Path::new(file))? };
        let text = format(&source)?;
        results.push((file, text != source.text(), text));
    }
    for (file, changed, text) in &results {
        match (file.as_str(), check) {
            ("-", false) => out.text(text)?,
            (_, false) if *changed => write(Path::new(file), text)?,
            (_, true) if *changed && !common.json => {
                out.line(format!("{file} is not formatted"))?
            }
            _ => {}
        }
    }
    if common.json {
        let files: Vec<_> = results
            .iter()
            .map(|(file, changed, _)| json!({ "file": file, "changed": changed }))
            .collect();
        out.json(&json!({ "files": files }))?;
    }
    Ok(!check || results.iter().all(|(_, changed, _)| !changed))
}

fn format(source: &Source) -> Result<String> {
    gdl::format(source).map_err(|problems| {
        let first = problems.first().map(|problem| problem.render(source, false));
        anyhow!("cannot be formatted\n\n{}", first.unwrap_or_default())
    })
}

/// Replaces a file as a whole: it is never half-written.
fn write(path: &Path, text: &str) -> Result<()> {
    let path = std::fs::canonicalize(path).with_context(|| path.display().to_string())?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file =
        tempfile::NamedTempFile::new_in(folder).with_context(|| folder.display().to_string())?;
    file.write_all(text.as_bytes())?;
    let permissions = std::fs::metadata(&path)?.permissions();
    file.as_file().set_permissions(permissions)?;
    file.persist(&path).with_context(|| path.display().to_string())?;
    Ok(())
}
