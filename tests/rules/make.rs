//! Unit tests of `secateur::chess::make`.

use secateur::chess::board::Board;

#[test]
fn the_likely_key_is_exact_for_ordinary_moves() {
    let (mut exact, mut total) = (0, 0);
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbqkb1r/pp2pppp/5n2/2ppP3/3P4/8/PPP2PPP/RNBQKBNR w KQkq d6 0 4",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ] {
        let board: Board = fen.parse().expect("valid FEN");
        for mv in board.legal_moves() {
            let next = board.after(mv);
            let is_exact = board.approximate_key_after(mv) == next.key();
            let is_plain = !mv.is_castling() && !mv.is_en_passant() && !mv.is_promotion();
            if is_plain
                && next.castling_rooks() == board.castling_rooks()
                && next.en_passant().is_none()
            {
                assert!(is_exact, "{board} {}", mv.uci(false));
            }
            total += 1;
            exact += u32::from(is_exact);
        }
    }
    assert!(exact * 10 >= total * 8, "{exact} of {total}");
}
