//! Counts the leaf nodes of the tree of legal moves:
//! `cargo run --release --example perft -- FEN DEPTH`.

use secateur::{Board, FenError, perft};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let fen = arguments.next().unwrap_or_else(|| Board::default().to_string());
    let depth = arguments.next().map_or(Ok(4), |depth| depth.parse())?;
    for line in leaf_counts(&fen, depth)? {
        println!("{line}");
    }
    Ok(())
}

/// Returns a line for each depth: the depth and the number of leaf nodes.
pub fn leaf_counts(fen: &str, depth: u32) -> Result<Vec<String>, FenError> {
    let board: Board = fen.parse()?;
    Ok((1..=depth).map(|depth| format!("{depth} {}", perft(&board, depth))).collect())
}
