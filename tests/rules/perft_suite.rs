//! Unit tests of `secateur::chess::perft::suite`.

use secateur::chess::fen::CastlingNotation;
use secateur::chess::perft::{PerftCase, join_lines};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn every_dialect_of_counts_is_read() {
    for (counts, expected) in [
        (" ;D1 20 ;D2 400", &[(1, 20), (2, 400)][..]),
        ("; D1 20; D6 119060324;", &[(1, 20), (6, 119_060_324)]),
        (";d1 20;d2 400", &[(1, 20), (2, 400)]),
        (",20,400", &[(1, 20), (2, 400)]),
        (",20,400,8902", &[(1, 20), (2, 400), (3, 8902)]),
        ("; perft 1 20; perft 2 400", &[(1, 20), (2, 400)]),
        ("; depth 2 400", &[(2, 400)]),
        ("; 6; 119060324", &[(6, 119_060_324)]),
        ("; 1; 20; 2; 400", &[(1, 20), (2, 400)]),
        (";20;400", &[(1, 20), (2, 400)]),
        ("; 1: 20; 2 = 400", &[(1, 20), (2, 400)]),
    ] {
        let case: PerftCase = format!("{START}{counts}").parse().expect(counts);
        assert_eq!((&case.counts[..], case.fen.as_str()), (expected, START), "{counts}");
    }
    for (counts, reason) in [
        ("", "no ';D<depth> <leaves>' after the position"),
        (" ;", "no ';D<depth> <leaves>' after the position"),
        (" ;D1 20 ;x 3", "'x 3' is not of the form 'D<depth> <leaves>'"),
        (" ;D1 20 ;30", "'30' is not of the form 'D<depth> <leaves>'"),
        (" ;D1", "'D1' is not of the form 'D<depth> <leaves>'"),
        (" ;D99999 20", "depth 99999 is not between 0 and 30"),
        (" ;D1 20 ;D31 20", "depth 31 is not between 0 and 30"),
        (" ;D4294967297 20", "depth 4294967297 is not between 0 and 30"),
        (" ;D1 20 30", "'D1 20 30' is not of the form 'D<depth> <leaves>'"),
    ] {
        let error = format!("{START}{counts}").parse::<PerftCase>().expect_err(counts);
        assert_eq!(error.to_string(), reason, "{counts}");
    }
}

#[test]
fn a_column_beyond_the_deepest_count_is_rejected() {
    let columns = |count: usize| format!("{START}{}", ",20".repeat(count)).parse::<PerftCase>();
    assert_eq!(columns(30).map(|case| case.counts.len()), Ok(30));
    let error = columns(31).expect_err("the depth is too large").to_string();
    assert_eq!(error, "depth 31 is not between 0 and 30");
}

#[test]
fn startpos_and_moves_are_accepted() {
    let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    for (line, fen) in [
        ("startpos ;D1 20", START),
        ("startpos,20", START),
        ("position startpos moves e2e4 ;D1 20", after),
    ] {
        let case: PerftCase = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!((&case.counts[..], case.fen.as_str()), (&[(1, 20)][..], fen), "{line}");
        assert_eq!(case.board.fen(CastlingNotation::Standard), fen, "{line}");
    }
    let error = "startpos moves e2e5 ;D1 20".parse::<PerftCase>().expect_err("an illegal move");
    assert_eq!(error.to_string(), "moves: 'e2e5' is not legal here");
}

/// Public suites have such positions, and their counts include the en passant capture.
#[test]
fn en_passant_squares_of_unreachable_positions_are_kept() {
    for (line, depth) in [
        ("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1 ;D1 6 ;D2 121 ;D3 711", 3),
        ("8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1 ;D1 8 ;D2 104 ;D3 736", 3),
        // Both bishops start on squares of the same colour.
        ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQBNNRKR w HFhf - 0 1 ;D1 20", 1),
    ] {
        let case: PerftCase = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        assert!(case.repairs.is_empty(), "{line}");
        assert_eq!(case.counts.last().map(|(depth, _)| *depth), Some(depth));
        for &(depth, leaves) in &case.counts {
            assert_eq!(
                secateur::chess::perft::perft(&case.board, depth),
                leaves,
                "{line}: {depth}"
            );
        }
    }
}

#[test]
fn repairs_of_positions_are_reported() {
    let case: PerftCase =
        "4k3/8/8/8/8/8/8/4K2R w KQkq - ;D1 15".parse().expect("the position is repaired");
    assert_eq!(case.repairs.len(), 1, "{:?}", case.repairs);
}

#[test]
fn counts_before_the_position_are_accepted() {
    let case: PerftCase = format!("3;8902;{START}").parse().expect("valid line");
    assert_eq!((&case.counts[..], case.fen.as_str()), (&[(3, 8902)][..], START));
    let check = "rnbqkbnr/ppppp1pp/5p2/7Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2";
    let case: PerftCase = format!("1;1;{check}").parse().expect("valid line");
    assert_eq!(case.counts, [(1, 1)]);
}

/// The format of the suites of scalachess.
#[test]
fn cases_of_several_lines_are_joined() {
    let text = format!(
        "id start\nepd {START}\nperft 1 20\nperft 2 400\nid no case\n{START} ;D1 20\n\
         perft 1 20\nfen {START}\nperft 3 8902\nid last"
    );
    let lines: Vec<(usize, String)> = (1..).zip(text.lines().map(str::to_owned)).collect();
    let joined = join_lines(lines);
    let expected = [
        (2, format!("{START} ;perft 1 20 ;perft 2 400")),
        (5, "id no case".to_owned()),
        (6, format!("{START} ;D1 20")),
        (7, "perft 1 20".to_owned()),
        (8, format!("{START} ;perft 3 8902")),
        (10, "id last".to_owned()),
    ];
    assert_eq!(joined, expected);
    let case: PerftCase = joined[0].1.parse().expect("valid line");
    assert_eq!((&case.counts[..], case.fen.as_str()), (&[(1, 20), (2, 400)][..], START));
}

/// A position of the suite of python-chess. In standard chess Q means the rook on a1, but the only
/// rook is on c1.
#[test]
fn the_counts_determine_the_castling_rook() {
    let position = "8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q -";
    let case: PerftCase = format!("{position} ;D1 34 ;D2 318").parse().expect("valid line");
    assert!(case.repairs.is_empty() && case.board.count_moves() == 34, "{:?}", case.repairs);
    let case: PerftCase = format!("{position} ;D1 33").parse().expect("valid line");
    assert_eq!((case.repairs.len(), case.board.count_moves()), (1, 33));
}
