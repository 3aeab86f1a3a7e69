//! Unit tests of `secateur::chess::lenient`.

use secateur::chess::board::Board;

#[test]
fn unambiguous_mistakes_are_accepted() {
    let board: Board =
        "r3k2r/pP1n1ppp/8/3Pp3/8/2N3N1/P4PPP/R3K2R w KQkq e6 0 1".parse().expect("valid FEN");
    for (text, uci) in [
        ("Nge2", "g3e2"),
        ("1.Nge2", "g3e2"),
        ("12...Nge2!", "g3e2"),
        ("o-o", "e1g1"),
        ("0-0-0.", "e1c1"),
        ("dxe6e.p.", "d5e6"),
        ("dxe6ep", "d5e6"),
        ("bxa8(Q)+", "b7a8q"),
        ("dxe6e.p.+-", "d5e6"),
        ("♘ge2", "g3e2"),
        ("b7×a8♕", "b7a8q"),
        ("Nge2‼", "g3e2"),
        ("Nge2±", "g3e2"),
        ("Nge2+-", "g3e2"),
        ("O-O†", "e1g1"),
        ("Rd1=", "a1d1"),
        ("b8/N", "b7b8n"),
        ("nce4", "c3e4"),
        ("rd1", "a1d1"),
        ("Ngd1", "c3d1"),
        ("Rhb1", "a1b1"),
        ("Sge2", "g3e2"),
        ("Td1", "a1d1"),
        ("b7xa8=L", "b7a8b"),
        ("bxa8D+", "b7a8q"),
        ("Rh1xa1", ""),
    ] {
        assert_eq!(board.parse_lenient(text).ok(), board.parse_uci(uci).ok(), "{text}");
    }
}

#[test]
fn ambiguous_mistakes_are_errors() {
    let board: Board =
        "r3k2r/pP1n1ppp/8/3Pp3/8/2N3N1/P4PPP/R3K2R w KQkq e6 0 1".parse().expect("valid FEN");
    for text in ["Ne4", "ne4", "Nae4", "b8", "cxe6", "", "é", "Né", "Kx", "...", "1.", "N/("] {
        assert_eq!(board.parse_lenient(text), board.parse_san(text), "{text}");
        assert!(board.parse_lenient(text).is_err(), "{text}");
    }
}
