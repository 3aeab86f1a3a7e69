//! The training of the network, on the processor, from packed positions.
//!
//! [`record`] is a position in 32 bytes, [`pack`] a file of them, shuffled, [`batch`] turns them
//! into lists of inputs, [`slab`] is a share of the hidden layer with all its numbers, [`training`]
//! lets threads work on slabs, [`checkpoint`] keeps a run that is under way, [`curve`] draws it,
//! and [`scale`] gives the scores their unit.
//!
//! **Idea.** A thread owns hidden neurons instead of positions: it adds up its own columns for the
//! whole batch, all meet once to add up the outputs, and each takes its own gradients back. No
//! gradient is ever summed across threads, the working set of a thread stays in its cache, and the
//! same seed gives the same network whatever the threads.

pub mod adam;
pub mod batch;
pub mod checkpoint;
pub mod curve;
pub mod model;
pub mod pack;
pub mod record;
pub mod scale;
pub mod slab;
pub mod training;

/// Internal units of score that multiply the odds of the expected result by e, before a network has
/// been scaled to the search.
pub const SCALE: f32 = 300.0;

/// The expected result, 0 to 1, of so many units of [`SCALE`].
#[inline]
pub fn expected(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}
