//! Quantiles for intervals.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// The normal deviate whose absolute value is exceeded with probability 1 − `confidence`.
pub(super) fn two_sided_normal(confidence: f64) -> f64 {
    Normal::standard().inverse_cdf(upper_tail_start(confidence))
}

/// As [`two_sided_normal`], for Student's t with `freedom` degrees of freedom.
pub(super) fn two_sided_t(confidence: f64, freedom: f64) -> f64 {
    let t = StudentsT::new(0.0, 1.0, freedom).expect("degrees of freedom are positive");
    t.inverse_cdf(upper_tail_start(confidence))
}

fn upper_tail_start(confidence: f64) -> f64 {
    assert!(
        0.0 < confidence && confidence < 1.0,
        "a confidence of {confidence} is not between 0 and 1"
    );
    0.5 + 0.5 * confidence
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Digits as printed in tables of the normal and of Student's distribution; the same from SciPy.
    #[test]
    fn agree_with_printed_tables() {
        for (confidence, z) in
            [(0.95, 1.959963984540054), (0.99, 2.5758293035489004), (0.5, 0.6744897501960817)]
        {
            assert!((two_sided_normal(confidence) - z).abs() < 1e-9);
        }
        for (freedom, t) in
            [(1.0, 12.706204736), (4.0, 2.776445105), (9.0, 2.262157163), (99.0, 1.984216952)]
        {
            assert!(
                (two_sided_t(0.95, freedom) - t).abs() < 1e-6,
                "{freedom}: {}",
                two_sided_t(0.95, freedom)
            );
        }
    }
}
