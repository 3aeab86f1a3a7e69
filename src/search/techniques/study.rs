//! Which searches are studies: those that use a technique that play leaves off, or do without one that nobody plays without.
//!
//! A switch that is read at every node costs about as much as two instructions there, whether it is on or not. Those that
//! only the laboratory turns are therefore read only by nodes of the [kinds](super::super::node::Kind::STUDY) that a study
//! has; the null windows of play are compiled without them. So are those of what practice has added, all on in play. The documents' own techniques that play uses, null move or multi-cut or killers, are read
//! everywhere, so that FULL and FULL without one of them run at the same speed and may be compared by time.

use super::{HistoryUse, Modern, NBestMode, NullMode, ProbCutMode, Quiescence, TableUse, Techniques};

impl Techniques {
    /// Are the techniques such as only a study uses? Whatever asks [`STUDY`](super::super::node::Kind::STUDY) before it reads
    /// its switch belongs here.
    pub fn is_study(&self) -> bool {
        self.quiescence != Quiescence::Checks
            || self.table != (TableUse { cut: true, order: true })
            || self.extensions.recapture
            || self.refutation
            || matches!(self.null_move.mode, NullMode::Heinz | NullMode::Mia)
            || self.null_move.slack_at_all != 0
            || self.etc.on
            || self.prob_cut.mode != ProbCutMode::Off
            || self.n_best.mode != NBestMode::Off
            || self.modifications != Techniques::FULL.modifications
            || !self.mate_distance
            || !self.null_move.eval_guard
            || !self.null_move.material_guard
            || !self.multi_cut.only_promising
            || self.history != self.history.as_in_play()
            || self.grain != 1
            || self.modern != Modern::PLAY
            || self.audit != 0
    }
}

impl HistoryUse {
    /// The heuristic in the form that play knows, on or off.
    #[inline]
    pub fn as_in_play(&self) -> HistoryUse {
        HistoryUse { on: self.on, ageing: self.ageing, ..Techniques::FULL.history }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::clock::Clock;
    use super::super::super::deepen::deepen;
    use super::super::super::limits::Limits;
    use super::super::super::memory::ThreadMemory;
    use super::super::super::shared::{Shared, Signals};
    use super::super::super::table::Table;
    use super::super::super::worker::{Setup, TableKnowledge, Worker};
    use super::super::{Access, SWITCHES, Switch};
    use super::*;
    use crate::chess::Game;
    use crate::eval::Evaluator;
    use crate::score::Score;
    use std::time::{Duration, Instant};

    const MIDDLE_GAME: &str = "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 b - - 0 9";
    const DEPTH: u32 = 7;

    /// Nodes and score of a search, whether it counts as a study or is treated as one.
    fn search(techniques: Techniques, is_study: bool) -> (u64, Score) {
        let game = Game::new(MIDDLE_GAME.parse().expect("a position"));
        let (table, limits) = (Table::new(1).expect("a megabyte"), Limits::to_depth(DEPTH));
        let signals = Signals::default();
        let clock = Clock::new(&limits, game.board().side_to_move(), Duration::ZERO, Instant::now());
        let shared = Shared::new(&table, &signals, &limits, clock, 1);
        let mut memory = ThreadMemory::default();
        let setup = Setup {
            game: &game,
            thread: 0,
            techniques,
            evaluator: &Evaluator::default(),
            contempt: 0,
            tables: TableKnowledge::default(),
        };
        let mut worker = Worker::new(&shared, memory.recall(1), &setup, None);
        worker.is_study = is_study;
        deepen(&mut worker, 1);
        (worker.nodes, worker.root.moves[0].score)
    }

    /// A few values of a switch, its extremes among them.
    fn values(switch: &Switch) -> Vec<String> {
        match switch.access {
            Access::Flag(_) => vec!["true".to_owned(), "false".to_owned()],
            Access::Number(least, most, _) => {
                [least, 3.clamp(least, most), most].map(|value| value.to_string()).to_vec()
            }
            Access::Choice { names, .. } => names().into_iter().map(str::to_owned).collect(),
        }
    }

    #[test]
    fn what_is_no_study_is_searched_alike_by_nodes_that_read_every_switch() {
        assert!(!Techniques::FULL.is_study() && Techniques::PAPERS.is_study() && Techniques::BARE.is_study());
        let mut compared = 0;
        for switch in SWITCHES {
            for value in values(switch) {
                let mut techniques = Techniques::FULL;
                switch.set(&mut techniques, &value).expect(switch.name);
                if techniques != Techniques::FULL && !techniques.is_study() {
                    compared += 1;
                    assert_eq!(search(techniques, false), search(techniques, true), "{} = {value}", switch.name);
                }
            }
        }
        assert!(compared > 40, "{compared} compared");
    }
}
