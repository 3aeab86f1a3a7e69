//! The initial positions of Chess960 by number.

use secateur::chess::Board;

/// The number of initial positions in Chess960.
pub const CHESS960_STARTS: u32 = 960;

/// The squares of the knights among the five that bishops and queen leave free, by number.
const KNIGHTS: [[usize; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

/// Returns the Chess960 initial position of this number in Scharnagl's numbering (518 is standard
/// chess). Larger numbers wrap around.
pub fn chess960_start(number: u32) -> Board {
    let number = (number % CHESS960_STARTS) as usize;
    let mut rank = [None; 8];
    rank[number % 4 * 2 + 1] = Some('b');
    rank[number / 4 % 4 * 2] = Some('b');
    let free = |rank: &[Option<char>; 8]| {
        (0..8).filter(|&file| rank[file].is_none()).collect::<Vec<usize>>()
    };
    rank[free(&rank)[number / 16 % 6]] = Some('q');
    let left = free(&rank);
    KNIGHTS[number / 96].iter().for_each(|&place| rank[left[place]] = Some('n'));
    free(&rank).into_iter().zip(['r', 'k', 'r']).for_each(|(file, piece)| rank[file] = Some(piece));
    let black: String = rank.into_iter().flatten().collect();
    let white = black.to_ascii_uppercase();
    let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1");
    fen.parse().expect("every start of Chess960 is sound")
}
