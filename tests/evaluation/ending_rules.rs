//! Unit tests of `secateur::eval::endings`.

use secateur::chess::{Board, Color, PieceKind};
use secateur::eval::endings::*;
use secateur::eval::{kpk, wdl};
use secateur::score::{DRAW, KNOWN_WIN, Score, is_decisive, is_known_win};

fn score(fen: &str) -> Option<Score> {
    evaluate(&fen.parse().expect(fen))
}

fn is_won(fen: &str) -> bool {
    score(fen).is_some_and(is_known_win)
}

#[test]
fn material_decides_without_pawns() {
    for (fen, expected) in [
        ("Q7/8/8/2K5/8/8/8/5k2 w - - 0 1", true),
        ("R7/8/8/2K5/8/8/8/5k2 w - - 0 1", true),
        ("BB6/8/8/2K5/8/8/8/5k2 w - - 0 1", true),
        ("B1B5/8/8/2K5/8/8/8/5k2 w - - 0 1", false),
        ("BN6/8/8/2K5/8/8/8/5k2 w - - 0 1", true),
        ("NN6/8/8/2K5/8/8/8/5k2 w - - 0 1", false),
        ("NNN5/8/8/2K5/8/8/8/5k2 w - - 0 1", true),
        ("B7/8/8/2K5/8/8/8/5k2 w - - 0 1", false),
        ("8/8/8/2K5/8/8/8/5k2 w - - 0 1", false),
    ] {
        let board: Board = fen.parse().expect(fen);
        for board in [board, board.mirrored(), board.after_null()] {
            let score = evaluate(&board).expect(fen);
            assert!(if expected { is_known_win(score) } else { score == DRAW }, "{board}");
        }
        assert_eq!(evaluate(&board), evaluate(&board.mirrored()), "{fen}");
        assert_eq!(evaluate(&board), evaluate(&board.after_null()).map(|score| -score), "{fen}");
    }
}

/// Every seventh placement, also with the strong king in front of its pawn.
#[test]
fn king_and_pawn_against_king_follows_the_bitbase() {
    let mut known = 0;
    for index in (0..48 * 64 * 64).step_by(7) {
        let (pawn, king, weak) = (8 + index % 48, index / 48 % 64, index / (48 * 64));
        let rank = |rank: usize| -> String {
            let piece = |at: usize| match at {
                _ if at == king => 'K',
                _ if at == weak => 'k',
                _ if at == pawn => 'P',
                _ => '1',
            };
            (0..8).map(|file| piece(rank * 8 + file)).collect()
        };
        let ranks: Vec<String> = (0..8).rev().map(rank).collect();
        if [king, weak].contains(&pawn) || king == weak {
            continue;
        }
        for side in ["w", "b"] {
            let fen = format!("{} {side} - - 0 1", ranks.join("/"));
            let Ok(board) = fen.parse::<Board>() else { continue };
            let is_won = kpk::is_won(
                &board,
                Color::White,
                board.pieces(Color::White, PieceKind::Pawn).first(),
            );
            let is_over = board.count_moves() == 0;
            let score = evaluate(&board).expect(&fen);
            assert!(is_over || is_known_win(score) == is_won, "{fen}: {score}");
            known += 1;
        }
    }
    assert!(known > 20_000, "only {known} positions");
}

#[test]
fn other_positions_are_not_known_endings() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "Q7/8/8/2K5/8/8/8/4rk2 w - - 0 1",
        "8/8/8/2K5/4p1k1/4P3/8/8 w - - 0 1",
    ] {
        assert_eq!(score(fen), None, "{fen}");
    }
}

#[test]
fn the_score_of_a_known_win_grows_with_progress() {
    for fens in [
        // The weak king in the centre, on the edge, in the corner; then the kings closer together.
        [
            "8/8/8/8/3k4/8/8/K1Q5 w - - 0 1",
            "8/8/8/8/7k/8/8/K1Q5 w - - 0 1",
            "8/7k/8/8/8/8/8/K1Q5 w - - 0 1",
            "8/7k/8/5K2/8/8/8/2Q5 w - - 0 1",
        ],
        // A light-squared bishop: the wrong corner, the edge, the right corner.
        [
            "8/8/8/8/8/8/3K4/k4BN1 w - - 0 1",
            "8/8/8/k7/8/8/3K4/5BN1 w - - 0 1",
            "8/k7/8/8/8/3K4/8/5BN1 w - - 0 1",
            "k7/8/1K6/8/8/8/8/5BN1 w - - 0 1",
        ],
        // A pawn, an advanced pawn, a rook, a queen.
        [
            "8/8/8/P6k/8/8/8/K7 w - - 0 1",
            "8/P7/8/7k/8/8/8/K7 w - - 0 1",
            "R7/8/8/7k/8/8/8/K7 w - - 0 1",
            "Q7/8/8/7k/8/8/8/K7 w - - 0 1",
        ],
    ] {
        let scores = fens.map(|fen| score(fen).expect(fen));
        assert!(scores.is_sorted_by(|less, more| less < more), "{fens:?}: {scores:?}");
        assert!(scores.into_iter().all(|score| is_known_win(score) && !is_decisive(score)));
    }
}

#[test]
fn the_maximum_material_stays_below_proved_scores() {
    let max = score("Q1QQQQQ1/RR6/8/8/8/8/7k/5K2 w - - 0 1").expect("a bare king");
    assert!(is_known_win(max) && !is_decisive(max + 1_000), "{max}");
}

#[test]
fn endings_with_pawns_are_won_drawn_or_unknown() {
    for (fen, expected) in [
        ("8/P7/8/2K5/8/8/8/5k2 w - - 25 24", Some(true)),
        ("k7/P7/1K6/8/8/8/8/8 w - - 0 1", Some(false)),
        ("k7/8/KB6/P7/8/8/8/8 w - - 0 1", Some(false)), // a dark-squared bishop, a light corner
        ("1k6/8/K7/P7/8/8/6B1/8 w - - 0 1", None),      // a light-squared bishop
        ("k7/8/K7/P7/P7/P7/8/8 w - - 0 1", Some(false)),
        ("8/P7/8/8/P7/2K5/8/5k2 w - - 0 1", Some(true)),
        ("7k/P7/8/8/8/2K5/8/N7 w - - 0 1", Some(true)),
        ("8/8/8/2K5/8/8/7P/R4k2 b - - 0 1", Some(true)),
    ] {
        let found = score(fen).map(|score| score != DRAW);
        assert_eq!(found, expected, "{fen}: {:?}", score(fen));
    }
    assert_eq!(score("8/P7/8/2K5/8/8/8/5k2 b - - 0 1"), Some(-(BASE + 100 + 200 + 8 * 4)));
}

#[test]
fn a_queen_wins_against_a_pawn_that_is_not_far_advanced() {
    for (fen, expected) in [
        ("Q7/8/8/2K5/4p3/8/8/5k2 b - - 0 1", Some(true)),
        ("Q7/8/8/2K5/8/4p3/8/5k2 w - - 0 1", Some(true)),
        ("Q7/8/8/2K5/8/4p3/8/5k2 b - - 0 1", None),
        ("Q7/8/8/2K5/8/8/4p3/5k2 w - - 0 1", None),
        ("R7/8/8/2K5/4p3/8/8/5k2 w - - 0 1", None),
        ("Q7/8/8/2K5/4n3/8/8/5k2 w - - 0 1", None),
        ("QB6/P7/8/2K5/4p3/8/8/5k2 w - - 0 1", Some(true)),
    ] {
        assert_eq!(score(fen).map(is_known_win), expected, "{fen}");
    }
    let [before, after] = ["Q7/8/8/2K5/4p3/8/8/5k2 w - - 0 1", "8/8/8/2K5/4Q3/8/8/5k2 b - - 0 1"]
        .map(|fen| score(fen).expect(fen).abs());
    assert!(before < after, "{before}, with the pawn captured {after}");
}

#[test]
fn known_wins_are_displayed_below_tablebase_wins() {
    for material in [1, 9, 30, wdl::FULL_MATERIAL] {
        for score in [KNOWN_WIN, BASE + MAX_MATERIAL] {
            assert_eq!(wdl::wdl_permille(score, material), [1000, 0, 0], "{material}");
            let shown = wdl::centipawns_at(score, material);
            assert!((5_000..19_000).contains(&shown), "{material}: {shown}");
        }
    }
}

#[test]
fn stalemates_are_draws() {
    assert_eq!(score("k7/2Q5/8/2K5/8/8/8/8 b - - 0 1"), Some(DRAW));
    assert!(is_won("k7/2Q5/8/2K5/8/8/8/8 w - - 0 1"));
}
