//! Layer 5: the laboratory. Textbook algorithms live here, as oracles for the search that plays, and the benchmark, whose
//! node count is the signature of the search.

pub mod bench;
pub mod openings;
pub mod oracles;
