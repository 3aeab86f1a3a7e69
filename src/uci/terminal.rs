//! What a search tells people at a terminal: a table, a row a line, moves in the notation of books.

use super::output::{send, tell};
use super::screen::width;
use crate::chess::{Board, Color, Move};
use crate::eval::winning;
use crate::score::{Score, moves_to_mate};
use crate::search::report::{Listener, Progress, Report};
use crate::search::table::Bound;
use std::time::Duration;

/// Columns of the table where the terminal does not report its own; longer lines are cut at a move.
const USUAL_WIDTH: usize = 100;
/// A row that repeats the one before is left out if it comes this soon after it: the search of a
/// finished position ends its iterations at once.
const SOON: Duration = Duration::from_millis(100);

/// Writes the table of one search.
#[derive(Debug)]
pub struct TableReporter {
    /// The position that is searched.
    root: Board,
    width: usize,
    has_head: bool,
    /// Score, line and time of the row before.
    last: Option<(Score, Vec<Move>, Duration)>,
}

impl TableReporter {
    /// For a search of this position.
    pub fn new(root: Board) -> TableReporter {
        let width = width().unwrap_or(USUAL_WIDTH);
        TableReporter { root, width, has_head: false, last: None }
    }

    /// Does a row repeat the one just before it?
    fn is_repeated(&mut self, report: &Report<'_>) -> bool {
        let time = report.progress.time;
        let is_repeated = self.last.as_ref().is_some_and(|(score, moves, before)| {
            *score == report.score
                && moves[..] == report.pv[..]
                && time.saturating_sub(*before) < SOON
        });
        if !is_repeated {
            self.last = Some((report.score, report.pv.to_vec(), time));
        }
        is_repeated
    }
}

impl Listener for TableReporter {
    fn line(&mut self, report: &Report<'_>) {
        if report.multi_pv == 1 && self.is_repeated(report) {
            return;
        }
        if !self.has_head {
            send(HEAD);
            self.has_head = true;
        }
        send(&row(report, &self.root, self.width));
    }

    fn heartbeat(&mut self, progress: &Progress) {
        let (nodes, time) = (short_count(progress.nodes), short_time(progress.time));
        send(&format!("{:>16} {nodes:>7} {time:>8}  …", ""));
    }

    fn remark(&mut self, text: &str) {
        tell(text);
    }
}

/// The head of the table.
const HEAD: &str = "  depth    score   nodes     time  line";

/// A row of the table: depth and deepest ply, score for the side to move in pawns, effort, line.
/// With several lines their numbers stand before the moves.
fn row(report: &Report<'_>, root: &Board, width: usize) -> String {
    let depth = format!("{}/{}", report.depth, report.selective_depth);
    let mark = match report.bound {
        Bound::Lower => ">",
        Bound::Upper => "<",
        Bound::Exact | Bound::None => "",
    };
    let score = format!("{mark}{}", score(report.score, winning::material(root)));
    let (nodes, time) = (short_count(report.progress.nodes), short_time(report.progress.time));
    let mut text = format!("{depth:>7} {score:>8} {nodes:>7} {time:>8}  ");
    if report.multi_pv > 1 {
        text.push_str(&format!("({}) ", report.multi_pv));
    }
    let room = width.saturating_sub(text.chars().count());
    text + &line(root, report.pv, room)
}

/// Pawns, +1.00 for an even chance of winning, or `#` and the moves to a mate, negative for one
/// against us.
fn score(score: Score, material: i32) -> String {
    match moves_to_mate(score) {
        Some(moves) => format!("#{moves}"),
        None => format!("{:+.2}", f64::from(winning::centipawns(score, material)) / 100.0),
    }
}

/// Numbered moves in algebraic notation, as many as there is room for, at least one.
fn line(root: &Board, moves: &[Move], room: usize) -> String {
    let mut board = *root;
    let mut text = String::new();
    for (index, &mv) in moves.iter().enumerate() {
        let number = match board.side_to_move() {
            Color::White => format!("{}. ", board.fullmove_number()),
            Color::Black if index == 0 => format!("{}… ", board.fullmove_number()),
            Color::Black => String::new(),
        };
        let step = format!("{}{number}{}", if index == 0 { "" } else { " " }, board.san(mv));
        if index > 0 && text.chars().count() + step.chars().count() + 2 > room {
            return text + " …";
        }
        text.push_str(&step);
        board = board.after(mv);
    }
    text
}

/// At most five characters and a letter.
fn short_count(count: u64) -> String {
    match count {
        0..100_000 => count.to_string(),
        100_000..10_000_000 => format!("{}k", count / 1000),
        10_000_000..10_000_000_000 => format!("{}M", count / 1_000_000),
        _ => format!("{}G", count / 1_000_000_000),
    }
}

fn short_time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{:.2}s", time.as_secs_f64()),
        60..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{mate_in, mated_in, tables_win_in};
    use crate::search::pv::Line;

    fn report<'a>(score: Score, pv: &'a Line) -> Report<'a> {
        let progress = Progress {
            nodes: 1_234_567,
            time: Duration::from_millis(1530),
            permille_full: 3,
            tb_hits: 0,
        };
        Report {
            depth: 9,
            selective_depth: 21,
            multi_pv: 1,
            score,
            bound: Bound::Exact,
            progress,
            pv,
        }
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
    fn a_row_reads_like_a_book() {
        let root = Board::default();
        let pv = moves(&root, "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1");
        let even = winning::score(100, winning::FULL);
        assert_eq!(
            row(&report(even, &pv), &root, USUAL_WIDTH),
            "   9/21    +1.00   1234k    1.53s  1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O"
        );
        let second = Report { multi_pv: 2, bound: Bound::Upper, ..report(mated_in(4), &pv) };
        assert!(
            row(&second, &root, USUAL_WIDTH).contains("     <#-2   1234k    1.53s  (2) 1. e4"),
            "{}",
            row(&second, &root, USUAL_WIDTH)
        );
        assert!(
            row(&report(tables_win_in(5), &pv), &root, USUAL_WIDTH).contains(" +199.95 "),
            "as clients are told it"
        );
        assert_eq!(HEAD.find("line"), row(&report(0, &pv), &root, USUAL_WIDTH).find("1. e4"));
    }

    #[test]
    fn black_begins_with_dots_and_long_lines_are_cut_at_a_move() {
        let root: Board =
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 7".parse().expect("sound");
        let pv = moves(&root, &["g8f6", "g1f3", "f6g8", "f3g1"].repeat(8).join(" "));
        let text = row(&report(mate_in(3), &pv), &root, USUAL_WIDTH);
        assert!(text.contains("#2") && text.contains("  7… Nf6 8. Nf3 Ng8 9. Ng1"), "{text}");
        assert!(text.chars().count() <= USUAL_WIDTH && text.ends_with(" …"), "{text}");
    }

    #[test]
    fn lines_are_cut_at_the_edge_of_a_narrow_terminal() {
        let root = Board::default();
        let pv = moves(&root, "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1");
        let text = row(&report(0, &pv), &root, 60);
        assert!(text.chars().count() <= 60 && text.ends_with(" …"), "{text}");
    }

    #[test]
    fn rows_that_say_the_same_are_shown_once() {
        let root = Board::default();
        let (pv, other) = (moves(&root, "e2e4"), moves(&root, "d2d4"));
        let mut table = TableReporter::new(root);
        let at = |milliseconds: u64, pv| {
            let mut report = report(0, pv);
            report.progress.time = Duration::from_millis(milliseconds);
            report
        };
        assert!(!table.is_repeated(&at(1, &pv)) && table.is_repeated(&at(2, &pv)));
        assert!(!table.is_repeated(&at(3, &other)) && table.is_repeated(&at(4, &other)));
        assert!(!table.is_repeated(&at(200, &other)), "a search that goes on shows that it does");
    }

    #[test]
    fn effort_is_short_whatever_it_is() {
        for (count, text) in
            [(99_999, "99999"), (2_500_000, "2500k"), (u64::from(u32::MAX), "4294M")]
        {
            assert_eq!(short_count(count), text);
        }
        assert_eq!(short_time(Duration::from_secs(83)), "1:23");
        assert_eq!(short_time(Duration::from_secs(3723)), "1:02:03");
    }
}
