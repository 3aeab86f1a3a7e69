//! Unit tests of `secateur::chess::game`.

use secateur::chess::game::*;

#[test]
fn third_occurrence_of_a_position_is_threefold_repetition() {
    let mut game = Game::default();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2) {
        assert_eq!(game.outcome(), None);
        game.play(game.board().parse_uci(text).expect(text));
    }
    assert_eq!(game.outcome(), Some(Outcome::Threefold));
}

#[test]
fn fools_mate_ends_the_game() {
    let mut game = Game::default();
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        game.play(game.board().parse_uci(text).expect(text));
    }
    assert_eq!(game.outcome(), Some(Outcome::Checkmate));
}
