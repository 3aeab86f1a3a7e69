//! `go mate`: a search for play and one for nothing but the mate, by turns.
//!
//! The search for play sees most mates at once, and long ones that a search of the full width never
//! comes to. But it prunes by guesses, which hide sacrifices and quiet keys from it; the
//! [prover](super::prover) leaves nothing out. So neither waits for the other to end:
//!
//! 1. play begins, with [`FIRST_PLAY`] nodes, or half of those allowed if that is less;
//! 2. the prover takes as many nodes as play has had so far, [`GREATER_SHARE`] times as many at
//!    first, and later if it can be expected to come to the number of moves asked for;
//! 3. play takes as many as it has had so far, with what table and histories have learned; then it
//!    is the prover's turn again.
//!
//! The first mate within those moves ends it, whoever finds it, and so does the proof that there is
//! none. Where play ends by itself, at its greatest depth or by its share of the clock, the prover
//! has all the rest.
//!
//! What it costs: a mate that play sees mostly comes after one to four times the nodes of a search
//! that was not asked for one. One that only the prover sees comes later than by the prover alone;
//! by the shares, not measured, a quarter at most where it takes up to 1.2 million nodes, two
//! thirds where its last iteration is within reach, and never more than thrice the nodes.

use super::prover::{Findings, Mate, Prover, Verdict};
use super::pv_finisher::PvFinisher;
use super::{Answer, Engine};
use crate::chess::Move;
use crate::score::{MATE, Score, moves_to_mate};
use crate::search::clock::Clock;
use crate::search::lines::Finisher;
use crate::search::report::{Progress, Report, TreeStep};
use crate::search::shared::Shared;
use crate::search::smp::STACK;
use crate::search::table::Bound;
use crate::search::{Limits, Listener, Signals};
use crate::threads::with_stack;
use std::time::{Duration, Instant};

/// Nodes of the first search for play.
const FIRST_PLAY: u64 = 200_000;
/// Nodes of the prover for each of play, at first and where its last iteration is within reach.
const GREATER_SHARE: u64 = 3;
/// Nodes of play up to which it is at first: by then the prover has seen nearly all it will see.
const FIRST: u64 = 2 * FIRST_PLAY;
/// Within reach is an iteration that takes less than so many times the nodes to come: to find the
/// key takes less than half of it.
const REACH: u64 = 2;
/// Nodes to come for each that is spent, at most.
const OUTLOOK: u64 = 8;
/// Between two signs of life of a search for a mate.
const HEARTBEAT: Duration = Duration::from_secs(1);

impl Engine {
    /// Looks for a mate in so many moves, by searches for play and by one that leaves nothing out.
    /// If there is none, or the limits end the search before, the answer is that of the search for
    /// play.
    pub(super) fn search_mate(
        &mut self,
        moves: u32,
        limits: &Limits,
        signals: &Signals,
        clock: Clock,
        listener: &mut (dyn Listener + Send),
    ) -> Answer {
        let mut hunt = Hunt::new(moves, limits, signals, clock, listener);
        let mut answer = self.play_on(&mut hunt);
        let mut findings = None;
        while !hunt.is_won_by(&answer) && !hunt.is_over() {
            let findings =
                findings.get_or_insert_with(|| Findings::new(self.settings.hash_megabytes));
            let pause_at = hunt.proves_until(findings);
            if hunt.spent.nodes >= pause_at {
                let next = self.play_on(&mut hunt);
                answer = hunt.better(answer, next);
                continue;
            }
            match self.prove_on(&mut hunt, findings, pause_at) {
                Verdict::Mate(mate) => return self.answer_with(*mate, &answer, &mut hunt),
                Verdict::NoMate | Verdict::Over => break,
                Verdict::Paused => {}
            }
        }
        answer.progress = hunt.spent;
        if hunt.teller.told.is_some() && hunt.teller.told != answer.best {
            self.tell(&answer, &mut hunt); // the last line told must begin with the move
        }
        answer
    }

    /// Play's turn.
    fn play_on(&mut self, hunt: &mut Hunt<'_, '_>) -> Answer {
        let nodes = hunt.nodes_to_play();
        let is_pondering = hunt.limits.ponder && hunt.signals.is_pondering();
        let limits = Limits { nodes: Some(nodes), ponder: is_pondering, ..hunt.limits.clone() };
        hunt.teller.before = hunt.spent;
        let answer = self.search(&limits, hunt.signals, hunt.clock, &mut hunt.teller);
        hunt.is_played_out = answer.progress.nodes < nodes;
        hunt.played += answer.progress.nodes;
        hunt.spent = hunt.teller.sum(&answer.progress);
        hunt.teller.reached = hunt.teller.reached.max(answer.depth);
        answer
    }

    /// The prover's turn, until so many nodes are spent by both.
    fn prove_on(&self, hunt: &mut Hunt<'_, '_>, findings: &mut Findings, pause_at: u64) -> Verdict {
        let shared = Shared::new(&self.table, hunt.signals, hunt.limits, hunt.clock, 1);
        shared.note_tb_hits(hunt.spent.tb_hits);
        let teller = &mut hunt.teller;
        let mut alive = || teller.give_sign(&shared.progress());
        let mut prover = Prover::new(&self.game, &shared, findings, hunt.spent.nodes, &mut alive);
        let verdict = with_stack(STACK, || prover.prove(hunt.proved_moves, pause_at));
        shared.publish_nodes(0, prover.nodes());
        hunt.spent = shared.progress();
        verdict
    }

    fn answer_with(&self, mate: Mate, played: &Answer, hunt: &mut Hunt<'_, '_>) -> Answer {
        let Mate { score, line: pv } = mate;
        let (best, ponder, depth) =
            (pv.first().copied(), pv.get(1).copied(), (MATE - score.abs()) as u32);
        let (progress, statistics) = (hunt.spent, played.statistics);
        let answer = Answer { best, ponder, score, depth, pv, progress, statistics };
        self.tell(&answer, hunt);
        answer
    }

    fn tell(&self, answer: &Answer, hunt: &mut Hunt<'_, '_>) {
        let &Answer { score, depth, progress, ref pv, .. } = answer;
        let report = Report {
            depth,
            selective_depth: depth,
            multi_pv: 1,
            score,
            bound: Bound::Exact,
            progress,
            pv,
        };
        let shared = Shared::new(&self.table, hunt.signals, hunt.limits, hunt.clock, 1);
        shared.publish_nodes(0, progress.nodes);
        let finisher = Finisher::new(&self.game, &shared);
        PvFinisher { finisher, lines: 1, listener: hunt.teller.listener }.line(&report);
    }
}

/// What both searches go by, and what they have spent.
struct Hunt<'a, 'b> {
    moves: u32,
    /// Iterations of the prover: so many moves, or those that a limit of depth allows.
    proved_moves: u32,
    limits: &'a Limits,
    signals: &'a Signals,
    clock: Clock,
    teller: Teller<'b>,
    /// By both.
    spent: Progress,
    /// Nodes of play alone.
    played: u64,
    /// Play has ended before its nodes were spent, and would again.
    is_played_out: bool,
}

impl<'a, 'b> Hunt<'a, 'b> {
    fn new(
        moves: u32,
        limits: &'a Limits,
        signals: &'a Signals,
        clock: Clock,
        listener: &'b mut (dyn Listener + Send),
    ) -> Hunt<'a, 'b> {
        let spent = Progress { nodes: 0, time: clock.elapsed(), permille_full: 0, tb_hits: 0 };
        let proved_moves = limits.depth.map_or(moves, |depth| moves.min(depth.div_ceil(2)));
        let teller = Teller {
            listener,
            moves,
            before: spent,
            reached: 0,
            told: None,
            last_sign: Instant::now(),
        };
        Hunt {
            moves,
            proved_moves,
            limits,
            signals,
            clock,
            teller,
            spent,
            played: 0,
            is_played_out: false,
        }
    }

    fn is_won_by(&self, answer: &Answer) -> bool {
        is_within(answer.score, self.moves)
    }

    fn is_over(&self) -> bool {
        let is_late = !self.signals.is_pondering() && self.clock.is_past_hard(|| self.spent.nodes);
        is_late || self.nodes_left() == 0 || self.signals.is_stopped()
    }

    /// As far as nodes are limited.
    fn nodes_left(&self) -> u64 {
        let spent = self.spent.nodes;
        let by_limit = self.limits.nodes.map(|most| most.saturating_sub(spent));
        let by_clock = self.clock.nodes_to_hard(|| spent);
        by_limit.into_iter().chain(by_clock).min().unwrap_or(u64::MAX)
    }

    /// Nodes to come, by the time for the move and the speed so far too.
    fn nodes_to_come(&self) -> u64 {
        let time = self.limits.move_time.map(|time| time.saturating_sub(self.spent.time));
        let by_time =
            time.map_or(u64::MAX, |time| (time.as_secs_f64() * self.spent.speed() as f64) as u64);
        self.nodes_left().min(by_time).min(self.spent.nodes.saturating_mul(OUTLOOK))
    }

    fn nodes_to_play(&self) -> u64 {
        let first = self.limits.nodes.map_or(FIRST_PLAY, |nodes| FIRST_PLAY.min(nodes / 2));
        let nodes = if self.played == 0 { first } else { self.played };
        nodes.min(self.nodes_left()).max(1)
    }

    /// The nodes of both at which the prover's turn ends.
    fn proves_until(&self, findings: &Findings) -> u64 {
        if self.is_played_out {
            return u64::MAX;
        }
        let reach = self.nodes_to_come().saturating_mul(REACH);
        let is_promising = self.played <= FIRST || findings.cost_of(self.proved_moves) < reach;
        self.played.saturating_mul(1 + if is_promising { GREATER_SHARE } else { 1 })
    }

    /// What both searches for play have come to: the later unless it was broken off early.
    fn better(&self, earlier: Answer, later: Answer) -> Answer {
        let mut statistics = earlier.statistics;
        statistics += &later.statistics;
        let is_later = later.depth >= earlier.depth || self.is_won_by(&later);
        Answer { statistics, ..if is_later { later } else { earlier } }
    }
}

fn is_within(score: Score, moves: u32) -> bool {
    moves_to_mate(score).is_some_and(|found| found > 0 && found as u32 <= moves)
}

/// Makes several searches for play look like one: efforts are summed, and depths that were reached
/// before are not told again.
struct Teller<'a> {
    listener: &'a mut (dyn Listener + Send),
    /// A mate in so many is told at any depth.
    moves: u32,
    /// Effort before this search.
    before: Progress,
    /// Depth of the searches before it.
    reached: u32,
    /// The move that the last line told begins with.
    told: Option<Move>,
    last_sign: Instant,
}

impl Teller<'_> {
    fn sum(&self, progress: &Progress) -> Progress {
        let Progress { nodes, tb_hits, .. } = self.before;
        Progress { nodes: nodes + progress.nodes, tb_hits: tb_hits + progress.tb_hits, ..*progress }
    }

    /// A sign of life, if none was given lately.
    fn give_sign(&mut self, progress: &Progress) {
        if self.last_sign.elapsed() >= HEARTBEAT {
            self.last_sign = Instant::now();
            self.listener.heartbeat(progress);
        }
    }
}

impl Listener for Teller<'_> {
    fn line(&mut self, report: &Report<'_>) {
        let progress = self.sum(&report.progress);
        if report.depth <= self.reached && !is_within(report.score, self.moves) {
            return self.give_sign(&progress);
        }
        self.last_sign = Instant::now();
        if report.multi_pv == 1 {
            self.told = report.pv.first().copied();
        }
        self.listener.line(&Report { progress, ..report.clone() });
    }

    fn root_move(&mut self, depth: u32, mv: Move, number: usize) {
        if depth > self.reached {
            self.listener.root_move(depth, mv, number);
        }
    }

    fn heartbeat(&mut self, progress: &Progress) {
        self.give_sign(&self.sum(progress));
    }

    fn remark(&mut self, text: &str) {
        if self.before.nodes == 0 {
            self.listener.remark(text); // it would be the same each time
        }
    }

    fn wants_lines(&self) -> bool {
        self.listener.wants_lines()
    }

    fn wants_tree(&self) -> bool {
        self.listener.wants_tree()
    }

    fn step(&mut self, step: &TreeStep) {
        self.listener.step(step);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Game;
    use crate::engine::Settings;

    const ROOK_AGAINST_NONE: &str = "3k4/8/8/8/8/8/8/R3K3 w - - 0 1";

    /// What a line tells: its depth, its nodes, its score and its first move.
    #[derive(Default)]
    struct Lines(Vec<(u32, u64, Score, Option<Move>)>);

    impl Listener for Lines {
        fn line(&mut self, report: &Report<'_>) {
            self.0.push((
                report.depth,
                report.progress.nodes,
                report.score,
                report.pv.first().copied(),
            ));
        }
    }

    fn search(fen: &str, lines: usize, limits: &Limits) -> (Answer, Lines) {
        let mut engine =
            Engine::new(Settings { lines, ..Settings::default() }).expect("a small table");
        engine.set_game(Game::new(fen.parse().expect(fen)));
        let mut told = Lines::default();
        let answer = engine.go(limits, &Signals::default(), Instant::now(), &mut told);
        (answer, told)
    }

    /// The prover would take 3.6 million nodes, and it had all but the first 200 000.
    #[test]
    fn a_long_mate_is_found_by_play() {
        let limits = Limits { mate: Some(30), ..Limits::to_nodes(3_500_000) };
        let (answer, told) = search(ROOK_AGAINST_NONE, 1, &limits);
        assert!(is_within(answer.score, 30), "{answer:?}");
        assert!(
            told.0
                .last()
                .is_some_and(|&(_, _, score, mv)| score == answer.score && mv == answer.best)
        );
    }

    #[test]
    fn searches_by_turns_are_told_as_one() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let limits = Limits { mate: Some(9), ..Limits::to_nodes(1_200_000) };
        let (answer, Lines(told)) = search(start, 1, &limits);
        let in_order = |pair: &[(u32, u64, Score, Option<Move>)]| {
            pair[0].0 <= pair[1].0 && pair[0].1 <= pair[1].1
        };
        assert!(told.windows(2).all(in_order), "{told:?}");
        assert!(
            told.last()
                .is_some_and(|&(depth, _, _, mv)| depth >= answer.depth && mv == answer.best),
            "{told:?}"
        );
        assert!((1_200_000..1_200_100).contains(&answer.progress.nodes), "{answer:?}");
        assert!(
            told.last().is_some_and(|&(_, nodes, ..)| nodes > 800_000),
            "play goes on after the prover: {told:?}"
        );
    }

    #[test]
    fn every_turn_keeps_to_the_root_moves_asked_for() {
        let board = ROOK_AGAINST_NONE.parse::<crate::chess::Board>().expect("sound");
        let search_moves = ["e1e2", "a1a2"].map(|text| board.parse_uci(text).expect(text)).to_vec();
        let limits = Limits {
            mate: Some(9),
            search_moves: search_moves.clone(),
            ..Limits::to_nodes(1_200_000)
        };
        let (answer, Lines(told)) = search(ROOK_AGAINST_NONE, 3, &limits);
        let is_asked_for = |mv: Option<Move>| mv.is_some_and(|mv| search_moves.contains(&mv));
        assert!(
            is_asked_for(answer.best) && told.iter().all(|&(.., mv)| is_asked_for(mv)),
            "{told:?}"
        );
    }

    #[test]
    fn turns_grow_and_the_prover_has_the_greater_while_it_may_come_to_an_end() {
        let (limits, signals, mut silent) =
            (Limits::default(), Signals::default(), crate::search::Silent);
        let clock = Clock::new(
            &limits,
            crate::chess::Color::White,
            Duration::ZERO,
            crate::search::techniques::Tunables::DEFAULT,
            Instant::now(),
        );
        let mut hunt = Hunt::new(9, &limits, &signals, clock, &mut silent);
        assert_eq!(hunt.nodes_to_play(), FIRST_PLAY);
        let findings = Findings::new(1);
        (hunt.played, hunt.spent.nodes) = (FIRST_PLAY, FIRST_PLAY);
        assert_eq!(
            (hunt.nodes_to_play(), hunt.proves_until(&findings)),
            (FIRST_PLAY, 4 * FIRST_PLAY)
        );
        hunt.is_played_out = true;
        assert_eq!(hunt.proves_until(&findings), u64::MAX);
    }
}
