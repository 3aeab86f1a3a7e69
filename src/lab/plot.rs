//! Plots of outcomes: tree sizes by depth, and scatters with their line.

use super::experiment::Outcome;
use super::trees::TreeResults;
use crate::chart;

/// The plot of an outcome as SVG, if there is something to plot.
pub fn svg(title: &str, outcome: &Outcome) -> Option<String> {
    let scatter = outcome.figures.as_ref().and_then(|figures| figures.scatter.as_ref());
    match (&outcome.trees, scatter) {
        (Some(trees), _) => by_depth(title, trees),
        (None, Some(scatter)) => {
            let (x, y) = &scatter.axes;
            chart::scatter(title, (x, y), &scatter.points, scatter.line)
        }
        (None, None) => None,
    }
}

/// Nodes by depth on a logarithmic scale, a line for each configuration.
fn by_depth(title: &str, trees: &TreeResults) -> Option<String> {
    let depths = trees.depths();
    let line = |label: &str| depths.iter().map(|&depth| (f64::from(depth), trees.nodes(label, depth))).collect();
    let series: Vec<chart::Series> = trees.labels().into_iter().map(|label| (label.to_owned(), line(label))).collect();
    chart::lines(title, ("depth, plies", "nodes, all positions"), true, &series)
}
