//! Rules of chess: perft, move properties, text formats, symmetry.

#[path = "../targets/rules.rs"]
mod against_shakmaty;
#[path = "../support/program.rs"]
mod program;
#[path = "../support/shared.rs"]
mod shared;
#[path = "../support/strategies.rs"]
mod strategies;

mod attacks;
mod castling;
mod checks;
mod draws;
mod epd;
mod fen_repair;
mod game;
mod lenient_moves;
mod make;
mod marks;
mod moves;
mod perft;
mod perft_difference;
mod perft_options;
mod perft_suite;
mod pgn;
mod pgn_people;
mod polyglot;
mod polyglot_key;
mod repaired;
mod rules;
mod see;
mod symmetry;
mod text;
mod upcoming_repetition;
