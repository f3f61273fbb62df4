//! Options that have a least value.

use crate::spec::Options;

/// A count of at least 1.
pub(super) fn count(options: &mut Options, name: &'static str) -> Result<Option<u64>, String> {
    match options.count(name)? {
        Some(0) => Err(format!("`{name}=0`: at least 1 is needed")),
        count => Ok(count),
    }
}

/// A number of at least 0.
pub(super) fn number(options: &mut Options, name: &'static str) -> Result<Option<f64>, String> {
    match options.number(name)? {
        Some(number) if number < 0.0 => {
            Err(format!("`{name}={number}`: a number of at least 0 is needed"))
        }
        number => Ok(number),
    }
}
