//! The update step of history tables, called gravity in chess programming. Source: folklore.

/// A history entry after a bonus. The step shrinks as the entry approaches `limit`, so that old
/// scores fade and the entry stays within ±`limit`.
#[inline]
pub fn apply_gravity(entry: i32, bonus: i32, limit: i32) -> i32 {
    entry + bonus - entry * bonus.abs() / limit
}
