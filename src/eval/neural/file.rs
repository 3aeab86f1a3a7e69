//! The file format of a network.
//!
//! ```text
//! 0    magic SECATNET                                  (all numbers little-endian)
//! 8    version, inputs and hidden neurons per perspective, outputs, QA, QB, scale, generation:
//!      u32 each
//! 40   games, positions: u64 each
//! 56   hash of everything else: u64 (FNV-1a)
//! 64   commit of the trainer: 40 characters, padded with zeros
//! 104  zeros, to 128
//! 128  weights of the first layer by input and neuron, its biases,
//!      weights of the second layer by output, perspective and neuron: i16 each
//!      biases of the second layer: i32 each
//! ```
//!
//! The number of inputs determines the king buckets: 768 for none, 3072 for four, 6144 for eight.

use super::features::{KingBuckets, OUTPUT_BUCKETS};
use super::network::{Network, NetworkError, Origin, check_shape, inputs_allowed};
use super::quantization::{QA, QB, append_bytes};
use crate::files::hash::fnv1a;
use crate::files::read_regular;
use std::path::Path;

/// First bytes of every network file.
pub const MAGIC: [u8; 8] = *b"SECATNET";
const VERSION: u32 = 1;
/// The maximum size of a network file, bytes.
const MAX_FILE_BYTES: u64 = 1 << 30;
const HEADER: usize = 128;
const HASH: std::ops::Range<usize> = 56..64;
const COMMIT: std::ops::Range<usize> = 64..104;

/// Error of reading a network file.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum NetworkFileError {
    /// The file is not readable.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// The file is not a network.
    #[error("does not begin with SECATNET, so this is no network")]
    WrongFileType,
    /// The file has another format version.
    #[error("has version {0}, expected {VERSION}")]
    Version(u32),
    /// The file has the wrong length.
    #[error("has {found} bytes, expected {expected}")]
    Length {
        /// The length of the file, bytes.
        found: usize,
        /// The length according to the header, bytes.
        expected: usize,
    },
    /// The hash does not match the contents.
    #[error("is damaged: its contents have hash {found:016x}, the header says {expected:016x}")]
    Damaged {
        /// The hash in the header.
        expected: u64,
        /// The hash of the contents.
        found: u64,
    },
    /// The architecture differs, or a parameter is too large.
    #[error(transparent)]
    Unsound(#[from] NetworkError),
}

/// The length of a file with this number of inputs and hidden neurons per perspective, bytes.
const fn length(inputs: usize, hidden: usize) -> usize {
    HEADER + 2 * (inputs * hidden + hidden + OUTPUT_BUCKETS * 2 * hidden) + 4 * OUTPUT_BUCKETS
}

/// Serializes a network as the bytes of a network file.
pub fn to_bytes(network: &Network) -> Vec<u8> {
    let mut bytes = bytes_without_hash(network);
    let hash = fnv1a(&bytes);
    bytes[HASH].copy_from_slice(&hash.to_le_bytes());
    bytes
}

/// Reads and validates a network from a network file.
pub fn read(path: &Path) -> Result<Network, NetworkFileError> {
    let bytes = read_regular(path, MAX_FILE_BYTES)
        .map_err(|error| NetworkFileError::Unreadable(error.to_string()))?;
    from_bytes(&bytes)
}

/// The serialized network with a hash of zero.
fn bytes_without_hash(network: &Network) -> Vec<u8> {
    let hidden = network.hidden();
    let origin = &network.origin;
    let inputs = network.king_buckets.inputs();
    let mut bytes = Vec::with_capacity(length(inputs, hidden));
    bytes.extend(MAGIC);
    for word in [
        VERSION,
        inputs as u32,
        hidden as u32,
        OUTPUT_BUCKETS as u32,
        QA as u32,
        QB as u32,
        network.scale as u32,
        origin.generation,
    ] {
        bytes.extend(word.to_le_bytes());
    }
    for long in [origin.games, origin.positions, 0] {
        bytes.extend(long.to_le_bytes());
    }
    bytes.extend(origin.commit.bytes().take(COMMIT.len()));
    bytes.resize(HEADER, 0);
    for chunks in [network.first_weights.all(), &network.first_bias, &network.second_weights] {
        append_bytes(&mut bytes, chunks);
    }
    bytes.extend(network.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
    bytes
}

/// A character of the commit. A damaged byte becomes one character, so that the length stays.
fn shown(byte: u8) -> char {
    if byte.is_ascii_graphic() || byte == b' ' { char::from(byte) } else { '?' }
}

/// Parses the bytes of a network file and validates all parameters.
pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkFileError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(NetworkFileError::WrongFileType);
    }
    let Some(header) = bytes.get(..HEADER) else {
        return Err(NetworkFileError::Length { found: bytes.len(), expected: HEADER });
    };
    let word = |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().expect("four bytes"));
    let long = |at: usize| u64::from_le_bytes(header[at..at + 8].try_into().expect("eight bytes"));
    if word(8) != VERSION {
        return Err(NetworkFileError::Version(word(8)));
    }
    let [inputs, hidden] = check_architecture([word(12), word(16), word(20), word(24), word(28)])?;
    let length = length(inputs, hidden);
    if bytes.len() != length {
        return Err(NetworkFileError::Length { found: bytes.len(), expected: length });
    }
    let mut blank = bytes.to_vec();
    blank[HASH].fill(0);
    let (expected, found) = (long(HASH.start), fnv1a(&blank));
    if expected != found {
        return Err(NetworkFileError::Damaged { expected, found });
    }
    let commit =
        header[COMMIT].iter().take_while(|byte| **byte != 0).map(|byte| shown(*byte)).collect();
    let origin = Origin { generation: word(36), games: long(40), positions: long(48), commit };
    let (shorts, output_bias) = bytes[HEADER..].split_at(length - HEADER - 4 * OUTPUT_BUCKETS);
    let shorts: Vec<i16> =
        shorts.as_chunks().0.iter().map(|&pair| i16::from_le_bytes(pair)).collect();
    let (first, rest) = shorts.split_at(inputs * hidden);
    let (bias, second) = rest.split_at(hidden);
    let longs = output_bias.as_chunks().0;
    Ok(Network::new(
        first,
        bias,
        second,
        std::array::from_fn(|bucket| i32::from_le_bytes(longs[bucket])),
        word(32) as i32,
        origin,
    )?)
}

/// Checks the header's inputs, hidden neurons, outputs, QA and QB. Returns inputs and hidden
/// neurons.
fn check_architecture(found: [u32; 5]) -> Result<[usize; 2], NetworkFileError> {
    let [inputs, hidden] = [found[0] as usize, found[1] as usize];
    let expected = [OUTPUT_BUCKETS as u32, QA as u32, QB as u32];
    let describe = |inputs: String, numbers: [u32; 3]| {
        let [outputs, qa, qb] = numbers;
        format!("{inputs} inputs, {hidden} hidden neurons, {outputs} outputs, QA {qa} and QB {qb}")
    };
    let is_known = KingBuckets::ALL.into_iter().any(|king_buckets| king_buckets.inputs() == inputs);
    if !is_known || found[2..] != expected {
        let found = describe(inputs.to_string(), [found[2], found[3], found[4]]);
        let expected = describe(inputs_allowed(), expected);
        return Err(NetworkError::Architecture { found, expected }.into());
    }
    check_shape(hidden, inputs * hidden, OUTPUT_BUCKETS * 2 * hidden)?;
    Ok([inputs, hidden])
}
