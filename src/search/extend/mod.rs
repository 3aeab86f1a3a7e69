//! Extensions.

pub mod forced;
pub mod singular;

use super::worker::Worker;

/// Whether extensions are allowed at the current ply, which must be below twice the iteration's
/// depth.
#[inline]
pub fn is_within_extension_limit(w: &Worker<'_>) -> bool {
    w.ply() < 2 * w.root_depth as usize
}
