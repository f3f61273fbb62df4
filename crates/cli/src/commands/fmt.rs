//! `ludex fmt`: rule sheets in our format.

use std::path::Path;

use anyhow::{Result, anyhow};
use ludex_gdl::Source;
use ludex_support::atomic_file;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::Run;
use crate::args::Common;
use crate::load;
use crate::output::Output;

/// Format rule sheets in place, keeping every comment
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rule sheets; `-` reads standard input and writes standard output
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Change nothing; fail if a file is not formatted
    #[arg(long)]
    check: bool,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        run(common, out, &self.files, self.check)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<FmtData>())
    }
}

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
        changed.try_for_each(|(file, ..)| atomic_file::check(Path::new(file)))?;
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
        let data = |(file, changed, _): &(&String, bool, String)| FormattedFile {
            file: file.to_string(),
            changed: *changed,
        };
        out.json(&FmtData { files: results.iter().map(data).collect() })?;
    }
    Ok(!check || results.iter().all(|(_, changed, _)| !changed))
}

fn format(source: &Source) -> Result<String> {
    ludex_gdl::format(source).map_err(|problems| {
        let first = problems.first().map(|problem| problem.render(source, false));
        anyhow!("cannot be formatted\n\n{}", first.unwrap_or_default())
    })
}

/// The files that were formatted, as data.
#[derive(Serialize, JsonSchema)]
pub struct FmtData {
    files: Vec<FormattedFile>,
}

/// A formatted file, as data.
#[derive(Serialize, JsonSchema)]
struct FormattedFile {
    file: String,
    changed: bool,
}
