//! `ludex check`: what is wrong with a rule sheet.

use anyhow::Result;
use gdl::{Diagnostic, Severity};
use report::words::{counted, plural};
use serde_json::json;

use crate::args::Common;
use crate::load;
use crate::output::Output;

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
            reports.push(json!({ "file": file, "ok": n_errors == 0, "problems": problems }));
            continue;
        }
        for problem in problems.iter().take(N_SHOWN_MAX) {
            out.line(format!("{}\n", problem.render(sheet.source(), out.colour())))?;
        }
        out.line(summary(file, &problems, n_errors))?;
    }
    if common.json {
        out.json(&json!({ "files": reports }))?;
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
