//! Unit tests of `secateur::search::smp`.

use secateur::chess::Board;
use secateur::score::{Score, mate_in, mated_in};
use secateur::search::Limits;
use secateur::search::node::Depth;
use secateur::search::smp::*;
use std::time::Duration;

/// The index of the winning ballot. A vote is the index of a legal move, a score and a depth.
fn winner(votes: &[(usize, Score, Depth)]) -> usize {
    let legal = Board::default().legal_moves();
    select_best_thread(
        &votes
            .iter()
            .map(|&(mv, score, depth)| ThreadVote { mv: legal[mv], score, depth })
            .collect::<Vec<_>>(),
    )
}

#[test]
fn a_single_thread_decides_and_the_main_thread_wins_ties() {
    assert_eq!(winner(&[(3, -77, 9)]), 0);
    assert_eq!(winner(&[(3, 0, 0)]), 0, "before the first iteration is complete");
    assert_eq!(winner(&[(3, 20, 9), (3, 20, 9)]), 0, "the main thread wins ties");
}

#[test]
fn the_deepest_thread_with_the_move_of_most_weight_wins() {
    assert_eq!(winner(&[(0, 20, 10), (1, 20, 10), (1, 20, 11)]), 2);
    assert_eq!(winner(&[(0, 20, 10), (1, 40, 10)]), 1, "a higher score");
    assert_eq!(winner(&[(0, 20, 10), (1, 20, 12)]), 1, "a deeper search");
    assert_eq!(
        winner(&[(0, 60, 12), (1, 20, 12), (1, 20, 12), (1, 22, 12)]),
        0,
        "a much higher score outweighs three threads"
    );
    assert_eq!(
        winner(&[(0, 20, 10), (1, 500, 0)]),
        0,
        "a thread without a complete iteration has no vote"
    );
}

#[test]
fn the_shortest_mate_and_the_longest_resistance_win() {
    let (short, long) = (mate_in(5), mate_in(9));
    assert_eq!(winner(&[(0, 900, 30), (1, long, 12), (2, short, 10), (1, long, 12)]), 2);
    assert_eq!(winner(&[(0, mated_in(4), 20), (1, mated_in(10), 10), (0, mated_in(4), 20)]), 1);
    assert_eq!(
        winner(&[(0, mated_in(10), 20), (1, -900, 10)]),
        1,
        "a thread without a mate score has precedence"
    );
    assert_eq!(winner(&[(0, short, 9), (1, short, 12)]), 1, "of equal mates the deeper search");
}

#[test]
fn threads_vote_only_with_one_line_and_no_depth_or_node_limit() {
    let mut clock = Limits::default();
    clock.clock.left = [Some(Duration::from_secs(60)); 2];
    let move_time = Limits::with_move_time(Duration::from_secs(1));
    let infinite = Limits { infinite: true, ..Limits::default() };
    for (multi_pv, limits, expected) in [
        (1, clock.clone(), true),
        (1, move_time, true),
        (1, infinite, true),
        (2, clock.clone(), false),
        (1, Limits { depth: Some(9), ..clock.clone() }, false),
        (1, Limits { nodes: Some(9), ..clock.clone() }, false),
        (1, Limits { soft_nodes: Some(9), ..clock }, false),
    ] {
        assert_eq!(uses_voting(multi_pv, &limits), expected, "{multi_pv} {}", limits.describe());
    }
}
