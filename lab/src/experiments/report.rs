//! Reports of experiments: Markdown and CSV tables, and the page of all results.

use crate::experiments::catalogue;
use crate::experiments::experiment::{ExperimentRecord, ExperimentVerdict, Figures};
use crate::experiments::trees::{Cell, TreeResults};
use crate::matches::report::match_table;
use secateur::screen::wrap;
use secateur::search::statistics::Statistic;
use std::fmt::Write as _;

/// The cells of a tree-size comparison as CSV, one per line.
pub fn csv(trees: &TreeResults) -> String {
    let mut text = "configuration,depth,positions,solved,judged,nodes,interior,leaves,quiescence,evaluations,cuts,first_move_cuts,\
                    milliseconds,disagreements,ratio,ratio_low,ratio_high,geometric_ratio"
        .to_owned();
    for statistic in Statistic::ALL {
        let name = statistic.name().replace(' ', "_");
        let _ = write!(text, ",{name}_tried,{name}_won,{name}_nodes");
    }
    text.push('\n');
    for cell in &trees.cells {
        let _ = write!(
            text,
            "\"{}\",{},{},{},{},{:.0},{},{},{},{},{},{},{:.0},{},{:.4},{:.4},{:.4},{:.4}",
            cell.label,
            cell.depth,
            cell.positions,
            cell.solved[0],
            cell.solved[1],
            cell.total(),
            cell.nodes[0],
            cell.nodes[1],
            cell.nodes[2],
            cell.evaluations,
            cell.cuts[0],
            cell.cuts[1],
            cell.milliseconds,
            cell.disagreements,
            cell.ratio.value,
            cell.ratio.low,
            cell.ratio.high,
            cell.geometric
        );
        for statistic in Statistic::ALL {
            let [tried, won, nodes] = cell.counts[statistic as usize];
            let _ = write!(text, ",{tried},{won},{nodes}");
        }
        text.push('\n');
    }
    text
}

/// The Markdown section of one experiment. `plot` is the name of its SVG file, if any.
pub fn section(record: &ExperimentRecord, plot: Option<&str>) -> String {
    let mut text = String::new();
    let known = catalogue::find(&record.name);
    let title = known.map_or("", |experiment| experiment.title);
    let _ = writeln!(text, "## {} {title}\n", record.id);
    let verdict = record.judgement.verdict;
    let mut paragraph = format!("**{}.**", verdict.word());
    if let Some(experiment) = known {
        let _ =
            write!(paragraph, " Claim: {} Criterion: {}.", experiment.claim, experiment.criterion);
    }
    let reason = match verdict {
        ExperimentVerdict::Quick => None,
        _ => catalogue::reason(&record.name, verdict),
    };
    let notes: Vec<&str> = reason.into_iter().chain(catalogue::limit(&record.name)).collect();
    if !notes.is_empty() {
        // The run of this record may be another one, with other positions and depths.
        let _ = write!(paragraph, " Remarks on the run of the notebook: {}", notes.join(" "));
    }
    add_wrapped(&mut text, &paragraph);
    if verdict != ExperimentVerdict::Quick {
        text.push_str("\n| holds | found |\n|---|---|\n");
        for ground in &record.judgement.grounds {
            let (holds, found) = ground.split_once(": ").unwrap_or(("", ground));
            let _ = writeln!(text, "| {holds} | {found} |");
        }
    }
    text.push('\n');
    for line in known.map_or(&[][..], |experiment| experiment.printed) {
        let _ = writeln!(text, "{line}");
    }
    if known.is_some_and(|experiment| !experiment.printed.is_empty()) {
        text.push('\n');
    }
    if let Some(trees) = &record.outcome.trees {
        tree_table(&mut text, trees);
    }
    if let Some(figures) = &record.outcome.figures {
        figure_table(&mut text, figures);
    }
    if !record.outcome.matches.is_empty() {
        match_table(&mut text, &record.outcome.matches);
    }
    if let Some(plot) = plot {
        let _ = writeln!(text, "![{title}]({plot})\n");
    }
    let source = known.map_or("", |experiment| experiment.source);
    let _ = writeln!(text, "| source | command | commit | processor |\n|---|---|---|---|");
    let ExperimentRecord { command, commit, processor, .. } = record;
    let _ = writeln!(text, "| {source} | `{command}` | {commit} | {processor} |\n");
    text
}

/// Adds a paragraph in lines of at most 100 columns.
fn add_wrapped(text: &mut String, paragraph: &str) {
    wrap("", paragraph, 0, Some(100)).iter().for_each(|line| *text += &format!("{line}\n"));
}

fn millions(nodes: f64) -> String {
    if nodes >= 1e6 { format!("{:.2} M", nodes / 1e6) } else { format!("{:.1} k", nodes / 1e3) }
}

fn tree_table(text: &mut String, trees: &TreeResults) {
    let shown: Vec<Statistic> = trees.show.iter().map(|&index| Statistic::ALL[index]).collect();
    let _ = write!(
        text,
        "| configuration | depth | nodes | nodes / {} (95 %) | geometric mean | leaves | quiescence | solved | score differs | time |",
        trees.reference
    );
    shown.iter().for_each(|statistic| {
        let _ = write!(text, " {} won/tried (nodes) |", statistic.name());
    });
    let _ = writeln!(text, "\n|---|{}", "---:|".repeat(9 + shown.len()));
    for cell in &trees.cells {
        tree_row(text, cell, &shown);
    }
    text.push('\n');
}

fn tree_row(text: &mut String, cell: &Cell, shown: &[Statistic]) {
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let _ = write!(
        text,
        "| {} | {} | {} | {} % ({}–{}) | {} % | {} | {} | {} / {} | {} | {:.1} s |",
        cell.label,
        cell.depth,
        millions(cell.total()),
        percent(cell.ratio.value),
        percent(cell.ratio.low),
        percent(cell.ratio.high),
        percent(cell.geometric),
        millions(cell.nodes[1] as f64),
        millions(cell.nodes[2] as f64),
        cell.solved[0],
        cell.solved[1],
        cell.disagreements,
        cell.milliseconds / 1e3
    );
    for statistic in shown {
        let [tried, won, nodes] = cell.counts[*statistic as usize];
        let _ = write!(text, " {won} / {tried} ({}) |", millions(nodes as f64));
    }
    text.push('\n');
}

fn figure_table(text: &mut String, figures: &Figures) {
    let _ =
        writeln!(text, "| {} |\n|{}", figures.head.join(" | "), "---|".repeat(figures.head.len()));
    for row in &figures.rows {
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
    text.push('\n');
}

/// First line of the page of results.
pub const TITLE: &str = "# The papers' experiments, on chess\n";

/// The anchor that GitHub gives to a heading.
fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-');
    heading.to_lowercase().chars().filter(kept).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The page of all results: a table of verdicts, then a section for each experiment.
/// Each result comes with the name of its SVG file, if any.
pub fn page(results: &[(ExperimentRecord, Option<String>)]) -> String {
    let mut text = TITLE.to_owned() + "\n";
    add_wrapped(
        &mut text,
        "This page holds the results of the papers' experiments; `secateur-lab report` writes it. \
        The page docs/dev/papers.md of the source explains the documents S0 to S4. Searches run to \
        a fixed depth, so node counts are reproducible at the named commit. Older commits use \
        `secateur lab run` instead of `secateur-lab run`. Times depend on what else runs on the \
        machine. Elo is limited to ±1200; +1200 without an interval means that every game was won. *nodes / X*: \
        the nodes of all positions, divided by those of configuration X, with a 95 % bootstrap \
        interval. *score differs*: positions whose root score differs from that of X. \
        *won/tried (nodes)*: successes and attempts of a technique, and the nodes of its \
        searches.",
    );
    text += "\n| experiment | verdict |\n|---|---|\n";
    for (record, _) in results {
        let title = catalogue::find(&record.name).map_or("", |experiment| experiment.title);
        let heading = format!("{} {title}", record.id);
        let (anchor, verdict) = (anchor(&heading), record.judgement.verdict.word());
        let _ = writeln!(text, "| [{heading}](#{anchor}) | {verdict} |");
    }
    text.push('\n');
    for (record, plot) in results {
        text.push_str(&section(record, plot.as_deref()));
    }
    text
}
