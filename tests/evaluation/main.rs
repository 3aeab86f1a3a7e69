//! The evaluation: the network against its twins, and its scale.

#[path = "../support/endings.rs"]
mod endings;
#[path = "../support/shared.rs"]
mod shared;

mod ending_rules;
mod features;
mod known_endings;
mod kpk;
mod material;
mod neural;
mod scale;
mod score;
mod winning;
