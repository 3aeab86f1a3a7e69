//! A pack: a file of shuffled records for network training, with the held-out records last.
//!
//! ```text
//! 0    magic SECATPAK
//! 8    version, bytes of a record: u32 each
//! 16   records to train on, records held out, games: u64 each
//! 40   seed and permille plus one of the held-out games: u64 each
//! 56   1, and λ of the scores as a float: u32 each; 2: static evaluations
//! 64   records
//! ```

use super::record::{PositionRecord, RECORD};
use secateur::files::hash::fnv1a;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use zerocopy::IntoBytes;

/// Magic number of a pack.
pub const MAGIC: [u8; 8] = *b"SECATPAK";
/// Packs of version 1 may hold scores averaged on another scale than that of the loss, those of
/// version 2 headers without the held-out games.
const VERSION: u32 = 3;
/// Size of the header, bytes.
pub const HEADER: usize = 64;
/// The number in the header for scores of games.
const GAMES: u32 = 1;
/// The number in the header for static evaluations.
const STATIC: u32 = 2;

/// The contents of a pack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Contents {
    /// Number of training records.
    pub train: u64,
    /// Number of held-out records.
    pub held_out: u64,
    /// Number of games that the records come from.
    pub games: u64,
    /// How held-out games are selected.
    pub hold_out: HoldOut,
    /// λ of the TD(λ) scores, 0 to below 1; `None` for static evaluations of positions without
    /// game results.
    pub lambda: Option<f32>,
}

/// How held-out games are selected.
#[derive(Clone, Copy, Debug, Default, Eq, Serialize, Deserialize)]
pub struct HoldOut {
    /// Seed of the selection.
    pub seed: u64,
    /// Share of held-out games, permille.
    pub permille: u64,
}

impl PartialEq for HoldOut {
    /// The seed has no meaning where no game is held out.
    fn eq(&self, other: &HoldOut) -> bool {
        self.permille == other.permille && (self.permille == 0 || self.seed == other.seed)
    }
}

/// An error of a pack.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// The magic number is missing.
    #[error(
        "{0} does not begin with SECATPAK, so it is not a pack: \
         `secateur-lab data pack` makes one from games"
    )]
    WrongFileType(PathBuf),
    /// The version is not supported.
    #[error("{0} has version {1}, expected {VERSION}")]
    Version(PathBuf, u32),
    /// The size does not match the header.
    #[error("{0} has {1} bytes, expected {2}")]
    Length(PathBuf, u64, u64),
    /// The packs hold out different games, so one could train on the held-out games of the other.
    #[error("{0} and {1} hold out different games: pack both with one --seed and one --hold-out")]
    OtherHoldOut(PathBuf, PathBuf),
    /// The packs have different λ, so labels of one position differ.
    #[error("{0} was packed with --lambda {2}, {1} with {3}: pack both with one")]
    OtherLambda(PathBuf, PathBuf, f32, f32),
    /// The label needs game results, but the pack has none.
    #[error("--wdl 0 is needed: {0} has no game results")]
    NoResults(PathBuf),
    /// An error of the file system.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
}

impl Contents {
    /// The header for these contents.
    pub fn header(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..16].copy_from_slice(&(RECORD as u32).to_le_bytes());
        let HoldOut { seed, permille } = self.hold_out;
        let numbers = [self.train, self.held_out, self.games, seed, permille + 1];
        for (place, number) in (16..).step_by(8).zip(numbers) {
            bytes[place..place + 8].copy_from_slice(&number.to_le_bytes());
        }
        let source = if self.lambda.is_some() { GAMES } else { STATIC };
        bytes[56..60].copy_from_slice(&source.to_le_bytes());
        bytes[60..64].copy_from_slice(&self.lambda.unwrap_or_default().to_le_bytes());
        bytes
    }
}

/// An open pack.
#[derive(Debug)]
pub struct Pack {
    path: PathBuf,
    file: File,
    /// The contents of the pack.
    pub contents: Contents,
    /// Hash of the first records.
    pub sample_hash: u64,
}

/// Number of records that identify a pack, besides its header.
const SAMPLE: u64 = 4096;

impl Pack {
    /// Opens a pack and checks its header and size.
    pub fn open(path: &Path) -> Result<Pack, PackError> {
        let io = |error| PackError::Io(path.to_owned(), error);
        let mut file = File::open(path).map_err(io)?;
        let length = file.metadata().map_err(io)?.len();
        let mut header = Vec::new();
        (&mut file).take(HEADER as u64).read_to_end(&mut header).map_err(io)?;
        if !header.starts_with(&MAGIC) {
            return Err(PackError::WrongFileType(path.to_owned()));
        }
        header.resize(HEADER, 0);
        let long =
            |at: usize| u64::from_le_bytes(header[at..at + 8].try_into().expect("eight bytes"));
        let four = |at: usize| header[at..at + 4].try_into().expect("four bytes");
        let version = u32::from_le_bytes(four(8));
        if version != VERSION {
            return Err(PackError::Version(path.to_owned(), version));
        }
        let hold_out = HoldOut { seed: long(40), permille: long(48).saturating_sub(1) };
        let is_static = u32::from_le_bytes(four(56)) == STATIC;
        let lambda = (!is_static).then(|| f32::from_le_bytes(four(60)));
        let (train, held_out, games) = (long(16), long(24), long(32));
        let contents = Contents { train, held_out, games, hold_out, lambda };
        let records = contents.train.saturating_add(contents.held_out);
        let expected = records.saturating_mul(RECORD as u64).saturating_add(HEADER as u64);
        if length != expected {
            return Err(PackError::Length(path.to_owned(), length, expected));
        }
        let mut pack = Pack { path: path.to_owned(), file, contents, sample_hash: 0 };
        let mut sample = vec![PositionRecord::default(); records.min(SAMPLE) as usize];
        pack.read(0, &mut sample)?;
        pack.sample_hash = fnv1a(sample.as_bytes());
        Ok(pack)
    }

    /// Reads consecutive records from index `first`; held-out records follow the training records.
    pub fn read(&mut self, first: u64, records: &mut [PositionRecord]) -> Result<(), PackError> {
        let io = |error| PackError::Io(self.path.clone(), error);
        self.file.seek(SeekFrom::Start(HEADER as u64 + first * RECORD as u64)).map_err(io)?;
        self.file.read_exact(records.as_mut_bytes()).map_err(io)
    }

    /// Checks that the positions have game results.
    pub fn check_results(&self) -> Result<(), PackError> {
        if self.contents.lambda.is_none() {
            return Err(PackError::NoResults(self.path.clone()));
        }
        Ok(())
    }

    /// Checks that two packs hold out the same games and have the same λ.
    pub fn check_beside(&self, other: &Pack) -> Result<(), PackError> {
        let paths = || (self.path.clone(), other.path.clone());
        if self.contents.hold_out != other.contents.hold_out {
            let (one, other) = paths();
            return Err(PackError::OtherHoldOut(one, other));
        }
        match (self.contents.lambda, other.contents.lambda) {
            (Some(lambda), Some(another)) if lambda != another => {
                let (one, other) = paths();
                Err(PackError::OtherLambda(one, other, lambda, another))
            }
            _ => Ok(()),
        }
    }
}

/// Reads all records of a file without a header.
pub(crate) fn read_all(path: &Path) -> io::Result<Vec<PositionRecord>> {
    let mut file = File::open(path)?;
    let count = file.metadata()?.len() as usize / RECORD;
    let mut records = vec![PositionRecord::default(); count];
    file.read_exact(records.as_mut_bytes())?;
    Ok(records)
}
