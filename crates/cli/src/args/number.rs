//! Numbers within bounds, and messages that name these.

use std::fmt::Display;
use std::ops::RangeInclusive;

/// Reads whole numbers of a range.
pub fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: TryFrom<i128> + PartialOrd + Display + Clone,
{
    move |text| {
        let number = text.parse::<i128>().ok().and_then(|number| T::try_from(number).ok());
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            format!("a whole number from {} to {} is needed", range.start(), range.end())
        })
    }
}

/// Reads numbers of a range.
pub fn real(range: RangeInclusive<f64>) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text| {
        let number = text.parse::<f64>().ok().filter(|number| range.contains(number));
        number
            .ok_or_else(|| format!("a number from {} to {} is needed", range.start(), range.end()))
    }
}

/// The longest time that can be asked for: some thirty years.
const SECONDS_MAX: f64 = 1e9;

/// Reads a time in seconds, which is not 0.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value <= SECONDS_MAX => Ok(value),
        _ => Err(format!("a number of seconds above 0 and up to {SECONDS_MAX} is needed")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_range() {
        let games = whole(1..=u32::MAX);
        assert_eq!(games("60"), Ok(60));
        for text in ["0", "-3", "many", "", "1.5", "4294967296", "99999999999999999999999999"] {
            let message = "a whole number from 1 to 4294967295 is needed";
            assert_eq!(games(text), Err(message.into()), "{text}");
        }
        assert_eq!(real(0.0..=1.0)("0.25"), Ok(0.25));
        for text in ["-0.1", "1.5", "NaN", "inf", "often"] {
            let message = "a number from 0 to 1 is needed";
            assert_eq!(real(0.0..=1.0)(text), Err(message.into()), "{text}");
        }
        assert!(seconds("0").is_err() && seconds("inf").is_err() && seconds("0.001").is_ok());
    }
}
