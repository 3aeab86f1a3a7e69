//! One game. Every move and every line that a player sends is judged by the rules of `shakmaty`,
//! not by ours.

use crate::clock::Clock;
use crate::player::{PATIENCE, Player, Said, Spent};
use crate::setup::{Setup, Start, Variant};
use crate::tally::{Fault, Kind, Played};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move, Position};
use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// What is said when tablebases are turned on.
const TABLES_FOUND: &str = "info string SyzygyPath: ";
/// A move that the machine holds up for so long is worth a word.
const LONG: Duration = Duration::from_millis(10);
/// `isready` is answered before the search has gone on for so long, not counting what the machine
/// gives to others.
const PROMPT: Duration = Duration::from_millis(50);
/// Longer games are cut.
const MOST_PLIES: usize = 600;

/// The game so far, as it is sent to both players and as `shakmaty` plays it.
#[derive(Clone)]
struct Record {
    fen: String,
    mode: CastlingMode,
    moves: Vec<String>,
    board: Chess,
    keys: Vec<Zobrist64>,
}

impl Record {
    fn begin(start: &Start, rng: &mut Xoshiro256PlusPlus) -> Record {
        let (fen, mode, board) = (start.fen.clone(), start.variant.mode(), start.board.clone());
        let mut record = Record { fen, mode, moves: Vec::new(), board, keys: Vec::new() };
        for _ in 0..start.first_moves(rng) {
            let legal = record.board.legal_moves();
            if legal.is_empty() {
                break;
            }
            record.play(legal[rng.random_range(0..legal.len())]);
        }
        record
    }

    /// The move that the text stands for: a legal one, written as the mode wants it.
    fn read(&self, text: &str) -> Option<Move> {
        let mv = UciMove::from_ascii(text.as_bytes()).ok()?.to_move(&self.board).ok()?;
        (mv.to_uci(self.mode).to_string() == text).then_some(mv)
    }

    fn play(&mut self, mv: Move) {
        self.keys.push(self.board.zobrist_hash(EnPassantMode::Legal));
        self.moves.push(mv.to_uci(self.mode).to_string());
        self.board.play_unchecked(mv);
    }

    /// How it has ended, if it has.
    fn end(&self) -> Option<&'static str> {
        let key: Zobrist64 = self.board.zobrist_hash(EnPassantMode::Legal);
        match () {
            () if self.board.legal_moves().is_empty() && self.board.is_check() => Some("mate"),
            () if self.board.legal_moves().is_empty() => Some("stalemate"),
            () if self.board.halfmoves() >= 100 => Some("fifty moves"),
            () if self.board.is_insufficient_material() => Some("too few pieces"),
            () if self.keys.iter().filter(|&&other| other == key).count() >= 2 => {
                Some("repetition")
            }
            () if self.moves.len() >= MOST_PLIES => Some("length"),
            () => None,
        }
    }

    fn position(&self) -> String {
        if self.moves.is_empty() {
            return format!("position fen {}", self.fen);
        }
        format!("position fen {} moves {}", self.fen, self.moves.join(" "))
    }

    /// The first move of a line that is not legal where it is reported.
    fn bad_move<'a>(&self, line: impl Iterator<Item = &'a str>) -> Option<&'a str> {
        let mut then = Record { keys: Vec::new(), ..self.clone() };
        for text in line {
            match then.read(text) {
                Some(mv) => then.board.play_unchecked(mv),
                None => return Some(text),
            }
        }
        None
    }

    /// What is wrong with an answer to a search of this position: what cannot be played, unless
    /// there is nothing to play.
    fn trouble_with(&self, answer: &Answer) -> Option<String> {
        let moves = std::iter::once(answer.best.as_str()).chain(answer.ponder.as_deref());
        let bad = self.bad_move(moves)?;
        let is_over =
            bad == "(none)" && answer.ponder.is_none() && self.board.legal_moves().is_empty();
        (!is_over).then(|| format!("answers '{bad}', which cannot be played"))
    }
}

/// What a player has answered.
struct Answer {
    best: String,
    ponder: Option<String>,
    said: Said,
}

/// What a player thinks on in the time of the other.
struct Pondered {
    /// The move that it expects.
    expected: String,
    /// The game with that move.
    then: Record,
}

/// A game under way.
pub struct Table<'a> {
    players: &'a mut [Player; 2],
    setups: [Setup; 2],
    /// The player with the white pieces.
    white: usize,
    record: Record,
    clock: Clock,
    left: [Duration; 2],
    pondered: [Option<Pondered>; 2],
    /// Faults that do not end the game.
    pub faults: Vec<Fault>,
    played: Played,
}

impl<'a> Table<'a> {
    /// Sets both players for a game.
    pub fn set(
        players: &'a mut [Player; 2],
        tables: Option<&Path>,
        clock: Clock,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Table<'a>, Fault> {
        let start = Start::draw(rng);
        let setups = [Setup::draw(rng), Setup::draw(rng)];
        let mut faults = Vec::new();
        for (player, setup) in players.iter_mut().zip(&setups) {
            faults.extend(prepare(player, setup, start.variant, tables)?);
        }
        let record = Record::begin(&start, rng);
        let played = Played {
            chess960: start.variant == Variant::Chess960,
            ending: start.variant == Variant::Ending,
            tables: tables.is_some() && setups.iter().any(|setup| setup.has_tables),
            pondering: setups.iter().any(|setup| setup.ponders),
            ..Played::default()
        };
        let white = rng.random_range(0..2);
        Ok(Table {
            players,
            setups,
            white,
            record,
            clock,
            left: [clock.base; 2],
            pondered: [None, None],
            faults,
            played,
        })
    }

    /// Plays it to the end.
    pub fn play(&mut self, rng: &mut Xoshiro256PlusPlus) -> Result<Played, Fault> {
        while self.record.end().is_none() {
            let side = self.to_move();
            let answer = self.think(side, rng)?;
            let Some(mv) = self.record.read(&answer.best) else {
                return Err(
                    self.players[side].fault(Kind::Illegal, &format!("plays '{}'", answer.best))
                );
            };
            self.record.play(mv);
            self.played.moves += 1;
            if self.left[side].is_zero() {
                break;
            }
            self.ponder(side, answer)?;
        }
        for side in [0, 1] {
            self.end_pondering(side)?;
        }
        self.send_go_after_the_end(rng)?;
        for player in self.players.iter() {
            let complaints = player.complaints();
            if !complaints.is_empty() {
                self.faults.push(player.fault(Kind::StandardError, &complaints));
            }
        }
        self.played.end = if self.left.iter().any(Duration::is_zero) {
            "time"
        } else {
            self.record.end().unwrap_or("")
        };
        Ok(self.played.clone())
    }

    fn to_move(&self) -> usize {
        if self.record.board.turn() == Color::White { self.white } else { 1 - self.white }
    }

    fn go(&self, command: &str) -> String {
        let [white, black] =
            [self.white, 1 - self.white].map(|side| self.left[side].as_millis().max(1));
        let increment = self.clock.increment.as_millis();
        format!("{command} wtime {white} btime {black} winc {increment} binc {increment}")
    }

    /// Lets a player think on its own clock.
    fn think(&mut self, side: usize, rng: &mut Xoshiro256PlusPlus) -> Result<Answer, Fault> {
        let played = self.record.moves.last();
        let is_hit =
            self.pondered[side].as_ref().is_some_and(|pondered| Some(&pondered.expected) == played);
        if is_hit {
            self.pondered[side] = None;
        } else {
            self.end_pondering(side)?;
            let position = self.record.position();
            self.players[side].send(&position)?;
        }
        let command = if is_hit { "ponderhit".to_owned() } else { self.go("go") };
        let (start, spent) = (Instant::now(), self.players[side].spent());
        self.players[side].send(&command)?;
        let ready_sent = if rng.random_bool(0.05) { Some(self.send_isready(side)?) } else { None };
        if rng.random_bool(0.03) {
            self.players[side].send("stop")?;
        }
        let record = self.record.clone();
        let answer = self.listen(side, &record, ready_sent)?;
        if is_hit {
            self.judge_patience(side, &answer, start);
        }
        let taken = answer.said.at - start;
        self.count_time(
            side,
            taken,
            held_up(taken, &spent, &answer.said.spent, self.setups[side].threads_at_work()),
        );
        Ok(answer)
    }

    /// Sends `isready` during a search; returns the time and the processor time spent by then.
    fn send_isready(&mut self, side: usize) -> Result<(Instant, Spent), Fault> {
        let ready_sent = (Instant::now(), self.players[side].spent());
        self.players[side].send("isready")?;
        Ok(ready_sent)
    }

    /// Takes the time of a move off the clock, but not what the machine gave to others; none is
    /// left if it was too long.
    fn count_time(&mut self, side: usize, taken: Duration, held_up: Duration) {
        self.played.slowest = self.played.slowest.max(taken);
        self.played.held_up += u64::from(held_up >= LONG);
        match self.left[side].checked_sub(taken.saturating_sub(held_up)) {
            Some(left) => self.left[side] = left + self.clock.increment,
            None => {
                let late = taken - self.left[side];
                let what = format!("is late by {late:.1?}, {held_up:.1?} of that by the machine");
                self.faults.push(self.players[side].fault(Kind::Time, &what));
                self.left[side] = Duration::ZERO;
            }
        }
    }

    /// Waits for the answer to a search of this position, and judges every line.
    /// After `isready` (`ready_sent`), the player must send `readyok` during the search.
    fn listen(
        &mut self,
        side: usize,
        record: &Record,
        ready_sent: Option<(Instant, Spent)>,
    ) -> Result<Answer, Fault> {
        let deadline = Instant::now() + self.left[side] + PATIENCE;
        let mut infos = Vec::new();
        let mut waits_for_ready = ready_sent.is_some();
        let said = loop {
            let said = self.players[side].hear(deadline)?;
            match said.text.split(' ').next() {
                Some("bestmove") => break said,
                Some("readyok") if waits_for_ready => waits_for_ready = false,
                _ => infos.push(said.text),
            }
        };
        // The search may have ended before the question was read, but not long after it was sent.
        if let Some(ready_sent) = ready_sent.filter(|_| waits_for_ready) {
            self.judge_deafness(side, &ready_sent, &said);
        }
        while waits_for_ready {
            waits_for_ready = self.players[side].hear(deadline)?.text != "readyok";
        }
        for info in &infos {
            if let Some(trouble) = judge(info, record) {
                self.faults
                    .push(self.players[side].fault(Kind::Warning, &format!("{trouble}: {info}")));
            }
        }
        let words: Vec<&str> = said.text.split(' ').collect();
        let (best, ponder) = match words[..] {
            ["bestmove", best] => (best.to_owned(), None),
            ["bestmove", best, "ponder", ponder] => (best.to_owned(), Some(ponder.to_owned())),
            _ => {
                return Err(
                    self.players[side].fault(Kind::Illegal, &format!("answers '{}'", said.text))
                );
            }
        };
        Ok(Answer { best, ponder, said })
    }

    /// The search has answered, and the question that was sent in its midst has not been: was there
    /// time?
    fn judge_deafness(&mut self, side: usize, (at, spent): &(Instant, Spent), said: &Said) {
        let went_on = said.at - *at;
        let held_up = held_up(went_on, spent, &said.spent, self.setups[side].threads_at_work());
        if went_on.saturating_sub(held_up) > PROMPT {
            let what = format!(
                "is deaf to isready for {went_on:.1?} of a search, {held_up:.1?} of that by the machine"
            );
            self.faults.push(self.players[side].fault(Kind::Silent, &what));
        }
    }

    /// A player that ponders may not answer before `stop` or `ponderhit`, sent at this time.
    fn judge_patience(&mut self, side: usize, answer: &Answer, sent: Instant) {
        if answer.said.at < sent {
            let what =
                format!("answers {:.1?} before the end of its pondering", sent - answer.said.at);
            self.faults.push(self.players[side].fault(Kind::Warning, &what));
        }
    }

    /// Lets a player that ponders think on after its move.
    fn ponder(&mut self, side: usize, answer: Answer) -> Result<(), Fault> {
        let Some(reply) = answer.ponder else { return Ok(()) };
        let Some(mv) = self.record.read(&reply) else {
            let what = format!("expects '{reply}' after '{}'", answer.best);
            self.faults.push(self.players[side].fault(Kind::Illegal, &what));
            return Ok(());
        };
        if !self.setups[side].ponders || self.record.end().is_some() {
            return Ok(());
        }
        let mut then = self.record.clone();
        then.play(mv);
        let go = self.go("go ponder");
        self.players[side].send(&then.position())?;
        self.players[side].send(&go)?;
        self.pondered[side] = Some(Pondered { expected: reply, then });
        Ok(())
    }

    /// Another move was played, or none: the answer to what was pondered on counts for nothing, but
    /// must be sound all the same.
    fn end_pondering(&mut self, side: usize) -> Result<(), Fault> {
        let Some(pondered) = self.pondered[side].take() else { return Ok(()) };
        let sent = Instant::now();
        self.players[side].send("stop")?;
        let answer = self.listen(side, &pondered.then, None)?;
        self.judge_patience(side, &answer, sent);
        if let Some(trouble) = pondered.then.trouble_with(&answer) {
            self.faults.push(self.players[side].fault(Kind::Illegal, &trouble));
        }
        Ok(())
    }

    /// After the end of the game, sometimes sends `go` to both players.
    fn send_go_after_the_end(&mut self, rng: &mut Xoshiro256PlusPlus) -> Result<(), Fault> {
        if !self.record.board.legal_moves().is_empty() || rng.random_bool(0.5) {
            return Ok(());
        }
        let (position, record) = (self.record.position(), self.record.clone());
        for side in [0, 1] {
            self.players[side].send(&position)?;
            self.players[side].send("go wtime 100 btime 100")?;
            let answer = self.listen(side, &record, None)?;
            if answer.best != "(none)" {
                return Err(
                    self.players[side].fault(Kind::Illegal, "has a move where there is none")
                );
            }
        }
        Ok(())
    }
}

/// The clock on the wall counts, whatever else the machine does.
static IS_STRICT: LazyLock<bool> = LazyLock::new(|| std::env::var_os("SOAK_STRICT").is_some());

/// For how much of the time of a move the machine had other things to do: the watchdog slept longer
/// than requested, or the player's threads, which do not wait in a search, had less of the
/// processors than there is.
fn held_up(taken: Duration, before: &Spent, after: &Spent, threads: u32) -> Duration {
    if *IS_STRICT {
        return Duration::ZERO;
    }
    let asleep = after.held_up.saturating_sub(before.held_up);
    let processors =
        after.processors.zip(before.processors).map(|(after, before)| after.saturating_sub(before));
    processors.map_or(asleep, |had| asleep.max(taken.saturating_sub(had / threads)))
}

/// Sets a player; what it says to that is a warning.
pub fn prepare(
    player: &mut Player,
    setup: &Setup,
    variant: Variant,
    tables: Option<&Path>,
) -> Result<Vec<Fault>, Fault> {
    for line in setup.lines(variant, tables) {
        player.send(&line)?;
    }
    let said = player.ask("isready", "readyok")?;
    let is_expected = |said: &&Said| said.text.starts_with(TABLES_FOUND);
    Ok(said
        .iter()
        .filter(|said| !is_expected(said))
        .map(|said| player.fault(Kind::Warning, &format!("says '{}'", said.text)))
        .collect())
}

/// Error in an `info` line of a search.
fn judge(info: &str, record: &Record) -> Option<String> {
    let words: Vec<&str> = info.split(' ').collect();
    if words[0] != "info" {
        return Some("no line of the protocol".to_owned());
    }
    if words.get(1) == Some(&"string") {
        return Some("a warning".to_owned());
    }
    let pv = words.iter().position(|word| *word == "pv");
    let line = pv.map_or(&[][..], |at| &words[at + 1..]);
    if words.get(1) == Some(&"depth") && !words.contains(&"score") && !words.contains(&"currmove") {
        return Some("no score".to_owned());
    }
    record
        .bad_move(line.iter().copied())
        .map(|text| format!("'{text}' cannot be played in the line"))
}
