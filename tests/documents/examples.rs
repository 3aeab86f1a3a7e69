//! The examples of the library return correct results, and docs/dev/library.md lists them.

use crate::manual::page;

#[path = "../../examples/find_mate.rs"]
#[allow(dead_code)]
mod find_mate;
#[path = "../../examples/perft.rs"]
#[allow(dead_code)] // `main` of the example
mod perft;
#[path = "../../examples/rank_moves.rs"]
#[allow(dead_code)]
mod rank_moves;

#[test]
fn a_mate_is_found() {
    let found = |fen, moves| find_mate::find_mate(fen, moves).expect("a position");
    assert_eq!(found("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2), "mate in 2: Ra6 bxa6 b7#");
    assert_eq!(found("8/8/8/8/8/k7/8/K7 w - - 0 1", 2), "no mate in 2 found");
    assert!(find_mate::find_mate("8/8/8/8/8/8/8/8 w - - 0 1", 2).is_err());
}

#[test]
fn leaf_nodes_are_counted() {
    let start = secateur::Board::default().to_string();
    let counted = perft::leaf_counts(&start, 3).expect("the initial position");
    assert_eq!(counted, ["1 20", "2 400", "3 8902"]);
}

#[test]
fn moves_are_ranked() {
    let board = "4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1".parse().expect("a position");
    let ranked = rank_moves::rank_moves(&board, 2_000).expect("memory");
    assert_eq!(ranked[0].0, "Rxd5", "{ranked:?}");
    assert!(ranked[0].1 > 0 && ranked[1].1 < 0, "{ranked:?}");
}

#[test]
fn the_library_page_lists_all_examples() {
    let page = page("docs/dev/library.md");
    for example in std::fs::read_dir(crate::manual::root().join("examples")).expect("the folder") {
        let name = example.expect("a file").file_name().to_string_lossy().into_owned();
        // The other files are read by examples of the manual.
        assert!(
            !name.ends_with(".rs") || page.contains(&format!("examples/{name}")),
            "docs/dev/library.md: no {name}"
        );
    }
}
