//! Unit tests of `secateur::cli::numbers`.

use secateur::cli::numbers::*;

#[test]
fn counts_take_multiples() {
    for (text, number) in
        [("200k", 200_000), ("1.5M", 1_500_000), ("2g", 2_000_000_000), ("7", 7), ("1_000", 1000)]
    {
        assert_eq!(count(text), Ok(number), "{text}");
    }
    for text in ["0", "0k", "-1", "k", "1x", "", "1e3", "nank"] {
        assert!(count(text).is_err(), "{text}");
    }
}

#[test]
fn times_take_units() {
    for (text, seconds) in [
        ("5", 5.0),
        ("0.5", 0.5),
        ("5s", 5.0),
        ("300ms", 0.3),
        ("5m", 300.0),
        ("5min", 300.0),
        ("1.5h", 5400.0),
    ] {
        assert_eq!(time(text).map(|time| time.as_secs_f64()), Ok(seconds), "{text}");
    }
    for text in ["0", "-1", "soon", "", "m", "5d", "inf", "nan", "1e99h"] {
        assert!(time(text).is_err(), "{text}");
    }
}
