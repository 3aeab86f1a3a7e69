//! Unit tests of `secateur::uci::terminal`.

use secateur::chess::Board;
use secateur::eval::wdl;
use secateur::score::{Score, mate_in, mated_in, tb_win_in};
use secateur::search::pv::Line;
use secateur::search::report::{Progress, Report};
use secateur::search::table::Bound;
use secateur::uci::terminal::*;
use std::time::Duration;

const WIDTH: usize = 100;

fn report<'a>(score: Score, pv: &'a Line) -> Report<'a> {
    let progress = Progress {
        nodes: 1_234_567,
        time: Duration::from_millis(1530),
        permille_full: 3,
        tb_hits: 0,
    };
    Report { depth: 9, selective_depth: 21, multi_pv: 1, score, bound: Bound::Exact, progress, pv }
}

fn moves(root: &Board, texts: &str) -> Line {
    let mut board = *root;
    let mut step = |text| {
        let mv = board.parse_uci(text).expect(text);
        board = board.after(mv);
        mv
    };
    texts.split_whitespace().map(&mut step).collect()
}

#[test]
fn a_row_has_numbered_san_moves() {
    let root = Board::default();
    let pv = moves(&root, "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1");
    let half_win = wdl::from_centipawns(100, wdl::FULL_MATERIAL);
    assert_eq!(
        row(&report(half_win, &pv), &root, WIDTH),
        "   9/21    +1.00   1234k    1.53s  1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O"
    );
    let second = Report { multi_pv: 2, bound: Bound::Upper, ..report(mated_in(4), &pv) };
    assert!(
        row(&second, &root, WIDTH).contains("     <#-2   1234k    1.53s  (2) 1. e4"),
        "{}",
        row(&second, &root, WIDTH)
    );
    assert!(
        row(&report(tb_win_in(5), &pv), &root, WIDTH).contains(" +199.95 "),
        "the same score as in UCI output"
    );
    assert_eq!(HEAD.find("line"), row(&report(0, &pv), &root, WIDTH).find("1. e4"));
}

#[test]
fn black_begins_with_dots_and_long_lines_are_truncated_at_a_move() {
    let root: Board =
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 7".parse().expect("valid FEN");
    let pv = moves(&root, &["g8f6", "g1f3", "f6g8", "f3g1"].repeat(8).join(" "));
    let text = row(&report(mate_in(3), &pv), &root, WIDTH);
    assert!(text.contains("#2") && text.contains("  7... Nf6 8. Nf3 Ng8 9. Ng1"), "{text}");
    assert!(text.chars().count() <= WIDTH && text.ends_with(" …"), "{text}");
}

#[test]
fn lines_fit_a_narrow_terminal() {
    let root = Board::default();
    let pv = moves(&root, "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1");
    let text = row(&report(0, &pv), &root, 60);
    assert!(text.chars().count() <= 60 && text.ends_with(" …"), "{text}");
}

#[test]
fn counts_and_times_are_short() {
    for (count, text) in [(99_999, "99999"), (2_500_000, "2500k"), (u64::from(u32::MAX), "4294M")] {
        assert_eq!(short_count(count), text);
    }
    assert_eq!(short_time(Duration::from_secs(83)), "1:23");
    assert_eq!(short_time(Duration::from_secs(3723)), "1:02:03");
}
