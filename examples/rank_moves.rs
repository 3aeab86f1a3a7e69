//! Ranks all legal moves by a short search of each:
//! `cargo run --release --example rank_moves -- FEN`.

use secateur::{Board, Engine, Game, Limits, Settings, centipawns, moves_to_mate};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let fen = std::env::args().nth(1).unwrap_or_else(|| Board::default().to_string());
    let board: Board = fen.parse()?;
    for (san, score) in rank_moves(&board, 10_000)? {
        match moves_to_mate(score) {
            Some(moves) => println!("{:>5} {san}", format!("#{moves}")),
            None => println!("{:+5} {san}", centipawns(score, &board)),
        }
    }
    Ok(())
}

/// Returns the legal moves in SAN with their scores in internal units, the best first.
pub fn rank_moves(
    board: &Board,
    nodes: u64,
) -> Result<Vec<(String, i32)>, Box<dyn std::error::Error>> {
    let mut engine = Engine::new(Settings { hash_megabytes: 4, ..Settings::default() })?;
    engine.set_game(Game::new(*board));

    let mut ranked = Vec::new();
    for mv in board.legal_moves() {
        let limits = Limits { search_moves: vec![mv], ..Limits::with_nodes(nodes) };
        let answer = engine.find_move(&limits);
        ranked.push((board.san(mv), answer.score));
    }
    ranked.sort_by_key(|&(_, score)| -score);
    Ok(ranked)
}
