//! Pruning: one file for each technique that ends a node early or skips moves.

pub mod audit;
pub mod capture_prob_cut;
pub mod enhanced_transposition_cut;
pub mod mate_distance;
pub mod move_loop_pruning;
pub mod multi_cut;
pub mod n_best;
pub mod null_move;
pub mod prob_cut;
pub mod razoring;
pub mod reverse_futility;
pub mod stored_prob_cut;
pub mod tablebase;
pub mod transposition_cut;
