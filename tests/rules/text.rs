//! Reading and writing of FEN, SAN and EPD. Each invalid position is rejected with its own reason.

use secateur::chess::Board;
use secateur::chess::epd::Epd;
use secateur::chess::fen::CastlingMode;
use secateur::chess::fen::CastlingNotation::{Shredder, Standard};
use secateur::chess::fen_repair::RepairedFen;
use secateur::chess::san::MoveError;

/// Number of positions in each list of the shared data.
const LISTED: usize = 1500;

/// Number of positions in `invalid.txt` that Secateur accepts.
const ACCEPTED: usize = 4;

/// A list of positions from the shared data.
fn shared_list(name: &str) -> String {
    let text =
        std::fs::read_to_string(crate::shared::data("fen").join(name)).expect("the list exists");
    assert_eq!(text.lines().count(), LISTED, "{name}");
    text
}

#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn every_valid_position_is_accepted_and_round_trips() {
    let list = shared_list("valid.txt");
    for line in list.lines() {
        let board: Board = line.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        let back: Board = board.fen(Shredder).parse().expect("valid FEN");
        assert!(back == board && board.is_consistent(), "{line}");
    }
}

#[test]
#[ignore = "data: make test runs it where ../shared/data is"]
fn invalid_positions_are_rejected_except_some_en_passant_squares() {
    let list = shared_list("invalid.txt");
    // These have an en passant square, and the king was in check before the double push. The list
    // rejects them. Published perft counts include the capture, so Secateur accepts them.
    let accepted: Vec<&str> = list.lines().filter(|line| line.parse::<Board>().is_ok()).collect();
    let has_square = |line: &&str| line.split(' ').nth(3) != Some("-");
    assert!(accepted.iter().all(has_square) && accepted.len() == ACCEPTED, "{accepted:#?}");
}

#[test]
fn each_invalid_fen_has_its_own_reason() {
    for (fen, reason) in [
        ("", "the FEN has 0 of 4 fields"),
        ("8/8/8/8/8/8/8/8 w -", "3 of 4 fields"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 extra", "'extra' follows the last field"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "7 ranks instead of 8"),
        ("4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", "9 ranks instead of 8"),
        ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", "'9' in rank 7 is no piece"),
        ("4k3/8/8/8/8/8/8/4K2x w - - 0 1", "'x' in rank 1 is no piece"),
        ("4k3/8/8/8/8/8/8/4K2\u{1b} w - - 0 1", "'\\u{1b}' in rank 1 is no piece"),
        ("4k3/8/8/44p/8/8/8/4K3 w - - 0 1", "rank 5 has 9 squares"),
        ("4k3/8/8/7/8/8/8/4K3 w - - 0 1", "rank 5 has 7 squares"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move 'x'"),
        ("4k3/8/8/8/8/8/8/4K3 w KX - 0 1", "castling field 'KX'"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQkqK - 0 1", "castling field 'KQkqK'"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant field 'e9'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "half-move clock '-1'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 151 90", "half-move clock '151'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 x", "move number 'x'"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
        ("4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "White has 2 kings"),
        ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "Black, not to move, is in check"),
        ("8/8/8/3kK3/8/8/8/8 w - - 0 1", "Black, not to move, is in check"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on h8"),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "a pawn stands on a1"),
        ("rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "White has 17 pieces"),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has 9 pawns"),
        (
            "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1",
            "White has 1 promoted pieces, but only 0 pawns are gone",
        ),
        ("4k3/8/8/8/1b6/5n2/4r3/4K3 w - - 0 1", "3 pieces give check"),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "White has a castling right, but its king is on e2"),
        ("4k3/8/8/8/8/8/8/4K2N w K - 0 1", "castling right without a rook on h1"),
        ("r3k3/8/8/8/8/8/8/4K3 w k - 0 1", "castling right without a rook on h8"),
        ("4k3/8/8/8/8/8/8/4KR1R w FH - 0 1", "White has two castling rights on one side"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "en passant on e3: not the sixth rank"),
        ("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "en passant on e3: no pawn has just passed"),
        (
            "4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1",
            "en passant on e3: the pawn would have passed through e3",
        ),
        (
            "4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1",
            "en passant on e3: the pawn would have passed through e2",
        ),
    ] {
        let error = fen.parse::<Board>().expect_err(fen).to_string();
        assert!(error.contains(reason), "{fen}: {error}");
    }
}

#[test]
fn castling_letters_of_every_dialect_are_equivalent() {
    let start = Board::default();
    for letters in ["KQkq", "HAha", "QKqk", "AHah"] {
        let fen = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w {letters} -");
        assert!(fen.parse::<Board>().expect("valid FEN") == start, "{letters}");
    }
    assert_eq!(start.fen(Standard), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(start.fen(Shredder), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
    // Two rooks on one side of the king: K is the outer one, and the inner one needs its file.
    let inner: Board = "4k3/8/8/8/8/8/8/1K3R1R w F - 0 1".parse().expect("valid FEN");
    let outer: Board = "4k3/8/8/8/8/8/8/1K3R1R w K - 0 1".parse().expect("valid FEN");
    assert_eq!(inner.fen(Standard), "4k3/8/8/8/8/8/8/1K3R1R w F - 0 1");
    assert_eq!(outer.fen(Shredder), "4k3/8/8/8/8/8/8/1K3R1R w H - 0 1");
    assert_ne!(inner.key(), outer.key());
}

/// In X-FEN, K is the outermost rook. Readers of standard chess take it as the corner rook.
#[test]
fn written_fens_are_read_alike_in_standard_chess_and_chess960() {
    for fen in [
        "4k3/8/8/8/8/8/8/R3KR2 w F - 0 1",
        "r3k2r/8/8/8/8/8/8/R3KR2 w FAha - 0 1",
        "4k2r/8/8/8/8/8/8/R2K3R b HAh - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1",
    ] {
        let board: Board = fen.parse().expect(fen);
        assert_eq!(board.to_string(), fen);
        for castling in [CastlingMode::Outermost, CastlingMode::Guess] {
            let read = RepairedFen::read(fen, castling).map(|read| (read.board, read.remark));
            assert_eq!(read, Ok((board, None)), "{fen} {castling:?}");
        }
    }
}

#[test]
fn the_en_passant_square_is_kept_only_if_a_capture_is_legal() {
    let square =
        |fen: &str| fen.parse::<Board>().expect(fen).en_passant().map(|square| square.to_string());
    assert_eq!(square("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"), None);
    assert_eq!(square("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1").as_deref(), Some("e3"));
    // The capture would remove both pawns from the rank between king and rook.
    assert_eq!(square("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1"), None);
    // The pawn that made the double push gives check: the capture is an evasion.
    assert_eq!(square("8/8/8/3k4/3pP3/8/8/4K3 b - e3 0 1").as_deref(), Some("e3"));
}

#[test]
fn clocks_are_kept_and_missing_ones_have_defaults() {
    let board: Board = "4k3/8/8/8/8/8/8/4K3 b - - 99 12345".parse().expect("valid FEN");
    assert_eq!((board.halfmove_clock(), board.fullmove_number()), (99, 12345));
    assert_eq!(
        "4k3/8/8/8/8/8/8/4K3 b - -".parse::<Board>().expect("valid FEN").to_string(),
        "4k3/8/8/8/8/8/8/4K3 b - - 0 1"
    );
    assert_eq!(
        "4k3/8/8/8/8/8/8/4K3 b - - 7 0".parse::<Board>().expect("valid FEN").fullmove_number(),
        1
    );
}

#[test]
fn san_is_read_leniently_and_written_exactly() {
    let board: Board =
        "r3k2r/pP1n1ppp/8/3Pp3/8/2N3N1/P4PPP/R3K2R w KQkq e6 0 1".parse().expect("valid FEN");
    for (text, uci) in [
        ("O-O", "e1g1"),
        ("0-0-0+", "e1c1"),
        ("Nge2", "g3e2"),
        ("Nce4!?", "c3e4"),
        ("dxe6", "d5e6"),
        ("de6", "d5e6"),
        ("bxa8=Q+", "b7a8q"),
        ("bxa8N", "b7a8n"),
        ("b8=R", "b7b8r"),
        ("e1g1", "e1g1"),
        ("c3-e4", "c3e4"),
        ("Rd1", "a1d1"),
    ] {
        assert_eq!(board.parse_san(text), board.parse_uci(uci), "{text}");
        assert!(board.parse_san(text).is_ok(), "{text}");
    }
    assert_eq!(board.parse_san("Ne4"), Err(MoveError::Ambiguous("Ne4".to_owned(), 2)));
    assert_eq!(board.parse_san("Qd1"), Err(MoveError::Illegal("Qd1".to_owned())));
    assert_eq!(board.parse_san("hello"), Err(MoveError::Malformed("hello".to_owned())));
    let written = |fen: &str, uci: &str| {
        let board: Board = fen.parse().expect(fen);
        board.san(board.parse_uci(uci).expect(uci))
    };
    assert_eq!(written("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8"), "Ra8#");
    assert_eq!(written("8/6k1/8/8/7Q/8/8/K3Q2Q w - - 0 1", "h1e4"), "Qh1e4");
    assert_eq!(written("R7/8/8/8/7k/8/8/R6K w - - 0 1", "a8a4"), "R8a4+");
}

#[test]
fn every_suite_can_be_read() {
    for (name, text, positions) in [
        ("bratko-kopec", include_str!("../../epd/bratko-kopec.epd"), 24),
        ("bt2630", include_str!("../../epd/bt2630.epd"), 30),
        ("ccr1hour", include_str!("../../epd/ccr1hour.epd"), 25),
        ("ecm", include_str!("../../epd/ecm.epd"), 879),
        ("eet", include_str!("../../epd/eet.epd"), 100),
        ("hardzugs", include_str!("../../epd/hardzugs.epd"), 3),
        ("iq4", include_str!("../../epd/iq4.epd"), 183),
        ("kaufman", include_str!("../../epd/kaufman.epd"), 25),
        ("lapuce2", include_str!("../../epd/lapuce2.epd"), 35),
        ("lct2", include_str!("../../epd/lct2.epd"), 35),
        ("mates", include_str!("../../epd/mates.epd"), 200),
        ("sts", include_str!("../../epd/sts.epd"), 1500),
        ("wac", include_str!("../../epd/wac.epd"), 300),
        ("zugts", include_str!("../../epd/zugts.epd"), 30),
    ] {
        let suite: Vec<Epd> = text
            .lines()
            .map(|line| line.parse().unwrap_or_else(|error| panic!("{line}: {error}")))
            .collect();
        assert_eq!(suite.len(), positions, "{name}");
        assert!(
            suite
                .iter()
                .all(|epd| !epd.best.is_empty() || !epd.avoid.is_empty() || epd.mate_in.is_some()),
            "{name}"
        );
        let with_points = suite.iter().filter(|epd| epd.max_points() == Some(10)).count();
        assert_eq!(with_points, if name == "sts" { positions } else { 0 }, "{name}: points");
    }
}
