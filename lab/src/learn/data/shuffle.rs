//! Shuffling of whole games, with bounded memory.
//!
//! Each game is written to a random temporary file. Each temporary file is then shuffled in memory
//! and appended, so all orders are equally likely. This needs memory for one temporary file (64
//! megabytes of games, about twice that in memory) and disk space for a copy of the input.

use super::{DataError, DataProgress, games};
use crate::learn::games::{ScoredGame, Writer};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use secateur::files::{self, Draft, folder_of};
use secateur::stop::Stop;
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use tempfile::{Builder, TempDir};

/// Approximate size of a temporary file, bytes of games.
const BUCKET: u64 = 64 << 20;
/// Largest number of temporary files; for inputs beyond 16 gigabytes the files are larger instead.
const MAX_BUCKETS: u64 = 256;

/// Writes the games of several files to one, in an order given by the seed; returns their number.
/// `watch` receives the progress. Every byte is moved twice: into a temporary file and out of it.
pub fn shuffle(
    inputs: &[PathBuf],
    out: &Path,
    seed: u64,
    stop: &Stop,
    watch: &mut dyn FnMut(&DataProgress),
) -> Result<u64, DataError> {
    files::check(inputs, [out])?;
    let bytes = super::total_size(inputs)?;
    let buckets = bytes.div_ceil(BUCKET).clamp(1, MAX_BUCKETS) as usize;
    let mut progress = DataProgress { total: 2 * bytes, ..DataProgress::default() };
    let mut step = |game: &ScoredGame| {
        progress.add(game);
        watch(&progress);
        if stop.is_requested() { Err(DataError::Interrupted) } else { Ok(()) }
    };
    shuffle_in(inputs, out, seed, buckets, &mut step)
}

/// Called for every game moved; an error ends the run.
type Step<'a> = dyn FnMut(&ScoredGame) -> Result<(), DataError> + 'a;

/// Shuffles with this number of temporary files.
fn shuffle_in(
    inputs: &[PathBuf],
    out: &Path,
    seed: u64,
    count: usize,
    step: &mut Step<'_>,
) -> Result<u64, DataError> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut draft = Writer::new(Draft::begin_new(out)?);
    let folder = temporary_folder(out)?;
    let mut written = 0;
    for path in scatter(inputs, &folder, count, &mut rng, step)? {
        let mut bucket: Vec<ScoredGame> = games(&path)?.collect::<Result<_, _>>()?;
        std::fs::remove_file(&path).map_err(DataError::io(&path))?;
        bucket.shuffle(&mut rng);
        for game in &bucket {
            draft.append(game).map_err(DataError::io(out))?;
            written += 1;
            step(game)?;
        }
    }
    draft.into_inner().map_err(DataError::io(out))?.finish()?;
    Ok(written)
}

/// Distributes the games over temporary files.
fn scatter(
    inputs: &[PathBuf],
    folder: &TempDir,
    count: usize,
    rng: &mut Xoshiro256PlusPlus,
    step: &mut Step<'_>,
) -> Result<Vec<PathBuf>, DataError> {
    let paths: Vec<PathBuf> =
        (0..count).map(|number| folder.path().join(number.to_string())).collect();
    let mut buckets = Vec::new();
    for path in &paths {
        let file = File::create(path).map_err(DataError::io(path))?;
        buckets.push(Writer::new(BufWriter::with_capacity(1 << 16, file)));
    }
    for input in inputs {
        for game in games(input)? {
            let (game, number) = (game?, rng.random_range(0..count));
            buckets[number].append(&game).map_err(DataError::io(&paths[number]))?;
            step(&game)?;
        }
    }
    for (bucket, path) in buckets.into_iter().zip(&paths) {
        bucket.into_inner().map_err(DataError::io(path))?;
    }
    Ok(paths)
}

/// A temporary folder beside the output with a unique name, removed on drop.
/// After a kill its remains are next to the output, where they are easy to find.
pub(super) fn temporary_folder(out: &Path) -> Result<TempDir, DataError> {
    let name = out.file_name().unwrap_or_default().to_string_lossy();
    let made = Builder::new().prefix(&format!("{name}.temporary-")).tempdir_in(folder_of(out));
    made.map_err(DataError::io(out))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::games::{GameResult, Ply};
    use secateur::chess::Board;
    use secateur::files::FileError;

    /// Games that differ in the score of their only move.
    fn write(path: &Path, scores: std::ops::Range<i16>) {
        let start = Board::default();
        let mv = start.parse_uci("e2e4").expect("legal");
        let mut writer = Writer::create(path).expect("a new file");
        for score in scores {
            let game =
                ScoredGame { start, outcome: GameResult::Draw, plies: vec![Ply { mv, score }] };
            writer.append(&game).expect("written");
        }
    }

    fn scores(path: &Path) -> Vec<i16> {
        games(path)
            .expect("readable")
            .map(|game| game.expect("valid game").plies[0].score)
            .collect()
    }

    #[test]
    fn shuffling_keeps_every_game_and_depends_on_the_seed() {
        let folder = std::env::temp_dir().join(format!("secateur-shuffle-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        let inputs = [folder.join("a"), folder.join("b")];
        // A folder with a similar name that is not a temporary folder stays.
        let foreign = folder.join("one.shuffle");
        std::fs::create_dir_all(&foreign).expect("a folder");
        write(&inputs[0], 0..300);
        write(&inputs[1], 300..500);
        let run = |name: &str, seed, buckets| {
            let out = folder.join(name);
            let count =
                shuffle_in(&inputs, &out, seed, buckets, &mut |_| Ok(())).expect("shuffled");
            assert_eq!(count, 500);
            scores(&out)
        };
        let (one, again, other) = (run("one", 1, 7), run("again", 1, 7), run("other", 2, 7));
        assert_eq!(one, again);
        assert_ne!(one, other);
        let mut sorted = other.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..500).collect::<Vec<i16>>());
        // Both inputs are spread over the output: about 120 of its first 200 games come from `a`.
        assert!((90..150).contains(&other[..200].iter().filter(|&&score| score < 300).count()));
        assert!(matches!(
            shuffle(&inputs, &inputs[0], 1, &Stop::default(), &mut |_| ()),
            Err(DataError::File(FileError::Input { .. }))
        ));
        let left: Vec<_> = std::fs::read_dir(&folder).expect("listed").collect();
        assert!(left.len() == 6 && foreign.exists(), "only temporary files are removed");
        let _ = std::fs::remove_dir_all(folder);
    }
}
