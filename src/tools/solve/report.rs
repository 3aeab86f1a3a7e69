//! Showing what a run has found: a table for people, CSV for spreadsheets, a plot.

use super::record::{Solution, SuiteRecord};
use super::tally::Tally;
use crate::chart;
use serde::Serialize;
use std::fmt::Write as _;

/// The sums of each suite, and of all if there are several, as a table with a head.
pub fn table(record: &SuiteRecord) -> String {
    let mut rows: Vec<(String, Tally)> = by_suite(record).collect();
    if rows.len() > 1 {
        rows.push(("total".to_owned(), Tally::of(&record.positions)));
    }
    let with_points = rows.iter().any(|(_, tally)| tally.most_points > 0);
    let width = rows
        .iter()
        .map(|(name, _)| name.chars().count())
        .max()
        .unwrap_or_default()
        .max("suite".len());
    let points_head = if with_points { "        points" } else { "" };
    let mut text = format!(
        "{:width$}  positions  solved       %{points_head}          nodes        time  until right: time     nodes\n",
        "suite"
    );
    for (name, tally) in &rows {
        let points = format!("{}/{}", tally.points, tally.most_points);
        let points = if with_points { format!("{points:>14}") } else { String::new() };
        let time = tally
            .mean_seconds_to_solution()
            .map_or("-".to_owned(), |seconds| format!("{seconds:.3} s"));
        let nodes =
            tally.mean_nodes_to_solution().map_or("-".to_owned(), |nodes| nodes.to_string());
        let _ = writeln!(
            text,
            "{name:width$}  {:>9}  {:>6}  {:>6.1}{points}  {:>13}  {:>8.1} s  {time:>17}  {nodes:>8}",
            tally.positions,
            tally.solved,
            tally.percent(),
            tally.nodes,
            tally.seconds
        );
    }
    text
}

/// Name and sums of each suite.
fn by_suite(record: &SuiteRecord) -> impl Iterator<Item = (String, Tally)> {
    record.settings.suites.iter().enumerate().map(|(index, suite)| {
        let own = record.positions.iter().filter(move |solution| solution.suite == index);
        (suite.name.clone(), Tally::of(own))
    })
}

/// A position as CSV.
#[derive(Serialize)]
struct Row<'a> {
    suite: &'a str,
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
    fn of(solution: &'a Solution, suite: &'a str) -> Row<'a> {
        Row {
            suite,
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

/// All positions, a row each, under a head.
pub fn csv(record: &SuiteRecord) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for solution in &record.positions {
        let suite =
            record.settings.suites.get(solution.suite).map_or("", |suite| suite.name.as_str());
        writer.serialize(Row::of(solution, suite))?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

/// The shortest time that has a place in the plot, seconds.
const SHORTEST: f64 = 1e-6;

/// Positions solved against the time after which they were, a line for each suite, as SVG; `None`
/// without positions.
pub fn svg(record: &SuiteRecord) -> Option<String> {
    let longest = record
        .positions
        .iter()
        .map(|solution| solution.seconds)
        .max_by(f64::total_cmp)?
        .max(10.0 * SHORTEST);
    let names = record.settings.suites.iter().map(|suite| suite.name.as_str());
    let mut curves: Vec<(String, Vec<f64>)> = names
        .enumerate()
        .map(|(index, name)| (name.to_owned(), times(record, |suite| suite == index)))
        .collect();
    if curves.len() > 1 {
        curves.push(("total".to_owned(), times(record, |_| true)));
    }
    let first =
        curves.iter().filter_map(|(_, times)| times.first()).copied().min_by(f64::total_cmp);
    let begin = first.unwrap_or(longest).min(longest / 10.0);
    let series: Vec<chart::Series> =
        curves.into_iter().map(|(name, times)| (name, staircase(&times, begin, longest))).collect();
    chart::steps("Positions solved", ("seconds", "solved"), &series)
}

/// When the positions of these suites were solved, seconds, the quickest first.
fn times(record: &SuiteRecord, is_meant: impl Fn(usize) -> bool) -> Vec<f64> {
    let meant = record.positions.iter().filter(|solution| is_meant(solution.suite));
    let mut times: Vec<f64> =
        meant.filter_map(|solution| Some(solution.right_from?.seconds.max(SHORTEST))).collect();
    times.sort_by(f64::total_cmp);
    times
}

/// One step up at each of the times.
fn staircase(times: &[f64], begin: f64, end: f64) -> Vec<(f64, f64)> {
    let steps = times
        .iter()
        .enumerate()
        .flat_map(|(index, &time)| [(time, index as f64), (time, (index + 1) as f64)]);
    let end = end.max(times.last().copied().unwrap_or(end));
    [(begin, 0.0)].into_iter().chain(steps).chain([(end, times.len() as f64)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::solve::tests::{setup, solution};

    fn record() -> SuiteRecord {
        SuiteRecord {
            settings: setup(),
            positions: vec![solution(1, true), solution(2, false), solution(3, true)],
        }
    }

    #[test]
    fn the_table_has_a_row_for_each_suite_and_one_for_all() {
        let mut record = record();
        let rows = table(&record);
        assert_eq!(rows.lines().count(), 2);
        assert!(
            !rows.contains("points") && rows.contains("66.7") && rows.contains("0.100 s"),
            "{rows}"
        );
        record.settings.suites.push(record.settings.suites[0].clone());
        record.positions[2].suite = 1;
        record.positions[2].points = Some(7);
        record.positions[2].most_points = Some(10);
        let rows = table(&record);
        assert_eq!(rows.lines().count(), 4);
        assert!(
            rows.lines().all(|row| row.len() == rows.lines().next().map_or(0, str::len)),
            "{rows}"
        );
        assert!(
            rows.lines().last().is_some_and(|row| row.starts_with("total") && row.contains("7/10")),
            "{rows}"
        );
    }

    #[test]
    fn csv_quotes_what_needs_it() {
        let text = String::from_utf8(csv(&record()).expect("written")).expect("UTF-8");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 4);
        assert!(lines[0].starts_with("suite,id,fen,wanted,played,solved,points,"));
        assert!(lines[1].starts_with(
            "a.epd,\"A, \"\"1\"\"\",4k3/8/8/8/8/8/8/4K2R w H - 0 1,bm O-O,O-O,true,,,123,,9,"
        ));
        assert!(lines[2].ends_with(",false,,,123,,9,1000,0.5,,"), "{}", lines[2]);
    }

    #[test]
    fn the_plot_climbs_a_step_at_each_solution() {
        assert_eq!(
            staircase(&[0.1, 0.2], 0.01, 1.0),
            [(0.01, 0.0), (0.1, 0.0), (0.1, 1.0), (0.2, 1.0), (0.2, 2.0), (1.0, 2.0)]
        );
        let svg = svg(&record()).expect("positions");
        assert!(svg.contains("Positions solved") && svg.contains("a.epd"));
        let nothing = SuiteRecord { positions: vec![solution(1, false)], ..record() };
        assert!(super::svg(&nothing).is_some(), "a flat line");
        assert!(super::svg(&SuiteRecord { positions: vec![], ..record() }).is_none());
    }
}
