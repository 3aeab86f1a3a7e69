//! Unit tests of `secateur::eval::wdl`.

use secateur::chess::Board;
use secateur::eval::wdl::*;
use secateur::score::{DECISIVE_BOUND, MATE_BOUND, MAX_PLY, is_mate, mate_in, mated_in, tb_win_in};

#[test]
fn a_displayed_pawn_is_a_win_probability_of_one_half() {
    for material in 0..=FULL_MATERIAL {
        let half_win = from_centipawns(100, material);
        let [win, draw, loss] = wdl_permille(half_win, material);
        assert!((win - 500).abs() <= 5, "{material}: {win}");
        assert_eq!(win + draw + loss, 1000);
        assert!((centipawns_at(half_win, material) - 100).abs() <= 1);
    }
}

#[test]
fn wdl_is_monotonic_and_symmetric_at_every_material() {
    for material in 0..=2 * FULL_MATERIAL {
        let (half_win, spread) = WdlModel::FITTED.at(material);
        assert!(half_win > 20.0 && spread > 10.0, "{material}: {half_win} {spread}");
        let mut last = -1;
        for score in (-3000..=3000).step_by(50) {
            let ours = wdl_permille(score, material);
            let theirs = wdl_permille(-score, material);
            assert!(
                ours.iter().all(|permille| (0..=1000).contains(permille)),
                "{score} {material}: {ours:?}"
            );
            assert_eq!([ours[0], ours[2]], [theirs[2], theirs[0]], "symmetric for both sides");
            assert!(ours[0] >= last, "a higher score never wins less often");
            assert_eq!(
                expected_score(score, material) + expected_score(-score, material),
                2000,
                "the expected scores of both sides add up to one point"
            );
            last = ours[0];
        }
    }
}

#[test]
fn only_mates_are_displayed_as_mates() {
    for mate in [mate_in(1), mate_in(99), mated_in(0), mated_in(40)] {
        assert_eq!(centipawns_at(mate, 20), mate);
    }
    assert_eq!(wdl_permille(mate_in(7), 30), [1000, 0, 0]);
    assert_eq!(wdl_permille(mated_in(8), 30), [0, 0, 1000]);
    assert!(!is_mate(centipawns_at(MATE_BOUND - 1, 12)) && !is_mate(from_centipawns(30_000, 78)));
    assert_eq!((centipawns_at(0, 40), wdl_permille(0, 40)[0]), (0, wdl_permille(0, 40)[2]));
}

/// A tablebase win is displayed as the 20000 centipawns that clients recognize.
#[test]
fn tablebase_wins_are_displayed_above_evaluations_at_every_material() {
    for material in 0..=FULL_MATERIAL {
        let shown = [tb_win_in(5), -tb_win_in(0)].map(|score| centipawns_at(score, material));
        assert_eq!(shown, [19_995, -20_000], "{material}");
        assert_eq!(wdl_permille(tb_win_in(MAX_PLY), material), [1000, 0, 0], "{material}");
        assert!(
            centipawns_at(DECISIVE_BOUND - 1, material)
                < centipawns_at(tb_win_in(MAX_PLY), material),
            "{material}"
        );
    }
}

#[test]
fn material_is_counted_for_both_sides() {
    assert_eq!(material(&Board::default()), FULL_MATERIAL);
    let board: Board = "8/8/4k3/8/8/3RK3/3P4/8 w - - 0 1".parse().expect("valid FEN");
    assert_eq!(material(&board), 6);
}
