//! One room for each technique that ends a node early.

pub mod mate_distance;
pub mod transposition_cut;
