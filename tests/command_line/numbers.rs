//! Unit tests of `secateur::cli::numbers`.

use secateur::cli::numbers::*;
use secateur::search::limits::{MAX_DEPTH, MAX_HASH, MAX_THREADS};

#[test]
fn counts_accept_suffixes_and_exponents() {
    for (text, number) in [
        ("200k", 200_000),
        ("1.5M", 1_500_000),
        ("2g", 2_000_000_000),
        ("7", 7),
        ("1_000", 1000),
        ("1e6", 1_000_000),
    ] {
        assert_eq!(count(text), Ok(number), "{text}");
    }
    for text in ["0", "0k", "-1", "k", "1x", "", "1.5", "1e-3", "inf", "nank"] {
        assert!(count(text).is_err(), "{text}");
    }
}

#[test]
fn numbers_out_of_range_are_reported_as_such() {
    for text in ["-5", "x", "1.5"] {
        let reason = "not a whole number above zero, such as 200000, 200k or 1.5m";
        assert_eq!(count(text), Err(reason.to_owned()), "{text}");
    }
    assert_eq!(count("0"), Err("must be at least 1".to_owned()));
    for text in ["99999999999999999999", "18446744073709551616", "2000000000g"] {
        assert_eq!(count(text), Err("too large".to_owned()), "{text}");
    }
    assert_eq!(count("18446744073709551615"), Ok(u64::MAX));
}

#[test]
fn whole_numbers_are_checked_against_a_range() {
    let up_to_200 = within::<u32>(1..=200);
    assert_eq!((up_to_200("1"), up_to_200("+200")), (Ok(1), Ok(200)));
    for text in ["0", "201", "-1", "99999999999999999999999999999999999999999999"] {
        assert_eq!(up_to_200(text), Err(format!("{text} is not between 1 and 200")));
    }
    for text in ["", "x", "-", "1.5", "1k", " 1"] {
        assert_eq!(up_to_200(text), Err("not a whole number".to_owned()), "{text}");
    }
    let from_1 = within::<u64>(1..=u64::MAX);
    for text in ["0", "-1", "-99999999999999999999999999999999999999999999"] {
        assert_eq!(from_1(text), Err("must be at least 1".to_owned()), "{text}");
    }
    assert_eq!(from_1("18446744073709551616"), Err("too large".to_owned()));
    assert_eq!(from_1("18446744073709551615"), Ok(u64::MAX));
}

#[test]
fn times_accept_units() {
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

/// The help texts are literals and cannot contain constants.
#[test]
fn the_help_states_the_ranges_of_the_constants() {
    let (hash, threads) = (format!("1 to {MAX_HASH}"), format!("1 to {MAX_THREADS}"));
    let depth = format!("1 to {MAX_DEPTH}");
    let declaration = secateur::cli::declaration();
    let mut checked = 0;
    for command in declaration.get_subcommands() {
        for argument in command.get_arguments() {
            let range = match argument.get_long() {
                Some("hash") if command.get_name() == "perft" => format!("0 to {MAX_HASH}"),
                Some("hash") => hash.clone(),
                Some("threads") => threads.clone(),
                Some("depth") => depth.clone(),
                _ => continue,
            };
            let help = argument.get_help().expect("described").to_string();
            assert!(help.contains(&format!("({range})")), "{} {help}", command.get_name());
            checked += 1;
        }
    }
    assert_eq!(checked, 15);
}
