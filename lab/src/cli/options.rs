//! Groups of options that several subcommands have.

use crate::cli::evaluator;
use crate::learn::selfplay::SelfPlaySettings;
use crate::matches::play::{self, MatchPlan, Player, TimeControl};
use anyhow::Result;
use clap::Args;
use secateur::chess::Board;
use secateur::cli::numbers::{count, within};
use secateur::eval::{DEFAULT_NAME, Evaluator};
use secateur::quote::counted;
use secateur::search::Techniques;
use secateur::search::limits::MAX_HASH;
use secateur::tools::genfens;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Default hash size of each side in megabytes: with fixed nodes, and with a time control.
const HASH: [usize; 2] = [play::HASH, 16];

/// Command-line options of self-play and of searches of single positions.
#[derive(Debug, Args)]
pub struct SearchOptions {
    /// Number of threads; each has its own hash table
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = within::<usize>(1..=1024))]
    pub threads: usize,
    /// Evaluation: material, piece-square, linear, network, or a weights or network file
    #[arg(long, value_name = "NAME", default_value = DEFAULT_NAME)]
    pub eval: String,
    /// Size of the hash table of each thread, in megabytes; cleared before each game, and in a
    /// test set before each position
    #[arg(long, value_name = "MB", default_value_t = 2, value_parser = within::<usize>(1..=65_536))]
    pub hash: usize,
}

impl SearchOptions {
    /// The evaluation of `--eval`.
    pub fn evaluator(&self) -> Result<Evaluator> {
        evaluator("--eval", &self.eval)
    }

    /// The settings of the searches, with a soft node limit and a share of Chess960 games.
    pub fn settings(&self, soft_nodes: u64, chess960: f64) -> SelfPlaySettings {
        SelfPlaySettings { soft_nodes, chess960, hash_megabytes: self.hash }
    }
}

/// Command-line options of the games of a match or a tuning.
#[derive(Debug, Args)]
pub struct GameOptions {
    /// Nodes for each move. Without nodes and time control, a match has 20000 and a tuning 10000
    #[arg(long, value_name = "N", value_parser = count)]
    nodes: Option<u64>,
    /// Time control in seconds, base+increment, such as 2+0.02. With 2+0.02@500, 500 nodes count as
    /// a millisecond
    #[arg(long, value_name = "B+I", conflicts_with = "nodes")]
    tc: Option<TimeControl>,
    /// Opening book, a file of FEN or EPD lines; epd/openings.epd by default. Repeated positions
    /// are dropped
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// Hash size of each side in megabytes; by default 4 with fixed nodes, 16 with a time control
    #[arg(long, value_name = "MB", value_parser = within::<usize>(1..=MAX_HASH))]
    hash: Option<usize>,
}

impl GameOptions {
    /// A side with these techniques and the limits of the options. `nodes` is the default.
    pub fn player(&self, techniques: Techniques, nodes: u64) -> Player {
        match self.tc {
            Some(time) => Player::with_time(techniques, time),
            None => Player::with_nodes(techniques, self.nodes.unwrap_or(nodes)),
        }
    }

    /// Sets the openings and the hash size of a match.
    pub fn apply(&self, plan: &mut MatchPlan) -> Result<()> {
        if let Some(path) = &self.openings {
            plan.openings = read_openings(path)?;
        }
        plan.hash = self.hash.unwrap_or(HASH[usize::from(self.tc.is_some())]);
        Ok(())
    }
}

/// The openings of a book, each position once: repeated games would count as independent ones.
fn read_openings(path: &Path) -> Result<Arc<[Board]>> {
    let mut openings = genfens::read_book(&path.to_string_lossy())?;
    let (all, mut known) = (openings.len(), HashSet::new());
    openings.retain(|board| known.insert(board.key()));
    let repeated = (all - openings.len()) as u64;
    if repeated > 0 {
        let openings = counted(repeated, "repeated opening was", "repeated openings were");
        eprintln!("{}: {openings} dropped", path.display());
    }
    Ok(openings.into())
}
