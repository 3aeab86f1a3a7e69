//! Search output for users at a terminal: a table with one row for each variation, moves in SAN.

use super::output::{send, tell};
use super::screen::width;
use crate::chess::{Board, Color, Move};
use crate::eval::winning;
use crate::score::{Score, moves_to_mate};
use crate::search::report::{Listener, Progress, Report};
use crate::search::table::Bound;
use std::time::Duration;

/// Width of the table in columns if the terminal does not report its own.
const USUAL_WIDTH: usize = 100;
/// Interval in which a row equal to the last one is omitted. Once the result is certain, iterations
/// end immediately and their rows are equal.
const SOON: Duration = Duration::from_millis(100);

/// Listener that reports a search as a table for users at a terminal.
#[derive(Debug)]
pub struct TableReporter {
    /// Root position of the search.
    root: Board,
    width: usize,
    has_head: bool,
    /// Score, variation and time of the last row.
    last: Option<(Score, Vec<Move>, Duration)>,
}

impl TableReporter {
    /// Creates a table reporter for a search of this position.
    pub fn new(root: Board) -> TableReporter {
        let width = width().unwrap_or(USUAL_WIDTH);
        TableReporter { root, width, has_head: false, last: None }
    }

    /// Returns true if a row equals the last one and comes within the interval [`SOON`].
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

/// Header of the table.
const HEAD: &str = "  depth    score   nodes     time  line";

/// Formats a row of the table: depth and selective depth, score for the side to move in pawns,
/// nodes, time and variation. With MultiPV the number of the variation is before its moves.
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

/// Formats a score in pawns (+1.00 is a win probability of 50 %), or as `#` and the moves to mate,
/// which are negative if the side to move is mated.
fn score(score: Score, material: i32) -> String {
    match moves_to_mate(score) {
        Some(moves) => format!("#{moves}"),
        None => format!("{:+.2}", f64::from(winning::centipawns(score, material)) / 100.0),
    }
}

/// Formats numbered moves in SAN, truncated at a move to fit `room` columns, at least one move.
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

/// Formats a count with at most five digits and a suffix.
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
    fn a_row_has_numbered_san_moves() {
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
            "the same score as in UCI output"
        );
        assert_eq!(HEAD.find("line"), row(&report(0, &pv), &root, USUAL_WIDTH).find("1. e4"));
    }

    #[test]
    fn black_begins_with_dots_and_long_lines_are_truncated_at_a_move() {
        let root: Board =
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 7".parse().expect("sound");
        let pv = moves(&root, &["g8f6", "g1f3", "f6g8", "f3g1"].repeat(8).join(" "));
        let text = row(&report(mate_in(3), &pv), &root, USUAL_WIDTH);
        assert!(text.contains("#2") && text.contains("  7… Nf6 8. Nf3 Ng8 9. Ng1"), "{text}");
        assert!(text.chars().count() <= USUAL_WIDTH && text.ends_with(" …"), "{text}");
    }

    #[test]
    fn lines_fit_a_narrow_terminal() {
        let root = Board::default();
        let pv = moves(&root, "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1");
        let text = row(&report(0, &pv), &root, 60);
        assert!(text.chars().count() <= 60 && text.ends_with(" …"), "{text}");
    }

    #[test]
    fn equal_rows_are_shown_once() {
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
        assert!(!table.is_repeated(&at(200, &other)), "after the interval the row is shown again");
    }

    #[test]
    fn counts_and_times_are_short() {
        for (count, text) in
            [(99_999, "99999"), (2_500_000, "2500k"), (u64::from(u32::MAX), "4294M")]
        {
            assert_eq!(short_count(count), text);
        }
        assert_eq!(short_time(Duration::from_secs(83)), "1:23");
        assert_eq!(short_time(Duration::from_secs(3723)), "1:02:03");
    }
}
