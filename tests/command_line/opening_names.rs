//! Unit tests of `secateur::tools::opening_names`.

use secateur::chess::{Board, Game};
use secateur::tools::opening_names::*;

fn opening(moves: &str) -> Option<Opening> {
    let mut game = Game::default();
    for san in moves.split(' ') {
        game.play(game.board().parse_san(san).expect(san));
    }
    of_game(&game)
}

#[test]
fn the_last_named_position_names_the_opening() {
    let name = |moves: &str| opening(moves).map(|found| (found.eco, found.name, found.ply));
    let is = |eco, name: &str, ply| Some((eco, name.to_owned(), ply));
    assert_eq!(name("e4"), is("B00", "King's Pawn Game", 1));
    let najdorf = "Sicilian Defense: Najdorf Variation";
    let moves = "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6";
    assert_eq!(name(moves), is("B90", najdorf, 10));
    assert_eq!(
        name(&format!("{moves} a3 h5")),
        is("B90", najdorf, 10),
        "positions after the last named one"
    );
    let (eco, attack) = ("B90", format!("{najdorf}, English Attack"));
    assert_eq!(name(&format!("{moves} Be3")), is(eco, &attack, 11));
}

#[test]
fn transpositions_match_and_other_starts_have_no_opening() {
    let by = |moves: &str| opening(moves).map(|found| (found.eco, found.name));
    assert_eq!(by("d4 Nf6 c4 e6 Nc3 Bb4"), by("c4 Nf6 Nc3 e6 d4 Bb4"));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
    let mut game = Game::new(start.parse().expect("a position"));
    game.play(game.board().parse_san("d4").expect("d4"));
    assert_eq!(of_game(&game), None);
    assert_eq!(of_game(&Game::default()), None);
}

#[test]
fn every_line_of_the_data_is_legal() {
    let (mut boards, mut parts) = (vec![Board::default()], Vec::new());
    let lines = || DATA.lines().filter(|line| !line.starts_with('#'));
    for line in lines() {
        let found = unpack_line(line, &mut boards, &mut parts);
        let (_, named) = found.unwrap_or_else(|| panic!("{line}"));
        assert!(named.eco.len() == 3 && !named.name.is_empty(), "{line}");
    }
    assert_eq!(lines().count(), 3807);
}
