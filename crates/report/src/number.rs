//! Formatting of numbers for readers.

/// A count with thousands separators.
///
/// ```
/// assert_eq!(ludex_report::number::thousands(4_865_609), "4,865,609");
/// ```
pub fn thousands(number: u64) -> String {
    grouped(&number.to_string())
}

/// A value with about three digits.
///
/// ```
/// use ludex_report::number::short;
///
/// assert_eq!((short(3.0), short(-2.104), short(98.94)), ("3".into(), "−2.1".into(), "98.9".into()));
/// assert_eq!((short(1234.5), short(-2e9)), ("1,234".into(), "−2e9".into()));
/// assert_eq!((short(f64::NEG_INFINITY), short(f64::NAN)), ("−∞".into(), "–".into()));
/// ```
pub fn short(value: f64) -> String {
    if value.is_nan() {
        return "–".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "∞" } else { "−∞" }.into();
    }
    if value.abs() >= 1000.0 {
        return fixed(value, 0);
    }
    let text = if value.abs() < 10.0 { format!("{value:.2}") } else { format!("{value:.1}") };
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.replace('-', "−") }
}

/// A probability as a fraction where its denominator is small.
///
/// ```
/// use ludex_report::number::fraction;
///
/// assert_eq!((fraction(1.0), fraction(0.5)), ("1".into(), "1/2".into()));
/// assert_eq!((fraction(1.0 / 3.0), fraction(0.123_456_7)), ("1/3".into(), "0.1235".into()));
/// ```
pub fn fraction(probability: f64) -> String {
    let parts = |of: u32| probability * f64::from(of);
    let is_whole = |of: &u32| (parts(*of) - parts(*of).round()).abs() < 1e-9 * f64::from(*of);
    match (1..=1000).find(is_whole) {
        Some(1) => format!("{}", probability.round()),
        Some(of) => format!("{}/{of}", parts(of).round()),
        None => format!("{probability:.4}"),
    }
}

/// A value with a fixed number of decimals and separators; large and tiny ones
/// with an exponent.
///
/// ```
/// use ludex_report::number::fixed;
///
/// assert_eq!((fixed(1234.5, 1), fixed(-0.25, 2)), ("1,234.5".into(), "−0.25".into()));
/// assert_eq!((fixed(2e12, 0), fixed(5e-8, 8)), ("2e12".into(), "5e-8".into()));
/// ```
pub fn fixed(value: f64, n_decimals: usize) -> String {
    if !value.is_finite() {
        return short(value);
    }
    // Longer numbers are hard to read.
    if value == 0.0 && n_decimals > 6 {
        return "0".into();
    }
    if value.abs() >= 1e9 || n_decimals > 6 {
        // All digits down to the last requested decimal.
        let magnitude = value.abs().log10().floor() as i32;
        let n_digits = (magnitude + n_decimals as i32).clamp(0, 12) as usize;
        let text = format!("{value:.n_digits$e}");
        let (digits, exponent) = text.split_once('e').expect("an exponent was asked for");
        let digits = match digits.contains('.') {
            true => digits.trim_end_matches('0').trim_end_matches('.'),
            false => digits,
        };
        return format!("{digits}e{exponent}").replacen(
            '-',
            if value < 0.0 { "−" } else { "-" },
            1,
        );
    }
    let text = format!("{:.n_decimals$}", value.abs());
    let (whole, fraction) = text.split_once('.').map_or((&text[..], None), |(a, b)| (a, Some(b)));
    let sign =
        if value < 0.0 && text.contains(|digit| ('1'..='9').contains(&digit)) { "−" } else { "" };
    match fraction {
        Some(fraction) => format!("{sign}{}.{fraction}", grouped(whole)),
        None => format!("{sign}{}", grouped(whole)),
    }
}

fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(999), "999");
        assert_eq!(thousands(u64::MAX), "18,446,744,073,709,551,615");
        assert_eq!(fixed(-0.0, 1), "0.0");
        assert_eq!(fixed(-0.04, 1), "0.0");
        assert_eq!(fixed(-1_500_000_000.0, 0), "−1.5e9");
    }
}
