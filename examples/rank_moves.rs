//! Ranks all legal moves by a short search of each: `cargo run --release --example rank_moves -- FEN`.

use secateur::{Board, Engine, Game, Limits, Settings, centipawns};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let fen = std::env::args().nth(1).unwrap_or_else(|| Board::default().to_string());
    for (san, score) in rank_moves(&fen, 10_000)? {
        println!("{score:+5} {san}");
    }
    Ok(())
}

/// Returns the legal moves in SAN with their scores in centipawns, the best first.
pub fn rank_moves(fen: &str, nodes: u64) -> Result<Vec<(String, i32)>, Box<dyn std::error::Error>> {
    let board: Board = fen.parse()?;
    let mut engine = Engine::new(Settings { hash_megabytes: 4, ..Settings::default() })?;
    engine.set_game(Game::new(board));
    println!("static evaluation: {:+} centipawns", centipawns(engine.evaluate(), &board));

    let mut ranked = Vec::new();
    for mv in board.legal_moves() {
        let limits = Limits { search_moves: vec![mv], ..Limits::to_nodes(nodes) };
        let answer = engine.find_move(&limits);
        ranked.push((board.san(mv), centipawns(answer.score, &board)));
    }
    ranked.sort_by_key(|&(_, score)| -score);
    Ok(ranked)
}
