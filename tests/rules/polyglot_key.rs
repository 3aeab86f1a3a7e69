//! Unit tests of `secateur::chess::polyglot::key`.

use secateur::chess::polyglot::{key, key_of_game};
use secateur::chess::{Board, Game};

fn after(moves: &str) -> Game {
    let mut game = Game::default();
    for text in moves.split_whitespace() {
        game.play(game.board().parse_uci(text).expect(text));
    }
    game
}

#[test]
fn keys_equal_the_nine_published_ones() {
    for (moves, published) in [
        ("", 0x463b_9618_1691_fc9c),
        ("e2e4", 0x823c_9b50_fd11_4196),
        ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
        ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
    ] {
        assert_eq!(key_of_game(&after(moves), None), published, "{moves}");
    }
}

/// The capture on d3 is illegal because it opens the rank of the queen on h4. The Polyglot key
/// still includes the en passant file.
#[test]
fn the_key_includes_the_en_passant_file_of_a_pinned_pawn() {
    let with_file = 0xecba_303c_d610_b817;
    let mut game = Game::new("8/8/8/8/k3p2Q/8/3P4/3K4 w - - 0 1".parse().expect("valid FEN"));
    game.play(game.board().parse_uci("d2d4").expect("legal"));
    assert_eq!((game.board().en_passant(), key_of_game(&game, None)), (None, with_file));
    let start: Board = "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1".parse().expect("valid FEN");
    let square = "d3".parse().ok();
    assert_eq!(key(&start, square), with_file);
    assert_eq!(key_of_game(&Game::new(start), square), with_file);
    assert_eq!(key(&start, None), 0xf023_eeef_eaa8_28b6);
}
