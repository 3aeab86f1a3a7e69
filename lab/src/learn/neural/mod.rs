//! The network trainer: training on the CPU from packed positions.
//!
//! [`record`] is a position in 32 bytes, [`pack`] a file of shuffled records, and [`batch`] turns
//! them into lists of inputs. [`hidden_chunk`] is a part of the hidden layer with all its weights,
//! and [`training`] runs the threads. [`checkpoint`] stores a run in progress, [`curve`] plots it,
//! and [`scale`] sets the unit of the scores.
//!
//! **Idea.** A thread owns hidden neurons instead of positions. It computes its part of the outputs
//! for the whole batch, the threads add up the outputs once, and each computes its own gradients.
//! No gradient is summed across threads, the working set of a thread stays in its cache, and the
//! same seed gives the same network for any number of threads.

pub mod adam;
pub mod batch;
pub mod checkpoint;
pub mod curve;
pub mod hidden_chunk;
pub mod model;
pub mod pack;
pub mod record;
pub mod scale;
pub mod training;

/// Scale of the logistic expected score, internal units, before a network is scaled for the search.
pub const SCALE: f32 = 300.0;
