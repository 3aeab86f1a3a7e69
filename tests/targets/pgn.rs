//! Fuzz target: PGN. Writing and reading a parsed game does not change it.

use secateur::chess::pgn::read_games;

/// The input is a PGN file.
pub fn run(input: &[u8]) {
    for game in read_games(input) {
        match game {
            Ok(mut game) => {
                let text = game.to_string();
                if let Some(remark) = game.remark() {
                    assert!(!remark.contains('\n'), "{remark}");
                }
                // Headers are written as they were read, so they are repaired again.
                let mut again = read_games(text.as_bytes());
                if let [Ok(again)] = &mut again[..] {
                    again.repairs.clear();
                }
                game.repairs.clear();
                assert_eq!(again, [Ok(game)], "as written:\n{text}");
                assert_eq!(again[0].as_ref().map(ToString::to_string), Ok(text));
            }
            Err(error) => {
                let message = error.to_string();
                assert!(message.chars().count() < 400 && !message.contains('\n'), "{message}");
            }
        }
    }
}
