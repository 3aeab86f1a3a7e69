//! Parses numbers and times in short form: `200k`, `1.5m`, `5m`, `1h`.

use crate::uci::guard::MULTIPLES;
use std::ops::RangeInclusive;
use std::time::Duration;

/// Suffixes of a time and their seconds; longer names come first.
const UNITS: [(&str, f64); 5] =
    [("ms", 1e-3), ("min", 60.0), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];

/// Error of a number beyond the range of its type.
const TOO_LARGE: &str = "too large";

/// Parses a positive number with an optional suffix, such as `200000`, `200k`, `1.5m` or
/// `2g`, or a power of ten such as `1e6`.
pub fn count(text: &str) -> Result<u64, String> {
    let wrong = || "not a whole number above zero, such as 200000, 200k or 1.5m".to_owned();
    let lower = text.trim().to_ascii_lowercase();
    let digits = lower.replace('_', "");
    if is_whole(&digits) && !digits.starts_with('-') {
        return within::<u64>(1..=u64::MAX)(&digits);
    }
    let multiple = MULTIPLES.iter().find_map(|(letter, factor)| {
        lower.strip_suffix(*letter).and_then(|number| Some(number.parse::<f64>().ok()? * factor))
    });
    let plain = || lower.parse::<f64>().ok().filter(|number| number.fract() == 0.0); // 1e6
    match multiple.or_else(plain) {
        Some(number) if (1.0..1e18).contains(&number) => Ok(number.round() as u64),
        Some(number) if number.is_finite() && number >= 1e18 => Err(TOO_LARGE.to_owned()),
        _ => Err(wrong()),
    }
}

/// Whether the text is a whole number, of any size and with an optional sign.
fn is_whole(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns a parser of whole numbers in a range. A range up to `u64::MAX` has no upper limit in its
/// error messages.
pub fn within<T: TryFrom<u64> + 'static>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        if !is_whole(text) {
            return Err("not a whole number".to_owned());
        }
        let (min, max) = (*range.start(), *range.end());
        let is_negative = text.starts_with('-');
        let number = text.parse().unwrap_or(if is_negative { i128::MIN } else { i128::MAX });
        let found = u64::try_from(number).ok().filter(|number| range.contains(number));
        found.and_then(|number| T::try_from(number).ok()).ok_or_else(|| match max {
            u64::MAX if number < i128::from(min) => format!("must be at least {min}"),
            u64::MAX => TOO_LARGE.to_owned(),
            _ => format!("{text} is not between {min} and {max}"),
        })
    }
}

/// Parses a positive duration, such as `5`, `0.5` or `5s` (seconds), `300ms`, `5m` or `1h`.
pub fn time(text: &str) -> Result<Duration, String> {
    let wrong = || "not a time above zero, such as 5 (seconds), 300ms, 5m or 1h".to_owned();
    let lower = text.trim().to_ascii_lowercase();
    let unit = UNITS.iter().find_map(|(unit, factor)| {
        lower.strip_suffix(unit).and_then(|number| Some(number.parse::<f64>().ok()? * factor))
    });
    let seconds = lower.parse::<f64>().ok().or(unit).ok_or_else(wrong)?;
    let time = Duration::try_from_secs_f64(seconds).ok();
    time.filter(|time| !time.is_zero()).ok_or_else(wrong)
}
