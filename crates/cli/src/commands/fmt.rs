//! `ludex fmt`: rule sheets in our format.

use std::path::Path;

use anyhow::{Result, anyhow};
use gdl::Source;
use serde_json::json;

use crate::args::Common;
use crate::output::Output;
use crate::{file, load};

pub fn run(common: &Common, out: &mut Output, files: &[String], check: bool) -> Result<bool> {
    // All are formatted before any is written: a mistake changes nothing.
    let mut results = Vec::new();
    for file in files {
        let source = if file == "-" { load::stdin()? } else { load::file(Path::new(file))? };
        let text = format(&source)?;
        results.push((file, text != source.text(), text));
    }
    if !check {
        let mut changed = results.iter().filter(|(file, changed, _)| *changed && *file != "-");
        changed.try_for_each(|(file, ..)| file::try_write(Path::new(file)))?;
    }
    for (file, changed, text) in &results {
        match (file.as_str(), check) {
            ("-", false) => out.text(text)?,
            (_, false) if *changed => out.file(Path::new(file), text),
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
