//! Reports of a run: a table, CSV and a plot.

use super::record::{Solution, SuiteRecord};
use super::tally::Tally;
use crate::chart;
use serde::Serialize;

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

/// Formats the totals of a run by suite and engine as a table with a header. If there are several
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
        column("solved", false, 0, &|row| row.tally.solved.to_string()),
        column("%", false, 6, &|row| format!("{:.1}", row.tally.percent())),
        column("points", false, 5, &|row| {
            format!("{}/{}", row.tally.points, row.tally.most_points)
        }),
        column("nodes", false, 2, &|row| row.tally.nodes.to_string()),
        column("time", false, 3, &|row| format!("{:.1} s", row.tally.seconds)),
        column("until right: time", false, 2, &|row| {
            or_none(row.tally.mean_seconds_to_solution().map(|time| format!("{time:.3} s")))
        }),
        column("nodes", false, 1, &|row| {
            or_none(row.tally.mean_nodes_to_solution().map(|nodes| nodes.to_string()))
        }),
    ];
    let has_points = rows.iter().any(|row| row.tally.most_points > 0);
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
    let engines = record.settings.engines.len().max(1);
    let total = (suites.len() > 1).then_some((None, "total"));
    let groups = suites.iter().enumerate().map(|(index, suite)| (Some(index), suite.name.as_str()));
    let mut rows = Vec::new();
    for (suite, name) in groups.chain(total) {
        for engine in 0..engines {
            let own = record.positions.iter().filter(|solution| {
                solution.engine == engine && suite.is_none_or(|suite| solution.suite == suite)
            });
            rows.push(SumRow {
                suite: name.to_owned(),
                engine: engine_name(record, engine),
                tally: Tally::of(own),
            });
        }
    }
    rows
}

/// Returns the name of the engine with this index in a run.
pub fn engine_name(record: &SuiteRecord, engine: usize) -> String {
    record.settings.engines.get(engine).map_or_else(|| "Secateur".to_owned(), |e| e.name.clone())
}

/// A position as a row of CSV.
#[derive(Serialize)]
struct Row<'a> {
    suite: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<&'a str>,
    id: &'a str,
    fen: &'a str,
    wanted: &'a str,
    played: Option<&'a str>,
    solved: Option<bool>,
    points: Option<u32>,
    most_points: Option<u32>,
    score: i32,
    mate: Option<i32>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    nodes_to_solution: Option<u64>,
    seconds_to_solution: Option<f64>,
}

impl<'a> Row<'a> {
    fn of(solution: &'a Solution, suite: &'a str, engine: Option<&'a str>) -> Row<'a> {
        Row {
            suite,
            engine,
            id: &solution.id,
            fen: &solution.fen,
            wanted: &solution.wanted,
            played: solution.played.as_deref(),
            solved: solution.solved,
            points: solution.points,
            most_points: solution.most_points,
            score: solution.score,
            mate: solution.mate,
            depth: solution.depth,
            nodes: solution.nodes,
            seconds: solution.seconds,
            nodes_to_solution: solution.right_from.map(|effort| effort.nodes),
            seconds_to_solution: solution.right_from.map(|effort| effort.seconds),
        }
    }
}

/// Formats the results of a run as CSV, one row per position, with a header.
pub fn csv(record: &SuiteRecord) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for solution in &record.positions {
        let suite =
            record.settings.suites.get(solution.suite).map_or("", |suite| suite.name.as_str());
        let engine = record.settings.engines.get(solution.engine);
        writer.serialize(Row::of(solution, suite, engine.map(|engine| engine.name.as_str())))?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

/// The shortest time on the plot's axis, seconds.
const SHORTEST: f64 = 1e-6;

/// Plots the number of solved positions over time as SVG, one line per suite; `None` without
/// positions.
pub fn svg(record: &SuiteRecord) -> Option<String> {
    let longest = record
        .positions
        .iter()
        .map(|solution| solution.seconds)
        .max_by(f64::total_cmp)?
        .max(10.0 * SHORTEST);
    let curves = curves(record);
    let first =
        curves.iter().filter_map(|(_, times)| times.first()).copied().min_by(f64::total_cmp);
    let begin = first.unwrap_or(longest).min(longest / 10.0);
    let series: Vec<chart::Series> =
        curves.into_iter().map(|(name, times)| (name, staircase(&times, begin, longest))).collect();
    chart::steps("Positions solved", ("seconds", "solved"), &series)
}

/// A curve for each suite and engine, by its name.
fn curves(record: &SuiteRecord) -> Vec<(String, Vec<f64>)> {
    let suites = &record.settings.suites;
    let engines = record.settings.engines.len().max(1);
    let total = (suites.len() > 1).then_some((None, "total"));
    let groups = suites.iter().enumerate().map(|(index, suite)| (Some(index), suite.name.as_str()));
    let mut curves = Vec::new();
    for (suite, name) in groups.chain(total) {
        for engine in 0..engines {
            let name = match record.settings.engines.len() {
                0 | 1 => name.to_owned(),
                _ => format!("{name}, {}", engine_name(record, engine)),
            };
            curves.push((
                name,
                times(record, |solution| {
                    solution.engine == engine && suite.is_none_or(|suite| solution.suite == suite)
                }),
            ));
        }
    }
    curves
}

/// The times at which the selected positions were solved, in ascending order, seconds.
fn times(record: &SuiteRecord, is_meant: impl Fn(&Solution) -> bool) -> Vec<f64> {
    let meant = record.positions.iter().filter(|solution| is_meant(solution));
    let mut times: Vec<f64> =
        meant.filter_map(|solution| Some(solution.right_from?.seconds.max(SHORTEST))).collect();
    times.sort_by(f64::total_cmp);
    times
}

/// A step curve that rises by one at each of the times.
pub fn staircase(times: &[f64], begin: f64, end: f64) -> Vec<(f64, f64)> {
    let steps = times
        .iter()
        .enumerate()
        .flat_map(|(index, &time)| [(time, index as f64), (time, (index + 1) as f64)]);
    let end = end.max(times.last().copied().unwrap_or(end));
    [(begin, 0.0)].into_iter().chain(steps).chain([(end, times.len() as f64)]).collect()
}
