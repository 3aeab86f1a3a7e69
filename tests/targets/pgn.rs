//! Games as people write them. What is read is written so that it reads the same again.

use secateur::chess::pgn::read_games;

/// The input is a file of games.
pub fn run(input: &[u8]) {
    for game in read_games(input) {
        match game {
            Ok(game) => {
                let text = game.to_string();
                let again = read_games(text.as_bytes());
                assert_eq!(again, [Ok(game)], "as written:\n{text}");
                assert_eq!(again[0].as_ref().map(ToString::to_string), Ok(text));
            }
            Err(error) => {
                let said = error.to_string();
                assert!(said.chars().count() < 400 && !said.contains('\n'), "{said}");
            }
        }
    }
}
