//! Chart of positions solved over time, from results of `secateur epd`.

use crate::chart::{self, Series};
use secateur::tools::solve::record::{PositionResult, SuiteRecord};
use secateur::tools::solve::report::engine_name;

/// The shortest time on the axis, seconds.
const MIN_SECONDS: f64 = 1e-6;

/// Plots the number of solved positions over time as SVG, with one line for each result, suite and
/// engine. Each result has a name. `None` without positions.
pub fn plot(results: &[(String, SuiteRecord)]) -> Option<String> {
    let positions = results.iter().flat_map(|(_, record)| &record.positions);
    let longest =
        positions.map(|result| result.seconds).max_by(f64::total_cmp)?.max(10.0 * MIN_SECONDS);
    let curves: Vec<(String, Vec<f64>)> = match results {
        [(_, record)] => curves(record),
        _ => results.iter().flat_map(named_curves).collect(),
    };
    let first =
        curves.iter().filter_map(|(_, times)| times.first()).copied().min_by(f64::total_cmp);
    let begin = first.unwrap_or(longest).min(longest / 10.0);
    let series: Vec<Series> =
        curves.into_iter().map(|(name, times)| (name, staircase(&times, begin, longest))).collect();
    chart::steps("Positions solved", ("seconds", "solved"), &series)
}

/// The curves of one result among several.
fn named_curves((result, record): &(String, SuiteRecord)) -> Vec<(String, Vec<f64>)> {
    curves(record).into_iter().map(|(name, times)| (format!("{result}: {name}"), times)).collect()
}

/// A curve for each suite and engine, by its name.
fn curves(record: &SuiteRecord) -> Vec<(String, Vec<f64>)> {
    let suites = &record.settings.suites;
    let total = (suites.len() > 1).then_some((None, "total"));
    let groups = suites.iter().enumerate().map(|(index, suite)| (Some(index), suite.name.as_str()));
    let mut curves = Vec::new();
    for (suite, name) in groups.chain(total) {
        for engine in 0..record.settings.engine_count() {
            let name = match record.settings.engine_count() {
                1 => name.to_owned(),
                _ => format!("{name}, {}", engine_name(record, engine)),
            };
            let is_of_curve = |result: &PositionResult| {
                result.engine == engine && suite.is_none_or(|suite| result.suite == suite)
            };
            curves.push((name, times(record, is_of_curve)));
        }
    }
    curves
}

/// The times at which the selected positions were solved, in ascending order, seconds.
fn times(record: &SuiteRecord, is_selected: impl Fn(&PositionResult) -> bool) -> Vec<f64> {
    let selected = record.positions.iter().filter(|result| is_selected(result));
    let mut times: Vec<f64> = selected
        .filter_map(|result| Some(result.effort_to_solution?.seconds.max(MIN_SECONDS)))
        .collect();
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
