//! What is wrong with a rule sheet.

use crate::{Diagnostic, Sheet};

/// All problems of a sheet.
pub fn check(_sheet: &Sheet) -> Vec<Diagnostic> {
    Vec::new()
}
