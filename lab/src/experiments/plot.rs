//! Plots of experiments: tree sizes by depth or parameter, and scatter plots with a fitted line.

use crate::chart;
use crate::experiments::experiment::{Experiment, ExperimentOutcome, Plot};
use crate::experiments::trees::TreeResults;

/// The plot of an outcome as SVG; `None` if there is nothing to plot.
pub fn svg(experiment: &Experiment, outcome: &ExperimentOutcome) -> Option<String> {
    let title = experiment.title;
    if let Some(trees) = &outcome.trees {
        return match (experiment.plan)().plot {
            Plot::Depth => by_depth(title, trees),
            Plot::Parameter { axis, points } => by_parameter(title, axis, &points, trees),
            Plot::Grid { axes, squares } => grid(title, axes, &squares, trees),
        };
    }
    let scatter = outcome.figures.as_ref()?.scatter.as_ref()?;
    chart::scatter(title, (&scatter.axes.0, &scatter.axes.1), &scatter.points, scatter.line)
}

/// Nodes by depth on a logarithmic scale, a line for each configuration.
fn by_depth(title: &str, trees: &TreeResults) -> Option<String> {
    let depths = trees.depths();
    let line = |label: &str| {
        depths.iter().map(|&depth| (f64::from(depth), trees.nodes(label, depth))).collect()
    };
    let series: Vec<chart::Series> =
        trees.labels().into_iter().map(|label| (label.to_owned(), line(label))).collect();
    chart::lines(title, ("depth, plies", "nodes, all positions"), true, &series)
}

/// Node ratio of a configuration to the reference, percent.
fn share(trees: &TreeResults, label: &str, depth: u32) -> f64 {
    100.0 * trees.ratio(label, &trees.reference, depth)
}

/// Node ratios by a parameter, a line for each series and depth.
fn by_parameter(
    title: &str,
    axis: &str,
    points: &[(String, f64, String)],
    trees: &TreeResults,
) -> Option<String> {
    let mut series: Vec<chart::Series> = Vec::new();
    for depth in trees.depths() {
        for (name, parameter, label) in points {
            add(
                &mut series,
                format!("{name}, depth {depth}"),
                (*parameter, share(trees, label, depth)),
            );
        }
    }
    chart::lines(title, (axis, &format!("nodes, percent of {}", trees.reference)), false, &series)
}

/// Node ratios at the largest depth by two parameters, a panel for each value of a third.
fn grid(
    title: &str,
    axes: (&str, &str),
    squares: &[(String, (f64, f64), String)],
    trees: &TreeResults,
) -> Option<String> {
    let mut panels: Vec<chart::Panel> = Vec::new();
    for (panel, (x, y), label) in squares {
        let share = share(trees, label, trees.deepest());
        add(&mut panels, panel.clone(), (*x, *y, (10.0 * share).round() / 10.0));
    }
    let title = format!("{title}: percent of {}, depth {}", trees.reference, trees.deepest());
    chart::grids(&title, axes, &panels)
}

/// Adds an item to the list of this name.
fn add<T>(named: &mut Vec<(String, Vec<T>)>, name: String, item: T) {
    match named.iter_mut().find(|(known, _)| *known == name) {
        Some((_, items)) => items.push(item),
        None => named.push((name, vec![item])),
    }
}
