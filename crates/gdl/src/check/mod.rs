//! Static checks of a rule sheet.
//!
//! Each check is one file and one line in `CHECKS`. The checks share a `Survey`
//! of the sheet and write to one `Report`. No check stops at its first finding,
//! and each takes time about linear in the size of the sheet: where an exact
//! answer could cost more, a step budget bounds it.

mod arity;
mod baseless;
mod clause;
mod cycle;
mod depend;
mod ground;
mod growth;
mod keywords;
mod links;
mod reach;
mod report;
mod roles;
mod safety;
mod stratify;
mod survey;
mod term;

use crate::{Diagnostic, Sheet};
use report::Report;
use survey::Survey;

/// All problems of a sheet, sorted by position in the text. Does not repeat the
/// problems that [`Sheet::parse`] returns.
///
/// ```
/// use ludex_gdl::{Sheet, Source, check::check};
///
/// let text = "(role robot) (legal robot wait) (goal robot 100) (<= terminal (not open) opne)";
/// let (sheet, _) = Sheet::parse(Source::new("door.kif", text));
/// let found: Vec<_> = check(&sheet).into_iter().map(|problem| problem.message).collect();
/// assert!(found.contains(&"`opne` is never defined, so this never holds".to_string()));
/// ```
pub fn check(sheet: &Sheet) -> Vec<Diagnostic> {
    let survey = Survey::new(sheet);
    let mut report = Report::default();
    for check in CHECKS {
        check(&survey, &mut report);
    }
    report.finish()
}

type Check = fn(&Survey<'_>, &mut Report);

const CHECKS: &[Check] = &[
    keywords::check,
    arity::check,
    roles::check,
    safety::check,
    depend::check,
    stratify::check,
    growth::check,
    reach::check,
    baseless::check,
];
