//! The evaluation: network, material, known endings, score types and scale.

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
mod wdl;
