//! Layer 6: what an engine is asked for besides a game. Each tool takes positions or games and
//! gives back data; the command line and the protocol show it.
//!
//! [`solve`] solves suites; [`analysis`] and [`mod@annotate`] are for people with positions and
//! games of their own; [`mod@bench`] gives the search its signature and its speed; [`health`] looks
//! at the machine and at files; [`mod@tree`] writes down what a search does, and [`page`] makes
//! pages for browsers of what is found. [`openings`] makes random openings, [`genfens`] offers them
//! to testing frameworks, [`suites`] holds the suites in the binary, and [`mod@fingerprint`] tells
//! evaluations apart.

pub mod analysis;
pub mod annotate;
pub mod bench;
pub mod fingerprint;
pub mod genfens;
pub mod health;
pub mod openings;
pub mod page;
pub mod solve;
pub mod suites;
pub mod tree;
