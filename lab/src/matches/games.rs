//! The games of a match, as PGN and as HTML pages.
//!
//! Comments have the form of fastchess and cutechess: `{+0.31/12 0.500s}` is the score in pawns for
//! the side that moved, the depth and the time. The last one ends with the reason of the result.

use crate::matches::log;
use crate::matches::play::{MatchPlan, MatchResult, opening};
use crate::samples::{GameEnd, PlayedGame, PlayedMove};
use secateur::chess::pgn::{Item, Node, PgnGame, Variation};
use secateur::chess::{Board, Game};
use secateur::files::write_atomically;
use secateur::tools::analysis::{AnalysedMove, DisplayScore, ScoreAndWdl};
use secateur::tools::annotate::as_json;
use secateur::tools::opening_names;
use secateur::tools::page::{Cell, Crosstable, GameEntry, GamesTarget, WriteError};
use serde_json::{Value, json};
use std::path::Path;

impl PlayedGame {
    /// The result in the notation of PGN.
    fn result(&self) -> &'static str {
        ["0-1", "1/2-1/2", "1-0"][self.points.min(2) as usize]
    }

    /// The reason of the result in words.
    fn reason(&self) -> String {
        let [winner, loser] =
            if self.points == 2 { ["White", "Black"] } else { ["Black", "White"] };
        match self.end {
            GameEnd::Checkmate => format!("{winner} mates"),
            GameEnd::Time => format!("{loser} loses on time"),
            GameEnd::Adjudication if self.points == 1 => "Draw by adjudication".to_owned(),
            GameEnd::Adjudication => format!("{winner} wins by adjudication"),
            GameEnd::Stalemate => "Draw by stalemate".to_owned(),
            GameEnd::Threefold => "Draw by 3-fold repetition".to_owned(),
            GameEnd::FiftyMoves => "Draw by fifty moves rule".to_owned(),
            GameEnd::InsufficientMaterial => "Draw by insufficient mating material".to_owned(),
            GameEnd::MoveLimit => "Draw by move limit".to_owned(),
        }
    }

    /// The reason of the result, as the header `Termination` names it.
    fn termination(&self) -> &'static str {
        match self.end {
            GameEnd::Time => "time forfeit",
            GameEnd::Adjudication | GameEnd::MoveLimit => "adjudication",
            _ => "normal",
        }
    }
}

/// The header `Event` of each game.
pub const EVENT: &str = "Secateur match";

/// The names of both sides; equal names get a number.
fn names(plan: &MatchPlan) -> [String; 2] {
    let [a, b] = &plan.names;
    if a == b { [format!("{a} (1)"), format!("{b} (2)")] } else { plan.names.clone() }
}

/// The games of a match in the order of their openings, with their headers and comments.
struct Record<'a> {
    plan: &'a MatchPlan,
    names: [String; 2],
    date: String,
}

impl Record<'_> {
    /// A game of a pair; the first side is White in the first game.
    fn pgn(&self, pair: usize, second: bool, played: &PlayedGame) -> (PgnGame, Vec<AnalysedMove>) {
        let start = opening(self.plan, pair);
        let [white, black] = if second { [1, 0] } else { [0, 1] };
        let mut headers = vec![
            ("Event", EVENT.to_owned()),
            ("Site", "?".to_owned()),
            ("Date", self.date.clone()),
            ("Round", format!("{}.{}", pair + 1, usize::from(second) + 1)),
            ("White", self.names[white].clone()),
            ("Black", self.names[black].clone()),
            ("Result", played.result().to_owned()),
        ];
        if start.needs_chess960() {
            headers.push(("Variant", "Chess960".to_owned()));
        }
        if start != Board::default() {
            headers.extend([("SetUp", "1".to_owned()), ("FEN", start.to_string())]);
        }
        headers.extend([
            ("PlyCount", played.moves.len().to_string()),
            ("Termination", played.termination().to_owned()),
            ("TimeControl", self.time_control(white, black)),
        ]);
        let mut game = Game::new(start);
        let (mut nodes, mut judged) = (Vec::new(), Vec::new());
        for (index, step) in played.moves.iter().enumerate() {
            let board = *game.board();
            let Ok(mv) = board.parse_uci(&step.uci) else { break };
            let value = ScoreAndWdl::of(step.score, &board);
            let mut text = comment(value.score, step);
            if index + 1 == played.moves.len() {
                text += &format!(", {}", played.reason());
            }
            nodes.push(Node { mv: Some(mv), tail: vec![Item::Comment(text)] });
            let best = vec![mv];
            let (before, after) = (value, value);
            judged.push(AnalysedMove { board, mv, before, after, best, loss: 0, mark: None });
            game.play(mv);
        }
        if let Some(opening) = opening_names::of_game(&game) {
            headers.extend([("ECO", opening.eco.to_owned()), ("Opening", opening.name)]);
        }
        let named = |(name, value): (&str, String)| (name.to_owned(), value);
        let game = PgnGame {
            headers: headers.into_iter().map(named).collect(),
            start,
            line: Variation { lead: Vec::new(), moves: nodes },
            result: played.result().to_owned(),
            repairs: Vec::new(),
        };
        (game, judged)
    }

    /// The header `TimeControl`: seconds and increment, or `-` without a clock.
    fn time_control(&self, white: usize, black: usize) -> String {
        let players = [&self.plan.a, &self.plan.b];
        let [white, black] = [white, black].map(|side| {
            let clock = players[side].time;
            clock.map_or_else(
                || "-".to_owned(),
                |time| format!("{}+{}", time.base.as_secs_f64(), time.increment.as_secs_f64()),
            )
        });
        if white == black { white } else { format!("{white}:{black}") }
    }

    /// The data of a game for its page.
    fn found(
        &self,
        number: usize,
        (game, judged): (PgnGame, Vec<AnalysedMove>),
        of: &PlayedGame,
    ) -> Value {
        let mut bare = game;
        bare.line.moves.iter_mut().for_each(|node| node.tail.clear());
        if let Some(last) = bare.line.moves.last_mut() {
            last.tail.push(Item::Comment(of.reason()));
        }
        let mut found = as_json(number, &bare, &judged);
        // The players are not judged by another search.
        (found["white"], found["black"]) = (Value::Null, Value::Null);
        for (value, step) in found["moves"].as_array_mut().into_iter().flatten().zip(&of.moves) {
            (value["depth"], value["seconds"]) = (json!(step.depth), json!(step.seconds));
        }
        found
    }
}

/// The comment of a move.
fn comment(score: DisplayScore, step: &PlayedMove) -> String {
    let score = match score {
        DisplayScore::Centipawns(0) => "0.00".to_owned(),
        DisplayScore::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
        DisplayScore::Mate(moves) if moves > 0 => format!("+M{moves}"),
        DisplayScore::Mate(moves) => format!("-M{}", -moves),
    };
    format!("{score}/{} {:.3}s", step.depth, step.seconds)
}

/// Writes the games of a match as PGN.
pub fn write_pgn(path: &Path, plan: &MatchPlan, result: &MatchResult) -> Result<(), WriteError> {
    let record = Record { plan, names: names(plan), date: today() };
    let mut text = String::new();
    for (pair, second, played) in result.played() {
        let (game, _) = record.pgn(pair, second, played);
        text += &format!("{game}\n");
    }
    Ok(write_atomically(path, &text)?)
}

/// Writes the games of a match as HTML pages with a crosstable. Returns a hint if a page is large.
pub fn write_pages(
    target: &GamesTarget,
    plan: &MatchPlan,
    result: &MatchResult,
) -> Result<Option<String>, WriteError> {
    let record = Record { plan, names: names(plan), date: today() };
    let mut games = Vec::new();
    let mut pairs: Vec<Vec<Cell>> = Vec::new();
    for (pair, second, played) in result.played() {
        let game = record.pgn(pair, second, played);
        let text = game.0.to_string();
        games.push((record.found(games.len() + 1, game, played), text));
        if !second {
            pairs.push(Vec::new());
        }
        let points = if second { 2 - played.points } else { played.points };
        let (reason, plies) = (played.reason(), played.moves.len());
        let cell = Cell { points, is_white: !second, reason, plies };
        pairs.last_mut().expect("a pair begins with its first game").push(cell);
    }
    let elo = result.pairs.elo();
    let table = Crosstable {
        players: record.names.clone(),
        wdl: result.wdl,
        elo: elo.value,
        interval: elo.interval,
        pairs,
    };
    let entries: Vec<GameEntry<'_>> =
        games.iter().map(|(found, pgn)| GameEntry { found, pgn }).collect();
    target.write_with_hint(&entries, Some(&table))
}

/// Today's date in the form of PGN, UTC.
fn today() -> String {
    log::today().format("%Y.%m.%d").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::play::Player;
    use crate::statistics::Pentanomial;
    use secateur::chess::pgn::read_games;
    use secateur::score::mate_in;
    use secateur::search::Techniques;

    fn played(moves: &[&str], points: u64, end: GameEnd) -> PlayedGame {
        let step = |(index, uci): (usize, &&str)| PlayedMove {
            uci: (*uci).to_owned(),
            score: if index % 2 == 0 { -180 } else { mate_in(1) },
            depth: 7 + index as u32,
            seconds: 0.25,
        };
        PlayedGame { moves: moves.iter().enumerate().map(step).collect(), points, end }
    }

    fn finished() -> (MatchPlan, MatchResult) {
        let player = || Player::with_nodes(Techniques::FULL, 1);
        let mut plan = MatchPlan::new("net – net", player(), player(), 2);
        plan.label += ", factors: Killers=false"; // not part of the names
        plan.openings = vec![Board::default()].into();
        let games = [
            played(&["f2f3", "e7e5", "g2g4", "d8h4"], 0, GameEnd::Checkmate),
            played(&["g1f3"], 1, GameEnd::Adjudication),
        ];
        let result = MatchResult {
            label: plan.label.clone(),
            wdl: [0, 1, 1],
            pairs: Pentanomial([0, 1, 0, 0, 0]),
            games: vec![(0, games)],
            ..MatchResult::default()
        };
        (plan, result)
    }

    #[test]
    fn comments_have_the_form_of_fastchess() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("match.pgn");
        let (plan, result) = finished();
        write_pgn(&path, &plan, &result).expect("written");
        let text = std::fs::read_to_string(&path).expect("the file exists");
        let moves = "1. f3 {-1.00/7 0.250s} 1... e5 {+M1/8 0.250s} 2. g4 {-1.00/9 0.250s} \
                     2... Qh4# {+M1/10 0.250s, Black mates} 0-1";
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(moves), "{text}");
        assert!(words.contains("1. Nf3 {-1.00/7 0.250s, Draw by adjudication} 1/2-1/2"), "{text}");
        let games = read_games(text.as_bytes());
        let [first, second] = [0, 1].map(|index| games[index].as_ref().expect("a valid game"));
        let header = |game: &PgnGame, name| game.header(name).expect("a header").to_owned();
        assert_eq!(
            ["White", "Round", "Result"].map(|n| header(first, n)),
            ["net (1)", "1.1", "0-1"]
        );
        assert_eq!(
            ["White", "Round", "Termination"].map(|n| header(second, n)),
            ["net (2)", "1.2", "adjudication"]
        );
        assert!(first.repairs.is_empty() && first.line.moves.len() == 4);
    }

    #[test]
    fn pages_have_the_games_and_their_crosstable() {
        let folder = tempfile::tempdir().expect("a folder");
        let (plan, result) = finished();
        let target = GamesTarget::begin(&folder.path().join("m.html")).expect("a file");
        assert_eq!(write_pages(&target, &plan, &result).expect("written"), None);
        let page = std::fs::read_to_string(target.front()).expect("the file exists");
        for text in [
            r#""players":["net (1)","net (2)"]"#,
            r#""interval":null"#,
            r#"{"is_white":true,"plies":4,"points":0,"reason":"Black mates"}"#,
            r#"{"is_white":false,"plies":1,"points":1,"reason":"Draw by adjudication"}"#,
            r#""d":10"#,
        ] {
            assert!(page.contains(text), "{text}");
        }
    }
}
