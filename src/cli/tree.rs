//! `secateur tree`: draws the search tree of a position.

use super::input::{evaluation_file, evaluator, position};
use super::json::Json;
use super::numbers::{count, time, within};
use super::overwrite::OutputKind;
use super::resume::{Interrupted, stop_on_interrupt};
use super::search_options::{default_hash, name_source};
use super::techniques::TechniqueOptions;
use crate::chess::Board;
use crate::chess::fen::CastlingMode;
use crate::engine::Settings;
use crate::eval::{DEFAULT_NAME, Evaluator};
use crate::files::{self, write_atomically};
use crate::screen::{is_stderr_redrawable, width, wrap};
use crate::search::limits::{MAX_DEPTH, MAX_HASH};
use crate::search::{Limits, Progress, Signals, Techniques};
use crate::tools::page;
use crate::tools::tree::drawing::{Drawing, Search, draw};
use crate::tools::tree::legend::LEGEND;
use crate::tools::tree::{Tree, dot, grow};
use anyhow::{Result, anyhow, bail};
use clap::Args;
use console::Term;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Default number of rows of a page: about five megabytes.
const ROWS: u64 = 50_000;
/// Maximum number of rows; more would make a page of more than ten megabytes.
const MAX_ROWS: u64 = 90_000;
/// Default depth in plies, if no limit is given.
const DEPTH: u32 = 6;
/// Default file of the page.
const PAGE: &str = "tree.html";

/// Searches a position with one thread and records every node: move, window, depth, reduction,
/// expected and actual node type, score, and the technique that ended the node. The result is an
/// HTML page that opens in any browser without a server.
///
/// The page has a tree to unfold, with pruned moves marked. It shows the board of the selected node
/// and the totals of each technique. If the tree has more nodes than rows, nodes at low depth with
/// small subtrees are folded into their parents. Ctrl-C stops the search; the page has the tree so
/// far.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub struct TreeOptions {
    /// Position as FEN, or startpos
    #[arg(value_name = "FEN", required = true, num_args = 1..)]
    fen: Vec<String>,
    /// Depth limit, in plies (1 to 239); 6 if no limit is given
    #[arg(long, value_name = "D", value_parser = within::<u32>(1..=MAX_DEPTH))]
    depth: Option<u32>,
    /// Time limit of each search: seconds, or 300ms, 5m, 1h
    #[arg(long, value_name = "S", value_parser = time)]
    time: Option<Duration>,
    /// Node limit of each search, such as 200000, 200k or 1.5m
    #[arg(long, value_name = "N", value_parser = count)]
    nodes: Option<u64>,
    #[command(flatten)]
    techniques: TechniqueOptions,
    /// Search again with this preset and show both trees side by side, with the first node that
    /// differs
    #[arg(long, value_name = "PRESET")]
    compare: Option<String>,
    /// Also search the nodes that forward pruning cut, and report the nodes saved. These searches
    /// fill the hash table, so the tree differs slightly
    #[arg(long)]
    audit: bool,
    /// Write the page to this file; tree.html if none of --out, --json and --dot is given
    #[arg(long, value_name = "HTML")]
    out: Option<PathBuf>,
    #[command(flatten)]
    json: Json,
    /// Write the tree as a graph for Graphviz
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Maximum number of rows of the page
    #[arg(long, value_name = "N", default_value_t = ROWS, value_parser = within::<u64>(1..=MAX_ROWS))]
    rows: u64,
    /// Evaluation: network, material or a network file
    #[arg(long, value_name = "NAME", default_value = DEFAULT_NAME)]
    eval: String,
    /// Size of the hash table, in megabytes (1 to 33554432)
    #[arg(long, value_name = "MB", default_value_t = default_hash(), value_parser = within::<u64>(1..=MAX_HASH))]
    hash: u64,
}

const AFTER_HELP: &str = "\
Examples:
  secateur tree 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 10' --depth 6
  secateur tree '8/8/8/3k4/3p4/3P4/3K4/8 w - - 0 1' --preset papers --audit
  secateur tree startpos --depth 4 --preset plain --compare papers --json tree.json

Exit codes:
  0  done
  2  invalid input; the error message names the place
  130  interrupted; the tree so far is written";

/// Runs `secateur tree`, which records the search tree of a position and writes an HTML page.
pub fn run(options: &TreeOptions) -> Result<ExitCode> {
    let board = position(&options.fen, CastlingMode::Guess)?;
    if board.count_moves() == 0 {
        bail!("there is no legal move in this position, so there is no tree");
    }
    let has_data_output = options.json.is_wanted() || options.dot.is_some();
    let page = options.out.clone().or_else(|| (!has_data_output).then(|| PathBuf::from(PAGE)));
    let outputs = [page.as_deref(), options.json.file(), options.dot.as_deref()];
    options.json.check_name()?;
    files::check(evaluation_file(&options.eval), outputs.into_iter().flatten())?;
    options.json.check_replaced(outputs.into_iter().flatten(), OutputKind::TREE)?;
    let evaluator = evaluator(&options.eval)?;
    let signals = stop_on_interrupt()?;
    let mut searches = vec![(options.techniques.description(), options.techniques.techniques()?)];
    if let Some(preset) = &options.compare {
        let techniques =
            Techniques::preset(preset).map_err(|error| anyhow!("--compare: {error}"))?;
        searches.push((preset.to_ascii_lowercase(), techniques));
    }
    let mut trees = Vec::new();
    for (name, techniques) in searches {
        if trees.is_empty() || !signals.is_stopped() {
            trees.push(options.grow(&name, &board, techniques, &evaluator, &signals)?);
        }
    }
    let reached = trees.iter().map(|tree| tree.answer.depth).max().unwrap_or_default();
    let depth = options.limits().depth.unwrap_or(reached);
    let drawing = draw(&board, depth, &trees, options.rows as usize / trees.len());
    options.write(&drawing, page.as_deref())?;
    drawing.searches.iter().for_each(|search| print_result(search, &options.json));
    if let [_, other] = &drawing.searches[..] {
        print_difference(other, drawing.first_difference, &options.json);
    }
    if let Some(path) = page {
        options.json.say(format_args!("page written to {}", path.display()));
    }
    if signals.is_stopped() {
        bail!(Interrupted(format!("at depth {reached}; the tree so far is written")));
    }
    Ok(ExitCode::SUCCESS)
}

impl TreeOptions {
    fn limits(&self) -> Limits {
        let has_other = self.time.is_some() || self.nodes.is_some();
        let depth = self.depth.or((!has_other).then_some(DEPTH));
        Limits { depth, nodes: self.nodes, move_time: self.time, ..Limits::default() }
    }

    fn grow(
        &self,
        name: &str,
        board: &Board,
        techniques: Techniques,
        evaluator: &Evaluator,
        signals: &Signals,
    ) -> Result<Tree> {
        let mut techniques = techniques;
        if self.audit {
            techniques.switches.audit = 1;
        }
        let settings = Settings {
            techniques,
            hash_megabytes: self.hash as usize,
            move_overhead: Duration::ZERO,
            ..Settings::default()
        };
        let tree = grow(name, board, settings, evaluator.clone(), &self.limits(), signals, show);
        if is_stderr_redrawable() {
            let _ = Term::stderr().clear_line();
        }
        tree.map_err(|error| name_source(error, self.hash))
    }

    fn write(&self, drawing: &Drawing, page: Option<&Path>) -> Result<()> {
        if let Some(path) = page {
            write_atomically(path, &page::tree(drawing)?)?;
        }
        self.json.write_compact(drawing)?;
        if let Some(path) = &self.dot {
            write_atomically(path, &dot::graph(drawing))?;
        }
        Ok(())
    }
}

/// Shows the progress at a terminal, where a line can be drawn again.
fn show(progress: &Progress) {
    if is_stderr_redrawable() {
        let term = Term::stderr();
        let seconds = progress.time.as_secs();
        let _ = term.clear_line(); // a failed write does not stop the search
        let _ = term.write_str(&format!("searching, {} nodes, {seconds} s", progress.nodes));
    }
}

/// Prints where two trees differ first.
fn print_difference(search: &Search, first_difference: Option<[usize; 2]>, json: &Json) {
    let place = first_difference.map(|[_, row]| search.path_of(row));
    let text = match place.as_deref() {
        None => "the two trees are equal".to_owned(),
        Some("") => "the two trees differ at the root".to_owned(),
        Some(moves) => format!("first difference after {moves}"),
    };
    json.say(format_args!("{text}"));
}

/// Prints the result of the search and the totals of each technique.
fn print_result(search: &Search, json: &Json) {
    let line = if search.line.is_empty() { "no move" } else { &search.line };
    let beginning = format!("{}: score {}, PV", search.name, search.score);
    for text in wrap(&beginning, line, 4, width()) {
        json.say(format_args!("{text}"));
    }
    json.say(format_args!("{} nodes, {} of them shown", search.nodes, search.rows.len()));
    let is_audited = search.totals.iter().any(|total| total.saved.is_some());
    let columns = if is_audited { 4 } else { 3 };
    let is_narrow = width().is_some_and(|width| width < 26 + 13 * columns);
    let (name_width, number_width) = if is_narrow { (20, 11) } else { (26, 12) };
    let row = |name: &str, cells: [String; 4]| {
        let shown = &cells[..columns];
        let cells: String = shown.iter().map(|cell| format!(" {cell:>number_width$}")).collect();
        json.say(format_args!("{name:<name_width$}{cells}"));
    };
    row("technique", HEADS.map(str::to_owned));
    for total in &search.totals {
        let saved = total.saved.map_or_else(String::new, |saved| saved.to_string());
        let [tried, won] = match (total.tried, total.won) {
            // a rule of the game ends a node without an attempt
            (0, 0) => [String::new(), total.ended.to_string()],
            (tried, won) => [tried.to_string(), won.to_string()],
        };
        row(LEGEND[total.reason].name, [tried, won, total.spent.to_string(), saved]);
    }
}

/// Column headings of the table of techniques. Nodes of an attempt inside another count for both.
const HEADS: [&str; 4] = ["tried", "won", "nodes spent", "nodes saved"];
