//! One game. Every move and every PV of a player is checked by the rules of another library,
//! `shakmaty`.

use crate::clock::Clock;
use crate::player::{OutputLine, Player, TIMEOUT, TimeSpent};
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

/// Beginning of the line that the engine prints when it finds tablebases.
const TABLES_FOUND: &str = "info string SyzygyPath: ";
/// Delays of the machine of at least this duration are counted.
const LONG_DELAY: Duration = Duration::from_millis(10);
/// Maximum time from `isready` to `readyok` during a search, without delays of the machine.
const MAX_READY_TIME: Duration = Duration::from_millis(50);
/// Longer games are ended.
const MAX_PLIES: usize = 600;

/// The game so far: the commands for both players, and the position in `shakmaty`.
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

    /// Parses a move. `None` if it is illegal or not in the notation of the castling mode.
    fn read(&self, text: &str) -> Option<Move> {
        let mv = UciMove::from_ascii(text.as_bytes()).ok()?.to_move(&self.board).ok()?;
        (mv.to_uci(self.mode).to_string() == text).then_some(mv)
    }

    fn play(&mut self, mv: Move) {
        self.keys.push(self.board.zobrist_hash(EnPassantMode::Legal));
        self.moves.push(mv.to_uci(self.mode).to_string());
        self.board.play_unchecked(mv);
    }

    /// Reason for the end of the game; `None` while it continues.
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
            () if self.moves.len() >= MAX_PLIES => Some("length"),
            () => None,
        }
    }

    fn position(&self) -> String {
        if self.moves.is_empty() {
            return format!("position fen {}", self.fen);
        }
        format!("position fen {} moves {}", self.fen, self.moves.join(" "))
    }

    /// The first illegal move of a line from this position.
    fn bad_move<'a>(&self, line: impl Iterator<Item = &'a str>) -> Option<&'a str> {
        let mut record = Record { keys: Vec::new(), ..self.clone() };
        for text in line {
            match record.read(text) {
                Some(mv) => record.board.play_unchecked(mv),
                None => return Some(text),
            }
        }
        None
    }

    /// Error in an answer to a search of this position: an illegal move, unless the answer is
    /// `(none)` and there is no legal move.
    fn error_in_answer(&self, answer: &Answer) -> Option<String> {
        let moves = std::iter::once(answer.best.as_str()).chain(answer.ponder.as_deref());
        let bad = self.bad_move(moves)?;
        let is_over =
            bad == "(none)" && answer.ponder.is_none() && self.board.legal_moves().is_empty();
        (!is_over).then(|| format!("answers '{bad}', which is illegal"))
    }
}

/// Answer of a player to `go`.
struct Answer {
    best: String,
    ponder: Option<String>,
    line: OutputLine,
}

/// The search of a player on the opponent's time.
struct Pondered {
    /// The expected move of the opponent.
    expected: String,
    /// The game after that move.
    record: Record,
}

/// A game in progress.
pub struct LiveGame<'a> {
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

impl<'a> LiveGame<'a> {
    /// Prepares both players for a random game.
    pub fn start(
        players: &'a mut [Player; 2],
        tables: Option<&Path>,
        clock: Clock,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<LiveGame<'a>, Fault> {
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
        Ok(LiveGame {
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

    /// Plays the game to the end.
    pub fn play(&mut self, rng: &mut Xoshiro256PlusPlus) -> Result<Played, Fault> {
        while self.record.end().is_none() {
            let side = self.to_move();
            let answer = self.request_move(side, rng)?;
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
            let stderr = player.stderr();
            if !stderr.is_empty() {
                self.faults.push(player.fault(Kind::StandardError, &stderr));
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

    /// Requests a move from the player to move, with its clock running.
    fn request_move(&mut self, side: usize, rng: &mut Xoshiro256PlusPlus) -> Result<Answer, Fault> {
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
        let answer = self.read_answer(side, &record, ready_sent)?;
        if is_hit {
            self.check_ponder_answer(side, &answer, start);
        }
        let taken = answer.line.at - start;
        self.update_clock(
            side,
            taken,
            machine_delay(taken, &spent, &answer.line.spent, self.setups[side].threads_at_work()),
        );
        Ok(answer)
    }

    /// Sends `isready` during a search; returns the time and the processor time spent by then.
    fn send_isready(&mut self, side: usize) -> Result<(Instant, TimeSpent), Fault> {
        let ready_sent = (Instant::now(), self.players[side].spent());
        self.players[side].send("isready")?;
        Ok(ready_sent)
    }

    /// Subtracts the time of a move, without the delay of the machine, from the clock, and adds the
    /// increment. After a loss on time the clock is zero.
    fn update_clock(&mut self, side: usize, taken: Duration, machine_delay: Duration) {
        self.played.slowest = self.played.slowest.max(taken);
        self.played.delayed_moves += u64::from(machine_delay >= LONG_DELAY);
        match self.left[side].checked_sub(taken.saturating_sub(machine_delay)) {
            Some(left) => self.left[side] = left + self.clock.increment,
            None => {
                let late = taken - self.left[side];
                let what = format!(
                    "is late by {late:.1?}, including {machine_delay:.1?} of machine delay"
                );
                self.faults.push(self.players[side].fault(Kind::Time, &what));
                self.left[side] = Duration::ZERO;
            }
        }
    }

    /// Waits for the answer to a search of this position, and checks every line. If `isready` was
    /// sent (`ready_sent`), the player must send `readyok` during the search.
    fn read_answer(
        &mut self,
        side: usize,
        record: &Record,
        ready_sent: Option<(Instant, TimeSpent)>,
    ) -> Result<Answer, Fault> {
        let deadline = Instant::now() + self.left[side] + TIMEOUT;
        let mut infos = Vec::new();
        let mut is_ready_pending = ready_sent.is_some();
        let line = loop {
            let line = self.players[side].read_line(deadline)?;
            match line.text.split(' ').next() {
                Some("bestmove") => break line,
                Some("readyok") if is_ready_pending => is_ready_pending = false,
                _ => infos.push(line.text),
            }
        };
        // The search may end before the player reads `isready`, but only soon after it was sent.
        if let Some(ready_sent) = ready_sent.filter(|_| is_ready_pending) {
            self.check_ready_time(side, &ready_sent, &line);
        }
        while is_ready_pending {
            is_ready_pending = self.players[side].read_line(deadline)?.text != "readyok";
        }
        for info in &infos {
            if let Some(error) = error_in_info(info, record) {
                self.faults
                    .push(self.players[side].fault(Kind::Warning, &format!("{error}: {info}")));
            }
        }
        let words: Vec<&str> = line.text.split(' ').collect();
        let (best, ponder) = match words[..] {
            ["bestmove", best] => (best.to_owned(), None),
            ["bestmove", best, "ponder", ponder] => (best.to_owned(), Some(ponder.to_owned())),
            _ => {
                return Err(
                    self.players[side].fault(Kind::Illegal, &format!("answers '{}'", line.text))
                );
            }
        };
        Ok(Answer { best, ponder, line })
    }

    /// Reports a fault if the search ended before `readyok` and had enough time to send it.
    fn check_ready_time(
        &mut self,
        side: usize,
        (at, spent): &(Instant, TimeSpent),
        line: &OutputLine,
    ) {
        let taken = line.at - *at;
        let machine_delay =
            machine_delay(taken, spent, &line.spent, self.setups[side].threads_at_work());
        if taken.saturating_sub(machine_delay) > MAX_READY_TIME {
            let what = format!(
                "sends no readyok during {taken:.1?} of a search, \
                 including {machine_delay:.1?} of machine delay"
            );
            self.faults.push(self.players[side].fault(Kind::Silent, &what));
        }
    }

    /// Reports a fault if a player answered before `stop` or `ponderhit` was `sent`.
    fn check_ponder_answer(&mut self, side: usize, answer: &Answer, sent: Instant) {
        if answer.line.at < sent {
            let what =
                format!("answers {:.1?} before the end of its pondering", sent - answer.line.at);
            self.faults.push(self.players[side].fault(Kind::Warning, &what));
        }
    }

    /// Starts pondering on the expected reply, if the player ponders.
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
        let mut record = self.record.clone();
        record.play(mv);
        let go = self.go("go ponder");
        self.players[side].send(&record.position())?;
        self.players[side].send(&go)?;
        self.pondered[side] = Some(Pondered { expected: reply, record });
        Ok(())
    }

    /// Stops pondering after another move or the end of the game. The answer is not used, but must
    /// be legal.
    fn end_pondering(&mut self, side: usize) -> Result<(), Fault> {
        let Some(pondered) = self.pondered[side].take() else { return Ok(()) };
        let sent = Instant::now();
        self.players[side].send("stop")?;
        let answer = self.read_answer(side, &pondered.record, None)?;
        self.check_ponder_answer(side, &answer, sent);
        if let Some(error) = pondered.record.error_in_answer(&answer) {
            self.faults.push(self.players[side].fault(Kind::Illegal, &error));
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
            let answer = self.read_answer(side, &record, None)?;
            if answer.best != "(none)" {
                return Err(
                    self.players[side].fault(Kind::Illegal, "has a move where there is none")
                );
            }
        }
        Ok(())
    }
}

/// Whether delays of the machine count as time of the player.
static IS_STRICT: LazyLock<bool> = LazyLock::new(|| std::env::var_os("SOAK_STRICT").is_some());

/// Delay of a move by the machine: the larger of the delay of the watchdog, and of the time without
/// CPU time for the player's threads, which never wait during a search.
fn machine_delay(taken: Duration, before: &TimeSpent, after: &TimeSpent, threads: u32) -> Duration {
    if *IS_STRICT {
        return Duration::ZERO;
    }
    let watchdog = after.machine_delay.saturating_sub(before.machine_delay);
    let cpu_time =
        after.cpu_time.zip(before.cpu_time).map(|(after, before)| after.saturating_sub(before));
    cpu_time.map_or(watchdog, |used| watchdog.max(taken.saturating_sub(used / threads)))
}

/// Sets the options of a player. Unexpected output is reported as a warning.
pub fn prepare(
    player: &mut Player,
    setup: &Setup,
    variant: Variant,
    tables: Option<&Path>,
) -> Result<Vec<Fault>, Fault> {
    for line in setup.lines(variant, tables) {
        player.send(&line)?;
    }
    let output = player.request("isready", "readyok")?;
    let is_expected = |line: &&OutputLine| line.text.starts_with(TABLES_FOUND);
    Ok(output
        .iter()
        .filter(|line| !is_expected(line))
        .map(|line| player.fault(Kind::Warning, &format!("sends '{}'", line.text)))
        .collect())
}

/// Error in an `info` line of a search.
fn error_in_info(info: &str, record: &Record) -> Option<String> {
    let words: Vec<&str> = info.split(' ').collect();
    if words[0] != "info" {
        return Some("not a UCI line".to_owned());
    }
    if words.get(1) == Some(&"string") {
        return Some("a warning".to_owned());
    }
    let pv = words.iter().position(|word| *word == "pv");
    let line = pv.map_or(&[][..], |at| &words[at + 1..]);
    if words.get(1) == Some(&"depth") && !words.contains(&"score") && !words.contains(&"currmove") {
        return Some("no score".to_owned());
    }
    record.bad_move(line.iter().copied()).map(|text| format!("'{text}' in the PV is illegal"))
}
