//! Layer 0, charts: named points to SVG, whatever they stand for. The laboratory and the trainers say what to draw.

use plotters::coord::Shift;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::prelude::*;
use std::ops::Range;

/// Pixels.
const SIZE: (u32, u32) = (860, 560);
/// More points of a line than this are not marked one by one.
const MARKED: usize = 40;
/// More series than this are named in small print.
const CROWDED: usize = 12;
/// At most so many marks on an axis.
const MOST_TICKS: usize = 12;
/// At least so many marks on a logarithmic axis.
const LEAST_TICKS: usize = 4;

/// A name and its points, (x, y).
pub type Series = (String, Vec<(f64, f64)>);

type Failure = Box<dyn std::error::Error>;
type Context<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<Axis, Axis>>;

/// A line through the points of each series, as SVG. `axes`: what x and y are. Points that are no numbers, or that a
/// logarithmic y axis has no place for, are left out; `None` if no point is left.
pub fn lines(title: &str, axes: (&str, &str), log_y: bool, series: &[Series]) -> Option<String> {
    let is_shown = |&(x, y): &(f64, f64)| x.is_finite() && y.is_finite() && (!log_y || y > 0.0);
    let shown = |points: &[(f64, f64)]| points.iter().copied().filter(is_shown).collect();
    let series: Vec<Series> = series.iter().map(|(name, points)| (name.clone(), shown(points))).collect();
    let (xs, ys): (Vec<f64>, Vec<f64>) = series.iter().flat_map(|(_, points)| points).copied().unzip();
    let x = Axis::over(Scale::Linear, &xs, 0.0)?;
    let y = Axis::over(if log_y { Scale::Log } else { Scale::Linear }, &ys, 0.04)?;
    draw(title, axes, x, y, |chart| {
        for (index, (name, points)) in series.iter().enumerate() {
            let color = color(index, series.len());
            let line = LineSeries::new(points.iter().copied(), color.stroke_width(2));
            let key = move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2));
            chart.draw_series(line)?.label(name).legend(key);
            if points.len() <= MARKED {
                chart.draw_series(points.iter().map(|&point| Circle::new(point, 3, color.filled())))?;
            }
        }
        name_series(chart, &series)
    })
}

/// Points and the line y = slope · x + offset through them, as SVG, with the origin in the middle; `None` without points.
pub fn scatter(title: &str, axes: (&str, &str), points: &[(f64, f64)], line: (f64, f64)) -> Option<String> {
    let (xs, ys): (Vec<f64>, Vec<f64>) = points.iter().flat_map(|&(x, y)| [(x, y), (-x, -y)]).unzip();
    let x = Axis::over(Scale::Linear, &xs, 0.02)?;
    let y = Axis::over(Scale::Linear, &ys, 0.02)?;
    let (slope, offset) = line;
    let ends = [x.low, x.high].map(|at| (at, slope * at + offset));
    draw(title, axes, x, y, |chart| {
        chart.draw_series(points.iter().map(|&point| Circle::new(point, 2, BLUE.mix(0.4).filled())))?;
        chart.draw_series(LineSeries::new(ends, RED.stroke_width(2)))?;
        Ok(())
    })
}

/// A colour for each of many series.
fn color(index: usize, count: usize) -> HSLColor {
    HSLColor(index as f64 / count.max(1) as f64 * 0.92, 0.75, if index.is_multiple_of(2) { 0.42 } else { 0.58 })
}

/// How far apart values lie.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scale {
    /// As far as they differ.
    Linear,
    /// As far as their powers of ten differ.
    Log,
}

/// An axis from value to value, and the values marked on it.
struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
    ticks: Vec<f64>,
}

impl Axis {
    /// With room for these values and for this share of their spread beyond them. Between whole numbers nothing is marked
    /// if the values are whole.
    fn over(scale: Scale, values: &[f64], margin: f64) -> Option<Axis> {
        let least = values.iter().copied().min_by(f64::total_cmp)?;
        let most = values.iter().copied().max_by(f64::total_cmp)?;
        let around = if least == 0.0 { 1.0 } else { 0.1 * least.abs() };
        let (low, high) = match scale {
            _ if least == most => (least - around, least + around), // an axis of no length has no places
            Scale::Linear => (least - (most - least) * margin, most + (most - least) * margin),
            Scale::Log => (least / (most / least).powf(margin), most * (most / least).powf(margin)),
        };
        let mut ticks = if scale == Scale::Log { log_ticks(low, high) } else { ticks(low, high) };
        let is_whole = |value: &f64| (value - value.round()).abs() < 1e-9;
        if values.iter().all(is_whole) {
            ticks.retain(is_whole);
        }
        Some(Axis { scale, low, high, ticks })
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let share = match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Log => (value / self.low).ln() / (self.high / self.low).ln(),
        };
        limit.0 + (share * f64::from(limit.1 - limit.0)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() { Vec::new() } else { self.ticks.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

impl ValueFormatter<f64> for Axis {
    fn format(value: &f64) -> String {
        short(*value)
    }
}

/// Round numbers from low to high.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let magnitude = 10_f64.powf(((high - low) / MOST_TICKS as f64).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * magnitude);
    let step = steps.into_iter().find(|step| (high - low) / step < MOST_TICKS as f64).unwrap_or(steps[3]);
    let (first, last) = ((low / step - 1e-9).ceil() as i64, (high / step + 1e-9).floor() as i64);
    (first..=last).map(|index| index as f64 * step).collect()
}

/// Powers of ten, some of their multiples too where those are few, and round numbers within less than a power.
fn log_ticks(low: f64, high: f64) -> Vec<f64> {
    let exponents = || low.log10().floor() as i32..=high.log10().ceil() as i32;
    let of = |multiples: &[f64]| -> Vec<f64> {
        let values = exponents().flat_map(|exponent| multiples.iter().map(move |m| m * 10_f64.powi(exponent)));
        values.filter(|value| (low..=high).contains(value)).collect()
    };
    let candidates = [of(&[1.0]), of(&[1.0, 3.0]), of(&[1.0, 2.0, 5.0])];
    candidates.into_iter().find(|values| values.len() >= LEAST_TICKS).unwrap_or_else(|| ticks(low, high))
}

/// A number as short as it can be said, to five digits.
fn short(value: f64) -> String {
    let rounded: f64 = format!("{value:.4e}").parse().unwrap_or(value);
    let is_handy = rounded == 0.0 || (1e-3..1e5).contains(&rounded.abs());
    if is_handy { rounded.to_string() } else { format!("{rounded:e}") }
}

/// The frame with its axes, and in it what `content` draws.
fn draw(
    title: &str,
    labels: (&str, &str),
    x: Axis,
    y: Axis,
    content: impl FnOnce(&mut Context<'_>) -> Result<(), Failure>,
) -> Option<String> {
    let mut text = String::new();
    fill(&SVGBackend::with_string(&mut text, SIZE).into_drawing_area(), title, labels, x, y, content).ok()?;
    Some(text)
}

fn fill<'a>(
    root: &DrawingArea<SVGBackend<'a>, Shift>,
    title: &str,
    labels: (&str, &str),
    x: Axis,
    y: Axis,
    content: impl FnOnce(&mut Context<'a>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(root)
        .caption(title, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(80)
        .build_cartesian_2d(x, y)?;
    chart.configure_mesh().x_desc(labels.0).y_desc(labels.1).draw()?;
    content(&mut chart)?;
    root.present()?;
    Ok(())
}

/// The names of the series, in the corner that rising or falling lines leave free.
fn name_series(chart: &mut Context<'_>, series: &[Series]) -> Result<(), Failure> {
    let rise = |points: &[(f64, f64)]| Some(points.last()?.1 - points.first()?.1);
    let rises = series.iter().filter_map(|(_, points)| rise(points)).sum::<f64>() >= 0.0;
    let corner = if rises { SeriesLabelPosition::UpperLeft } else { SeriesLabelPosition::UpperRight };
    chart
        .configure_series_labels()
        .position(corner)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .label_font(("sans-serif", if series.len() > CROWDED { 9 } else { 13 }))
        .draw()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(points: &[(f64, f64)]) -> Vec<Series> {
        vec![("of <points>".to_owned(), points.to_vec())]
    }

    #[test]
    fn lines_are_drawn_and_named() {
        let svg = lines("Loss", ("epoch", "error"), false, &series(&[(1.0, 0.5), (2.0, 0.25)])).expect("two points");
        assert!(svg.trim_end().ends_with("</svg>"), "whole");
        for word in ["Loss", "epoch", "error", "of &lt;points&gt;"] {
            assert!(svg.contains(word), "{word}");
        }
    }

    #[test]
    fn what_has_no_place_is_left_out() {
        let nothing = [(1.0, 0.0), (2.0, f64::NAN), (f64::INFINITY, 1.0)];
        assert_eq!(lines("", ("", ""), true, &series(&nothing)), None);
        assert!(lines("", ("", ""), false, &series(&nothing)).is_some(), "zero has a place on a linear axis");
        assert!(lines("", ("", ""), true, &series(&[(3.0, 7.0)])).is_some(), "a single point");
        assert_eq!(lines("", ("", ""), false, &[]), None);
        assert_eq!(scatter("", ("", ""), &[], (1.0, 0.0)), None);
        assert!(scatter("", ("", ""), &[(0.0, 0.0)], (1.0, 0.0)).is_some());
    }

    #[test]
    fn marks_are_round_numbers() {
        let texts = |ticks: Vec<f64>| ticks.into_iter().map(short).collect::<Vec<_>>().join(" ");
        assert_eq!(texts(ticks(5.0, 8.0)), "5 5.5 6 6.5 7 7.5 8");
        assert_eq!(texts(ticks(-0.3, 0.3)), "-0.3 -0.25 -0.2 -0.15 -0.1 -0.05 0 0.05 0.1 0.15 0.2 0.25 0.3");
        let log = |low: f64, high: f64| texts(log_ticks(low, high));
        assert_eq!(log(0.9, 2e6), "1 10 100 1000 10000 1e5 1e6");
        assert_eq!(log(9e5, 4e7), "1e6 3e6 1e7 3e7");
        assert_eq!(log(0.021, 0.048), "0.025 0.03 0.035 0.04 0.045");
    }
}
