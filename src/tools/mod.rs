//! Layer 6: what an engine is asked for besides a game. Each tool takes positions or games and
//! gives back data; the command line and the protocol show it.
//!
//! [`solve`] solves suites; [`analysis`] and [`mod@annotate`] are for people with positions and
//! games of their own; [`mod@explain`] takes an evaluation apart; [`mod@bench`] gives the search its
//! signature, [`speedtest`] measures its speed; [`health`] looks at the machine and at files;
//! [`suites`] come with the program, [`defaults`] with the user; [`mod@tree`] writes down what a search does, and [`page`] makes
//! pages for browsers of what is found.

pub mod analysis;
pub mod annotate;
pub mod bench;
pub mod defaults;
pub mod explain;
pub mod health;
pub mod page;
pub mod solve;
pub mod speedtest;
pub mod suites;
pub mod tree;
