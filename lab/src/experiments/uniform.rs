//! A synthetic uniform tree with perfect move ordering.
//! On it alpha-beta visits exactly the minimum of Knuth & Moore (1975), W^⌈D/2⌉ + W^⌊D/2⌋ − 1
//! leaves. (S0 prints + 1.)

use secateur::score::{INFINITE, Score};

/// The number of leaves of a minimal tree.
pub fn minimal_leaves(width: u64, depth: u32) -> u64 {
    width.pow(depth.div_ceil(2)) + width.pow(depth / 2) - 1
}

/// The number of leaves that alpha-beta evaluates in a uniform tree whose first move is always
/// best.
pub fn alpha_beta_leaves(width: u64, depth: u32) -> u64 {
    let mut leaves = 0;
    walk(0, width, depth, (-INFINITE, INFINITE), &mut leaves);
    leaves
}

/// A node of this value: its first child has the same value, and later children are worse.
fn walk(
    value: Score,
    width: u64,
    depth: u32,
    (mut alpha, beta): (Score, Score),
    leaves: &mut u64,
) -> Score {
    if depth == 0 {
        *leaves += 1;
        return value;
    }
    let mut best = -INFINITE;
    for child in 0..width {
        // A worse move of ours has a higher value for the opponent.
        let worth = -value + child as Score;
        let score = -walk(worth, width, depth - 1, (-beta, -alpha), leaves);
        best = best.max(score);
        alpha = alpha.max(score);
        if alpha >= beta {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn perfect_move_ordering_visits_the_minimal_tree() {
        for width in 2..7 {
            for depth in 1..7 {
                assert_eq!(
                    alpha_beta_leaves(width, depth),
                    minimal_leaves(width, depth),
                    "{width}^{depth}"
                );
            }
        }
    }
}
