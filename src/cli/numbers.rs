//! Parses numbers and times in short form: `200k`, `1.5m`, `5m`, `1h`.

use std::time::Duration;

/// Suffixes of a number and their factors.
const MULTIPLES: [(char, f64); 3] = [('k', 1e3), ('m', 1e6), ('g', 1e9)];
/// Suffixes of a time and their seconds; longer names come first.
const UNITS: [(&str, f64); 5] =
    [("ms", 1e-3), ("min", 60.0), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];

/// Parses a positive number with an optional suffix, such as `200000`, `200k`, `1.5m` or `2g`.
pub fn count(text: &str) -> Result<u64, String> {
    let wrong = || "not a number above zero, such as 200000, 200k or 1.5m".to_owned();
    let lower = text.trim().to_ascii_lowercase();
    if let Ok(number) = lower.replace('_', "").parse::<u64>() {
        return if number > 0 { Ok(number) } else { Err("0 is not in 1..".to_owned()) };
    }
    let multiple = MULTIPLES.iter().find_map(|(letter, factor)| {
        lower.strip_suffix(*letter).and_then(|number| Some(number.parse::<f64>().ok()? * factor))
    });
    match multiple {
        Some(number) if (1.0..1e18).contains(&number) => Ok(number.round() as u64),
        _ => Err(wrong()),
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
