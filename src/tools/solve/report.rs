//! Reports of a run: a table and CSV.

use super::record::{PositionResult, Setup, SuiteRecord};
use super::tally::Tally;
use crate::quote::escaped;
use crate::tools::analysis::DisplayScore;

/// A column of a table.
struct Column {
    head: &'static str,
    cells: Vec<String>,
    /// Whether the column is text, aligned to the left.
    is_text: bool,
    /// The weight of the column. On a narrow terminal, columns of low weight disappear first;
    /// weight 0 stays.
    weight: u32,
}

impl Column {
    fn width(&self) -> usize {
        let cells = self.cells.iter().map(|cell| cell.chars().count());
        cells.chain([self.head.chars().count()]).max().unwrap_or_default()
    }
}

/// The number of spaces between two columns.
const GAP: usize = 2;

/// The number of solved positions, and of those with a solution if some have none.
fn solved(tally: &Tally) -> String {
    let Tally { solved, judged, positions, .. } = tally;
    if judged == positions { solved.to_string() } else { format!("{solved} of {judged}") }
}

/// Formats the totals of a suite run by suite and engine as a text table. If there are several
/// suites, their sum follows. The table has fewer columns if the width is too small.
pub fn table(record: &SuiteRecord, width: Option<usize>) -> String {
    let rows = rows(record);
    let column = |head, is_text, weight, cell: &dyn Fn(&SumRow) -> String| Column {
        head,
        cells: rows.iter().map(cell).collect(),
        is_text,
        weight,
    };
    let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let mut columns = vec![
        column("suite", true, 0, &|row| row.suite.clone()),
        column("engine", true, 0, &|row| row.engine.clone()),
        column("positions", false, 4, &|row| row.tally.positions.to_string()),
        column("solved", false, 0, &|row| solved(&row.tally)),
        column("%", false, 6, &|row| format!("{:.1}", row.tally.percent())),
        column("points", false, 5, &|row| format!("{}/{}", row.tally.points, row.tally.max_points)),
        column("nodes", false, 2, &|row| row.tally.nodes.to_string()),
        column("time", false, 3, &|row| format!("{:.1} s", row.tally.seconds)),
        column("to solution: time", false, 2, &|row| {
            or_none(row.tally.mean_seconds_to_solution().map(|time| format!("{time:.3} s")))
        }),
        column("nodes", false, 1, &|row| {
            or_none(row.tally.mean_nodes_to_solution().map(|nodes| nodes.to_string()))
        }),
    ];
    let has_points = rows.iter().any(|row| row.tally.max_points > 0);
    columns.retain(|column| match column.head {
        "engine" => record.settings.engines.len() > 1,
        "points" => has_points,
        _ => true,
    });
    shrink(&mut columns, width);
    lay_out(&columns, rows.len())
}

/// Removes columns, those of the lowest weight first, until the table fits.
fn shrink(columns: &mut Vec<Column>, width: Option<usize>) {
    let Some(width) = width else { return };
    let whole = |columns: &[Column]| {
        columns.iter().map(|column| column.width() + GAP).sum::<usize>().saturating_sub(GAP)
    };
    while whole(columns) > width {
        let lightest = columns
            .iter()
            .enumerate()
            .filter(|(_, column)| column.weight > 0)
            .min_by_key(|(_, column)| column.weight)
            .map(|(index, _)| index);
        match lightest {
            Some(index) => drop(columns.remove(index)),
            None => return,
        }
    }
}

fn lay_out(columns: &[Column], rows: usize) -> String {
    let line = |cell: &dyn Fn(&Column) -> String| {
        let cells: Vec<String> = columns
            .iter()
            .map(|column| {
                let width = column.width();
                let text = cell(column);
                if column.is_text { format!("{text:width$}") } else { format!("{text:>width$}") }
            })
            .collect();
        cells.join(&" ".repeat(GAP)) + "\n"
    };
    let head = line(&|column| column.head.to_owned());
    head + &(0..rows).map(|row| line(&|column| column.cells[row].clone())).collect::<String>()
}

/// A row of totals.
struct SumRow {
    suite: String,
    engine: String,
    tally: Tally,
}

/// A row for each suite and engine, and for all suites together if there are several.
fn rows(record: &SuiteRecord) -> Vec<SumRow> {
    let suites = &record.settings.suites;
    let engines = record.settings.engine_count();
    let total = (suites.len() > 1).then_some((None, "total"));
    let groups = suites.iter().enumerate().map(|(index, suite)| (Some(index), suite.name.as_str()));
    let mut rows = Vec::new();
    for (suite, name) in groups.chain(total) {
        for engine in 0..engines {
            let own = record.positions.iter().filter(|result| {
                result.engine == engine && suite.is_none_or(|suite| result.suite == suite)
            });
            rows.push(SumRow {
                suite: escaped(name),
                engine: escaped(&engine_name(record, engine)),
                tally: Tally::of(own),
            });
        }
    }
    rows
}

/// Returns the name of the engine with this index in a suite run.
pub fn engine_name(record: &SuiteRecord, engine: usize) -> String {
    record.settings.engines.get(engine).map_or_else(|| "Secateur".to_owned(), |e| e.name.clone())
}

/// Formats a suite run as CSV (RFC 4180) with a header and one row per position.
pub fn csv(record: &SuiteRecord) -> String {
    let mut text = String::new();
    for result in &record.positions {
        let cells = cells(record, result);
        if text.is_empty() {
            text = csv_line(cells.iter().map(|(name, _)| (*name).to_owned()));
        }
        text.push_str(&csv_line(cells.into_iter().map(|(_, value)| value)));
    }
    text
}

/// The columns of a position in the CSV file: names and values.
fn cells(record: &SuiteRecord, result: &PositionResult) -> Vec<(&'static str, String)> {
    let Setup { suites, engines, .. } = &record.settings;
    let suite = suites.get(result.suite).map(|suite| &suite.name);
    let engine = engines.get(result.engine).map(|engine| ("engine", engine.name.clone()));
    let effort_to_solution = result.effort_to_solution;
    let (score, mate) = match result.score {
        DisplayScore::Centipawns(score) => (Some(score), None),
        DisplayScore::Mate(moves) => (None, Some(moves)),
    };
    let mut cells = vec![("suite", or_empty(suite))];
    cells.extend(engine);
    cells.extend([
        ("id", result.id.clone()),
        ("fen", result.fen.clone()),
        ("expected", result.expected.clone()),
        ("played", or_empty(result.played.as_ref())),
        ("solved", or_empty(result.solved)),
        ("points", or_empty(result.points)),
        ("max_points", or_empty(result.max_points)),
        ("score", or_empty(score)),
        ("mate", or_empty(mate)),
        ("depth", result.depth.to_string()),
        ("nodes", result.nodes.to_string()),
        ("seconds", format!("{:?}", result.seconds)),
        ("nodes_to_solution", or_empty(effort_to_solution.map(|effort| effort.nodes))),
        (
            "seconds_to_solution",
            or_empty(effort_to_solution.map(|effort| format!("{:?}", effort.seconds))),
        ),
    ]);
    cells
}

fn or_empty(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// A line of CSV; cells with special characters are quoted.
fn csv_line(cells: impl Iterator<Item = String>) -> String {
    let quoted = |cell: String| {
        let is_special = cell.contains([',', '"', '\n', '\r']);
        if is_special { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
    };
    cells.map(quoted).collect::<Vec<_>>().join(",") + "\n"
}
