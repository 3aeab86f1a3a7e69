//! Unit tests of `secateur::chess::fen_repair`.

use secateur::chess::board::Board;
use secateur::chess::fen::CastlingMode;
use secateur::chess::fen_repair::*;

fn read(fen: &str) -> RepairedFen {
    RepairedFen::read(fen, CastlingMode::Guess).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn impossible_parts_are_ignored() {
    for (fen, repaired, ignored) in [
        ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 3),
        ("4k2r/8/8/8/8/8/4K3/R6R b KQk - 0 1", "4k2r/8/8/8/8/8/4K3/R6R b k - 0 1", 1),
        ("4k3/8/8/8/8/8/8/1R2K3 w AB - 3 9", "4k3/8/8/8/8/8/8/1R2K3 w B - 3 9", 1),
        ("4k3/8/8/8/8/8/8/4K3 w HAha - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 4),
        ("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1", 1),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", 1),
        ("4k3/8/8/8/4P3/8/4N3/4K3 b - e3", "4k3/8/8/8/4P3/8/4N3/4K3 b - -", 1),
        ("8/8/8/8/3pP3/5k2/8/4K1N1 b k e3 0 1", "8/8/8/8/3pP3/5k2/8/4K1N1 b - e3 0 1", 1),
        ("8/8/8/8/3pP3/k7/8/4K1N1 b - e3 0 1", "8/8/8/8/3pP3/k7/8/4K1N1 b - e3 0 1", 0),
        (
            "rkrnnbbq/pppppppp/8/8/8/8/PPPPPPPP/RKRNNBBQ w HEhe - 0 1",
            "rkrnnbbq/pppppppp/8/8/8/8/PPPPPPPP/RKRNNBBQ w - - 0 1",
            4,
        ),
    ] {
        assert!(fen.parse::<Board>().is_ok() == (ignored == 0), "{fen}");
        let found = read(fen);
        let reported = found.remark.map_or(0, |remark| {
            assert!(remark.starts_with("impossible parts ignored: "), "{remark}");
            remark.split("; ").count()
        });
        assert_eq!((found.fen.as_str(), reported), (repaired, ignored), "{fen}");
        assert!(found.board == repaired.parse().expect(repaired), "{fen}");
    }
}

/// FENs as other programs and users write them.
#[test]
fn malformed_fields_are_repaired() {
    let plain = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for (fen, repair) in [
        ("4k3/8/8/8/8/8/8/4K2R w K - - -", "half-move clock '-' read as '0'; move number '-'"),
        ("4k3/8/8/8/8/8/8/4K2R w K - - 0 1", "extra '-' removed"),
        ("4k3/8/8/8/8/8/8/4K2R W K – 0 1", "'–' read as '-'; side to move 'W' read as 'w'"),
        ("4k3/8/8/8/8/8/8/4K2R white K -", "side to move 'white' read as 'w'"),
        ("4k3/8/8/8/8/8/8/4K2R w K -1", "en passant field '-1' read as '-'"),
        ("4k3/8/8/8/8/8/8/4K2R w K -0 1", "'-0' read as '- 0'"),
        ("4k3/8/8/8/8/8/8/4K2R w K 0 1", "no en passant field, read as '-'"),
        ("4k3/8/8/8/8/8/8/4K2R w K", "no en passant field, read as '-'"),
        ("4k3/8/8/8/8/8/8/4K2R/ w KK- - -1 1", "castling field 'KK-' read as 'K'"),
    ] {
        assert!(fen.parse::<Board>().is_err(), "{fen}");
        let found = read(fen);
        assert!(found.board == plain.parse().expect(plain), "{fen}: {:?}", found.board);
        let remark = found.remark.expect(fen);
        assert!(remark.contains(repair), "{fen}: {remark}");
    }
    let none = read("4k3/8/8/8/8/8/8/4K2R w");
    assert_eq!(none.fen, "4k3/8/8/8/8/8/8/4K2R w - -");
}

/// Lichess writes clocks beyond 150.
#[test]
fn clocks_are_clamped_to_their_range() {
    for clock in ["151", "197", "99999999999999999999999"] {
        let found = read(&format!("7k/8/1NB2K2/8/8/2r2N2/8/8 w - - {clock} 162"));
        assert_eq!((found.board.halfmove_clock(), found.board.fullmove_number()), (150, 162));
        let expected = format!("half-move clock '{clock}' read as '150'");
        assert_eq!(found.remark.as_deref(), Some(expected.as_str()));
    }
    assert_eq!(read("4k3/8/8/8/8/8/8/4K2R w K - 7 70000").board.fullmove_number(), 65_535);
}

/// Single wrong castling rights do not turn standard chess into Chess960.
#[test]
fn castling_letters_mean_corner_rooks_in_standard_chess() {
    use CastlingMode::{Guess, Outermost};
    for (fen, castling, letters) in [
        ("4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1", Guess, "H"),
        ("4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1", Outermost, "HB"),
        ("4k3/8/8/8/8/8/8/R3KR2 w KQkq - 0 1", Guess, "A"),
        ("4k3/8/8/8/8/8/8/1R2K2R w HB - 0 1", Guess, "HB"),
        ("1r2k1r1/8/8/8/8/8/8/1R2K2R w KQkq - 0 1", Guess, "H"),
        // All four rights of a start position that only Chess960 has.
        ("1r2k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1", Guess, "HBhb"),
        ("1r2k2r/8/8/8/8/8/8/1R2K2R w KQb - 0 1", Guess, "HBb"),
        ("5k2/8/8/8/8/8/8/1R3K1R w KQ - 0 1", Guess, "HB"),
    ] {
        let found = RepairedFen::read(fen, castling).expect(fen);
        let shredder = format!("{:?}", found.board);
        assert_eq!(shredder.split(' ').nth(2), Some(letters), "{fen} {castling:?}");
        let is_whole = found.remark.is_none();
        let all = fen.split(' ').nth(2).map_or(0, str::len);
        assert_eq!(is_whole, letters.len() == all, "{fen}: {:?}", found.remark);
    }
}

#[test]
fn fens_with_ambiguous_errors_are_rejected() {
    for fen in [
        "4k3/8/8/8/8/8/8/8 w K - 0 1",
        "4k3/8/8/8/8/8/8/4KR1R w FH - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w KX - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - x 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 x",
        "4k3/8/8/8/8/8/8/4R1K1 w Q - 0 1",
        "foo",
        "",
    ] {
        assert_eq!(
            RepairedFen::read(fen, CastlingMode::Guess).expect_err(fen),
            fen.parse::<Board>().expect_err(fen),
            "{fen}"
        );
    }
}
