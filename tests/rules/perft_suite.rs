//! Unit tests of `secateur::chess::perft::suite`.

use secateur::chess::perft::PerftCase;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn every_dialect_of_counts_is_read() {
    for (counts, wanted) in [
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
        assert_eq!((&case.counts[..], case.fen.as_str()), (wanted, START), "{counts}");
    }
    for (counts, reason) in [
        ("", "no ';D<depth> <leaves>' behind the position"),
        (" ;", "no ';D<depth> <leaves>' behind the position"),
        (" ;D1 20 ;x 3", "'x 3' is not of the form 'D<depth> <leaves>'"),
        (" ;D1 20 ;30", "'30' is not of the form 'D<depth> <leaves>'"),
        (" ;D1", "'D1' is not of the form 'D<depth> <leaves>'"),
        (" ;D1 20 30", "'D1 20 30' is not of the form 'D<depth> <leaves>'"),
    ] {
        let error = format!("{START}{counts}").parse::<PerftCase>().expect_err(counts);
        assert_eq!(error.to_string(), reason, "{counts}");
    }
}

/// Lines of public suites with positions that no game can reach.
#[test]
fn en_passant_that_is_possible_on_the_board_counts() {
    for (line, depth) in [
        ("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1 ;D1 6 ;D2 121 ;D3 711", 3),
        ("8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1 ;D1 8 ;D2 104 ;D3 736", 3),
        // Both bishops start on one square colour.
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
    let case: PerftCase = "4k3/8/8/8/8/8/8/4K2R w KQkq - ;D1 15".parse().expect("repaired");
    assert_eq!(case.repairs.len(), 1, "{:?}", case.repairs);
}
