//! Charts: named points and squares as SVG.

use plotters::coord::Shift;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::ops::Range;

/// Width and height of a chart, pixels.
const SIZE: (u32, u32) = (860, 560);
/// Maximum number of points of a line that are marked one by one.
const MARKED: usize = 40;
/// Number of series above which the legend has a smaller font.
const MANY_SERIES: usize = 12;
/// Maximum number of marks on an axis.
const MAX_TICKS: usize = 12;
/// Horizontal distance of the error bars of different series, as a share of the axis.
const ERROR_BAR_SHIFT: f64 = 0.006;
/// Minimum number of marks on a logarithmic axis.
const MIN_TICKS: usize = 4;

/// Style for viewers with a dark colour scheme: lightness is inverted, hues are unchanged.
const DARK_MODE: &str = "<style>@media (prefers-color-scheme: dark) { .chart { filter: \
                         invert(0.92) hue-rotate(180deg) brightness(1.35); } }</style>";

/// A named data series: its legend label and its points as (x, y).
pub type Series = (String, Vec<(f64, f64)>);

/// A named panel of a heat map: its title and its cells as (column, row, value).
pub type Panel = (String, Vec<(f64, f64, f64)>);

/// A named data series with error bars: its label and its points as x and [y, lower, upper].
pub type Intervals = (String, Vec<(f64, [f64; 3])>);

type Failure = Box<dyn std::error::Error>;
type Context<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<Axis, Axis>>;

/// Plots a line chart of the series as SVG; `None` without a point to draw. `axes` are the labels
/// of x and y. Points that are not finite, or not positive on a logarithmic y axis, are left out.
pub fn lines(title: &str, axes: (&str, &str), log_y: bool, series: &[Series]) -> Option<String> {
    series_plot(
        title,
        axes,
        (Scale::Linear, if log_y { Scale::Log } else { Scale::Linear }),
        series,
        MARKED,
    )
}

/// Plots a line chart with a logarithmic x axis and without point markers as SVG; `None` without a
/// point to draw.
pub fn steps(title: &str, axes: (&str, &str), series: &[Series]) -> Option<String> {
    series_plot(title, axes, (Scale::Log, Scale::Linear), series, 0)
}

/// `marked`: maximum number of points of a line that are marked one by one.
fn series_plot(
    title: &str,
    axes: (&str, &str),
    scales: (Scale, Scale),
    series: &[Series],
    marked: usize,
) -> Option<String> {
    let has_place =
        |value: f64, scale: Scale| value.is_finite() && (scale == Scale::Linear || value > 0.0);
    let is_shown = |&(x, y): &(f64, f64)| has_place(x, scales.0) && has_place(y, scales.1);
    let shown = |points: &[(f64, f64)]| points.iter().copied().filter(is_shown).collect();
    let series: Vec<Series> =
        series.iter().map(|(name, points)| (name.clone(), shown(points))).collect();
    let (xs, ys): (Vec<f64>, Vec<f64>) =
        series.iter().flat_map(|(_, points)| points).copied().unzip();
    let x = Axis::over(scales.0, &xs, 0.0)?;
    let y = Axis::over(scales.1, &ys, 0.04)?;
    let corner = free_corner((&x, &xs), (&y, &ys));
    draw(title, axes, x, y, |chart| {
        for (index, (name, points)) in series.iter().enumerate() {
            let color = color(index, series.len());
            let line = LineSeries::new(points.iter().copied(), color.stroke_width(2));
            let key = move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2));
            chart.draw_series(line)?.label(name).legend(key);
            if points.len() <= marked {
                chart.draw_series(
                    points.iter().map(|&point| Circle::new(point, 3, color.filled())),
                )?;
            }
        }
        name_series(chart, series.len(), corner)
    })
}

/// Plots a line chart with error bars as SVG; `None` without points. Error bars of different series
/// are drawn side by side.
pub fn intervals(title: &str, axes: (&str, &str), series: &[Intervals]) -> Option<String> {
    let points = || series.iter().flat_map(|(_, points)| points);
    let xs: Vec<f64> = points().map(|point| point.0).collect();
    let ys: Vec<f64> = points().flat_map(|point| point.1).collect();
    let x = Axis::over(Scale::Linear, &xs, 0.04)?;
    let y = Axis::over(Scale::Linear, &ys, 0.04)?;
    let apart = ERROR_BAR_SHIFT * (x.high - x.low);
    let middles: Vec<f64> = points().map(|point| point.1[0]).collect();
    let corner = free_corner((&x, &xs), (&y, &middles));
    draw(title, axes, x, y, |chart| {
        for (index, (name, points)) in series.iter().enumerate() {
            let color = color(index, series.len());
            let at = |x: f64| x + apart * (index as f64 - (series.len() - 1) as f64 / 2.0);
            let middles = || points.iter().map(|&(x, [y, ..])| (at(x), y));
            let key = move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2));
            chart
                .draw_series(LineSeries::new(middles(), color.stroke_width(1)))?
                .label(name)
                .legend(key);
            chart.draw_series(middles().map(|point| Circle::new(point, 3, color.filled())))?;
            let bars = points.iter().map(|&(x, [_, low, high])| [(at(x), low), (at(x), high)]);
            chart.draw_series(bars.map(|bar| PathElement::new(bar, color.stroke_width(2))))?;
        }
        name_series(chart, series.len(), corner)
    })
}

/// Plots a scatter chart with the line y = slope · x + offset as SVG; `None` without points. `line`
/// is (slope, offset). The origin is in the middle.
pub fn scatter(
    title: &str,
    axes: (&str, &str),
    points: &[(f64, f64)],
    line: (f64, f64),
) -> Option<String> {
    let (xs, ys): (Vec<f64>, Vec<f64>) =
        points.iter().flat_map(|&(x, y)| [(x, y), (-x, -y)]).unzip();
    let x = Axis::over(Scale::Linear, &xs, 0.02)?;
    let y = Axis::over(Scale::Linear, &ys, 0.02)?;
    let (slope, offset) = line;
    let ends = [x.low, x.high].map(|at| (at, slope * at + offset));
    draw(title, axes, x, y, |chart| {
        chart.draw_series(
            points.iter().map(|&point| Circle::new(point, 2, BLUE.mix(0.4).filled())),
        )?;
        chart.draw_series(LineSeries::new(ends, RED.stroke_width(2)))?;
        Ok(())
    })
}

/// Plots heat maps with the value written in each cell as SVG; `None` without cells. `axes` are the
/// labels of columns and rows, which all panels share.
pub fn grids(title: &str, axes: (&str, &str), panels: &[Panel]) -> Option<String> {
    let squares = || panels.iter().flat_map(|(_, squares)| squares);
    let (columns, rows) =
        (distinct(squares().map(|square| square.0)), distinct(squares().map(|square| square.1)));
    let smallest = squares().map(|square| square.2).min_by(f64::total_cmp)?;
    let largest = squares().map(|square| square.2).max_by(f64::total_cmp)?;
    let shade = |value: f64| {
        if largest > smallest { (value - smallest) / (largest - smallest) } else { 0.0 }
    };
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        root.fill(&WHITE).ok()?;
        let body = root.titled(title, ("sans-serif", 20)).ok()?.margin(16, 16, 16, 16);
        for (part, (name, squares)) in body.split_evenly((1, panels.len())).iter().zip(panels) {
            panel(part, name, axes, (&columns, &rows), squares, shade).ok()?;
        }
        root.present().ok()?;
    }
    with_dark_mode(&text)
}

/// The values in order, each once.
fn distinct(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.dedup();
    values
}

/// `shade`: from 0 to 1, dark to light.
fn panel(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    name: &str,
    axes: (&str, &str),
    (columns, rows): (&[f64], &[f64]),
    squares: &[(f64, f64, f64)],
    shade: impl Fn(f64) -> f64,
) -> Result<(), Failure> {
    let place = |values: &[f64], value: f64| {
        values.iter().position(|known| *known == value).unwrap_or_default() as i32
    };
    let mut chart = ChartBuilder::on(area)
        .caption(name, ("sans-serif", 15))
        .margin_right(8)
        .x_label_area_size(40)
        .y_label_area_size(40)
        .build_cartesian_2d(
            (0..columns.len() as i32 - 1).into_segmented(),
            (0..rows.len() as i32 - 1).into_segmented(),
        )?;
    let named = |values: &[f64], segment: &SegmentValue<i32>| match segment {
        SegmentValue::CenterOf(index) => {
            values.get(*index as usize).map_or_else(String::new, |value| short(*value))
        }
        SegmentValue::Exact(_) | SegmentValue::Last => String::new(),
    };
    chart
        .configure_mesh()
        .disable_mesh()
        .x_desc(axes.0)
        .y_desc(axes.1)
        .x_label_formatter(&|segment| named(columns, segment))
        .y_label_formatter(&|segment| named(rows, segment))
        .draw()?;
    for &(x, y, value) in squares {
        let (x, y) = (place(columns, x), place(rows, y));
        let corners = [
            (SegmentValue::Exact(x), SegmentValue::Exact(y)),
            (SegmentValue::Exact(x + 1), SegmentValue::Exact(y + 1)),
        ];
        let color = HSLColor(0.6, 0.6, 0.4 + 0.5 * shade(value));
        let ink = if shade(value) < 0.5 { WHITE } else { BLACK };
        let style =
            ("sans-serif", 13).into_font().color(&ink).pos(Pos::new(HPos::Center, VPos::Center));
        chart.draw_series([
            Rectangle::new(corners.clone(), color.filled()),
            Rectangle::new(corners, WHITE),
        ])?;
        let middle = (SegmentValue::CenterOf(x), SegmentValue::CenterOf(y));
        chart.draw_series([Text::new(short(value), middle, style)])?;
    }
    Ok(())
}

/// A colour for each of many series.
fn color(index: usize, count: usize) -> HSLColor {
    HSLColor(
        index as f64 / count.max(1) as f64 * 0.92,
        0.75,
        if index.is_multiple_of(2) { 0.42 } else { 0.58 },
    )
}

/// The scale of an axis.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scale {
    /// Distances are differences.
    Linear,
    /// Distances are differences of logarithms.
    Log,
}

/// An axis: its scale, its range, and the values of its tick marks.
struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
    ticks: Vec<f64>,
}

impl Axis {
    /// The axis that contains these values, with a margin of this share of their range on both
    /// sides. If all values are whole numbers, so are the tick marks.
    fn over(scale: Scale, values: &[f64], margin: f64) -> Option<Axis> {
        let smallest = values.iter().copied().min_by(f64::total_cmp)?;
        let largest = values.iter().copied().max_by(f64::total_cmp)?;
        let around = if smallest == 0.0 { 1.0 } else { 0.1 * smallest.abs() };
        let (low, high) = match scale {
            // A range of length zero has no positions.
            _ if smallest == largest => (smallest - around, smallest + around),
            Scale::Linear => {
                (smallest - (largest - smallest) * margin, largest + (largest - smallest) * margin)
            }
            Scale::Log => (
                smallest / (largest / smallest).powf(margin),
                largest * (largest / smallest).powf(margin),
            ),
        };
        let mut ticks = if scale == Scale::Log { log_ticks(low, high) } else { ticks(low, high) };
        let is_whole = |value: &f64| (value - value.round()).abs() < 1e-9;
        if values.iter().all(is_whole) {
            ticks.retain(is_whole);
        }
        Some(Axis { scale, low, high, ticks })
    }

    /// The position of a value on the axis, from 0 (low end) to 1 (high end).
    fn share(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Log => (value / self.low).ln() / (self.high / self.low).ln(),
        }
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        limit.0 + (self.share(*value) * f64::from(limit.1 - limit.0)).round() as i32
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
    let magnitude = 10_f64.powf(((high - low) / MAX_TICKS as f64).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * magnitude);
    let step =
        steps.into_iter().find(|step| (high - low) / step < MAX_TICKS as f64).unwrap_or(steps[3]);
    let (first, last) = ((low / step - 1e-9).ceil() as i64, (high / step + 1e-9).floor() as i64);
    (first..=last).map(|index| index as f64 * step).collect()
}

/// Powers of ten; with their multiples if there are too few, and round numbers if those are too few
/// as well.
fn log_ticks(low: f64, high: f64) -> Vec<f64> {
    let exponents = || low.log10().floor() as i32..=high.log10().ceil() as i32;
    let of = |multiples: &[f64]| -> Vec<f64> {
        let values = exponents()
            .flat_map(|exponent| multiples.iter().map(move |m| m * 10_f64.powi(exponent)));
        values.filter(|value| (low..=high).contains(value)).collect()
    };
    let candidates = [of(&[1.0]), of(&[1.0, 3.0]), of(&[1.0, 2.0, 5.0])];
    candidates
        .into_iter()
        .find(|values| values.len() >= MIN_TICKS)
        .unwrap_or_else(|| ticks(low, high))
}

/// A number as text in its shortest form, with at most five digits.
fn short(value: f64) -> String {
    let rounded: f64 = format!("{value:.4e}").parse().unwrap_or(value);
    let is_handy = rounded == 0.0 || (1e-3..1e5).contains(&rounded.abs());
    if is_handy { rounded.to_string() } else { format!("{rounded:e}") }
}

/// A chart with title and axes; `content` draws inside them.
fn draw(
    title: &str,
    labels: (&str, &str),
    x: Axis,
    y: Axis,
    content: impl FnOnce(&mut Context<'_>) -> Result<(), Failure>,
) -> Option<String> {
    let mut text = String::new();
    fill(
        &SVGBackend::with_string(&mut text, SIZE).into_drawing_area(),
        title,
        labels,
        x,
        y,
        content,
    )
    .ok()?;
    with_dark_mode(&text)
}

/// The chart in a group that follows the viewer's colour scheme.
fn with_dark_mode(svg: &str) -> Option<String> {
    let (head, body) = svg.split_once('>')?;
    let body = body.trim_end().strip_suffix("</svg>")?;
    Some(format!("{head}>\n{DARK_MODE}\n<g class=\"chart\">{body}</g>\n</svg>\n"))
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

/// Draws the legend in this corner.
fn name_series(
    chart: &mut Context<'_>,
    count: usize,
    corner: SeriesLabelPosition,
) -> Result<(), Failure> {
    chart
        .configure_series_labels()
        .position(corner)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .label_font(("sans-serif", if count > MANY_SERIES { 9 } else { 13 }))
        .draw()?;
    Ok(())
}

/// The corner with the fewest points.
fn free_corner((x, xs): (&Axis, &[f64]), (y, ys): (&Axis, &[f64])) -> SeriesLabelPosition {
    let is_near = |share: f64, far_end: bool| if far_end { share > 0.6 } else { share < 0.4 };
    let corners = [
        (SeriesLabelPosition::UpperLeft, false, true),
        (SeriesLabelPosition::UpperRight, true, true),
        (SeriesLabelPosition::LowerRight, true, false),
        (SeriesLabelPosition::LowerLeft, false, false),
    ];
    let crowd = |right, upper| {
        xs.iter()
            .zip(ys)
            .filter(|&(&px, &py)| is_near(x.share(px), right) && is_near(y.share(py), upper))
            .count()
    };
    let freest = corners.into_iter().min_by_key(|(_, right, upper)| crowd(*right, *upper));
    freest.map_or(SeriesLabelPosition::UpperLeft, |(corner, _, _)| corner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(points: &[(f64, f64)]) -> Vec<Series> {
        vec![("of <points>".to_owned(), points.to_vec())]
    }

    #[test]
    fn lines_are_drawn_and_named() {
        let svg = lines("Loss", ("epoch", "error"), false, &series(&[(1.0, 0.5), (2.0, 0.25)]))
            .expect("two points");
        assert!(svg.trim_end().ends_with("</svg>"), "complete SVG");
        for word in ["Loss", "epoch", "error", "of &lt;points&gt;", "color-scheme: dark"] {
            assert!(svg.contains(word), "{word}");
        }
    }

    #[test]
    fn points_outside_the_axes_are_left_out() {
        let nothing = [(1.0, 0.0), (2.0, f64::NAN), (f64::INFINITY, 1.0)];
        assert_eq!(lines("", ("", ""), true, &series(&nothing)), None);
        assert!(
            lines("", ("", ""), false, &series(&nothing)).is_some(),
            "zero is on a linear axis"
        );
        assert!(lines("", ("", ""), true, &series(&[(3.0, 7.0)])).is_some(), "a single point");
        assert_eq!(lines("", ("", ""), false, &[]), None);
        assert_eq!(scatter("", ("", ""), &[], (1.0, 0.0)), None);
        assert!(scatter("", ("", ""), &[(0.0, 0.0)], (1.0, 0.0)).is_some());
    }

    #[test]
    fn steps_need_a_point_with_positive_x() {
        let svg =
            steps("Solved", ("seconds", "solved"), &series(&[(0.01, 0.0), (0.1, 1.0), (0.0, 5.0)]))
                .expect("two points");
        assert!(svg.contains("Solved") && !svg.contains("<circle"), "no point markers");
        assert_eq!(steps("", ("", ""), &series(&[(0.0, 5.0), (-1.0, 2.0)])), None);
        assert!(steps("", ("", ""), &series(&[(0.5, 5.0)])).is_some(), "a single point");
    }

    #[test]
    fn grids_have_a_square_for_each_value() {
        let panels = [
            ("C = 1".to_owned(), vec![(4.0, 2.0, 87.5), (10.0, 3.0, 93.5)]),
            ("C = 2".to_owned(), vec![]),
        ];
        let svg = grids("Grid", ("M", "R"), &panels).expect("two squares");
        for word in ["C = 1", "C = 2", "87.5", "93.5", ">10<", ">3<"] {
            assert!(svg.replace('\n', "").contains(word), "{word}");
        }
        assert_eq!(grids("", ("", ""), &[]), None);
    }

    #[test]
    fn tick_marks_are_round_numbers() {
        let texts = |ticks: Vec<f64>| ticks.into_iter().map(short).collect::<Vec<_>>().join(" ");
        assert_eq!(texts(ticks(5.0, 8.0)), "5 5.5 6 6.5 7 7.5 8");
        assert_eq!(
            texts(ticks(-0.3, 0.3)),
            "-0.3 -0.25 -0.2 -0.15 -0.1 -0.05 0 0.05 0.1 0.15 0.2 0.25 0.3"
        );
        let log = |low: f64, high: f64| texts(log_ticks(low, high));
        assert_eq!(log(0.9, 2e6), "1 10 100 1000 10000 1e5 1e6");
        assert_eq!(log(9e5, 4e7), "1e6 3e6 1e7 3e7");
        assert_eq!(log(0.021, 0.048), "0.025 0.03 0.035 0.04 0.045");
    }
}
