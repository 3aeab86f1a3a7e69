//! Layer 4: forced mates. One [prover] serves both uses: [`go_mate`] answers `go mate`, and
//! [completion] adds the moves that a mate PV lacks.

pub mod completion;
pub mod go_mate;
pub mod prover;
