//! Unit tests of `secateur::chess::attacks`.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use secateur::chess::attacks::*;
use secateur::chess::bitboard::Bitboard;
use secateur::chess::square::Square;

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// Squares that a slider attacks, by ray walking.
fn walk(square: Square, occupied: u64, directions: &[(i8, i8); 4]) -> u64 {
    let mut attacked = 0;
    for &(files, ranks) in directions {
        let (mut file, mut rank) = (square.file() as i8 + files, square.rank() as i8 + ranks);
        while (0..8).contains(&file) && (0..8).contains(&rank) {
            let bit = 1 << (rank * 8 + file);
            attacked |= bit;
            if occupied & bit != 0 {
                break;
            }
            (file, rank) = (file + files, rank + ranks);
        }
    }
    attacked
}

/// Also covers the unchecked access to the table of this build (PEXT or magic).
#[test]
fn slider_attacks_agree_with_ray_walks() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for square in Square::all() {
        for _ in 0..2_000 {
            let occupied: u64 = rng.random::<u64>() & rng.random::<u64>();
            assert_eq!(rook(square, Bitboard(occupied)).0, walk(square, occupied, &STRAIGHT));
            assert_eq!(bishop(square, Bitboard(occupied)).0, walk(square, occupied, &DIAGONAL));
        }
    }
}

#[test]
fn lines_and_squares_between_are_correct() {
    let (a1, d4, h8) = (Square::at(0, 0), Square::at(3, 3), Square::at(7, 7));
    assert_eq!(between(a1, d4).count(), 2);
    assert_eq!(line(a1, d4), line(d4, h8));
    assert_eq!(line(a1, Square::at(1, 2)), Bitboard::EMPTY);
    assert_eq!(
        (knight(a1).count(), king(d4).count(), queen(d4, Bitboard::EMPTY).count()),
        (2, 8, 27)
    );
}
