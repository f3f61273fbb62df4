//! Collects the problems that the checks find.

use rustc_hash::FxHashMap;

use crate::Diagnostic;

/// Collects problems. Of each kind it keeps the first [`Self::SAME_MAX`] and
/// counts the rest: more are not readable, and hostile input has millions.
#[derive(Default)]
pub(super) struct Report {
    problems: Vec<Diagnostic>,
    /// For each kind, the number of problems and the index of the last one
    /// kept.
    kinds: FxHashMap<&'static str, (usize, usize)>,
}

impl Report {
    const SAME_MAX: usize = 200;

    pub fn push(&mut self, problem: Diagnostic) {
        self.push_with(problem.code, || problem);
    }

    /// Adds a problem that is expensive to describe: `describe` runs only if it
    /// is kept.
    pub fn push_with(&mut self, code: &'static str, describe: impl FnOnce() -> Diagnostic) {
        let (count, last) = self.kinds.entry(code).or_default();
        *count += 1;
        if *count <= Self::SAME_MAX {
            *last = self.problems.len();
            self.problems.push(describe());
        }
    }

    /// The problems, sorted by position in the text.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        for &(count, last) in self.kinds.values() {
            if count > Self::SAME_MAX {
                let more = format!(" (and {} more of this kind)", count - Self::SAME_MAX);
                self.problems[last].message.push_str(&more);
            }
        }
        self.problems.sort_by_key(|problem| (problem.span, problem.severity));
        self.problems
    }
}
