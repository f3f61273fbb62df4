//! `ludex check`: what is wrong with a rule sheet.

use anyhow::Result;
use ludex_gdl::{Diagnostic, Severity};
use ludex_report::words::{counted, plural};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::Run;
use crate::args::Common;
use crate::load;
use crate::output::Output;

/// Validate rules: every problem at once, each with its place
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rule sheets, or names of bundled games
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Treat warnings as errors
    #[arg(long)]
    strict: bool,
}

impl Run for Args {
    fn run(&self, common: &Common, out: &mut Output) -> Result<bool> {
        run(common, out, &self.files, self.strict)
    }

    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<CheckData>())
    }
}

/// Beyond this many problems the first ones are the ones to look at.
const N_SHOWN_MAX: usize = 100;

pub fn run(common: &Common, out: &mut Output, files: &[String], strict: bool) -> Result<bool> {
    let mut reports = Vec::new();
    let mut all_good = true;
    for file in files {
        let (sheet, mut problems) = load::checked(load::source(file)?);
        if strict {
            problems.iter_mut().for_each(|problem| problem.severity = Severity::Error);
        }
        let n_errors = problems.iter().filter(|problem| problem.is_error()).count();
        all_good &= n_errors == 0;
        if common.json {
            let problems: Vec<_> =
                problems.iter().map(|problem| problem.to_json(sheet.source())).collect();
            reports.push(FileReport { file: file.clone(), ok: n_errors == 0, problems });
            continue;
        }
        for problem in problems.iter().take(N_SHOWN_MAX) {
            out.line(format!("{}\n", problem.render(sheet.source(), out.colour())))?;
        }
        out.line(summary(file, &problems, n_errors))?;
    }
    if common.json {
        out.json(&CheckData { files: reports })?;
    }
    Ok(all_good)
}

fn summary(file: &str, problems: &[Diagnostic], n_errors: usize) -> String {
    let count = |n: usize, what: &str| match n {
        0 => format!("no {}", plural(what)),
        n => counted(n, what),
    };
    let hidden = match problems.len().saturating_sub(N_SHOWN_MAX) {
        0 => String::new(),
        n => format!(" ({n} not shown)"),
    };
    let errors = count(n_errors, "error");
    let warnings = count(problems.len() - n_errors, "warning");
    format!("{file}: {errors}, {warnings}{hidden}")
}

/// The problems of rule sheets, as data.
#[derive(Serialize, JsonSchema)]
pub struct CheckData {
    files: Vec<FileReport>,
}

/// The problems of one rule sheet, as data.
#[derive(Serialize, JsonSchema)]
struct FileReport {
    file: String,
    ok: bool,
    problems: Vec<serde_json::Value>,
}
