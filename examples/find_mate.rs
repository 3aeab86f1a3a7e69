//! Finds a mate: `cargo run --release --example find_mate -- FEN MOVES`.

use secateur::{Board, Engine, Game, Limits, Settings, moves_to_mate};

/// Mate in two by Paul Morphy.
const PROBLEM: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let fen = arguments.next().unwrap_or_else(|| PROBLEM.to_owned());
    let moves = arguments.next().map_or(Ok(2), |moves| moves.parse())?;
    println!("{}", find_mate(&fen, moves)?);
    Ok(())
}

/// Returns a mate in at most this number of moves as a line in SAN, or a message without one.
pub fn find_mate(fen: &str, moves: u32) -> Result<String, Box<dyn std::error::Error>> {
    let mut engine = Engine::new(Settings::default())?;
    engine.set_game(Game::new(fen.parse()?));

    // The search ends when the mate is proved, or after ten million nodes.
    let limits = Limits { mate: Some(moves), nodes: Some(10_000_000), ..Limits::default() };
    let answer = engine.find_move(&limits);

    let mut board: Board = *engine.board();
    let mut line = String::new();
    for &mv in &answer.pv {
        line += &format!(" {}", board.san(mv));
        board = board.after(mv);
    }
    Ok(match moves_to_mate(answer.score) {
        Some(found) if found > 0 && found as u32 <= moves => format!("mate in {found}:{line}"),
        _ => format!("no mate in {moves} found"),
    })
}
