//! Plots as SVG: tree sizes by depth, and scatters with their line.

use super::experiment::{Outcome, Scatter};
use super::trees::TreeResults;
use plotters::prelude::*;

/// Pixels.
const SIZE: (u32, u32) = (860, 560);

/// The plot of an outcome, if there is something to plot.
pub fn svg(title: &str, outcome: &Outcome) -> Option<String> {
    let scatter = outcome.figures.as_ref().and_then(|figures| figures.scatter.as_ref());
    match (&outcome.trees, scatter) {
        (Some(trees), _) => lines(title, trees).ok(),
        (None, Some(scatter)) => points(title, scatter).ok(),
        (None, None) => None,
    }
}

type Failure = Box<dyn std::error::Error>;

/// A colour for each of many lines.
fn color(index: usize, count: usize) -> HSLColor {
    HSLColor(index as f64 / count.max(1) as f64 * 0.92, 0.75, if index.is_multiple_of(2) { 0.42 } else { 0.58 })
}

/// Nodes by depth on a logarithmic scale, a line for each configuration.
fn lines(title: &str, trees: &TreeResults) -> Result<String, Failure> {
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let depths = trees.depths();
        let (first, last) = (depths[0], trees.deepest());
        let sizes = trees.cells.iter().map(super::trees::Cell::total);
        let (least, most) =
            sizes.fold((f64::INFINITY, 1.0), |(least, most), nodes| (nodes.min(least), nodes.max(most)));
        let range = (f64::from(first)..f64::from(last) + 0.001).step(1.0);
        let mut chart = ChartBuilder::on(&root)
            .caption(title, ("sans-serif", 20))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(80)
            .build_cartesian_2d(range, (least * 0.8..most * 1.25).log_scale())?;
        chart
            .configure_mesh()
            .x_desc("depth, plies")
            .y_desc("nodes, all positions")
            .x_label_formatter(&|depth| format!("{depth:.0}"))
            .y_label_formatter(&|nodes| format!("{nodes:.0e}"))
            .draw()?;
        let labels = trees.labels();
        for (index, label) in labels.iter().enumerate() {
            let color = color(index, labels.len());
            let points: Vec<(f64, f64)> =
                depths.iter().map(|&depth| (f64::from(depth), trees.nodes(label, depth))).collect();
            chart
                .draw_series(LineSeries::new(points.clone(), color.stroke_width(2)))?
                .label(*label)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2)));
            chart.draw_series(points.into_iter().map(|point| Circle::new(point, 3, color.filled())))?;
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK)
            .label_font(("sans-serif", if labels.len() > 12 { 9 } else { 13 }))
            .draw()?;
        root.present()?;
    }
    Ok(text)
}

fn points(title: &str, scatter: &Scatter) -> Result<String, Failure> {
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let reach = |pick: fn(&(f64, f64)) -> f64| {
            scatter.points.iter().map(pick).fold(100.0, |most: f64, x| most.max(x.abs())) * 1.05
        };
        let (x, y) = (reach(|point| point.0), reach(|point| point.1));
        let mut chart = ChartBuilder::on(&root)
            .caption(title, ("sans-serif", 20))
            .margin(12)
            .x_label_area_size(40)
            .y_label_area_size(60)
            .build_cartesian_2d(-x..x, -y..y)?;
        chart.configure_mesh().x_desc(&scatter.axes.0).y_desc(&scatter.axes.1).draw()?;
        chart.draw_series(scatter.points.iter().map(|&point| Circle::new(point, 2, BLUE.mix(0.4).filled())))?;
        let (slope, offset) = scatter.line;
        chart.draw_series(LineSeries::new([-x, x].map(|at| (at, slope * at + offset)), RED.stroke_width(2)))?;
        root.present()?;
    }
    Ok(text)
}
