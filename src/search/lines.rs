//! Lines as they are shown: legal, ended where the game ends, and down to the mate where one is
//! claimed.
//!
//! The lines of the search end where it stopped looking, and now and then a table entry or a
//! narrowed window cuts them short. What people and programs are shown is [cut] at mate, stalemate
//! and every draw by rule, with the game before the root counted, and a mate in so many plies is
//! shown with just so many moves: what is missing is looked for by a small search of its own, which
//! takes the table's word for what it has proved. It minds the clock and `stop` as the main search
//! does.

use super::pv::Line;
use super::shared::Shared;
use super::table::{Bound, Table};
use crate::chess::{Board, Game, Move, MoveList};
use crate::score::{MATE, Score, is_mate};

/// Positions that the search for missing moves may look at, whatever the main search has cost.
const LEAST_BUDGET: u64 = 4_000;
/// And one more for so many nodes of the main search.
const NODES_PER_STEP: u64 = 8;
/// But never more than this.
const MOST_BUDGET: u64 = 400_000;
/// What one attempt may take of the budget: the last moves of the line may be the wrong way.
const ATTEMPTS: u64 = 3;
/// What failed is tried again only with so many times the budget, so that all attempts together
/// cost little more than the last.
const GROWTH: u64 = 2;
/// Positions between two looks at clock and signals: about half a millisecond.
const LOOK_EVERY: u64 = 512;
/// Positions for all lines together once the answer [is due](Shared::is_due): so few that the clock
/// is not looked at meanwhile.
const LAST_BUDGET: u64 = LOOK_EVERY - 1;

/// The moves of a line up to the first that is not legal or ends the game.
pub fn cut(game: &Game, line: &[Move]) -> Line {
    let mut game = game.clone();
    let mut shown = Line::new();
    for &mv in line {
        if !game.board().is_legal(mv) || shown.is_full() {
            break;
        }
        game.play(mv);
        shown.push(mv);
        if game.outcome().is_some() {
            break;
        }
    }
    shown
}

/// Plies to the mate that a score claims.
fn plies_to_mate(score: Score) -> Option<usize> {
    is_mate(score).then(|| (MATE - score.abs()) as usize)
}

/// Makes lines fit to be shown, in one search; it remembers the mates that it has completed, and
/// those that it could not.
#[derive(Debug)]
pub struct Finisher<'a> {
    game: &'a Game,
    shared: &'a Shared<'a>,
    completed: Vec<Line>,
    failures: Vec<Failure>,
    /// What is left of [`LAST_BUDGET`].
    last_budget: u64,
}

/// A mate whose moves were looked for in vain.
#[derive(Debug)]
struct Failure {
    first: Option<Move>,
    plies: usize,
    /// Moves that were known.
    length: usize,
    /// Positions that could be looked at.
    budget: u64,
}

impl<'a> Finisher<'a> {
    /// For this search of the game's last position.
    pub fn new(game: &'a Game, shared: &'a Shared<'a>) -> Finisher<'a> {
        Finisher {
            game,
            shared,
            completed: Vec::new(),
            failures: Vec::new(),
            last_budget: LAST_BUDGET,
        }
    }

    /// The line as it may be shown, and what may be said of its score. `nodes` are those that the
    /// search has spent so far. If the moves to an exact mate cannot be found in a fraction of
    /// them, the mate is told as a bound, as which it is proved.
    pub fn finish(&mut self, line: &Line, score: Score, bound: Bound, nodes: u64) -> (Line, Bound) {
        let line = cut(self.game, line);
        let Some(plies) = plies_to_mate(score).filter(|_| bound == Bound::Exact) else {
            return (line, bound);
        };
        if self.is_complete(&line, plies) {
            return (line, bound);
        }
        let is_known = |known: &&Line| known.len() == plies && known.first() == line.first();
        if let Some(known) = self.completed.iter().find(is_known) {
            return (known.clone(), bound);
        }
        let budget = (LEAST_BUDGET + nodes / NODES_PER_STEP).min(MOST_BUDGET);
        if !self.is_hopeless(&line, plies, budget) {
            if let Some(whole) = self.complete(&line, plies, budget) {
                self.completed.push(whole.clone());
                return (whole, bound);
            }
            self.failures.push(Failure {
                first: line.first().copied(),
                plies,
                length: line.len(),
                budget,
            });
        }
        (line, if score > 0 { Bound::Lower } else { Bound::Upper })
    }

    /// Has the same been tried in vain, with as many moves known and no much smaller budget?
    fn is_hopeless(&self, line: &Line, plies: usize, budget: u64) -> bool {
        self.failures.iter().any(|failure| {
            let is_same = failure.first == line.first().copied() && failure.plies == plies;
            is_same && failure.length >= line.len() && budget < GROWTH * failure.budget
        })
    }

    fn is_complete(&self, line: &Line, plies: usize) -> bool {
        line.len() == plies && is_mated(&self.behind(line))
    }

    fn behind(&self, line: &[Move]) -> Board {
        line.iter().fold(*self.game.board(), |board, &mv| board.after(mv))
    }

    /// A line of just so many plies to the mate that begins like this one, if it can be found:
    /// first behind its end, then giving up its last moves one by one, but never the first.
    fn complete(&mut self, line: &Line, plies: usize, mut budget: u64) -> Option<Line> {
        for kept in (1..=line.len().min(plies)).rev() {
            let is_due = self.shared.is_due();
            if is_due {
                budget = budget.min(self.last_budget);
            }
            let attempt = (budget / ATTEMPTS).max(LEAST_BUDGET).min(budget);
            let mut prover = Prover { shared: self.shared, left: attempt };
            let mut whole: Line = line[..kept].iter().copied().collect();
            let found = prover.find(&self.behind(&whole), plies - kept, &mut whole);
            let spent = attempt - prover.left;
            if is_due {
                self.last_budget -= spent;
            }
            if found && self.is_complete(&cut(self.game, &whole), plies) {
                return Some(whole);
            }
            budget -= spent;
            if budget == 0 {
                break;
            }
        }
        None
    }
}

/// Is the side to move mated here and now?
fn is_mated(board: &Board) -> bool {
    board.in_check() && board.count_moves() == 0
}

/// Looks for mates in a given number of plies: the side that mates needs one move that does, the
/// other has none that helps.
struct Prover<'a> {
    shared: &'a Shared<'a>,
    /// Positions that may still be looked at.
    left: u64,
}

impl Prover<'_> {
    /// Adds the moves to a mate in exactly so many plies; an odd number is for the side to move.
    fn find(&mut self, board: &Board, plies: usize, line: &mut Line) -> bool {
        if plies == 0 {
            return is_mated(board);
        }
        if !self.may_look() {
            return false;
        }
        for mv in self.ordered(board, plies) {
            let next = board.after(mv);
            if plies % 2 == 1 && !self.loses(&next, plies - 1) {
                continue;
            }
            line.push(mv);
            if self.find(&next, plies - 1, line) {
                return true;
            }
            line.pop();
        }
        false
    }

    /// Does the side to move mate within so many plies?
    fn wins(&mut self, board: &Board, plies: usize) -> bool {
        if self.is_known(board, plies, true) {
            return true;
        }
        self.may_look()
            && self.ordered(board, plies).into_iter().any(|mv| {
                let next = board.after(mv);
                (plies > 1 || next.in_check()) && self.loses(&next, plies - 1)
            })
    }

    /// Is the side to move mated within so many plies?
    fn loses(&mut self, board: &Board, plies: usize) -> bool {
        if !self.may_look() || board.is_fifty_move_draw() {
            return false;
        }
        if plies == 0 || board.count_moves() == 0 {
            return is_mated(board);
        }
        self.is_known(board, plies, false)
            || self
                .ordered(board, plies)
                .into_iter()
                .all(|mv| self.wins(&board.after(mv), plies - 1))
    }

    /// Counts a position, and now and then looks whether the answer is due.
    fn may_look(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        if self.left > 0 && self.left.is_multiple_of(LOOK_EVERY) && self.shared.is_due() {
            self.left = 0;
        }
        self.left > 0
    }

    fn table(&self) -> &Table {
        self.shared.table
    }

    /// Does the table hold a proof of a mate within so many plies, given or taken by the side to
    /// move?
    fn is_known(&self, board: &Board, plies: usize, given: bool) -> bool {
        let limit = MATE - plies as Score;
        self.table().probe(board.key()).is_some_and(|hit| match hit.bound {
            Bound::None => false,
            Bound::Lower => given && hit.score >= limit,
            Bound::Upper => !given && hit.score <= -limit,
            Bound::Exact if given => hit.score >= limit,
            Bound::Exact => hit.score <= -limit,
        })
    }

    /// The legal moves: the table's first, then those of which it knows what they lead to, then
    /// checks. The side that mates prefers a short way, the other a long one.
    fn ordered(&self, board: &Board, plies: usize) -> MoveList {
        let mut moves = board.legal_moves();
        let best = self.table().probe(board.key()).and_then(|hit| hit.mv);
        let mates = plies % 2 == 1;
        moves.sort_by_cached_key(|&mv| {
            let next = board.after(mv);
            let known = self
                .table()
                .probe(next.key())
                .filter(|hit| is_mate(hit.score) && (hit.score < 0) == mates);
            let distance = known.map_or(MATE, |hit| MATE - hit.score.abs());
            let way = if mates { distance } else { -(distance % MATE) };
            (best != Some(mv), way, !next.in_check())
        });
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{mate_in, mated_in};
    use crate::search::clock::Clock;
    use crate::search::techniques::Tunables;
    use crate::search::{Limits, Signals};
    use std::time::{Duration, Instant};

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::new(fen.parse().expect(fen));
        for text in moves.split_whitespace() {
            game.play(game.board().parse_uci(text).expect(text));
        }
        game
    }

    /// Has lines made fit to be shown in a search with these limits, that began so long ago and may
    /// have been stopped.
    fn finishing<T>(
        game: &Game,
        limits: &Limits,
        (ago, is_stopped): (Duration, bool),
        act: impl FnOnce(&mut Finisher<'_>) -> T,
    ) -> T {
        let (table, signals) = (Table::new(1).expect("a small table"), Signals::default());
        if is_stopped {
            signals.stop();
        }
        let start = Instant::now().checked_sub(ago).expect("the machine has run so long");
        let clock = Clock::new(
            limits,
            game.board().side_to_move(),
            Duration::ZERO,
            Tunables::DEFAULT,
            start,
        );
        act(&mut Finisher::new(game, &Shared::new(&table, &signals, limits, clock, 1)))
    }

    /// In a search without end.
    fn finishing_at_leisure<T>(game: &Game, act: impl FnOnce(&mut Finisher<'_>) -> T) -> T {
        finishing(game, &Limits::default(), (Duration::ZERO, false), act)
    }

    fn line(game: &Game, moves: &str) -> Line {
        let mut board = *game.board();
        let mut step = |text| {
            let mv = board.parse_uci(text).expect(text);
            board = board.after(mv);
            mv
        };
        moves.split_whitespace().map(&mut step).collect()
    }

    #[test]
    fn lines_end_with_the_third_time_wherever_the_first_was() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let once = "g1f3 g8f6 f3g1 f6g8";
        let fresh = game(start, "");
        let long = line(&fresh, &[once; 3].join(" "));
        assert_eq!(cut(&fresh, &long).len(), 8, "the third time");
        let played = game(start, once);
        assert_eq!(cut(&played, &long).len(), 4, "one of them before the root");
    }

    #[test]
    fn lines_end_at_fifty_moves_at_dead_material_and_at_illegal_moves() {
        let late = game("7k/8/8/8/8/8/R7/K7 w - - 97 90", "");
        assert_eq!(cut(&late, &line(&late, "a2b2 h8g8 b2c2 g8h8 c2d2")).len(), 3);
        let dead = game("7k/8/8/8/8/8/1r6/K7 w - - 0 1", "");
        assert_eq!(cut(&dead, &line(&dead, "a1b2 h8g8 b2b3")).len(), 1);
        let start = Game::default();
        let mut broken = line(&start, "e2e4 e7e5");
        broken.push(broken[0]);
        assert_eq!(cut(&start, &broken).len(), 2);
    }

    #[test]
    fn mates_are_completed_for_both_sides_without_help_from_the_table() {
        let ladder = game("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", "");
        finishing_at_leisure(&ladder, |finisher| {
            let (whole, bound) =
                finisher.finish(&line(&ladder, "a2a7"), mate_in(3), Bound::Exact, 0);
            assert_eq!((whole.len(), bound), (3, Bound::Exact));
            assert!(is_mated(&finisher.behind(&whole)));
        });
        let taken = game("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", "a2a7");
        finishing_at_leisure(&taken, |finisher| {
            let (whole, _) = finisher.finish(&line(&taken, "h8g8"), mated_in(2), Bound::Exact, 0);
            assert!(whole.len() == 2 && is_mated(&finisher.behind(&whole)));
        });
    }

    #[test]
    fn a_mate_that_cannot_be_completed_is_a_bound() {
        let start = Game::default();
        let first = line(&start, "e2e4 e7e5");
        finishing_at_leisure(&start, |finisher| {
            let mut finish = |score, bound| finisher.finish(&first, score, bound, 0);
            assert_eq!(finish(mate_in(9), Bound::Exact), (first.clone(), Bound::Lower));
            assert_eq!(finish(mated_in(8), Bound::Exact), (first.clone(), Bound::Upper));
            assert_eq!(
                finish(mated_in(8), Bound::Lower),
                (first.clone(), Bound::Lower),
                "bounds stay"
            );
            assert_eq!(finish(33, Bound::Exact), (first.clone(), Bound::Exact));
        });
    }

    /// Every iteration tried again what the one before could not find.
    #[test]
    fn what_failed_is_tried_again_only_with_more_to_go_by() {
        let start = Game::default();
        let [short, long] = ["e2e4 e7e5", "e2e4 e7e5 g1f3"].map(|moves| line(&start, moves));
        finishing_at_leisure(&start, |finisher| {
            let mut tries = |line: &Line, score, nodes| {
                let before = finisher.failures.len();
                let answer = finisher.finish(line, score, Bound::Exact, nodes);
                assert_eq!(answer, (line.clone(), Bound::Lower));
                finisher.failures.len() > before
            };
            assert!(tries(&short, mate_in(9), 0));
            assert!(!tries(&short, mate_in(9), 1000), "hardly more to spend");
            assert!(tries(&short, mate_in(9), LEAST_BUDGET * NODES_PER_STEP), "twice as much");
            assert!(tries(&short, mate_in(11), 0), "another mate");
            assert!(tries(&long, mate_in(9), 0), "another move is known");
            assert!(!tries(&long, mate_in(9), 0) && !tries(&short, mate_in(9), 0));
        });
    }

    /// They were looked for with the whole budget, an eighth of a second and more, when the time
    /// was up and after `stop`.
    #[test]
    fn missing_moves_are_hardly_looked_for_when_the_answer_is_due() {
        let start = Game::default();
        let first = line(&start, "e2e4 e7e5");
        let nodes = MOST_BUDGET * NODES_PER_STEP;
        let short = Limits::for_time(Duration::from_millis(20));
        for (limits, begun) in [
            (&Limits::default(), (Duration::ZERO, true)),
            (&short, (Duration::from_millis(20), false)),
        ] {
            finishing(&start, limits, begun, |finisher| {
                for plies in [9, 11, 13] {
                    assert_eq!(
                        finisher.finish(&first, mate_in(plies), Bound::Exact, nodes).1,
                        Bound::Lower
                    );
                    assert_eq!(finisher.last_budget, 0, "one budget for all of them");
                }
            });
        }
        // And the search for them ends when the time is up.
        finishing(&start, &short, (Duration::ZERO, false), |finisher| {
            assert_eq!(finisher.finish(&first, mate_in(9), Bound::Exact, nodes).1, Bound::Lower);
            assert!(finisher.last_budget < LAST_BUDGET, "the whole budget takes longer");
        });
        // What takes no more than that is still found.
        let ladder = game("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", "");
        finishing(&ladder, &Limits::default(), (Duration::ZERO, true), |finisher| {
            let (whole, bound) =
                finisher.finish(&line(&ladder, "a2a7"), mate_in(3), Bound::Exact, 0);
            assert_eq!((whole.len(), bound), (3, Bound::Exact));
        });
    }
}
