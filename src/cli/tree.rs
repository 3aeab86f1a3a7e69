//! `secateur tree`: the search tree of a position, to be looked at.

use super::input::{castling, evaluation_file, position};
use super::techniques::TechniqueOptions;
use crate::chess::Board;
use crate::engine::DEFAULT_HASH_MEGABYTES;
use crate::eval::{DEFAULT_NAME, Evaluator, evaluator_named};
use crate::files::{self, write_whole};
use crate::quote::quoted;
use crate::search::Techniques;
use crate::tools::page;
use crate::tools::tree::drawing::{Drawing, Search, draw};
use crate::tools::tree::rooms::ROOMS;
use crate::tools::tree::{Tree, dot, grow};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Rows of a page, unless told otherwise: some five megabytes.
const ROWS: u64 = 50_000;
/// More would make a page of more than ten megabytes.
const MOST_ROWS: u64 = 90_000;
/// Where the page goes if nothing else is asked for.
const PAGE: &str = "tree.html";

/// Searches a position with one thread and writes down what the search does at each node: move,
/// window, depth left and taken off, type expected and found, score, what ended it, and on what
/// evidence. The page opens from disk in any browser: the tree to open and close, what was cut
/// drawn as cut, the board of the node under the cursor, and what each room did in all. Where the
/// search has more nodes than rows, those with little depth left and few nodes are folded into
/// their parents.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct Options {
    /// The position, or startpos
    #[arg(value_name = "FEN", required = true, num_args = 1..)]
    fen: Vec<String>,
    /// Plies
    #[arg(long, value_name = "D", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    #[command(flatten)]
    techniques: TechniqueOptions,
    /// Search once more with this preset, and draw both side by side with the node at which they
    /// part
    #[arg(long, value_name = "PRESET")]
    compare: Option<String>,
    /// Search each node that null move, multi-cut, ProbCut in any form, reverse futility or
    /// razoring has cut all the same, and tell what was saved. What these searches store helps the
    /// search that goes on, so its tree is not quite the one without
    #[arg(long)]
    price: bool,
    /// Write the page here; without this and --json and --dot, to tree.html
    #[arg(long, value_name = "HTML")]
    out: Option<PathBuf>,
    /// Write what the page shows as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the tree as a graph for Graphviz
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Rows of a tree at most
    #[arg(long, value_name = "N", default_value_t = ROWS, value_parser = clap::value_parser!(u64).range(1..=MOST_ROWS))]
    rows: u64,
    /// The evaluation: material, stand-in, linear, network, or a file of weights or of a network
    #[arg(long, value_name = "NAME", default_value = DEFAULT_NAME)]
    eval: String,
    /// Megabytes of transposition table
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_HASH_MEGABYTES as u64, value_parser = clap::value_parser!(u64).range(1..=1_048_576))]
    hash: u64,
}

const AFTER_HELP: &str = "\
Examples:
  secateur tree 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10' --depth 6
  secateur tree '8/8/8/3k4/3p4/3P4/3K4/8 w - - 0 1' --preset papers --set null-move.mode=verified --price
  secateur tree startpos --depth 4 --preset plain --compare papers --json tree.json

Exit codes:
  0  done
  2  the input is bad; one line says where";

/// Grows the tree and writes it.
pub fn run(options: &Options) -> Result<ExitCode> {
    let board = position(&options.fen, castling(false))?;
    let asks_for_data = options.json.is_some() || options.dot.is_some();
    let page = options.out.clone().or_else(|| (!asks_for_data).then(|| PathBuf::from(PAGE)));
    let outputs = [&page, &options.json, &options.dot];
    files::check(evaluation_file(&options.eval), outputs.into_iter().flatten())?;
    let evaluator = evaluator_named(&options.eval).map_err(|error| anyhow!("--eval: {error}"))?;
    let mut trees = vec![options.grow(
        &options.techniques.description(),
        &board,
        options.techniques.techniques()?,
        &evaluator,
    )?];
    if let Some(preset) = &options.compare {
        let name = quoted(preset);
        let techniques = Techniques::preset(preset)
            .ok_or_else(|| anyhow!("--compare: '{name}' is none of full, papers, plain, bare"))?;
        trees.push(options.grow(&preset.to_ascii_lowercase(), &board, techniques, &evaluator)?);
    }
    let drawing = draw(&board, options.depth, &trees, options.rows as usize / trees.len());
    options.write(&drawing, page.as_deref())?;
    drawing.searches.iter().for_each(tell);
    if let Some(path) = page {
        println!("the page is {}", path.display());
    }
    Ok(ExitCode::SUCCESS)
}

impl Options {
    fn grow(
        &self,
        name: &str,
        board: &Board,
        techniques: Techniques,
        evaluator: &Evaluator,
    ) -> Result<Tree> {
        let mut techniques = techniques;
        if self.price {
            techniques.rules.audit = 1;
        }
        Ok(grow(name, board, self.depth, techniques, evaluator.clone(), self.hash as usize)?)
    }

    fn write(&self, drawing: &Drawing, page: Option<&Path>) -> Result<()> {
        if let Some(path) = page {
            write_whole(path, &page::tree(drawing)?)?;
        }
        if let Some(path) = &self.json {
            write_whole(path, &serde_json::to_string(drawing).context("--json")?)?;
        }
        if let Some(path) = &self.dot {
            write_whole(path, &dot::graph(drawing))?;
        }
        Ok(())
    }
}

/// Says what the search has found and what its rooms did.
fn tell(search: &Search) {
    println!(
        "{}: {} by {}",
        search.name,
        search.score,
        if search.line.is_empty() { "no move" } else { &search.line }
    );
    println!("{} nodes, {} of them drawn", search.nodes, search.rows.len());
    println!("{:<26} {:>12} {:>12} {:>12}", "room", "nodes ended", "nodes spent", "nodes saved");
    for total in &search.totals {
        let saved = total.saved.map_or_else(String::new, |saved| saved.to_string());
        let name = ROOMS[total.room].name;
        println!("{name:<26} {:>12} {:>12} {saved:>12}", total.ended, total.spent);
    }
}
