//! Checkpoints of a training run: one line of JSON with settings and progress, then the weights and
//! moments.

use super::training::{Identity, Training, TrainingProgress};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;
use zerocopy::IntoBytes;

/// The JSON line of a checkpoint.
#[derive(Serialize, Deserialize)]
struct Head {
    identity: Identity,
    progress: TrainingProgress,
}

/// An error of a checkpoint.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be read.
    #[error("cannot be read")]
    Io(#[from] io::Error),
    /// The file is not a checkpoint, or is damaged.
    #[error("is not a checkpoint")]
    WrongFileType(#[from] serde_json::Error),
    /// The file has the wrong size.
    #[error("has {found} bytes of numbers, expected {expected}")]
    Length {
        /// Size in the file, bytes.
        found: usize,
        /// Size that the run needs, bytes.
        expected: usize,
    },
    /// The checkpoint has other settings, positions or initial weights.
    #[error("was made by a run with other settings or positions, or from another network")]
    OtherRun,
}

/// The bytes of a run's checkpoint.
pub fn of(training: &Training) -> Vec<u8> {
    let head = Head { identity: training.identity(), progress: training.progress.clone() };
    let mut bytes = serde_json::to_vec(&head)
        .unwrap_or_else(|_| unreachable!("numbers and lists have a JSON form"));
    bytes.push(b'\n');
    for weights in training.model.parameters() {
        weights.parts().iter().for_each(|rows| bytes.extend_from_slice(rows.as_bytes()));
    }
    bytes
}

/// Restores a run from its checkpoint.
pub fn restore(training: &mut Training, path: &Path) -> Result<(), CheckpointError> {
    let bytes = std::fs::read(path)?;
    let line = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let head: Head = serde_json::from_slice(&bytes[..line])?;
    if head.identity != training.identity() {
        return Err(CheckpointError::OtherRun);
    }
    let mut numbers = bytes.get(line + 1..).unwrap_or_default();
    let size = |rows: &[super::adam::Row]| size_of_val(rows);
    let expected: usize =
        training.model.parameters().flat_map(|weights| weights.parts().map(size)).sum();
    if numbers.len() != expected {
        return Err(CheckpointError::Length { found: numbers.len(), expected });
    }
    for weights in training.model.parameters_mut() {
        for rows in weights.parts_mut() {
            let (own, rest) = numbers.split_at(size_of_val(rows));
            rows.as_mut_bytes().copy_from_slice(own);
            numbers = rest;
        }
    }
    training.progress = head.progress;
    Ok(())
}
