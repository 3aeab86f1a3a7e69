//! Merges the shards of a run.

use super::record::{Shard, SuiteRecord};
use std::collections::BTreeMap;

/// Error in merging the shards (separately run parts) of a suite run.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// No shard is given.
    #[error("there is nothing to merge")]
    Nothing,
    /// A result was made without `--shard`.
    #[error("{0} is a whole run, not a shard")]
    Whole(String),
    /// A shard has an impossible number.
    #[error("{0} is damaged: there is no shard {1} of {2}")]
    NoShard(String, usize, usize),
    /// Two shards have different settings.
    #[error("{0} and {1} have different settings: {2}")]
    Different(String, String, String),
    /// A shard is given twice.
    #[error("shard {0} is given twice, by {1} and {2}")]
    Twice(usize, String, String),
    /// Some shards are missing.
    #[error("missing: {0} of {1}")]
    Missing(String, usize),
    /// A shard has the wrong number of positions.
    #[error("{0} has {1} positions, where the shard has {2}")]
    Count(String, usize, usize),
}

/// The maximum number of missing shards in the message.
const MAX_NAMED: usize = 20;

/// Merges the shards (separately run parts) of a suite run into one record.
pub fn merge(parts: Vec<(String, SuiteRecord)>) -> Result<SuiteRecord, MergeError> {
    let mut by_index: BTreeMap<usize, (String, SuiteRecord)> = BTreeMap::new();
    let mut shards = 0;
    for (name, record) in parts {
        let Some(Shard { index, of }) = record.settings.shard else {
            return Err(MergeError::Whole(name));
        };
        if index == 0 || index > of {
            return Err(MergeError::NoShard(name, index, of));
        }
        if let Some((first, known)) = by_index.values().next() {
            let other_count =
                (of != shards).then(|| format!("one of {shards} and one of {of} shards"));
            if let Some(difference) =
                other_count.or_else(|| known.settings.difference(&record.settings, &["shard"]))
            {
                return Err(MergeError::Different(first.clone(), name, difference));
            }
        }
        shards = of;
        check_count(&name, &record, index, of)?;
        if let Some((other, _)) = by_index.get(&index) {
            return Err(MergeError::Twice(index, other.clone(), name));
        }
        by_index.insert(index, (name, record));
    }
    match shards - by_index.len() {
        0 => join(by_index.into_values().map(|(_, record)| record).collect()),
        missing => Err(MergeError::Missing(
            listed(shards, missing, |index| !by_index.contains_key(index)),
            shards,
        )),
    }
}

/// The missing shards in words: `shard 3`, or `shards 1, 2 and 70 more`.
fn listed(shards: usize, missing: usize, is_missing: impl Fn(&usize) -> bool) -> String {
    let named: Vec<String> =
        (1..=shards).filter(is_missing).take(MAX_NAMED).map(|index| index.to_string()).collect();
    let more = if missing > named.len() {
        format!(" and {} more", missing - named.len())
    } else {
        String::new()
    };
    format!("shard{} {}{more}", if missing == 1 { "" } else { "s" }, named.join(", "))
}

/// Returns the number of positions in one shard (separately run part) of a suite run.
pub fn shard_size(positions: usize, shard: Shard) -> usize {
    positions.checked_sub(shard.index).map_or(0, |behind_first| behind_first / shard.of + 1)
}

fn check_count(
    name: &str,
    record: &SuiteRecord,
    index: usize,
    of: usize,
) -> Result<(), MergeError> {
    let positions = record
        .settings
        .suites
        .iter()
        .fold(0, |sum: usize, suite| sum.saturating_add(suite.positions));
    let engines = record.settings.engine_count();
    let wanted = shard_size(positions, Shard { index, of }) * engines;
    let found = record.positions.len();
    if found == wanted { Ok(()) } else { Err(MergeError::Count(name.to_owned(), found, wanted)) }
}

fn join(parts: Vec<SuiteRecord>) -> Result<SuiteRecord, MergeError> {
    let mut settings = parts.first().ok_or(MergeError::Nothing)?.settings.clone();
    settings.shard = None;
    let distinct = |of: fn(&SuiteRecord) -> &str| {
        let mut texts: Vec<&str> = parts.iter().map(of).collect();
        texts.sort_unstable();
        texts.dedup();
        texts.join("; ")
    };
    settings.commit = distinct(|record| &record.settings.commit);
    settings.processor = distinct(|record| &record.settings.processor);
    let mut positions: Vec<_> = parts.into_iter().flat_map(|record| record.positions).collect();
    positions.sort_by_key(|result| (result.suite, result.number, result.engine));
    Ok(SuiteRecord { settings, positions })
}
