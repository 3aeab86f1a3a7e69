//! A uniform tree in perfect order, made up as it is walked: on it alpha-beta meets the bound of
//! Knuth & Moore (1975) exactly, W^⌈D/2⌉ + W^⌊D/2⌋ − 1 leaves. (S0 prints + 1.)

use secateur::score::{INFINITE, Score};

/// The leaves of a minimal tree.
pub fn minimal_leaves(width: u64, depth: u32) -> u64 {
    width.pow(depth.div_ceil(2)) + width.pow(depth / 2) - 1
}

/// The leaves that alpha-beta judges in a uniform tree whose first move is always best.
pub fn alpha_beta_leaves(width: u64, depth: u32) -> u64 {
    let mut leaves = 0;
    walk(0, width, depth, (-INFINITE, INFINITE), &mut leaves);
    leaves
}

/// A node worth `value` to its mover: its first child is worth just that, later ones less.
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
        // To the opponent a worse move of ours is worth more.
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
    fn perfect_order_meets_the_bound_exactly() {
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
