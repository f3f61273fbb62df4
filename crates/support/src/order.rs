//! Orders of values, compiled once for all callers.

/// The places of values from the highest to the lowest. Equal values keep their order.
///
/// ```
/// assert_eq!(ludex_support::descending(&[0.5, 2.0, 0.5]), [1, 0, 2]);
/// ```
pub fn descending(values: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..values.len()).collect();
    places.sort_by(|&one, &other| values[other].total_cmp(&values[one]));
    places
}
