//! The weights: their file, its checks, and the tables that play uses.
//!
//! A file begins with a header of 48 bytes, numbers little-endian: the magic `SECATLIN`, version
//! (u32), stages (u32), features (u32), parts of an internal unit (u32), hash of the feature list
//! (u64), hash of the weights (u64), and 8 bytes for later. The weights follow as i16, stage by
//! stage, the fewest pieces first.

use super::features::{FEATURES, layout_hash};
use secateur::files::hash::fnv1a;
use secateur::files::read_plain;
use secateur::huge_pages::Paged;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::LazyLock;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// Stages of the game.
pub const STAGES: usize = 8;
/// Pieces on the board that make a stage.
const STAGE_WIDTH: usize = 4;
/// Parts of an internal unit in which weights are counted.
pub const UNITS: i32 = 8;

const MAGIC: [u8; 8] = *b"SECATLIN";
const VERSION: u32 = 1;
const HEADER: usize = 48;
/// Bytes of a file.
/// Bytes of a file that is read at all: one of another layout is told by its header.
const LARGEST: u64 = 64 << 20;
const LENGTH: usize = HEADER + STAGES * FEATURES * 2;

/// The weights of two neighbouring stages at once, in [`UNITS`] to the internal unit: see [`Pair`].
pub type Table = [Pair; FEATURES];

/// Two weights, or two sums of weights, in one number, so that they are added up together: that of
/// the stage with fewer pieces, and 2³² times that of the next.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, FromBytes, IntoBytes, KnownLayout, Immutable,
)]
#[repr(transparent)]
pub struct Pair(i64);

impl Pair {
    const fn new(lower: i32, upper: i32) -> Pair {
        Pair(lower as i64 + ((upper as i64) << 32))
    }

    /// Adds another pair so many times.
    #[inline(always)]
    pub fn add(&mut self, other: Pair, times: i32) {
        self.0 += other.0 * i64::from(times);
    }

    fn parts(self) -> (i32, i32) {
        let lower = self.0 as i32;
        (lower, ((self.0 - i64::from(lower)) >> 32) as i32)
    }
}

/// What is between the middles of two stages: both their weights, and how near it is to each.
#[derive(Clone, Copy, Debug)]
pub struct Blend<'a> {
    /// The weights of both.
    pub table: &'a Table,
    /// The stage with fewer pieces.
    pub lower: usize,
    /// The share of the other, of [`SHARES`].
    share: i32,
}

/// Parts into which the way from the middle of a stage to that of the next is divided.
pub const SHARES: i32 = 2 * STAGE_WIDTH as i32;

impl Blend<'_> {
    /// A sum of weights, in [`UNITS`] × [`SHARES`] to the internal unit.
    #[inline]
    pub fn of(&self, sum: Pair) -> i32 {
        let (lower, upper) = sum.parts();
        lower * (SHARES - self.share) + upper * self.share
    }
}

/// The stage of a number of pieces, 0 for the barest board.
#[inline]
pub const fn stage(pieces: usize) -> usize {
    let stage = pieces.saturating_sub(1) / STAGE_WIDTH;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// The learned weights.
pub struct Weights {
    /// One table for each stage, with the next.
    tables: Paged<[Table; STAGES]>,
    hash: u64,
}

/// Why a file holds no weights for us.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum BadWeights {
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// Something else than weights.
    #[error(
        "begins neither with SECATNET nor with SECATLIN: no network of Secateur, and no weights of its linear evaluation"
    )]
    Foreign,
    /// Written by another version.
    #[error("has version {0}, expected {VERSION}")]
    Version(u32),
    /// Learned for another list of features.
    #[error("was learned for other features ({features} in {stages} stages, layout {layout:016x}), expected {FEATURES} in {STAGES}, layout {expected:016x}", expected = layout_hash())]
    Layout {
        /// Features it has.
        features: u32,
        /// Stages it has.
        stages: u32,
        /// The hash of its list.
        layout: u64,
    },
    /// Too short or too long.
    #[error("has {0} bytes, expected {LENGTH}")]
    Length(usize),
    /// The weights are not those that were written.
    #[error("is damaged: its weights have hash {found:016x}, the header says {expected:016x}")]
    Damaged {
        /// By the header.
        expected: u64,
        /// By the weights.
        found: u64,
    },
}

static EMBEDDED: LazyLock<Arc<Weights>> = LazyLock::new(|| {
    Arc::new(
        Weights::from_bytes(include_bytes!("secateur.weights"))
            .expect("the tests load the embedded weights"),
    )
});

impl Weights {
    /// The weights that the program was built with.
    pub fn embedded() -> Arc<Weights> {
        Arc::clone(&EMBEDDED)
    }

    /// The weights in a file.
    pub fn open(path: &Path) -> Result<Weights, BadWeights> {
        read_stages(path).map(|stages| Weights::from_stages(&stages))
    }

    /// The weights of a file's contents.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, BadWeights> {
        stages(bytes).map(|stages| Weights::from_stages(&stages))
    }

    /// Weights given stage by stage.
    pub fn from_stages(stages: &[Vec<i16>; STAGES]) -> Weights {
        let mut tables = Paged::<[Table; STAGES]>::zeroed();
        for (lower, table) in tables.get_mut().iter_mut().enumerate() {
            side_by_side(&stages[lower], &stages[(lower + 1).min(STAGES - 1)], table);
        }
        Weights { tables, hash: fnv1a(&payload(stages)) }
    }

    /// The file of weights given stage by stage.
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

    /// The weights for so many pieces on the board: those of the two stages whose middles it lies
    /// between, by distance.
    #[inline]
    pub fn blend(&self, pieces: usize) -> Blend<'_> {
        const MIDDLE_TWICE: usize = STAGE_WIDTH + 1; // the middle of pieces 1 to 4 is 2.5
        let place = (2 * pieces).saturating_sub(MIDDLE_TWICE);
        let lower = (place / SHARES as usize).min(STAGES - 1);
        Blend { table: &self.tables.get()[lower], lower, share: (place % SHARES as usize) as i32 }
    }

    /// A number that tells these weights from others.
    pub fn hash(&self) -> u64 {
        self.hash
    }
}

/// A file's weights stage by stage, for those who learn on.
pub fn read_stages(path: &Path) -> Result<[Vec<i16>; STAGES], BadWeights> {
    let bytes =
        read_plain(path, LARGEST).map_err(|error| BadWeights::Unreadable(error.to_string()))?;
    stages(&bytes)
}

/// Checks everything, so that damage is found here and not in a game.
fn stages(bytes: &[u8]) -> Result<[Vec<i16>; STAGES], BadWeights> {
    if !bytes.starts_with(&MAGIC) {
        return Err(BadWeights::Foreign);
    }
    let Some(header) = bytes.get(..HEADER) else { return Err(BadWeights::Length(bytes.len())) };
    let word = |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().expect("four bytes"));
    let long = |at: usize| u64::from_le_bytes(header[at..at + 8].try_into().expect("eight bytes"));
    let (version, stages, features, layout, expected) =
        (word(8), word(12), word(16), long(24), long(32));
    if version != VERSION {
        return Err(BadWeights::Version(version));
    }
    if (stages as usize, features as usize, layout) != (STAGES, FEATURES, layout_hash()) {
        return Err(BadWeights::Layout { features, stages, layout });
    }
    if bytes.len() != LENGTH {
        return Err(BadWeights::Length(bytes.len()));
    }
    let found = fnv1a(&bytes[HEADER..]);
    if found != expected {
        return Err(BadWeights::Damaged { expected, found });
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

/// The weights of two stages, written to their table.
fn side_by_side(lower: &[i16], upper: &[i16], table: &mut Table) {
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
    fn a_file_comes_back_as_it_went() {
        let bytes = Weights::to_bytes(&stages());
        assert_eq!(bytes.len(), LENGTH);
        let weights = Weights::from_bytes(&bytes).expect("just written");
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
    fn pairs_keep_their_sums_apart() {
        let mut sum = Pair::default();
        for (lower, upper, times) in [(-300, 7, 1), (12_000, -12_000, 40), (-1, 1, -3)] {
            sum.add(Pair::new(lower, upper), times);
        }
        assert_eq!(sum.parts(), (-300 + 480_000 + 3, 7 - 480_000 - 3));
    }

    #[test]
    fn every_damage_has_its_own_reason() {
        let good = Weights::to_bytes(&stages());
        let mut bad = good.clone();
        bad[0] = b'X';
        assert_eq!(Weights::from_bytes(&bad).unwrap_err(), BadWeights::Foreign);
        assert_eq!(Weights::from_bytes(&good[..20]).unwrap_err(), BadWeights::Length(20));
        assert_eq!(
            Weights::from_bytes(&good[..LENGTH - 1]).unwrap_err(),
            BadWeights::Length(LENGTH - 1)
        );
        let mut bad = good.clone();
        bad[8] = 9;
        assert_eq!(Weights::from_bytes(&bad).unwrap_err(), BadWeights::Version(9));
        let mut bad = good.clone();
        bad[30] ^= 1;
        assert!(matches!(Weights::from_bytes(&bad), Err(BadWeights::Layout { .. })));
        let mut bad = good;
        bad[1000] ^= 1;
        assert!(matches!(Weights::from_bytes(&bad), Err(BadWeights::Damaged { .. })));
    }

    #[test]
    fn the_embedded_weights_are_sound() {
        assert_ne!(Weights::embedded().hash(), 0);
    }

    #[test]
    fn stages_are_four_pieces_wide() {
        assert_eq!([2, 4, 5, 8, 9, 28, 29, 32].map(stage), [0, 0, 1, 1, 2, 6, 7, 7]);
    }
}
