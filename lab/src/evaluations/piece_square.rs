//! The hand-crafted evaluation: material and piece-square tables, tapered between middlegame and
//! endgame.
//!
//! The values follow a few simple rules (centre, advance, castled king) and are not tuned.

use secateur::chess::{Board, Color, PieceKind, Square};
use secateur::score::Score;

/// Middlegame and endgame value in one word, so that one addition adds both; the endgame is in the
/// upper half.
type Tapered = i32;

const fn tapered(middle: i32, end: i32) -> Tapered {
    (end << 16) + middle
}

const fn middle(value: Tapered) -> i32 {
    value as i16 as i32
}

const fn end(value: Tapered) -> i32 {
    // A negative lower half borrows from the upper; adding half a unit corrects it.
    (value + 0x8000) >> 16
}

/// Game-phase weight of each piece; [`PHASE_MAX`] for all pieces.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
const PHASE_MAX: i32 = 24;
/// Tempo bonus, internal units.
const TEMPO: Score = 12;

const MATERIAL: [Tapered; 6] = [
    tapered(90, 115),
    tapered(325, 300),
    tapered(335, 320),
    tapered(475, 530),
    tapered(960, 980),
    tapered(0, 0),
];

/// 0 on the edge to 3 on the four centre squares.
const fn ring(file: usize, rank: usize) -> usize {
    let from_side = if file < 4 { file } else { 7 - file };
    let from_end = if rank < 4 { rank } else { 7 - rank };
    if from_side < from_end { from_side } else { from_end }
}

const fn placement(kind: usize, file: usize, rank: usize) -> Tapered {
    let ring = ring(file, rank);
    let central_file = [0, 1, 2, 3, 3, 2, 1, 0][file];
    match kind {
        0 => {
            let advance_end = [0, 0, 6, 16, 36, 70, 120, 0][rank];
            let advance_middle = [0, 0, 2, 8, 16, 34, 70, 0][rank];
            let centre =
                if rank >= 2 && rank <= 4 { central_file * 5 * (rank as i32 - 1) / 2 } else { 0 };
            let shield = if rank == 1 && (file < 3 || file > 4) { 8 } else { 0 };
            tapered(
                advance_middle + centre + shield - if central_file == 0 { 6 } else { 0 },
                advance_end,
            )
        }
        1 => tapered(
            [-34, -8, 10, 18][ring] + [-12, -4, 2, 6, 10, 8, 0, -8][rank],
            [-30, -8, 8, 16][ring],
        ),
        2 => tapered([-12, 2, 8, 12][ring] + if rank == 0 { -10 } else { 0 }, [-8, 0, 5, 8][ring]),
        3 => tapered(
            central_file * 4 + if rank == 6 { 18 } else { 0 },
            if rank == 6 { 12 } else { 0 },
        ),
        4 => tapered([-6, 0, 3, 4][ring] - if rank > 4 { 4 } else { 0 }, [-18, -2, 10, 16][ring]),
        _ => {
            let home = [26, 34, 14, -6, -2, -8, 36, 28][file];
            let exposed = [0, -26, -50, -70, -80, -80, -80, -80][rank];
            let shelter = if rank == 0 { home } else { exposed - central_file * 6 };
            tapered(shelter, [-40, -12, 14, 28][ring])
        }
    }
}

/// Material and piece-square values for White.
static VALUES: [[Tapered; 64]; 6] = {
    let mut values = [[0; 64]; 6];
    let mut i = 0;
    while i < 6 * 64 {
        let (kind, square) = (i / 64, i % 64);
        values[kind][square] = MATERIAL[kind] + placement(kind, square % 8, square / 8);
        i += 1;
    }
    values
};

/// The evaluation for the side to move, internal units.
pub fn evaluate(board: &Board) -> Score {
    let mut sum: Tapered = 0;
    let mut phase = 0;
    for kind in PieceKind::ALL {
        let values = &VALUES[kind.index()];
        for square in board.pieces(Color::White, kind) {
            sum += values[square];
        }
        for square in board.pieces(Color::Black, kind) {
            sum -= values[Square::mirrored(square)];
        }
        phase += PHASE[kind.index()] * board.kind(kind).count() as i32;
    }
    let phase = phase.min(PHASE_MAX);
    let score = (middle(sum) * phase + end(sum) * (PHASE_MAX - phase)) / PHASE_MAX;
    TEMPO + if board.side_to_move() == Color::White { score } else { -score }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tapered_values_are_summed_independently() {
        let sum = tapered(-30, 40) + tapered(10, -70) + tapered(-5, 5);
        assert_eq!((middle(sum), end(sum)), (-25, -25));
    }

    #[test]
    fn the_initial_position_scores_the_tempo_bonus() {
        assert_eq!(evaluate(&Board::default()), TEMPO);
    }
}
