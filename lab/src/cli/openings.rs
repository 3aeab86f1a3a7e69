//! `secateur-lab openings`: finds balanced openings.

use crate::cli::outputs;
use anyhow::{Context, Result, bail};
use clap::Args;
use secateur::chess::Board;
use secateur::cli::numbers::within;
use secateur::cli::resume::{Force, Interrupted, stop_on_interrupt};
use secateur::cli::ticker::Ticker;
use secateur::files::{self, write_atomically};
use secateur::quote::counted;
use secateur::search::Signals;
use secateur::tools::genfens::{self, OpeningCriteria};
use std::path::{Path, PathBuf};

/// Random plies of an opening: an even number, so that White is to move.
const PLIES: [usize; 1] = [8];
/// Soft node limit of the search that judges an opening. It is low, as most openings are rejected.
const NODES: u64 = 4000;
/// Number of rejected openings in a row after which the search for openings gives up. A narrow
/// `--within` rejects most openings.
const MAX_REJECTIONS: u32 = 20_000;

/// Plays random moves from the initial position and keeps the positions that are nearly balanced.
/// Ctrl-C writes the openings found so far.
#[derive(Debug, Args)]
pub struct OpeningsOptions {
    /// Number of openings
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = within::<u64>(1..=10_000_000))]
    count: u64,
    /// Random seed; the same seed gives the same openings
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = within::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Maximum absolute score of an opening, in internal units; +1.00 is about 181 in openings
    #[arg(long, value_name = "UNITS", default_value_t = 125, value_parser = within::<i32>(1..=2000))]
    within: i32,
    /// File to write, one FEN per line
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    force: Force,
}

/// Runs `secateur-lab openings`: finds nearly balanced openings and writes them.
pub fn run(options: &OpeningsOptions) -> Result<()> {
    files::check(None::<&Path>, [&options.out])?;
    options.force.check([&options.out], outputs::FENS)?;
    let criteria = OpeningCriteria {
        plies: &PLIES,
        nodes: NODES,
        max_score: options.within,
        max_rejections: MAX_REJECTIONS,
    };
    let signals = stop_on_interrupt()?;
    find(&options.out, &criteria, (options.count, options.seed), &signals)
}

/// Finds this number of openings with this seed, and writes them. After an error or Ctrl-C, it
/// writes the openings found so far.
fn find(
    out: &Path,
    criteria: &OpeningCriteria,
    (count, seed): (u64, u64),
    signals: &Signals,
) -> Result<()> {
    let (mut text, mut found, mut ticker) = (String::new(), 0, Ticker::new());
    let describe = |found| counted(found, "opening", "openings");
    ticker.show(found, count, || describe(found));
    let mut write_opening = |board: &Board| {
        text += &format!("{board}\n");
        found += 1;
        ticker.show(found, count, || describe(found));
    };
    let result = genfens::generate(criteria, count, seed, Vec::new(), signals, &mut write_opening);
    ticker.finish();
    let result = result.with_context(|| format!("after {}", describe(found)));
    if found == 0 {
        result?;
        bail!(Interrupted("before the first opening; nothing was written".to_owned()));
    }
    write_atomically(out, &text)?;
    // The openings may go to /dev/stdout.
    eprintln!("{}: {}", out.display(), describe(found));
    result?;
    if found < count {
        bail!(Interrupted(format!("after {found} of {count} openings")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_found_before_an_error_are_written() {
        // There are 20 openings of one ply.
        let criteria =
            OpeningCriteria { plies: &[1], nodes: 20, max_score: 2000, max_rejections: 500 };
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("book");
        let error = find(&out, &criteria, (30, 1), &Signals::default()).expect_err("too few");
        let expected = "after 20 openings: 500 openings in a row are lost";
        assert!(format!("{error:#}").starts_with(expected), "{error:#}");
        let book = std::fs::read_to_string(&out).expect("openings");
        assert_eq!(book.lines().count(), 20);
    }
}
