//! The evaluation: the network against its twins, and its scale.

#[path = "../support/endings.rs"]
mod endings;
#[path = "../support/shared.rs"]
mod shared;

mod known_endings;
mod neural;
mod scale;
