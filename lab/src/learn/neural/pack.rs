//! A file of records, shuffled, ready to be learned from: first those to train on, then those of
//! the games held out.
//!
//! ```text
//! 0    magic SECATPAK
//! 8    version, bytes of a record: u32 each
//! 16   records to train on, records held out, games: u64 each
//! 40   the seed that has chosen the games held out, and of how many in a thousand, plus one: u64 each; zeros in packs of before
//! 56   1, and how far the scores look ahead as a float: u32 each; zeros where scores are of no games or in packs of before
//! 64   records
//! ```

use super::record::{PositionRecord, RECORD};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use zerocopy::IntoBytes;

/// What a pack begins with.
pub const MAGIC: [u8; 8] = *b"SECATPAK";
const VERSION: u32 = 1;
/// Bytes before the records.
pub const HEADER: usize = 64;

/// What a pack holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Contents {
    /// Records to train on.
    pub train: u64,
    /// Records held out.
    pub held_out: u64,
    /// Games they come from.
    pub games: u64,
    /// How the games held out were chosen; `None` in packs that do not say so.
    #[serde(default)]
    pub lot: Option<Lot>,
    /// How far the scores look ahead, 0 to below 1; `None` if they are of no games, and in packs
    /// that do not say so.
    #[serde(default)]
    pub trace: Option<f32>,
}

/// How games to be held out are chosen.
#[derive(Clone, Copy, Debug, Eq, Serialize, Deserialize)]
pub struct Lot {
    /// Of the choice.
    pub seed: u64,
    /// Games held out of a thousand.
    pub permille: u64,
}

impl PartialEq for Lot {
    /// Where none is held out the seed means nothing.
    fn eq(&self, other: &Lot) -> bool {
        self.permille == other.permille && (self.permille == 0 || self.seed == other.seed)
    }
}

/// Why a file is no pack.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// Something else.
    #[error(
        "{0} does not begin with SECATPAK, so these are no packed positions: `secateur-lab data pack` makes them from games"
    )]
    Foreign(PathBuf),
    /// Written by another version.
    #[error("{0} has version {1}, expected {VERSION}")]
    Version(PathBuf, u32),
    /// Too short or too long.
    #[error("{0} has {1} bytes, expected {2}")]
    Length(PathBuf, u64, u64),
    /// What the one holds out the other may teach.
    #[error("{0} and {1} hold out different games: pack both with one --seed and one --hold-out")]
    OtherLot(PathBuf, PathBuf),
    /// Two labels for one position.
    #[error("{0} was packed with --trace {2}, {1} with {3}: pack both with one")]
    OtherTrace(PathBuf, PathBuf, f32, f32),
    /// The system says no.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
}

impl Contents {
    /// The header of a pack.
    pub fn header(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..16].copy_from_slice(&(RECORD as u32).to_le_bytes());
        let [seed, permille] = self.lot.map_or([0; 2], |lot| [lot.seed, lot.permille + 1]);
        for (place, number) in
            [(16, self.train), (24, self.held_out), (32, self.games), (40, seed), (48, permille)]
        {
            bytes[place..place + 8].copy_from_slice(&number.to_le_bytes());
        }
        if let Some(trace) = self.trace {
            bytes[56..60].copy_from_slice(&1u32.to_le_bytes());
            bytes[60..64].copy_from_slice(&trace.to_le_bytes());
        }
        bytes
    }
}

/// A pack to read from.
#[derive(Debug)]
pub struct Pack {
    path: PathBuf,
    file: File,
    /// What it holds.
    pub contents: Contents,
}

impl Pack {
    /// Opens a pack and checks that it is whole.
    pub fn open(path: &Path) -> Result<Pack, PackError> {
        let io = |error| PackError::Io(path.to_owned(), error);
        let mut file = File::open(path).map_err(io)?;
        let length = file.metadata().map_err(io)?.len();
        let mut header = Vec::new();
        (&mut file).take(HEADER as u64).read_to_end(&mut header).map_err(io)?;
        if !header.starts_with(&MAGIC) {
            return Err(PackError::Foreign(path.to_owned()));
        }
        header.resize(HEADER, 0);
        let long =
            |at: usize| u64::from_le_bytes(header[at..at + 8].try_into().expect("eight bytes"));
        let four = |at: usize| header[at..at + 4].try_into().expect("four bytes");
        let version = u32::from_le_bytes(four(8));
        if version != VERSION {
            return Err(PackError::Version(path.to_owned(), version));
        }
        let lot = long(48).checked_sub(1).map(|permille| Lot { seed: long(40), permille });
        let trace = (u32::from_le_bytes(four(56)) != 0).then(|| f32::from_le_bytes(four(60)));
        let contents =
            Contents { train: long(16), held_out: long(24), games: long(32), lot, trace };
        let records = contents.train.saturating_add(contents.held_out);
        let expected = records.saturating_mul(RECORD as u64).saturating_add(HEADER as u64);
        if length != expected {
            return Err(PackError::Length(path.to_owned(), length, expected));
        }
        Ok(Pack { path: path.to_owned(), file, contents })
    }

    /// Reads so many records from this number on; those held out follow the others.
    pub fn read(&mut self, first: u64, records: &mut [PositionRecord]) -> Result<(), PackError> {
        let io = |error| PackError::Io(self.path.clone(), error);
        self.file.seek(SeekFrom::Start(HEADER as u64 + first * RECORD as u64)).map_err(io)?;
        self.file.read_exact(records.as_mut_bytes()).map_err(io)
    }

    /// Refuses another that holds out different games, or whose scores look less or farther ahead.
    pub fn check_beside(&self, other: &Pack) -> Result<(), PackError> {
        let paths = || (self.path.clone(), other.path.clone());
        if self.contents.lot != other.contents.lot {
            let (one, other) = paths();
            return Err(PackError::OtherLot(one, other));
        }
        match (self.contents.trace, other.contents.trace) {
            (Some(trace), Some(another)) if trace != another => {
                let (one, other) = paths();
                Err(PackError::OtherTrace(one, other, trace, another))
            }
            _ => Ok(()),
        }
    }
}

/// The records of a raw file, one after the other.
pub(crate) fn read_all(path: &Path) -> io::Result<Vec<PositionRecord>> {
    let mut file = File::open(path)?;
    let count = file.metadata()?.len() as usize / RECORD;
    let mut records = vec![PositionRecord::default(); count];
    file.read_exact(records.as_mut_bytes())?;
    Ok(records)
}
