//! The weights of the linear evaluation: file format, checks, and lookup tables.
//!
//! A file begins with a header of 48 bytes, numbers little-endian: the magic `SECATLIN`, version
//! (u32), stages (u32), features (u32), parts of an internal unit (u32), hash of the feature list
//! (u64), hash of the weights (u64), and 8 reserved bytes. The weights follow as i16, stage by
//! stage, the fewest pieces first.

use super::features::{FEATURES, layout_hash};
use once_cell::sync::Lazy;
use secateur::files::hash::fnv1a;
use secateur::files::read_regular;
use secateur::huge_pages::Paged;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// Number of game stages with weights of their own.
pub const STAGES: usize = 8;
/// Number of piece counts per stage.
const STAGE_WIDTH: usize = 4;
/// Weights are stored in fractions of an internal unit with this denominator.
pub const UNITS: i32 = 8;

/// First bytes of a weights file.
pub const MAGIC: [u8; 8] = *b"SECATLIN";
const VERSION: u32 = 1;
const HEADER: usize = 48;
/// Largest size of a file that is read, bytes.
/// Larger than a valid file, so that the header of another layout is reported.
const MAX_BYTES: u64 = 64 << 20;
const LENGTH: usize = HEADER + STAGES * FEATURES * 2;

/// The weights of two adjacent stages, in [`UNITS`] per internal unit: see [`Pair`].
pub type Table = [Pair; FEATURES];

/// Two weights, or sums of weights, packed into one number so that one addition adds both.
/// The weight of the stage with more pieces is multiplied by 2³².
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, FromBytes, IntoBytes, KnownLayout, Immutable,
)]
#[repr(transparent)]
pub struct Pair(i64);

impl Pair {
    const fn new(lower: i32, upper: i32) -> Pair {
        Pair(lower as i64 + ((upper as i64) << 32))
    }

    /// Adds another pair of weights, multiplied by `times`.
    #[inline(always)]
    pub fn add(&mut self, other: Pair, times: i32) {
        self.0 += other.0 * i64::from(times);
    }

    fn parts(self) -> (i32, i32) {
        let lower = self.0 as i32;
        (lower, ((self.0 - i64::from(lower)) >> 32) as i32)
    }
}

/// The weights of two adjacent stages with the interpolation between them.
#[derive(Clone, Copy, Debug)]
pub struct Blend<'a> {
    /// The weights of both stages.
    pub table: &'a Table,
    /// The stage with fewer pieces.
    pub lower: usize,
    /// The share of the stage with more pieces, in parts of [`SHARES`].
    share: i32,
}

/// Number of interpolation steps between two stages.
pub const SHARES: i32 = 2 * STAGE_WIDTH as i32;

impl Blend<'_> {
    /// The interpolated sum, in [`UNITS`] × [`SHARES`] per internal unit.
    #[inline]
    pub fn of(&self, sum: Pair) -> i32 {
        let (lower, upper) = sum.parts();
        lower * (SHARES - self.share) + upper * self.share
    }
}

/// Game stage of a number of pieces; 0 has the fewest.
#[inline]
pub const fn stage(pieces: usize) -> usize {
    let stage = pieces.saturating_sub(1) / STAGE_WIDTH;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// The weights of the linear evaluation.
pub struct Weights {
    /// One table for each stage and the next.
    tables: Paged<[Table; STAGES]>,
    hash: u64,
}

/// An error of a weights file.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum WeightsError {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// The magic number is missing.
    #[error(
        "begins neither with SECATNET nor with SECATLIN: \
         neither a network of Secateur nor weights of its linear evaluation"
    )]
    WrongFileType,
    /// The version is not supported.
    #[error("has version {0}, expected {VERSION}")]
    Version(u32),
    /// The file has another list of features.
    #[error("was trained for other features ({features} in {stages} stages, \
         layout {layout:016x}), expected {FEATURES} in {STAGES}, layout {expected:016x}", expected = layout_hash())]
    Layout {
        /// Number of features in the file.
        features: u32,
        /// Number of stages in the file.
        stages: u32,
        /// Feature-list hash in the file.
        layout: u64,
    },
    /// The file has the wrong size.
    #[error("has {0} bytes, expected {LENGTH}")]
    Length(usize),
    /// The hash of the weights does not match the header.
    #[error("is damaged: its weights have hash {found:016x}, the header says {expected:016x}")]
    Damaged {
        /// Hash in the header.
        expected: u64,
        /// Hash of the weights in the file.
        found: u64,
    },
}

static EMBEDDED: Lazy<Arc<Weights>> = Lazy::new(|| {
    Arc::new(
        Weights::from_bytes(include_bytes!("secateur.weights"))
            .expect("the tests load the embedded weights"),
    )
});

impl Weights {
    /// The built-in weights.
    pub fn embedded() -> Arc<Weights> {
        Arc::clone(&EMBEDDED)
    }

    /// Reads the weights of a file.
    pub fn open(path: &Path) -> Result<Weights, WeightsError> {
        read_stages(path).map(|stages| Weights::from_stages(&stages))
    }

    /// Parses the bytes of a weights file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, WeightsError> {
        stages(bytes).map(|stages| Weights::from_stages(&stages))
    }

    /// Builds the tables from weights by stage.
    pub fn from_stages(stages: &[Vec<i16>; STAGES]) -> Weights {
        let mut tables = Paged::<[Table; STAGES]>::zeroed();
        for (lower, table) in tables.get_mut().iter_mut().enumerate() {
            interleave_stages(&stages[lower], &stages[(lower + 1).min(STAGES - 1)], table);
        }
        Weights { tables, hash: fnv1a(&payload(stages)) }
    }

    /// The bytes of a weights file, from weights by stage.
    pub fn to_bytes(stages: &[Vec<i16>; STAGES]) -> Vec<u8> {
        let payload = payload(stages);
        let mut bytes = Vec::with_capacity(LENGTH);
        bytes.extend(MAGIC);
        for word in [VERSION, STAGES as u32, FEATURES as u32, UNITS as u32] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(layout_hash().to_le_bytes());
        bytes.extend(fnv1a(&payload).to_le_bytes());
        bytes.resize(HEADER, 0);
        bytes.extend(payload);
        bytes
    }

    /// The interpolated weights for a number of pieces, between the two nearest stages.
    #[inline]
    pub fn blend(&self, pieces: usize) -> Blend<'_> {
        const MIDDLE_TWICE: usize = STAGE_WIDTH + 1; // the middle of pieces 1 to 4 is 2.5
        let place = (2 * pieces).saturating_sub(MIDDLE_TWICE);
        let lower = (place / SHARES as usize).min(STAGES - 1);
        Blend { table: &self.tables.get()[lower], lower, share: (place % SHARES as usize) as i32 }
    }

    /// Returns a hash that identifies the weights.
    pub fn hash(&self) -> u64 {
        self.hash
    }
}

/// Reads the weights of a file by stage, for further training.
pub fn read_stages(path: &Path) -> Result<[Vec<i16>; STAGES], WeightsError> {
    let bytes = read_regular(path, MAX_BYTES)
        .map_err(|error| WeightsError::Unreadable(error.to_string()))?;
    stages(&bytes)
}

/// Checks a file completely and returns its weights by stage.
fn stages(bytes: &[u8]) -> Result<[Vec<i16>; STAGES], WeightsError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(WeightsError::WrongFileType);
    }
    let Some(header) = bytes.get(..HEADER) else { return Err(WeightsError::Length(bytes.len())) };
    let word = |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().expect("four bytes"));
    let long = |at: usize| u64::from_le_bytes(header[at..at + 8].try_into().expect("eight bytes"));
    let (version, stages, features, layout, expected) =
        (word(8), word(12), word(16), long(24), long(32));
    if version != VERSION {
        return Err(WeightsError::Version(version));
    }
    if (stages as usize, features as usize, layout) != (STAGES, FEATURES, layout_hash()) {
        return Err(WeightsError::Layout { features, stages, layout });
    }
    if bytes.len() != LENGTH {
        return Err(WeightsError::Length(bytes.len()));
    }
    let found = fnv1a(&bytes[HEADER..]);
    if found != expected {
        return Err(WeightsError::Damaged { expected, found });
    }
    let numbers: Vec<i16> = bytes[HEADER..]
        .chunks_exact(2)
        .map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
        .collect();
    Ok(std::array::from_fn(|stage| numbers[stage * FEATURES..(stage + 1) * FEATURES].to_vec()))
}

fn payload(stages: &[Vec<i16>; STAGES]) -> Vec<u8> {
    stages.iter().flatten().flat_map(|weight| weight.to_le_bytes()).collect()
}

/// Writes the weights of two stages to their table.
fn interleave_stages(lower: &[i16], upper: &[i16], table: &mut Table) {
    for (pair, (&lower, &upper)) in table.iter_mut().zip(lower.iter().zip(upper)) {
        *pair = Pair::new(lower.into(), upper.into());
    }
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Weights({:016x})", self.hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stages() -> [Vec<i16>; STAGES] {
        std::array::from_fn(|stage| {
            (0..FEATURES).map(|feature| (feature % 100 + stage * 80) as i16).collect()
        })
    }

    #[test]
    fn weights_are_unchanged_by_writing_and_reading() {
        let bytes = Weights::to_bytes(&stages());
        assert_eq!(bytes.len(), LENGTH);
        let weights = Weights::from_bytes(&bytes).expect("valid weights");
        assert_eq!(weights.hash(), Weights::from_stages(&stages()).hash());
        let weight = |pieces: usize| {
            let blend = weights.blend(pieces);
            blend.of(blend.table[5])
        };
        assert_eq!(weight(2), 5 * SHARES);
        assert_eq!(weight(32), (7 * 80 + 5) * SHARES);
        // Between the middle of stage 0 (2.5) and that of stage 1 (6.5).
        assert_eq!(weight(4), 5 * SHARES + 80 * 3);
    }

    #[test]
    fn packed_pairs_are_summed_independently() {
        let mut sum = Pair::default();
        for (lower, upper, times) in [(-300, 7, 1), (12_000, -12_000, 40), (-1, 1, -3)] {
            sum.add(Pair::new(lower, upper), times);
        }
        assert_eq!(sum.parts(), (-300 + 480_000 + 3, 7 - 480_000 - 3));
    }

    #[test]
    fn every_kind_of_damage_has_its_own_error() {
        let good = Weights::to_bytes(&stages());
        let mut bad = good.clone();
        bad[0] = b'X';
        assert_eq!(Weights::from_bytes(&bad).unwrap_err(), WeightsError::WrongFileType);
        assert_eq!(Weights::from_bytes(&good[..20]).unwrap_err(), WeightsError::Length(20));
        assert_eq!(
            Weights::from_bytes(&good[..LENGTH - 1]).unwrap_err(),
            WeightsError::Length(LENGTH - 1)
        );
        let mut bad = good.clone();
        bad[8] = 9;
        assert_eq!(Weights::from_bytes(&bad).unwrap_err(), WeightsError::Version(9));
        let mut bad = good.clone();
        bad[30] ^= 1;
        assert!(matches!(Weights::from_bytes(&bad), Err(WeightsError::Layout { .. })));
        let mut bad = good;
        bad[1000] ^= 1;
        assert!(matches!(Weights::from_bytes(&bad), Err(WeightsError::Damaged { .. })));
    }

    #[test]
    fn the_embedded_weights_are_valid() {
        let stages = super::stages(include_bytes!("secateur.weights")).expect("valid weights");
        assert!(stages.iter().all(|stage| stage.iter().any(|&weight| weight != 0)));
    }

    #[test]
    fn stages_are_four_pieces_wide() {
        assert_eq!([2, 4, 5, 8, 9, 28, 29, 32].map(stage), [0, 0, 1, 1, 2, 6, 7, 7]);
    }
}
