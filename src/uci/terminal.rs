//! Search output for users at a terminal: a table with one row for each variation, moves in SAN.

use super::output::{send, send_info};
use super::repeats::Repeats;
use crate::chess::san::numbered;
use crate::chess::{Board, Move};
use crate::eval::wdl;
use crate::screen::width;
use crate::search::report::{Listener, Progress, Report};
use crate::search::table::Bound;
use crate::tools::analysis::DisplayScore;
use std::time::Duration;

/// Search listener that prints a table of depth, score and PV for users at a terminal.
#[derive(Debug)]
pub struct TableReporter {
    /// Root position of the search.
    root: Board,
    width: usize,
    has_head: bool,
    /// Repeated rows are omitted.
    repeats: Repeats,
}

impl TableReporter {
    /// Creates the listener that prints a search of this position as a table.
    pub fn new(root: Board) -> TableReporter {
        let width = width().unwrap_or(usize::MAX);
        TableReporter { root, width, has_head: false, repeats: Repeats::default() }
    }
}

impl Listener for TableReporter {
    fn pv(&mut self, report: &Report<'_>) {
        if self.repeats.record(report) {
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
        send_info(text);
    }
}

/// Header line of the search table in the terminal.
pub const HEAD: &str = "  depth    score   nodes     time  line";

/// Formats one row of the search table in the terminal (depth, score, nodes, time, PV). The score
/// is for the side to move, in pawns. With MultiPV the number of the variation is before its moves.
pub fn row(report: &Report<'_>, root: &Board, width: usize) -> String {
    let depth = format!("{}/{}", report.depth, report.selective_depth);
    let mark = match report.bound {
        Bound::Lower => ">",
        Bound::Upper => "<",
        Bound::Exact | Bound::None => "",
    };
    let score = format!("{mark}{}", DisplayScore::of(report.score, wdl::material(root)));
    let (nodes, time) = (short_count(report.progress.nodes), short_time(report.progress.time));
    let mut text = format!("{depth:>7} {score:>8} {nodes:>7} {time:>8}  ");
    if report.multi_pv > 1 {
        text.push_str(&format!("({}) ", report.multi_pv));
    }
    let room = width.saturating_sub(text.chars().count());
    text + &line(root, report.pv, room)
}

/// Formats numbered moves in SAN, truncated at a move to fit `room` columns, at least one move.
fn line(root: &Board, moves: &[Move], room: usize) -> String {
    let mut text = String::new();
    for step in numbered(root, moves) {
        if !text.is_empty() {
            if text.chars().count() + step.chars().count() + 3 > room {
                return text + " …";
            }
            text.push(' ');
        }
        text.push_str(&step);
    }
    text
}

/// Formats a large count with at most five digits and a suffix such as `k` or `M`.
pub fn short_count(count: u64) -> String {
    match count {
        0..100_000 => count.to_string(),
        100_000..10_000_000 => format!("{}k", count / 1000),
        10_000_000..10_000_000_000 => format!("{}M", count / 1_000_000),
        _ => format!("{}G", count / 1_000_000_000),
    }
}

/// Formats a duration in seconds, minutes or hours, whichever is readable.
pub fn short_time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{:.2}s", time.as_secs_f64()),
        60..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}
