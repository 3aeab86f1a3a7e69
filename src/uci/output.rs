//! Output to the client: whole lines, flushed, one writer at a time. The search's reports become
//! `info` lines.
//!
//! Scores are normalized: 100 centipawns are a win probability of 50 % ([`wdl`]). The search
//! has its own score unit.
//!
//! The order of the fields is fixed for compatibility with the parsers of clients. `depth` is first
//! and `pv` last. `multipv` is always present. After the score come the bound, and `wdl` if
//! UCI_ShowWDL is on.

use super::log::{self, Direction};
use super::repeats::Repeats;
use crate::chess::{Board, Move};
use crate::eval::wdl;
use crate::files::stdout::or_exit;
use crate::score::Score;
use crate::screen::{width, wrap};
use crate::search::report::{Listener, Progress, Report};
use crate::search::table::Bound;
use crate::tools::analysis::{DisplayScore, ScoreAndWdl};
use std::fmt::Write as _;
use std::io::Write;

/// Writes a line to the UCI client and flushes; exits the process if standard output is closed.
pub fn send(line: &str) {
    let mut out = std::io::stdout().lock();
    let mut say = |line: &str| {
        or_exit(writeln!(out, "{line}").and_then(|()| out.flush()));
    };
    // Logged while the lock is held, so that the log has the order of the output.
    let complaint = log::note(Direction::Out, line);
    say(line);
    if let Some(complaint) = complaint {
        say(&format!("info string {complaint}"));
    }
}

/// Writes an input line to the UCI log; a failure is reported to the client.
pub fn log_input(line: &str) {
    if let Some(complaint) = log::note(Direction::In, line) {
        send_info(&complaint);
    }
}

/// Sends a text to the UCI client as `info string`, wrapped if the client is a terminal.
pub fn send_info(text: &str) {
    wrap("", &remark(text), 2, width()).iter().for_each(|line| send(line));
}

/// Beginning of a line for users.
pub const INFO_STRING_PREFIX: &str = "info string ";

/// Formats a text as an `info string` line.
pub fn remark(text: &str) -> String {
    format!("{INFO_STRING_PREFIX}{text}")
}

/// Search listener that prints UCI `info` lines.
#[derive(Debug)]
pub struct UciReporter {
    /// Castling moves are written as king takes rook (UCI_Chess960).
    pub chess960: bool,
    /// Scores include `wdl` (UCI_ShowWDL).
    pub shows_wdl: bool,
    /// Material at the root, which the score normalization depends on.
    pub material: i32,
    /// The root is a certain draw: stalemate or insufficient material.
    pub is_drawn: bool,
    /// Repeated lines are held back. `None` if every line is sent.
    repeats: Option<Repeats>,
    /// The repeated line held back.
    held: Option<String>,
    /// Node count of the last reported line.
    reported_nodes: u64,
}

impl Listener for UciReporter {
    fn pv(&mut self, report: &Report<'_>) {
        self.reported_nodes = report.progress.nodes;
        let line = self.info_line(report);
        if self.repeats.as_mut().is_some_and(|repeats| repeats.record(report)) {
            self.held = Some(line);
        } else {
            self.held = None;
            send(&line);
        }
    }

    fn root_move(&mut self, depth: u32, mv: Move, number: usize) {
        send(&format!(
            "info depth {depth} currmove {} currmovenumber {number}",
            mv.uci(self.chess960)
        ));
    }

    fn heartbeat(&mut self, progress: &Progress) {
        self.send_held();
        self.reported_nodes = progress.nodes;
        send(&format!("info {}", effort(progress)));
    }

    /// Sends the final node count and time if the search visited nodes after the last line.
    fn finished(&mut self, progress: &Progress) {
        self.send_held();
        if progress.nodes != self.reported_nodes {
            self.heartbeat(progress);
        }
    }

    fn remark(&mut self, text: &str) {
        send_info(text);
    }
}

impl UciReporter {
    /// Creates a reporter for a search of this position. `holds_repeats`: a line that repeats the
    /// last one within 100 ms is held back, and sent before the next progress line or at the end
    /// of the search.
    pub fn new(root: &Board, chess960: bool, shows_wdl: bool, holds_repeats: bool) -> Self {
        UciReporter {
            chess960,
            shows_wdl,
            material: wdl::material(root),
            is_drawn: root.is_certain_draw(),
            repeats: holds_repeats.then(Repeats::default),
            held: None,
            reported_nodes: 0,
        }
    }

    /// Sends the line held back.
    fn send_held(&mut self) {
        self.held.take().iter().for_each(|line| send(line));
    }

    /// Formats a search report as a UCI `info` line.
    pub fn info_line(&self, report: &Report<'_>) -> String {
        let bound = match report.bound {
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
            Bound::Exact | Bound::None => "",
        };
        let wdl = if self.shows_wdl {
            let [win, draw, loss] = if self.is_drawn {
                ScoreAndWdl::DRAWN.wdl
            } else {
                wdl::wdl_permille(report.score, self.material)
            };
            format!(" wdl {win} {draw} {loss}")
        } else {
            String::new()
        };
        let mut line = format!(
            "info depth {} seldepth {} multipv {} score {}{bound}{wdl} {}",
            report.depth,
            report.selective_depth,
            report.multi_pv,
            score_text(report.score, self.material),
            effort(&report.progress)
        );
        if !report.pv.is_empty() {
            line.push_str(" pv");
            for mv in report.pv {
                let _ = write!(line, " {}", mv.uci(self.chess960));
            }
        }
        line
    }
}

/// Formats a score for UCI as `cp` (centipawns by the WDL model, for this material) or `mate`
/// (moves).
pub fn score_text(score: Score, material: i32) -> String {
    let (unit, number) = DisplayScore::of(score, material).parts();
    format!("{unit} {number}")
}

fn effort(progress: &Progress) -> String {
    // Several clients read speed and time as 32-bit numbers.
    let speed = progress.speed().min(u64::from(u32::MAX));
    let time = progress.time.as_millis().min(i32::MAX as u128);
    let Progress { nodes, permille_full, tb_hits, .. } = progress;
    format!("nodes {nodes} nps {speed} hashfull {permille_full} tbhits {tb_hits} time {time}")
}
