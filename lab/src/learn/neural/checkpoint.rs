//! A training run on the disk: one line of JSON that says what it is and how far, and then its
//! numbers.

use super::training::{Course, Identity, Training};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;
use zerocopy::IntoBytes;

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    identity: Identity,
    course: Course,
}

/// Why a run cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum BadCheckpoint {
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// Something else, or damaged.
    #[error("is no checkpoint: {0}")]
    Foreign(#[from] serde_json::Error),
    /// Cut short, or too long.
    #[error("has {found} bytes of numbers, expected {expected}")]
    Length {
        /// Of the file.
        found: usize,
        /// Of the run.
        expected: usize,
    },
    /// Of other settings or positions, or begun with another network.
    #[error("was made by a run with other settings or positions, or from another network")]
    OtherRun,
}

/// The checkpoint of a run.
pub fn of(training: &Training) -> Vec<u8> {
    let head = Head { identity: training.identity(), course: training.course.clone() };
    let mut bytes = serde_json::to_vec(&head)
        .unwrap_or_else(|_| unreachable!("numbers and lists have a JSON form"));
    bytes.push(b'\n');
    for learner in training.model.learners() {
        learner.parts().iter().for_each(|rows| bytes.extend_from_slice(rows.as_bytes()));
    }
    bytes
}

/// Brings a run to where its checkpoint says that it was.
pub fn restore(training: &mut Training, path: &Path) -> Result<(), BadCheckpoint> {
    let bytes = std::fs::read(path)?;
    let line = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let head: Head = serde_json::from_slice(&bytes[..line])?;
    if head.identity != training.identity() {
        return Err(BadCheckpoint::OtherRun);
    }
    let mut numbers = bytes.get(line + 1..).unwrap_or_default();
    let size = |rows: &[super::adam::Row]| size_of_val(rows);
    let expected: usize =
        training.model.learners().flat_map(|learner| learner.parts().map(size)).sum();
    if numbers.len() != expected {
        return Err(BadCheckpoint::Length { found: numbers.len(), expected });
    }
    for learner in training.model.learners_mut() {
        for rows in learner.parts_mut() {
            let (own, rest) = numbers.split_at(size_of_val(rows));
            rows.as_mut_bytes().copy_from_slice(own);
            numbers = rest;
        }
    }
    training.course = head.course;
    Ok(())
}
