//! What pawns and kings add to the evaluation, kept by pawns, kings and stage, which decides the
//! weights: from one node to the next these mostly stay as they are, and their patterns are many of
//! the features. A cache belongs to one thread.

use super::sum_pawns;
use super::weights::{Blend, Pair, Weights};
use crate::chess::{Bitboard, Board, Color};
use std::fmt;
use zerocopy::{FromBytes, FromZeros, IntoBytes, KnownLayout};

/// Entries of a cache, a power of two: 32 bytes each.
const ENTRIES: usize = 1 << 15;

/// The sum for pawns and kings that stand so.
#[derive(Clone, Copy, Debug, FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(32))]
struct Entry {
    pawn_key: u64,
    passed: u64,
    /// The squares of both kings and the stage, counted from 1 so that this is never 0.
    tag: u64,
    total: Pair,
}

/// Sums that were asked for lately.
#[derive(FromBytes, IntoBytes, KnownLayout)]
#[repr(C, align(64))]
pub struct PawnCache {
    entries: [Entry; ENTRIES],
    /// The hash of the weights that the sums are made of; 0 for none.
    weights: u64,
    /// To fill the last line.
    rest: [u64; 7],
}

impl PawnCache {
    /// The weights that `extract_pawns` hits, added up for White, and the passed pawns it finds;
    /// computed if they are not there.
    #[inline]
    pub(super) fn look_up(
        &mut self,
        weights: &Weights,
        board: &Board,
        blend: &Blend<'_>,
    ) -> (Pair, Bitboard) {
        if self.weights != weights.hash() {
            self.forget(weights.hash());
        }
        let kings = board.king(Color::White).index() | board.king(Color::Black).index() << 6;
        let tag = (kings | (blend.lower + 1) << 12) as u64;
        let pawn_key = board.pawn_key();
        let mixed = (pawn_key ^ tag).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let entry = &mut self.entries[(mixed >> 32) as usize % ENTRIES];
        if entry.pawn_key != pawn_key || entry.tag != tag {
            let (total, passed) = sum_pawns(board, blend.table);
            *entry = Entry { pawn_key, passed: passed.0, tag, total };
        }
        (entry.total, Bitboard(entry.passed))
    }

    /// Sums of other weights are of no use.
    #[cold]
    fn forget(&mut self, weights: u64) {
        if std::mem::replace(&mut self.weights, weights) != 0 {
            self.entries.zero();
        }
    }
}

impl fmt::Debug for PawnCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PawnCache({:016x?})", self.weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::linear::evaluate;
    use crate::eval::linear::tests::uneven;
    use crate::huge_pages::Paged;
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    /// Positions of random games, pawn endings and Chess960 among them.
    fn for_each_position(mut check: impl FnMut(usize, &Board)) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let starts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            "8/pp3k2/2p4p/P4p2/1P3P2/2P1K1P1/7P/8 w - - 0 1",
        ];
        for game in 0..80 {
            let mut board: Board = starts[game % starts.len()].parse().expect("sound");
            for _ in 0..150 {
                check(game, &board);
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                board = board.after(moves[rng.random_range(0..moves.len())]);
            }
        }
    }

    #[test]
    fn kept_sums_change_no_evaluation() {
        // Weights change from game to game, as a client may change them.
        let weights = [uneven(7919), uneven(104_729)];
        let mut pages = Paged::<PawnCache>::zeroed();
        let cache = pages.get_mut();
        let (mut positions, mut differ) = (0, 0);
        for_each_position(|game, board| {
            let weights = &weights[game / 8 % 2];
            // Twice, so that the second finds what the first has left.
            let kept = [(); 2].map(|()| evaluate(weights, board, Some(&mut *cache)));
            assert_eq!(kept, [evaluate(weights, board, None); 2], "{board}");
            positions += 1;
        });
        for_each_position(|_, board| {
            let values =
                weights.each_ref().map(|weights| evaluate(weights, board, Some(&mut *cache)));
            assert_eq!(
                values,
                weights.each_ref().map(|weights| evaluate(weights, board, None)),
                "{board}"
            );
            differ += usize::from(values[0] != values[1]);
        });
        assert!(positions > 5_000 && differ > positions / 2, "{positions} {differ}");
    }

    #[test]
    fn other_weights_find_nothing() {
        let board = Board::default();
        let weights = [uneven(7919), uneven(104_729)];
        let mut pages = Paged::<PawnCache>::zeroed();
        let cache = pages.get_mut();
        let filled =
            |cache: &PawnCache| cache.entries.iter().filter(|entry| entry.tag != 0).count();
        evaluate(&weights[0], &board, Some(&mut *cache));
        evaluate(&weights[0], &board.after(board.legal_moves()[0]), Some(&mut *cache));
        assert!((1..=2).contains(&filled(cache)));
        evaluate(&weights[1], &board, Some(&mut *cache));
        assert_eq!((filled(cache), cache.weights), (1, weights[1].hash()));
    }
}
