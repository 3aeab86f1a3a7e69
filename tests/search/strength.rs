//! Unit tests of `secateur::engine::strength`.

use secateur::chess::{Board, Move};
use secateur::engine::strength::*;
use secateur::score::Score;

/// Counts over 1000 seeds how often each candidate is chosen.
fn count_choices(strength: Strength, fen: &str, candidates: &[(&str, Score)]) -> Vec<usize> {
    let board: Board = fen.parse().expect(fen);
    let candidates: Vec<(Move, Score)> = candidates
        .iter()
        .map(|&(text, score)| (board.parse_uci(text).expect(text), score))
        .collect();
    let mut counts = vec![0; candidates.len()];
    (0..1000).for_each(|seed| counts[strength.choose(&board, &candidates, seed)] += 1);
    counts
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn a_higher_elo_makes_fewer_mistakes_and_searches_more_nodes() {
    let board = Board::default();
    let candidates = [("e2e4", 30), ("d2d4", -40), ("g2g4", -150), ("f2f3", -300)];
    let mut mistakes = usize::MAX;
    let mut nodes = 0;
    for elo in [400, 1000, 1600, 2200, 2800, 3200] {
        let strength = Strength::of_elo(elo);
        let counts = count_choices(strength, START, &candidates);
        assert!(counts.is_sorted_by(|a, b| a >= b), "{elo}: {counts:?}");
        let now = counts[2] + counts[3];
        assert!(now < mistakes || now == 0, "{elo}: {counts:?}");
        assert!(strength.nodes(&board) > nodes);
        (mistakes, nodes) = (now, strength.nodes(&board));
    }
    assert_eq!(mistakes, 0);
}

#[test]
fn skill_levels_range_from_the_lowest_elo_to_full_strength() {
    assert_eq!(Strength::of_skill(0), Some(Strength::of_elo(400)));
    assert!((1..FULL_SKILL).all(|level| Strength::of_skill(level).map(Strength::elo)
        > Strength::of_skill(level - 1).map(Strength::elo)));
    assert_eq!(Strength::of_skill(FULL_SKILL), None);
    assert_eq!(Strength::of_elo(100_000), Strength::of_elo(MAX_ELO));
}

#[test]
fn a_mate_that_was_found_is_played_at_every_level() {
    let fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let candidates = [("a1a8", secateur::score::mate_in(1)), ("a1a7", 500), ("a1a6", 490)];
    assert_eq!(count_choices(Strength::of_elo(400), fen, &candidates), [1000, 0, 0]);
}

#[test]
fn mates_in_one_are_played_and_prevented_from_elo_1000_on() {
    // g2g4 with the pawn on f3 allows the mate on h4.
    let board: Board =
        "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2".parse().expect("valid FEN");
    let considered = |elo, board: &Board, allowed: &[&str]| {
        let moves = |text: &&str| board.parse_uci(text).expect("a legal move");
        let found = Strength::of_elo(elo)
            .select_root_moves(board, &allowed.iter().map(moves).collect::<Vec<_>>());
        found.iter().map(|mv| mv.uci(false)).collect::<Vec<_>>()
    };
    assert_eq!(considered(999, &board, &["e2e4", "g2g4"]), ["e2e4", "g2g4"]);
    assert_eq!(considered(1000, &board, &["e2e4", "g2g4"]), ["e2e4"]);
    assert_eq!(considered(1000, &board, &["g2g4"]), ["g2g4"], "no other move is allowed");
    let all = considered(1000, &board, &[]);
    assert_eq!(
        (all.len(), all.contains(&"g2g4".to_owned())),
        (board.count_moves() as usize - 1, false)
    );
    let mated = board.after(board.parse_uci("g2g4").expect("a legal move"));
    assert_eq!(considered(1000, &mated, &[]), ["d8h4"]);
    assert_eq!(considered(999, &mated, &[]).len(), 0, "an empty list allows all moves");
}

#[test]
fn levels_are_ordered_and_interpolation_reproduces_them() {
    for pair in LEVELS.windows(2) {
        assert!(pair[0].elo < pair[1].elo && pair[0].nodes < pair[1].nodes);
        assert!(pair[0].temperature > pair[1].temperature && pair[0].lines >= pair[1].lines);
    }
    for level in &LEVELS {
        let strength = Strength::of_elo(level.elo);
        assert_eq!(strength.nodes(&Board::default()), level.nodes as u64);
        assert_eq!(strength.lines(&Board::default()), level.lines as usize);
    }
}
