//! Lines to the client: whole, flushed, one writer at a time; and the search's reports as `info` lines.
//!
//! The order of the fields is the one that every parser read so far takes: `depth` first, `multipv` always, the bound right
//! behind the score, `pv` last.

use crate::chess::Move;
use crate::score::{Score, moves_to_mate, plies_to_tables};
use crate::search::report::{Listener, Progress, Report};
use crate::search::table::Bound;
use std::fmt::Write as _;
use std::io::Write as _;

/// Writes a line and flushes it. A client that has gone away cannot be told anything, so the process ends.
pub fn send(line: &str) {
    let mut out = std::io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

/// Tells people something; clients show it in a log.
pub fn tell(text: &str) {
    send(&format!("info string {text}"));
}

/// Speaks for one search.
#[derive(Debug)]
pub struct Speaker {
    /// How castling is written.
    pub chess960: bool,
}

impl Listener for Speaker {
    fn line(&mut self, report: &Report<'_>) {
        send(&info_line(report, self.chess960));
    }

    fn root_move(&mut self, depth: u32, mv: Move, number: usize) {
        send(&format!("info depth {depth} currmove {} currmovenumber {number}", mv.uci(self.chess960)));
    }

    fn heartbeat(&mut self, progress: &Progress) {
        send(&format!("info {}", effort(progress)));
    }

    fn remark(&mut self, text: &str) {
        tell(text);
    }
}

/// A report as the protocol writes it.
pub fn info_line(report: &Report<'_>, chess960: bool) -> String {
    let bound = match report.bound {
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
        Bound::Exact | Bound::None => "",
    };
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}{bound} {}",
        report.depth,
        report.selective_depth,
        report.multi_pv,
        score_text(report.score),
        effort(&report.progress)
    );
    if !report.pv.is_empty() {
        line.push_str(" pv");
        for mv in report.pv {
            let _ = write!(line, " {}", mv.uci(chess960));
        }
    }
    line
}

/// Centipawns shown for a win by endgame tables at the root, less a centipawn for each ply to it: what clients know as one.
const TABLES_WIN_SHOWN: Score = 20_000;

/// `cp` centipawns, or `mate` in moves.
pub fn score_text(score: Score) -> String {
    match (moves_to_mate(score), plies_to_tables(score)) {
        (Some(moves), _) => format!("mate {moves}"),
        (None, Some((plies, sign))) => format!("cp {}", sign * (TABLES_WIN_SHOWN - plies)),
        (None, None) => format!("cp {score}"),
    }
}

fn effort(progress: &Progress) -> String {
    // Several clients read speed and time as 32-bit numbers.
    let speed = progress.speed().min(u64::from(u32::MAX));
    let time = progress.time.as_millis().min(i32::MAX as u128);
    let Progress { nodes, permille_full, table_hits, .. } = progress;
    format!("nodes {nodes} nps {speed} hashfull {permille_full} tbhits {table_hits} time {time}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Board;
    use crate::score::{mated_in, tables_win_in};
    use crate::search::pv::Line;
    use std::time::Duration;

    #[test]
    fn fields_come_in_the_order_that_clients_read() {
        let progress = Progress { nodes: 1000, time: Duration::from_millis(500), permille_full: 7, table_hits: 3 };
        let pv = Line::from_iter([Board::default().parse_uci("e2e4").expect("legal")]);
        let report =
            Report { depth: 9, selective_depth: 14, multi_pv: 2, score: -31, bound: Bound::Lower, progress, pv: &pv };
        assert_eq!(
            info_line(&report, false),
            "info depth 9 seldepth 14 multipv 2 score cp -31 lowerbound nodes 1000 nps 2000 hashfull 7 tbhits 3 time 500 pv e2e4"
        );
        assert_eq!(score_text(mated_in(4)), "mate -2");
        assert_eq!([tables_win_in(5), -tables_win_in(0)].map(score_text), ["cp 19995", "cp -20000"]);
    }
}
