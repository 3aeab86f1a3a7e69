//! The evaluation: the network against its twins, and its scale.

mod neural;
mod scale;
