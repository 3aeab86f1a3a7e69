//! Fuzz target: stored games. Accepted games survive a round trip, and the reported sizes and
//! offsets are correct.

use secateur::chess::Board;
use secateur_lab::learn::games::packed::{self, END, HEADER, PLY, decode_move, encode_move};
use secateur_lab::learn::games::{Reader, ScoredGame, training_positions};

/// Runs the target. The input is the content of a file of games.
pub fn run(input: &[u8]) {
    let mut reader = Reader::new(input);
    let mut valid = 0;
    while let Some(game) = reader.next() {
        match game {
            Ok(game) => {
                check(&game);
                valid += packed::size(&game);
            }
            Err(error) => {
                assert_eq!(error.game, valid, "{error}");
                assert!((valid..=input.len() as u64).contains(&error.offset), "{error}");
            }
        }
        assert_eq!(reader.sound_bytes(), valid);
    }
    assert!(valid <= input.len() as u64);
}

fn check(game: &ScoredGame) {
    let mut bytes = Vec::new();
    packed::encode(game, &mut bytes);
    assert_eq!(bytes.len() as u64, packed::size(game));
    assert!(bytes.len() == HEADER + PLY * (game.plies.len() + 1) && bytes.ends_with(&END));
    let mut reader = Reader::new(&bytes[..]);
    let back = reader.next().expect("a game").unwrap_or_else(|error| panic!("{error}: {game:?}"));
    assert_eq!(&back, game);
    assert!(reader.next().is_none());
    assert_eq!(back.id(), game.id());
    assert!(training_positions(game).count() <= game.plies.len());
    if let Some((board, ply)) = game.replay().last() {
        check_moves(&board.after(ply.mv));
    }
}

/// Every legal move survives encoding and decoding.
fn check_moves(board: &Board) {
    for mv in board.legal_moves() {
        assert_eq!(decode_move(board, encode_move(mv)), Some(mv), "{board:?}");
    }
}
